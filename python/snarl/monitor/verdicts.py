"""From sightings to findings: races and lock orders that a run has shown, in words.

One finding for each subject and pair of places in the code. An increment reads and writes at one
place: all pairs of the two are one finding, which counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from snarl.advice import one_lock
from snarl.findings import Evidence, Finding, Frame, Severity, Site, Subject, ThreadInfo, rank
from snarl.monitor.sightings import (
    Cycle,
    Edge,
    HeldLock,
    JvmSightings,
    LockName,
    Place,
    Race,
    Side,
    Thread,
)
from snarl.naming import named, simple
from snarl.settings import Settings, matches

_ARRAY_TYPES = {
    "Z": "boolean",
    "B": "byte",
    "C": "char",
    "S": "short",
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
}
_JDK = ("java.", "javax.", "jdk.", "sun.", "com.sun.")
_WHAT = {"field": "", "array": "the elements of ", "container": "the contents of "}
_VERBS = {"read": "read", "write": "written"}


def findings(jvms: Sequence[JvmSightings]) -> list[Finding]:
    """What was seen in all JVMs, the surest first."""
    races: dict[object, list[_Seen]] = {}
    cycles: dict[object, Finding] = {}
    for jvm in jvms:
        for race in jvm.races:
            seen = _Seen(jvm, race)
            races.setdefault(seen.key, []).append(seen)
        for cycle in jvm.cycles:
            finding = _cycle_finding(jvm, cycle)
            known = cycles.get(_cycle_key(finding))
            if known is None or finding.evidence > known.evidence:
                cycles[_cycle_key(finding)] = finding
    found = [_race_finding(several) for several in _clearest(races.values())]
    return sorted([*found, *cycles.values()], key=rank)


def _clearest(groups: Iterable[list[_Seen]]) -> list[list[_Seen]]:
    """Without pairs that one lock keeps apart, where others of the same subject show what is wrong:
    a discipline that was broken once stays so, also for those who keep to it."""
    kept = [[seen for seen in group if not _common_lock(seen.race)] for group in groups]
    told = {group[0].subject for group in kept if group}
    return [
        clear or group
        for clear, group in zip(kept, groups, strict=True)
        if clear or group[0].subject not in told
    ]


def believed(found: Iterable[Finding], settings: Settings) -> list[Finding]:
    """Findings without those that the project promises to be none. What no two threads use at once
    may be handed from one to another, which looks like a broken discipline; but if nothing ordered
    the two, the promise is not kept, and that is told."""
    return [
        replace(finding, note=_NOT_KEPT) if _is_promised(finding, settings) else finding
        for finding in found
        if finding.evidence > Evidence.PREDICTED or not _is_promised(finding, settings)
    ]


_NOT_KEPT = "The settings say that no two threads use it at once; in this run two did."


def _is_promised(finding: Finding, settings: Settings) -> bool:
    if finding.rule != "data-race":
        return False
    names = (finding.subject.class_name, str(finding.subject))
    return any(matches(name, settings.thread_local) for name in names)


# Races


@dataclass(frozen=True, slots=True)
class _Seen:
    """A race, and the JVM that it was seen in."""

    jvm: JvmSightings
    race: Race

    @property
    def subject(self) -> Subject:
        race = self.race
        if race.kind in ("field", "static"):
            return Subject("field", race.owner, race.member)
        kind: Literal["array", "container"] = "array" if race.kind == "array" else "container"
        if race.member:
            return Subject(kind, race.owner, race.member)
        places = [side.place.site.class_name for side in race.sides]
        own = [name for name in places if not name.startswith(_JDK)]
        return Subject(kind, min(own or places), type_name(race.object_class or race.owner))

    @property
    def key(self) -> object:
        return self.subject, frozenset(map(_spot, self.race.sides))

    @property
    def sites(self) -> tuple[Site, Site]:
        names = _thread_names(self.jvm, [side.thread for side in self.race.sides])
        first, second = (_site(self.jvm, side, names[side.thread]) for side in self.race.sides)
        return first, second


def _spot(side: Side) -> object:
    """A line of a method; where lines are not known, an instruction."""
    place = side.place
    where = place.line or f"at {place.site.bci}"
    return (place.site.class_name, place.site.method, place.site.descriptor, where)


def _race_finding(several: list[_Seen]) -> Finding:
    """One finding for races at the same places: the surest stands for them."""
    best = min(several, key=_clarity)
    race, subject = best.race, best.subject
    sites = best.sites
    note = "" if race.is_observed else _ORDERED_THIS_TIME
    return Finding(
        rule="data-race",
        severity=Severity.ERROR if race.is_observed else Severity.WARNING,
        message=_message(subject, sites, race),
        subject=subject,
        sites=sites,
        evidence=Evidence.OBSERVED if race.is_observed else Evidence.PREDICTED,
        confidence=_confidence(race),
        why=_why(race),
        note=note,
        hint=_hint(subject, several),
        details=dict(_details(several, race)),
    )


_ORDERED_THIS_TIME = (
    "In this run something else ordered the two. If it always does (a start, a join, a latch, a "
    "volatile flag), this is no race."
)


def _clarity(seen: _Seen) -> tuple[object, ...]:
    """Sorts sightings: the surest first; then a read beside a write, which tells more than two
    writes, and is what `snarl check` tells."""
    race = seen.race
    accesses = {side.access for side in race.sides}
    kept = sum(("exact", "example", "none").index(side.kept) for side in race.sides)
    sites = tuple((side.place.site.bci, side.access) for side in race.sides)
    return (not race.is_observed, len(accesses) == 1, kept, seen.jvm.pid, sites)


def _message(subject: Subject, sites: tuple[Site, Site], race: Race) -> str:
    one, two = sites
    name = f"{simple(subject.class_name)}.{subject.member}"
    if subject.kind != "field" and not race.member:
        name = f"{_article(subject.member)} in {simple(subject.class_name)}"
    be = "was" if subject.kind == "field" else "were"
    if race.is_observed:
        order = "and nothing ordered the two"
    elif _common_lock(race):
        order = "with a lock that is not held at all accesses"
    else:
        order = "with no lock held at both"
    start = f"{_WHAT[subject.kind]}{name} {be} {_VERBS[one.access]} by {_thread(one)}"
    where = named(one.class_name, one.method), named(two.class_name, two.method)
    verb = "" if one.access == two.access else f"{_VERBS[two.access]} "
    if where[0] == where[1]:
        return f"{start} and {verb}by {_thread(two)}, both in {where[0]}, {order}"
    return f"{start} in {where[0]} and {verb}by {_thread(two)} in {where[1]}, {order}"


def _article(name: str) -> str:
    short = name.rpartition(".")[2]
    return f"an {short}" if short[:1].lower() in "aeiou" else f"a {short}"


def _thread(site: Site) -> str:
    return "the main thread" if site.thread.name == "main" else f"thread {site.thread.name}"


def _common_lock(race: Race) -> LockName | None:
    """A lock that keeps the two sides apart: both hold it, and one of them alone."""
    first, second = ({held.lock: held.mode for held in side.locks} for side in race.sides)
    for lock, mode in first.items():
        if lock in second and "exclusive" in (mode, second[lock]):
            return lock
    return None


def _confidence(race: Race) -> Literal["high", "medium", "low"]:
    """A prediction is surer where there is a discipline, and these two break it."""
    if race.is_observed:
        return "high"
    is_broken_here = any(side.locks for side in race.sides) and not _common_lock(race)
    return "medium" if is_broken_here else "low"


def _why(race: Race) -> str:
    order = (
        "Neither happened before the other: no lock, volatile field, start, join or the like is "
        "between them."
        if race.is_observed
        else "Nothing keeps the one from happening during the other but how this run went."
    )
    return f"{_locks_in_words(race)} {order}"


def _locks_in_words(race: Race) -> str:
    held = [{lock.lock for lock in side.locks} for side in race.sides]
    if (common := _common_lock(race)) is not None:
        return f"Both sides hold {lock_name(common)}, but an earlier access did not."
    if not any(held):
        return "No lock is held."
    if not all(held):
        return "Only one side holds a lock."
    if held[0] & held[1]:
        return "The lock that both hold is held in shared mode, which keeps no other reader out."
    return "Each side holds locks, but none that is the same."


def _hint(subject: Subject, several: list[_Seen]) -> str:
    sides = [side for seen in several for side in seen.race.sides]
    held = one_lock(
        [_guard(lock.lock, seen.race) for lock in side.locks]
        for seen in several
        for side in seen.race.sides
    )
    if held:
        return held
    if any(side.place.site.method == "<init>" for side in sides):
        return (
            "Let other threads know the object only after its constructor has ended, through a "
            "lock, a volatile or final field, or before they are started."
        )
    if subject.kind == "container":
        from snarl.facts.containers.table import remedy

        return remedy(type_name(seen.race.object_class or seen.race.owner) for seen in several)
    if subject.kind == "array" or _is_update(sides):
        return "Guard all accesses with one lock, or make it atomic."
    return "Make it volatile if each access stands alone, else guard all with one lock."


def _guard(lock: LockName, race: Race) -> str:
    """A lock, said so that it holds for all objects of a class."""
    if lock == LockName(race.object_class, race.object_name):
        return f"the monitor of the {simple(type_name(lock.class_name))} itself"
    return lock_name(lock)


def _is_update(sides: list[Side]) -> bool:
    """Whether one place both reads and writes."""
    reads = {_spot(side) for side in sides if side.access == "read"}
    return any(side.access == "write" and _spot(side) in reads for side in sides)


def _details(several: list[_Seen], race: Race) -> Iterator[tuple[str, str]]:
    if race.object_class or race.object_name:
        yield "instance", _object(race.object_class, race.object_name)
    if len(several) > 1:
        yield "pairs", str(len({seen.race.key for seen in several}))
    seen_by = dict.fromkeys(name for seen in several for name in seen.race.detectors)
    if seen_by:
        yield "detectors", ", ".join(seen_by)


def _object(class_name: str, name: str) -> str:
    shown = type_name(class_name)
    if not shown or name.startswith(shown):
        return name or shown
    return f"{shown} ({name})" if name else shown


# Lock orders


def _cycle_finding(jvm: JvmSightings, cycle: Cycle) -> Finding:
    """One cycle, told from its least lock on."""
    edges = _turned(cycle.edges)
    names = _thread_names(jvm, [edge.thread for edge in edges])
    sites = tuple(_acquisition(jvm, edge, names[edge.thread]) for edge in edges)
    return Finding(
        rule="lock-order-cycle",
        severity=Severity.ERROR if cycle.is_deadlock else Severity.WARNING,
        message=_cycle_message(edges, sites, cycle.is_deadlock),
        subject=_cycle_subject(edges),
        sites=sites,
        evidence=Evidence.OBSERVED if cycle.is_deadlock else Evidence.PREDICTED,
        confidence="high" if cycle.is_deadlock else "medium",
        why=_DEADLOCK if cycle.is_deadlock else _NO_DEADLOCK_YET,
        hint="Acquire these locks in one order everywhere, or do with one of them.",
    )


_DEADLOCK = "Each thread holds the lock that the next one waits for: none of them can go on."
_NO_DEADLOCK_YET = (
    "Each thread acquired a lock while it held one that another of them wanted. In this run they "
    "did not meet; if each gets its first lock before any gets its second, none can go on."
)


def _cycle_key(finding: Finding) -> object:
    """Objects differ from cycle to cycle, where many of a kind are locked; places do not."""
    return frozenset((it.class_name, it.method, it.descriptor, it.line) for it in finding.sites)


def _turned(edges: Sequence[Edge]) -> list[Edge]:
    """The edges of a cycle from the same one on, wherever it was entered."""
    begin = min(range(len(edges)), key=lambda number: _edge_order(edges[number]))
    return [*edges[begin:], *edges[:begin]]


def _edge_order(edge: Edge) -> tuple[object, ...]:
    site = edge.place.site
    return (edge.held.class_name, site.class_name, site.method, site.bci, edge.held.name)


def _cycle_subject(edges: Sequence[Edge]) -> Subject:
    first, *others = (edge.held.class_name for edge in edges)
    rest = sorted({type_name(name) for name in others} - {type_name(first)})
    with_what = f"order with {', '.join(rest)}" if rest else "order among its objects"
    return Subject("lock", type_name(first), with_what)


def _cycle_message(edges: Sequence[Edge], sites: Sequence[Site], is_deadlock: bool) -> str:
    who = [f"{_thread(site)} in {named(site.class_name, site.method)}" for site in sites]
    if is_deadlock:
        if len(who) == 2:
            return f"{who[0]} and {who[1]} wait for each other's lock for ever"
        return f"{len(who)} threads wait for each other's locks for ever: {_listed(who)}"
    locks = _locks_of(edges)
    if len(who) == 2:
        return f"{locks} are acquired in one order by {who[0]}, and in the other by {who[1]}"
    return f"{locks} are acquired in an order that is a cycle: {_listed(who)}"


def _locks_of(edges: Sequence[Edge]) -> str:
    classes = [simple(type_name(edge.held.class_name)) for edge in edges]
    if len(set(classes)) > 1:
        return f"the locks of {_listed(list(dict.fromkeys(classes)))}"
    number = {2: "two", 3: "three", 4: "four"}.get(len(edges), str(len(edges)))
    return f"the locks of {number} {classes[0]} objects"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _acquisition(jvm: JvmSightings, edge: Edge, name: str) -> Site:
    """Where a lock was wanted while another was held: who waits in the JDK's code was called by
    the program's."""
    site = _located(edge.place, "acquire", _thread_info(jvm, edge.thread, name))
    stack, own = edge.stack, _own_frame(edge.stack)
    if own is not None and site.class_name.startswith(_JDK):
        class_name, method, file, line = own
        site = replace(
            site, class_name=class_name, method=method, descriptor="", file=file, line=line
        )
        stack = stack[stack.index(own) :]
    return replace(
        site,
        locks=(lock_name(edge.held),),
        path=tuple(reversed(stack)),
        target=lock_name(edge.wanted),
        stack="exact" if stack else "none",
    )


