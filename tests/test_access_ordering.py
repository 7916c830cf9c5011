"""What the agent calls unordered is what brute force calls unordered, on random small traces.

The agent keeps vector clocks and the last accesses of each location. The oracle here keeps all
events and asks for paths: one event is before another if it is earlier in the same thread, or gives
something back that the other one takes later, or if there is a third one between them.
"""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from zipfile import ZipFile

from conftest import javac

SOURCE = Path(__file__).parent / "java/accesses/replay/snarl/agent/accesses/Replay.java"
TRACES = 800
TIMEOUT = 120


@dataclass(frozen=True, slots=True)
class Event:
    what: str
    """lock, unlock, release, acquire, read or write."""
    thread: int
    on: str
    site: int = 0

    def __str__(self) -> str:
        site = f" {self.site}" if self.site else ""
        return f"{self.what} {self.thread} {self.on}{site}"


@dataclass(frozen=True, slots=True)
class Unordered:
    """Pairs of sites: nothing orders them, or nothing but monitors."""

    observed: frozenset[frozenset[int]]
    predicted: frozenset[frozenset[int]]


DETECTORS = ("fasttrack", "racer", "eraser", "both")
Verdicts = dict[str, set[str]]
"""Of each detector, behind the hooks and alone, the locations that have a race."""


# --- traces ------------------------------------------------------------------------------------


def random_trace(chance: random.Random) -> list[Event]:
    """Some threads that lock, signal and access, each as a JVM would let it."""
    threads = chance.randint(2, 4)
    sites, monitors = chance.choice([3, 30]), chance.choice([1, 3])
    held: dict[int, list[str]] = {number: [] for number in range(threads)}
    events = []
    for _ in range(chance.randint(4, 60)):
        thread = chance.randrange(threads)
        match chance.choice(["lock", "lock", "unlock", "unlock", "signal", "access", "access"]):
            case "lock":
                monitor = f"m{chance.randrange(monitors)}"
                if not any(monitor in others for others in held.values()):
                    held[thread].append(monitor)
                    events.append(Event("lock", thread, monitor))
            case "unlock" if held[thread]:
                events.append(Event("unlock", thread, held[thread].pop()))
            case "signal":
                what = chance.choice(["release", "acquire"])
                events.append(Event(what, thread, f"v{chance.randrange(2)}"))
            case _:
                what = chance.choice(["read", "write"])
                site = 2 * chance.randint(1, sites) + (what == "write")
                events.append(Event(what, thread, f"x{chance.randrange(2)}", site))
    return events


def disciplined_trace(chance: random.Random) -> list[Event]:
    """Threads use what they share with its lock, perhaps with another one, until one forgets."""
    threads = chance.randint(2, 3)
    events: list[Event] = []
    for _ in range(chance.randint(6, 24)):
        thread, number = chance.randrange(threads), chance.randrange(2)
        locks = [f"m{number}"] if chance.random() < 0.97 else []
        if chance.random() < 0.3:
            locks.insert(0, f"m{2 + chance.randrange(2)}")
        events += (Event("lock", thread, lock) for lock in locks)
        for _ in range(chance.randint(1, 3)):
            what = chance.choice(["read", "read", "write"])
            site = 2 * chance.randint(1, 30) + (what == "write")
            events.append(Event(what, thread, f"x{number}", site))
        events += (Event("unlock", thread, lock) for lock in reversed(locks))
        if chance.random() < 0.1:
            events.append(Event(chance.choice(["release", "acquire"]), thread, "v0"))
    return events


# --- the oracle --------------------------------------------------------------------------------


def before(events: list[Event], with_monitors: bool) -> list[set[int]]:
    """For each event, all that come before it."""
    found: list[set[int]] = []
    for now, event in enumerate(events):
        earlier = set()
        for then in range(now):
            if _leads(events[then], event, with_monitors):
                earlier |= found[then] | {then}
        found.append(earlier)
    return found


def _leads(one: Event, other: Event, with_monitors: bool) -> bool:
    if one.thread == other.thread:
        return True
    if one.on != other.on:
        return False
    pair = (one.what, other.what)
    return pair == ("release", "acquire") or (with_monitors and pair == ("unlock", "lock"))


def monitors_held(events: list[Event]) -> list[set[str]]:
    """What the thread of each event holds by then."""
    held: dict[int, set[str]] = {}
    found = []
    for event in events:
        mine = held.setdefault(event.thread, set())
        if event.what == "lock":
            mine.add(event.on)
        elif event.what == "unlock":
            mine.discard(event.on)
        found.append(set(mine))
    return found


def was_owned(events: list[Event], access: int) -> bool:
    """Whether nobody else had accessed the location, or its owner was in the same epoch still."""
    event = events[access]
    same = [n for n, it in enumerate(events) if it.on == event.on]
    if events[same[0]].thread != event.thread:
        return False
    foreign = next((n for n in same if events[n].thread != event.thread), len(events))
    alone = [n for n in same if n < foreign]
    moves_on = (
        it.what in ("release", "lock", "unlock") and it.thread == event.thread
        for it in events[max(alone) : access]
    )
    return access < foreign or not any(moves_on)


def by_brute_force(events: list[Event]) -> Unordered:
    order, intent = before(events, True), before(events, False)
    held = monitors_held(events)
    observed, predicted = set(), set()
    for second, two in enumerate(events):
        for first, one in enumerate(events[:second]):
            if one.thread == two.thread or one.on != two.on:
                continue
            if "write" not in (one.what, two.what) or {one.what, two.what} - {"read", "write"}:
                continue
            pair = frozenset((one.site, two.site))
            if first not in order[second]:
                observed.add(pair)
            elif (
                first not in intent[second]
                and not held[first] & held[second]
                and not was_owned(events, first)
            ):
                predicted.add(pair)
    return Unordered(frozenset(observed), frozenset(predicted - observed))


