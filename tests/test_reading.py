"""Reading ahead: only what is lowered is read, and it is what is read when it is asked for."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event, Thread

import snarl
from snarl.facts import Facts
from snarl.facts.code import read_code
from snarl.facts.code.reading import Codes, read_ahead

DEMO = Path(__file__).parent.parent / "examples" / "demo"


def read(program: snarl.Program, wanted: int) -> Codes:
    """What is read until there is as much as that, or for a while."""
    codes: Codes = {}
    stopped = Event()
    reading = Thread(target=read_ahead, args=(program, codes, stopped), daemon=True)
    reading.start()
    until = time.monotonic() + (30 if wanted else 0.2)
    while len(codes) < wanted and time.monotonic() < until:
        time.sleep(0.01)
    stopped.set()
    reading.join(30)
    assert not reading.is_alive()
    return codes


def test_nothing_is_lowered_for_it() -> None:
    program = snarl.load([DEMO])
    assert read(program, 0) == {}
    method = program["demo.BankAccount"].method("withdraw")
    assert method.body is not None
    (code,) = read(program, 1).values()
    assert code.method == method


def test_code_is_the_same_as_when_it_is_asked_for() -> None:
    program = snarl.load([DEMO])
    lowered = program.lower("application")
    codes = read(program, lowered.bodies)
    assert len(codes) == lowered.bodies > 5
    for code in codes.values():
        again = read_code(code.method, 7)
        assert again is not None
        assert (code.ops, code.flow, code.uses) == (again.ops, again.flow, again.uses)


def test_what_was_read_is_used() -> None:
    program = snarl.load([DEMO])
    lowered = program.lower("application")
    codes = read(program, lowered.bodies)
    calls = Facts(program.points_to(), codes=codes).calls
    own = [place for place, it in enumerate(calls.methods) if calls.is_own_method[place]]
    assert len(own) > 5
    for place in own:
        method, code = calls.methods[place], calls.code(place)
        assert code is codes[method.owner.id, method.index]
        assert code.place == place
