"""Work shared out among processes.

Threads would not help, for Python runs one at a time. A forked process has all that was computed
before it, at no cost; what it finds comes back through a pipe. Parts are taken one by one, so that
nobody waits for long: from the two ends, since what is next to each other has much in common, and
what one process found out the other one must find out again. Where a process cannot be forked, or
fails, the work is done here.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

Result = TypeVar("Result")
MOST_PARTS = 256
_UNASKED = 32
"""Steps after which a process looks whether it should go on: it takes as long as a small one."""
_PATIENCE = 10.0
"""Seconds to wait at least for another process when our own work is done."""


def in_parts(work: Callable[[int], Result], count: int) -> list[Result]:
    """What `work` gives for each of the numbers below `count`. It asks nothing of the engine that
    needs its threads, which a forked process does not have."""
    assert count <= MOST_PARTS
    found: dict[int, Result] = {}
    if count > 1 and _may_fork():
        found = _with_another(work, count)
    return [found[part] if part in found else work(part) for part in range(count)]


class Aside(Generic[Result]):
    """What another process finds out while this one does something else."""

    def __init__(self, child: int, incoming: int, stop: int) -> None:
        self._child = child
        self._incoming = incoming
        self._stop = stop

    def result(self) -> Result | None:
        """What it has found so far; None if it failed. It can be asked for once."""
        os.close(self._stop)
        try:
            received = _received(self._incoming, _PATIENCE)
        finally:
            _end(self._child, self._incoming)
        with suppress(EOFError, pickle.UnpicklingError):
            found: Result = pickle.loads(received)
            return found
        return None


def aside(steps: Callable[[], Iterator[None]], found: Callable[[], Result]) -> Aside[Result] | None:
    """Lets another process take steps, of which none is long, until they end or somebody asks what
    was `found`. None if there can be no such process."""
    if not _may_fork():
        return None
    stopped, stop = os.pipe()
    incoming, outgoing = os.pipe()
    child = os.fork()
    if child == 0:
        # Else they would never be seen to be closed: by it, if the first process is gone.
        os.close(stop)
        os.close(incoming)
        _step_and_exit(steps, found, stopped, outgoing)
    os.close(stopped)
    os.close(outgoing)
    return Aside(child, incoming, stop)


def _step_and_exit(
    steps: Callable[[], Iterator[None]], found: Callable[[], object], stopped: int, outgoing: int
) -> None:
    """What the other process does. It must not return: it would go on as the first one."""
    try:
        for step, _ in enumerate(steps()):
            if step % _UNASKED == 0 and select.select([stopped], [], [], 0)[0]:
                break
        _send(found(), outgoing)
    finally:
        os._exit(0)


def _may_fork() -> bool:
    """Whether there is a second processor, and nothing that a forked process would miss: on other
    systems than Linux, libraries of the system's may have threads of their own."""
    return sys.platform == "linux" and has_second_processor() and threading.active_count() == 1


def has_second_processor() -> bool:
    """Whether two things can be done at once."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0)) > 1
    return (os.cpu_count() or 1) > 1


def _with_another(work: Callable[[int], Result], count: int) -> dict[int, Result]:
    """What two processes find; some of it may be missing if the other one failed."""
    tokens, written = os.pipe()
    os.write(written, bytes(count))
    os.close(written)
    incoming, outgoing = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(incoming)  # else it would wait for ever if the first process is gone
        _work_and_exit(work, tokens, range(count - 1, -1, -1), outgoing)
    os.close(outgoing)
    try:
        found = _taken(work, tokens, range(count))
        received = _received(incoming, max(_PATIENCE, 3 * (time.monotonic() - began)))
    finally:
        os.close(tokens)
        _end(child, incoming)
    with suppress(EOFError, pickle.UnpicklingError):
        found |= pickle.loads(received)
    return found


def _taken(work: Callable[[int], Result], tokens: int, order: range) -> dict[int, Result]:
    """Does parts as long as there are some that nobody has taken: as many as there are tokens."""
    found = {}
    for part in order:
        if not os.read(tokens, 1):
            break
        found[part] = work(part)
    return found


def _work_and_exit(work: Callable[[int], Result], tokens: int, order: range, outgoing: int) -> None:
    """What the other process does. It must not return: it would go on as the first one."""
    try:
        _send(_taken(work, tokens, order), outgoing)
    finally:
        os._exit(0)  # at once: what waits to be printed is the first one's


def _send(found: object, outgoing: int) -> None:
    with os.fdopen(outgoing, "wb") as pipe:
        pickle.dump(found, pipe, pickle.HIGHEST_PROTOCOL)


def _end(child: int, incoming: int) -> None:
    """Ends a process, which has ended already or is not needed any more."""
    os.close(incoming)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _received(incoming: int, patience: float) -> bytes:
    """All that the other process sends till it ends, or till we have waited too long."""
    parts = []
    until = time.monotonic() + patience
    while select.select([incoming], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(incoming, 1 << 20)
        if not part:
            break
        parts.append(part)
    return b"".join(parts)