# Sites, threads and names


def _site(jvm: JvmSightings, side: Side, name: str) -> Site:
    return replace(
        _located(side.place, side.access, _thread_info(jvm, side.thread, name)),
        locks=tuple(dict.fromkeys(map(_held, side.locks))),
        path=tuple(reversed(side.stack)),
        stack=side.kept if side.stack else "none",
    )


def _located(place: Place, access: str, thread: ThreadInfo) -> Site:
    site = place.site
    return Site(
        site.class_name, site.method, site.descriptor, place.file, place.line, access, thread
    )


def _thread_info(jvm: JvmSightings, number: int, name: str) -> ThreadInfo:
    thread = jvm.thread(number)
    starter = "" if thread.parent is None else _called(jvm.thread(thread.parent))
    return ThreadInfo(name, _own_frame(thread.started), starter)


def _thread_names(jvm: JvmSightings, numbers: Iterable[int]) -> dict[int, str]:
    """The names of threads; those of one name are told apart by how they came to be."""
    threads = {number: jvm.thread(number) for number in numbers}
    names = Counter(_called(thread) for thread in threads.values())
    return {
        number: f"{name} ({thread.path})" if names[name] > 1 and thread.path else name
        for number, thread in threads.items()
        for name in [_called(thread)]
    }


def _called(thread: Thread) -> str:
    """The name of a thread; virtual ones often have none."""
    return thread.name or thread.path or f"number {thread.number}"


def _own_frame(stack: Sequence[Frame]) -> Frame | None:
    """The call that a person wrote: the innermost outside the JDK."""
    own = (frame for frame in stack if not frame.class_name.startswith(_JDK))
    return next(own, stack[0] if stack else None)


def _held(held: HeldLock) -> str:
    name = lock_name(held.lock)
    return f"{name} (shared)" if held.mode == "shared" else name


def lock_name(lock: LockName) -> str:
    """A lock for people: `a.b.C (made at Main.java:12)`, `a.b.C.class`."""
    if lock.class_name == "java.lang.Class":
        return lock.name if lock.name.endswith(".class") else f"{lock.name}.class"
    return _object(lock.class_name, lock.name)


def type_name(name: str) -> str:
    """A class as people write it: `int[]`, and not `[I`."""
    dimensions = len(name) - len(name.lstrip("["))
    if not dimensions:
        return name
    element = name[dimensions:]
    if element.startswith("L") and element.endswith(";"):
        element = element[1:-1].replace("/", ".")
    else:
        element = _ARRAY_TYPES.get(element, element)
    return element + "[]" * dimensions