def accesses(events: list[Event], location: str) -> list[int]:
    """Which events read or write a location."""
    return [n for n, it in enumerate(events) if it.on == location and it.site]


def has_unordered(events: list[Event], location: str) -> bool:
    """Whether two accesses of a location are a race."""
    order = before(events, True)
    mine = accesses(events, location)
    return any(
        first not in order[second]
        and events[first].thread != events[second].thread
        and "write" in (events[first].what, events[second].what)
        for second in mine
        for first in mine
        if first < second
    )


def breaks_racer(events: list[Event], location: str) -> bool:
    """DESIGN, section 7: the table of RACER's states."""
    held = monitors_held(events)
    candidates: set[str] | None = None
    threads: set[int] = set()
    is_written = False
    for n in accesses(events, location):
        candidates = held[n] if candidates is None else candidates & held[n]
        threads.add(events[n].thread)
        is_written |= events[n].what == "write"
        if is_written and len(threads) > 1 and not candidates:
            return True
    return False


def breaks_eraser(events: list[Event], location: str) -> bool:
    """What the first thread does alone does not count."""
    held = monitors_held(events)
    mine = accesses(events, location)
    alone = next(
        (i for i, n in enumerate(mine) if events[n].thread != events[mine[0]].thread), None
    )
    if alone is None:
        return False
    candidates: set[str] | None = None
    is_written = False
    for n in mine[alone:]:
        candidates = held[n] if candidates is None else candidates & held[n]
        is_written |= events[n].what == "write"
        if is_written and not candidates:
            return True
    return False


def verdicts(events: list[Event]) -> Verdicts:
    """What the detectors must say."""
    locations = {it.on for it in events if it.site}
    # FastTrack and RACER together: what is observed is the same, whatever the locks were.
    machines = (has_unordered, breaks_racer, breaks_eraser, has_unordered)
    oracles = dict(zip(DETECTORS, machines, strict=True))
    return {
        f"{name}{how}": {location for location in locations if is_race(events, location)}
        for name, is_race in oracles.items()
        for how in ("", "-alone")
    }


# --- the agent ---------------------------------------------------------------------------------


def by_agent(
    home: Path, folder: Path, traces: list[list[Event]]
) -> list[tuple[Unordered, Verdicts]]:
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as jar:
        with ZipFile(jar) as archive:
            run_time = [name for name in archive.namelist() if name.startswith("java/lang/")]
            archive.extractall(folder / "run-time", run_time)
        patch = f"java.base={folder / 'run-time'}"
        classes = javac(home, folder, "--patch-module", patch, "-cp", jar, SOURCE)
        # As an agent, it puts the run time where its own classes find it.
        agent = f"-javaagent:{jar}=accesses={folder / 'unused.txt'}"
        replay = ["-cp", f"{jar}:{classes}", "snarl.agent.accesses.Replay"]
        text = "".join("".join(f"{event}\n" for event in events) + "end\n" for events in traces)
        done = subprocess.run(
            [str(home / "bin" / "java"), agent, *replay],
            input=text,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=True,
        )
    return [_parse(block.splitlines()) for block in done.stdout.split("end\n")[:-1]]


def _parse(lines: list[str]) -> tuple[Unordered, Verdicts]:
    pairs: dict[str, set[frozenset[int]]] = {"observed": set(), "predicted": set()}
    races: Verdicts = {f"{name}{how}": set() for name in DETECTORS for how in ("", "-alone")}
    for line in lines:
        how, *what = line.split()
        if how in races:
            races[how].update(what)
        else:
            pairs[how].add(frozenset(map(int, what)))
    observed = frozenset(pairs["observed"])
    return Unordered(observed, frozenset(pairs["predicted"]) - observed), races


def test_the_agent_agrees_with_brute_force(java_home: Path, tmp_path: Path) -> None:
    chance = random.Random(4)
    makers = (random_trace, disciplined_trace)
    traces = [makers[number % 2](chance) for number in range(TRACES)]
    found = by_agent(java_home, tmp_path, traces)
    assert len(found) == TRACES
    for events, (unordered, races) in zip(traces, found, strict=True):
        assert unordered == by_brute_force(events), "\n".join(map(str, events))
        assert races == verdicts(events), "\n".join(map(str, events))
    assert sum(bool(it.observed) for it, _ in found) > TRACES // 4
    assert sum(bool(it.predicted) for it, _ in found) > TRACES // 20
    for name in DETECTORS:
        assert TRACES // 10 < sum(bool(races[name]) for _, races in found) < TRACES


def test_the_oracle_itself() -> None:
    write, read = Event("write", 0, "x", 1), Event("read", 1, "x", 2)
    pair = frozenset([frozenset([1, 2])])
    assert by_brute_force([write, read]) == Unordered(pair, frozenset())
    handed = [write, Event("release", 0, "v"), Event("acquire", 1, "v"), read]
    assert by_brute_force(handed) == Unordered(frozenset(), frozenset())
    # The monitor comes between by accident: the object was shared long before.
    shared = [Event("read", 0, "x", 3), Event("read", 1, "x", 4)]
    accident = [
        *(Event(what, 0, "m") for what in ("lock", "unlock")),
        write,
        *(Event(what, 0, "m") for what in ("lock", "unlock")),
        *(Event(what, 1, "m") for what in ("lock", "unlock")),
        read,
    ]
    assert by_brute_force([*shared, *accident]).predicted == pair
    assert by_brute_force(accident) == Unordered(frozenset(), frozenset())
