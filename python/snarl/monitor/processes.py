"""Processes that a process has started, and those that they have started: what Linux tells."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Process:
    """A process; its number alone would be given to another one later."""

    pid: int
    began: int


def descendants(pid: int) -> list[Process]:
    """All that run below a process, nearest first; none where there is no `/proc`."""
    children: dict[int, list[Process]] = {}
    for entry in _PROC.glob("[0-9]*/stat"):
        if (found := _stat(entry)) is not None:
            parent, process = found
            children.setdefault(parent, []).append(process)
    found_below: list[Process] = []
    waiting = [pid]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found_below += below
        waiting += [process.pid for process in below]
    return found_below


def send(process: Process, number: signal.Signals) -> None:
    """Sends a signal, if the process is still there."""
    if not is_alive(process):
        return
    try:
        os.kill(process.pid, number)
    except OSError:  # it has ended, or has become somebody else's
        return


def is_alive(process: Process) -> bool:
    """Whether a process still runs."""
    found = _stat(_PROC / str(process.pid) / "stat")
    return found is not None and found[1] == process


def is_running(pid: int) -> bool:
    """Whether there is a process of that number that still runs."""
    if _PROC.joinpath("self", "stat").exists():
        return _stat(_PROC / str(pid) / "stat") is not None
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _stat(path: Path) -> tuple[int, Process] | None:
    """The number of the parent, and the process; None if it does not run any more."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    # The second field is a name in parentheses, which may hold anything.
    fields = text.rpartition(")")[2].split()
    if len(fields) < 20 or fields[0] in "ZX":  # a zombie has ended, and nobody has asked yet
        return None
    return int(fields[1]), Process(int(path.parent.name), int(fields[19]))
