"""Work in parts: all of it is done once, whichever process does it, and whatever happens to one."""

from __future__ import annotations

import os
import signal
import time

import pytest

from snarl import parallel


@pytest.fixture(autouse=True)
def _forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_may_fork", lambda: True)


def test_parts_come_in_order() -> None:
    assert parallel.in_parts(lambda part: part * part, [3, 1, 0, 2]) == [0, 1, 4, 9]


def test_one_part_is_done_here() -> None:
    assert parallel.in_parts(lambda _: os.getpid(), [0]) == [os.getpid()]


def test_two_processes_take_part() -> None:
    def work(part: int) -> int:
        time.sleep(0.01)
        return os.getpid()

    assert len(set(parallel.in_parts(work, range(50)))) == 2


def test_what_another_process_cannot_do_is_done_here() -> None:
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            raise MemoryError
        return part

    assert parallel.in_parts(work, range(20)) == list(range(20))


def test_a_process_that_is_killed_loses_nothing() -> None:
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return part

    assert parallel.in_parts(work, range(20)) == list(range(20))


def test_a_process_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "_PATIENCE", 0.1)
    here = os.getpid()

    def work(part: int) -> int:
        time.sleep(0.001)
        if os.getpid() != here:
            time.sleep(600)
        return part

    assert parallel.in_parts(work, range(20)) == list(range(20))


def test_an_error_is_raised_and_leaves_no_process() -> None:
    def work(part: int) -> int:
        raise ZeroDivisionError(part)

    with pytest.raises(ZeroDivisionError):
        parallel.in_parts(work, range(20))
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
