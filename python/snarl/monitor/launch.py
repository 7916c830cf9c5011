"""Runs a program under the agent, as if the agent were not there.

The program has the terminal, its input, its output and its exit code to itself; signals that snarl
gets are handed on to it. A JVM that is named directly gets the agent as an option; whatever else is
run (Maven, Gradle, a script) gets it in `JAVA_TOOL_OPTIONS`, which all JVMs below it read.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from types import FrameType

from snarl.monitor.processes import Process, descendants, is_alive, is_running, send

OLDEST_JAVA = 17
_LAUNCHERS = ("java", "javaw")
_VARIABLE = "JAVA_TOOL_OPTIONS"
_GRACE = 10.0
"""Seconds that a program has to end after SIGTERM."""
_LAST_WORDS = 5.0
"""Seconds that JVMs have to end which outlive the command."""
_TICK = 0.2
_VERSION_SECONDS = 10
_PASSED_ON = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)
_OF_TERMINALS = (signal.SIGINT, signal.SIGQUIT)
"""A terminal sends them to all processes in its foreground."""
_JAVA_VERSION = re.compile(r'(?:version |JAVA_VERSION=)"(?:1\.)?(\d+)')


class LaunchError(Exception):
    """A program that cannot be run, and why."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    exit_code: int
    """As a shell tells it: 128 and the signal's number after a signal."""
    is_timed_out: bool
    seconds: float


def is_java(command: Sequence[str]) -> bool:
    """Whether a command is a JVM, which takes the agent as an option."""
    return Path(command[0]).name in _LAUNCHERS


def prepared(
    command: Sequence[str], option: str, environment: Mapping[str, str]
) -> tuple[list[str], dict[str, str]]:
    """The command and the environment with which a program runs under the agent.

    Raises:
        LaunchError: There is no such command, or it is a JVM that is too old.
    """
    executable = shutil.which(command[0], path=environment.get("PATH"))
    if executable is None:
        raise LaunchError(_not_there(command[0]))
    if is_java(command):
        if (java := _released(Path(executable))) is not None and java < OLDEST_JAVA:
            raise LaunchError(too_old(command[0], java))
        return [command[0], option, *command[1:]], dict(environment)
    given = environment.get(_VARIABLE, "")
    options = f"{given} {_quoted(option)}".lstrip()
    return list(command), {**environment, _VARIABLE: options}


def too_old(java: str, feature: int) -> str:
    """What is wrong with a JVM."""
    return f"{java} is Java {feature}, and snarl run needs Java {OLDEST_JAVA} or newer"


def _not_there(name: str) -> str:
    if os.sep not in name:
        return f"there is no command {name!r} on the PATH"
    if Path(name).is_dir():
        return f"{name}: is a folder, and no command"
    return f"{name}: cannot be run" if Path(name).exists() else f"{name}: there is no such command"


def _quoted(option: str) -> str:
    """The option as JVMs read it from a variable."""
    if not re.search(r"[\s'\"]", option):
        return option
    for quote in "\"'":
        if quote not in option:
            return f"{quote}{option}{quote}"
    raise LaunchError(f"{_VARIABLE} cannot name a path with both kinds of quotes: {option}")


def _released(executable: Path) -> int | None:
    """The feature number of a JVM, as the file in its home tells it."""
    release = executable.resolve().parent.parent / "release"
    try:
        found = _JAVA_VERSION.search(release.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    return int(found[1]) if found else None


def asked_version(java: str) -> int | None:
    """The feature number of a JVM, as it tells it itself; None if it does not start."""
    environment = {name: text for name, text in os.environ.items() if name != _VARIABLE}
    try:
        done = subprocess.run(
            [java, "-version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _JAVA_VERSION.search(done.stdout.decode("utf-8", "replace"))
    return int(found[1]) if found else None


def launch(
    command: Sequence[str], environment: Mapping[str, str], timeout: float | None = None
) -> Ended:
    """Runs a command to its end, or until its time is over.

    Raises:
        LaunchError: It cannot be run.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    began = monotonic()
    with _signals_passed_on() as passing:
        try:
            process = subprocess.Popen(command, env=environment)
        except OSError as error:
            raise LaunchError(f"{command[0]}: cannot be run ({error.strerror})") from None
        passing.begin(process)
        is_timed_out = not _waited(process, timeout)
        if is_timed_out:
            _end(process)
    return Ended(_exit_code(process.wait()), is_timed_out, monotonic() - began)


def _waited(process: subprocess.Popen[bytes], seconds: float | None) -> bool:
    """Waits for the end of a process; whether it came in time. Not one long wait: a signal may
    reach another thread, and its handler runs in this one, between two waits."""
    until = None if seconds is None else monotonic() + seconds
    while True:
        left = _TICK if until is None else min(_TICK, until - monotonic())
        try:
            process.wait(max(left, 0))
        except subprocess.TimeoutExpired:
            if until is not None and monotonic() >= until:
                return False
        else:
            return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and all below it: those that it has started would go on without it."""
    until = monotonic() + _GRACE
    below = descendants(process.pid)
    process.terminate()
    _send_all(below, signal.SIGTERM)
    _waited(process, _GRACE)
    below = list(dict.fromkeys([*below, *descendants(process.pid)]))
    while any(map(is_alive, below)) and monotonic() < until:
        sleep(_TICK)
    process.kill()
    _send_all(below, signal.SIGKILL)


def _send_all(processes: Sequence[Process], number: signal.Signals) -> None:
    for process in processes:
        send(process, number)


def _exit_code(status: int) -> int:
    return 128 - status if status < 0 else status


def wait_for(pids: Callable[[], Sequence[int]], seconds: float = _LAST_WORDS) -> list[int]:
    """Waits for processes that are no children of ours, for some time; gives those that are left.

    What `pids` gives may become less, as the processes themselves say that they have ended.
    """
    until = monotonic() + seconds
    while left := [pid for pid in pids() if is_running(pid)]:
        if monotonic() >= until:
            return left
        sleep(_TICK)
    return []


@dataclass(slots=True)
class _Passing:
    """Hands signals on to a process, also those that came before it was there."""

    process: subprocess.Popen[bytes] | None = None
    early: list[signal.Signals] = field(default_factory=list)

    def begin(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        for number in self.early:
            process.send_signal(number)

    def take(self, number: int, frame: FrameType | None) -> None:
        kind = signal.Signals(number)
        if self.process is None:
            self.early.append(kind)
        elif kind not in _OF_TERMINALS or not _is_in_foreground():
            self.process.send_signal(kind)


@contextmanager
def _signals_passed_on() -> Iterator[_Passing]:
    """While this lasts, signals do not end snarl. Those that were ignored still are, by both."""
    passing = _Passing()
    if threading.current_thread() is not threading.main_thread():
        yield passing
        return
    before = {
        number: handler
        for number in _PASSED_ON
        if (handler := signal.getsignal(number)) not in (signal.SIG_IGN, None)
    }
    for number in before:
        signal.signal(number, passing.take)
    try:
        yield passing
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_in_foreground() -> bool:
    """Whether a terminal sends its signals to us, and then to the program as well."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)
