"""On random programs that really run, FastTrack says what brute force says.

`concurrent_programs` makes the programs; they tell in which order they did what. The oracle keeps
all events and asks for paths. What the JDK's latches do inside while a thread waits for them orders
more than they promise, and how much is not to be seen from outside. So there are two oracles: one
knows what is promised, and what a latch's counter does as any volatile field would; the other one
takes it that whoever waits meets all others. Where they agree, the verdict must be theirs.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest

from agent_runs import java
from concurrent_programs import ACCESSES, driver, random_program
from conftest import javac
from detections import detecting
from java_homes import jdks, version
from snarl.monitor import sightings

SOURCE = Path(__file__).parent / "java/detect/random/trace/Trace.java"
PROGRAMS = int(os.environ.get("SNARL_RANDOM_PROGRAMS", "40"))
"""All of the issue's 300 with `make fuzz`."""
SEED = int(os.environ.get("SNARL_RANDOM_SEED", "5"))

EFFECTS = {
    # what: what it does by promise, and at most
    "lock": ("acquire", "acquire"),
    "unlock": ("release", "release"),
    "acquire": ("acquire", "acquire"),
    "release": ("release", "release"),
    "share": ("share", "share"),
    "unshare": ("unshare", "unshare"),
    "count": ("both", "both"),
    "too-late": ("acquire", "both"),
    "awaits": ("acquire", "both"),
    "awaited": ("acquire", "both"),
    "gave-up": ("", "both"),
}


@dataclass(frozen=True, slots=True)
class Event:
    thread: str
    what: str
    on: str
    line: int = 0

    @property
    def location(self) -> str:
        """As the agent names it: of arrays it tells no index."""
        return self.on.partition("[")[0]

    @property
    def is_write(self) -> bool:
        return self.what != "read"


def traces(output: str) -> dict[str, list[Event]]:
    """What each program did, in order."""
    found: dict[str, list[Event]] = {}
    events: list[Event] = []
    for line in output.splitlines():
        words = line.split()
        if words[0] == "end":
            found[words[1]] = events
            events = []
        else:
            thread, what, on, *place = words
            events.append(Event(thread, what, on, int(place[0]) if place else 0))
    return found


def before(events: list[Event], oracle: int) -> list[set[int]]:
    """For each event, all that come before it."""
    effects = [EFFECTS[it.what][oracle] if it.what in EFFECTS else "" for it in events]
    found: list[set[int]] = []
    for now, event in enumerate(events):
        earlier: set[int] = set()
        for then, other in enumerate(events[:now]):
            leads = other.thread == event.thread or (
                other.on == event.on and _leads(effects[then], effects[now])
            )
            if leads and then not in earlier:
                earlier |= found[then] | {then}
        found.append(earlier)
    return found


def _leads(then: str, now: str) -> bool:
    """Whether one event tells what the other learns: who shares a lock does not tell those."""
    if now == "share":
        return then in ("release", "both")
    return then in ("release", "both", "unshare") and now in ("acquire", "both")


def races(events: list[Event], oracle: int) -> dict[str, set[frozenset[int]]]:
    """The locations that have a race, and the lines of each."""
    order = before(events, oracle)
    accesses = [(n, it) for n, it in enumerate(events) if it.what in ACCESSES]
    found: dict[str, set[frozenset[int]]] = {}
    for (first, one), (second, two) in combinations(accesses, 2):
        conflict = one.on == two.on and one.thread != two.thread and one.is_write | two.is_write
        if conflict and first not in order[second]:
            found.setdefault(one.location, set()).add(frozenset((one.line, two.line)))
    return found


@pytest.mark.parametrize("home", jdks(), ids=version)
def test_verdicts_on_random_programs(home: Path, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    names = [f"P{number}" for number in range(PROGRAMS)]
    sources = tmp_path / "sources"
    sources.mkdir()
    for name in names:
        (sources / f"{name}.java").write_text(random_program(chance, name), encoding="utf-8")
    (sources / "All.java").write_text(driver(names), encoding="utf-8")
    boot = javac(home, tmp_path / "boot", SOURCE)
    classes = javac(home, tmp_path / "classes", "-cp", boot, *sorted(sources.glob("*.java")))
    folder = tmp_path / "run"
    with detecting(folder) as option:
        done = java(home, option, f"-Xbootclasspath/a:{boot}", "-cp", classes, "All")
    assert (done.returncode, done.stderr) == (0, "")
    (seen,) = sightings.read_all(folder).jvms
    assert seen.is_complete
    assert not seen.untransformed
    assert seen.stopped is None

    verdicts: dict[tuple[str, str], set[frozenset[int]]] = {}
    for race in seen.races:
        if race.is_observed:
            lines = frozenset(side.place.line for side in race.sides)
            key = (race.first.place.site.class_name, race.member or "a")
            verdicts.setdefault(key, set()).add(lines)
    racy = undecided = locations = 0
    done_by = traces(done.stdout)
    assert sorted(done_by) == sorted(names)
    for name, events in done_by.items():
        promised, at_most = races(events, 0), races(events, 1)
        found = {member for owner, member in verdicts if owner == name}
        story = "\n".join(
            [name, *(f"{it.thread} {it.what} {it.on} {it.line or ''}" for it in events)]
        )
        assert set(at_most) <= found <= set(promised), story
        for member in found:
            pairs = {lines for lines in verdicts[name, member] if 0 not in lines}
            assert pairs <= promised[member], story
        racy += len(found)
        locations += len({it.location for it in events if it.what in ACCESSES})
        undecided += len(set(promised) - set(at_most))
    print(f"{PROGRAMS} programs, {locations} locations, {racy} with races, {undecided} undecided")
    assert locations // 5 < racy < locations * 4 // 5
    assert undecided <= PROGRAMS // 10


def test_the_oracles() -> None:
    write, read = Event("0", "write", "x0", 1), Event("1", "read", "x0", 2)
    pair = {"x0": {frozenset([1, 2])}}
    assert races([write, read], 0) == pair
    handed = [write, Event("0", "release", "v0"), Event("1", "acquire", "v0"), read]
    assert races(handed, 0) == {}
    counted = [write, Event("0", "count", "c0"), Event("1", "awaited", "c0"), read]
    assert races(counted, 0) == {}
    readers = [write, Event("0", "unshare", "q0"), Event("1", "share", "q0"), read]
    assert races(readers, 0) == pair
    alone = [write, Event("0", "unshare", "q0"), Event("1", "lock", "q0"), read]
    assert races(alone, 0) == {}
    waits = [write, Event("0", "awaits", "c0"), Event("1", "count", "c0"), read]
    assert (races(waits, 0), races(waits, 1)) == (pair, {})
