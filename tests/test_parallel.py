"""Work in parts: all of it is done once, whichever process does it, and whatever happens to one."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterator

import pytest

from snarl import parallel


@pytest.fixture(autouse=True)
def _forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_may_fork", lambda: True)


def test_parts_come_in_order() -> None:
    assert parallel.in_parts(lambda part: part * part, 4) == [0, 1, 4, 9]


def test_one_part_is_done_here() -> None:
    assert parallel.in_parts(lambda _: os.getpid(), 1) == [os.getpid()]


def test_two_processes_take_part() -> None:
    def work(part: int) -> int:
        time.sleep(0.01)
        return os.getpid()

    assert len(set(parallel.in_parts(work, 50))) == 2


def test_processes_take_parts_that_are_next_to_each_other() -> None:
    def work(part: int) -> bool:
        time.sleep(0.01)
        return os.getpid() == here

    here = os.getpid()
    found = parallel.in_parts(work, 50)
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 2


def test_what_another_process_cannot_do_is_done_here() -> None:
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            raise MemoryError
        return part

    assert parallel.in_parts(work, 20) == list(range(20))


def test_a_process_that_is_killed_loses_nothing() -> None:
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return part

    assert parallel.in_parts(work, 20) == list(range(20))


def test_a_process_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_PATIENCE", 0.1)
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            time.sleep(600)
        return part

    assert parallel.in_parts(work, 20) == list(range(20))


def test_an_error_is_raised_and_leaves_no_process() -> None:
    def work(part: int) -> int:
        raise ZeroDivisionError(part)

    with pytest.raises(ZeroDivisionError):
        parallel.in_parts(work, 20)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


# Aside


class Counter:
    """Counts up to a number."""

    def __init__(self, end: int, pause: float = 0.0) -> None:
        self.count = 0
        self._end = end
        self._pause = pause

    def steps(self) -> Iterator[None]:
        while self.count < self._end:
            self.count += 1
            time.sleep(self._pause)
            yield


def test_another_process_comes_to_its_end() -> None:
    counter = Counter(20)
    counting = parallel.aside(counter.steps, lambda: (counter.count, os.getpid()))
    assert counting is not None
    time.sleep(0.5)
    found = counting.result()
    assert found is not None
    assert found[0] == 20
    assert found[1] != os.getpid()
    assert counter.count == 0


def test_what_was_found_so_far_is_given_at_once() -> None:
    counter = Counter(1_000_000, pause=0.001)
    counting = parallel.aside(counter.steps, lambda: counter.count)
    assert counting is not None
    time.sleep(0.1)
    began = time.monotonic()
    found = counting.result()
    assert time.monotonic() - began < 5
    assert found is not None
    assert 0 < found < 1_000_000


def test_a_process_that_fails_gives_nothing() -> None:
    def fail() -> int:
        raise MemoryError

    counting = parallel.aside(Counter(2).steps, fail)
    assert counting is not None
    assert counting.result() is None
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_process_that_does_not_stop_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_PATIENCE", 0.1)
    counting = parallel.aside(Counter(2, pause=600).steps, lambda: 1)
    assert counting is not None
    assert counting.result() is None


def test_a_process_ends_if_the_one_that_started_it_is_gone() -> None:
    ended, open_while_they_live = os.pipe()
    first = os.fork()
    if first == 0:
        parallel.aside(lambda: iter([None]), lambda: bytes(1 << 24))
        os._exit(0)  # and never asks what was found, which is more than a pipe takes
    os.close(open_while_they_live)
    os.waitpid(first, 0)
    assert select.select([ended], [], [], 20.0)[0], "the other process still runs"
    os.close(ended)


def test_without_a_second_processor_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_may_fork", lambda: False)
    assert parallel.aside(Counter(1).steps, lambda: 1) is None
