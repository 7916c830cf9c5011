"""From races to findings: one for each subject, with all that a person needs to judge it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from snarl.checkers.data_race.idioms import Idioms
from snarl.checkers.data_race.pairs import STATIC_OBJECT, DistinctPairs, Race, Side
from snarl.facts.accesses import Kind
from snarl.facts.calls import NOBODY
from snarl.facts.locks import REAL, Lock
from snarl.findings import Finding, Frame, Severity, Site, Subject, ThreadInfo
from snarl.points_to import EdgeKind
from snarl.points_to.solution import Place
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.threads import Thread
    from snarl.program import Class, Field, Method

_SHOWN_SITES = 8
_LOOKED_AT = 64
Confidence = Literal["high", "medium", "low"]
# Whoever asks for one of these uses it alone.
_FOR_ONE = ("java.util.Iterator", "java.util.Enumeration", "java.util.Spliterator")
_TASKS = {"java.lang.Runnable", "java.util.concurrent.Callable"}
# Fields of such types show that a class expects several threads; an executor alone does not.
_CONCURRENT = tuple(
    f"Ljava/util/concurrent/{name}"
    for name in ("locks/", "atomic/", "Concurrent", "CopyOnWrite", "CountDown", "Semaphore")
)


# Bodies of lambdas, as the compilers of Java, Kotlin and Scala name them.
_LAMBDA = re.compile(r"lambda\$(.+?)\$\d+|(.+?)\$lambda\$\d+(?:\$.*)?|\$anonfun\$(.+?)\$\d+.*")
# What they box a variable in that a lambda changes, and the field of it.
_BOXES = (("kotlin.jvm.internal.Ref$", "element"), ("scala.runtime.", "elem"))
_SUFFIX = re.compile(r"\$\d+$")


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of a race."""

    race: Race
    first: Side
    second: Side


class Describer:
    """Puts races into words."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.idioms = Idioms(facts)
        self._known_ways: dict[int, NDArray[np.int64]] = {}
        self._holders: dict[int, FieldKey | None] = {}
        self._signs: dict[int, bool] = {}
        self._named: dict[int, Subject] = {}
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
        self._reflective: dict[tuple[int, int], bool] = {}
        self._frames_at: dict[tuple[int, int], Frame] = {}
        self._names: dict[tuple[int, int], tuple[str, ...]] = {}

    # Subjects

    def concerns_application(self, race: Race) -> bool:
        """Whether one of the sides is in the application's own code."""
        if not any(self._is_own(side.access) for side in race.sides):
            return False
        return not self._is_left_to_callers(race)

    def _is_left_to_callers(self, race: Race) -> bool:
        """Whether only callers from outside race, on what says that they must take care."""
        if not _is_from_outside(race):
            return False
        field = self.facts.accesses.fields[race.group]
        if field is not None and self._is_for_one(field.owner):
            return True
        return all(self._is_for_one(self._path_root(side).owner) for side in race.sides)

    def _is_for_one(self, cls: Class) -> bool:
        """Whether objects of a class are used by one thread: it says so, or is an iterator."""
        hierarchy = self.facts.program.hierarchy
        return self.facts.promises.is_not_for_threads(cls) or any(
            (above := self.facts.program.find_class(name)) is not None
            and hierarchy.is_subtype(cls, above)
            for name in _FOR_ONE
        )

    def subject_key(self, race: Race) -> object:
        """What races must have in common to be one finding."""
        field = self.facts.accesses.fields[race.group]
        if field is not None and not _is_captured(field):
            return (field.owner.id, field.index)
        held = self._holder(race) if field is None else None
        if held is not None:
            return (race.group, held)
        number = race.objects[0]
        if number not in self._named:
            self._named[number] = self._subject(race)
        return (race.group, self._named[number])

    def _subject(self, race: Race) -> Subject:
        field = self.facts.accesses.fields[race.group]
        if field is not None:
            return self._captured(race, field) or Subject("field", field.owner.name, field.name)
        kind = self.facts.accesses.kinds[race.first[0].access]
        what: str = "array" if kind == Kind.ARRAY else "container"
        held = self._holder(race)
        if held is not None:
            name = self.facts.program.field(*held)
            return Subject(what, name.owner.name, name.name)  # type: ignore[arg-type]
        made = self.facts.solution.object(race.objects[0])
        owner = made.place.method.owner.name if made.place else made.type
        return Subject(what, owner, self._variable(race) or made.type)  # type: ignore[arg-type]

    def _captured(self, race: Race, field: Field) -> Subject | None:
        """A variable that a lambda captured and changes: compilers box it in an object."""
        if not _is_captured(field):
            return None
        made = self.facts.solution.object(race.objects[0])
        name = self._variable(race)
        if made.place is None or name is None:
            return None
        return Subject("field", made.place.method.owner.name, _SUFFIX.sub("", name.lstrip("$")))

    def _holder(self, race: Race) -> FieldKey | None:
        """The field that holds an array or container, as the program sees it."""
        number = race.objects[0]
        if number not in self._holders:
            self._holders[number] = self._find_holder(race, number)
        return self._holders[number]

    def _find_holder(self, race: Race, number: int) -> FieldKey | None:
        for side in race.sides:
            code = self.facts.calls.code(int(self.facts.accesses.methods[side.access]))
            assert code is not None
            made = code.definitions[code.source_of(int(self.facts.accesses.bases[side.access]))]
            if made >= 0 and code.ops[made] in (Op.GET_FIELD, Op.GET_STATIC):
                field = code.field(made)
                if field is not None and not self._is_hidden(field):
                    return field
        for _, holder in self.facts.heap.holders(number):
            is_own = holder[0] >= 0 and self.facts.program.engine.class_origin(holder[0]) != "jdk"
            if is_own and not self._is_hidden(holder):
                return holder
        return None

    def _is_hidden(self, field: FieldKey) -> bool:
        """Whether a compiler made a field: `val$list` of an anonymous class."""
        return bool(self.facts.program.field(*field).flags & Flag.SYNTHETIC)

    def _variable(self, race: Race) -> str | None:
        for side in race.sides:
            code = self.facts.calls.code(int(self.facts.accesses.methods[side.access]))
            base = int(self.facts.accesses.bases[side.access])
            name = None if code is None else code.body.names[base]
            if name:
                return str(name)
        return None

    # Findings

    def finding(self, races: list[Race]) -> Finding:
        """One finding for all races of a subject: the clearest pair stands for them."""
        best = min((self._clearest(race) for race in races), key=self._clarity)
        severity, confidence, note = self._judge(races, best)
        subject = self._subject(best.race)
        sites = self._sites(races, best)
        involved = np.array(sorted({it.access for race in races for it in race.sides}), np.int64)
        pairs = DistinctPairs(involved, self.facts.accesses.writes[involved])
        for race in races:
            pairs.add([it.access for it in race.first], [it.access for it in race.second])
        return Finding(
            rule="data-race",
            severity=severity,
            message=self._message(subject, sites, best),
            subject=subject,
            sites=sites,
            confidence=confidence,
            why=self._why(best),
            note=note,
            hint=self._hint(subject, races, best),
            objects=self._objects(best.race),
            details={"pairs": str(len(pairs))},
        )

    def _clearest(self, race: Race) -> Pair:
        """The pair that tells a race best."""
        second = min(race.second, key=self._simplicity)
        others = [it for it in race.first if it.access != second.access] or list(race.first)
        return Pair(race, min(others, key=self._simplicity), second)

    def _simplicity(self, side: Side) -> tuple[object, ...]:
        return (
            not self._is_own(side.access),
            not self.idioms.is_update(side.access),
            side.access,
            side.instance,
        )

    def _clarity(self, pair: Pair) -> tuple[object, ...]:
        """Sorts pairs: first those that are surely unguarded, lose updates, are short to tell."""
        sides = (pair.first, pair.second)
        return (
            pair.race.likely_guarded,
            -sum(self._is_own(it.access) for it in sides),
            not self.idioms.is_update(pair.second.access),
            not any(it.is_locked for it in sides),
            sum(self._is_through_reflection(it) for it in sides),
            pair.first.access == pair.second.access,
            sum(len(self._path(it)) for it in sides),
            *((it.access, it.instance, it.thread.number) for it in sides),
        )

    def _is_own(self, access: int) -> bool:
        methods = self.facts.calls.is_application_method
        return bool(methods[self.facts.accesses.methods[access]])

    def _judge(self, races: list[Race], best: Pair) -> tuple[Severity, Confidence, str]:
        """Severity, confidence, and why it may be harmless."""
        severity, confidence, note = self._judge_code(races, best)
        if confidence != "low" and all(map(self._is_merged, races)):
            return (
                min(severity, Severity.WARNING),
                "low",
                note or "Objects that are made at one place could not be told apart here.",
            )
        return severity, confidence, note

    def _is_merged(self, race: Race) -> bool:
        """Whether the objects of a race may be several that the analysis took for one, to stay
        within its budget."""
        makers = self.facts.once.makers
        return all(
            number != STATIC_OBJECT and int(makers[number]) in self._degraded
            for number in race.objects
        )

    @cached_property
    def _degraded(self) -> set[int | None]:
        graph = self.facts.solution.call_graph
        return {graph.place(method) for method in self.facts.solution.degraded}

    def _judge_code(self, races: list[Race], best: Pair) -> tuple[Severity, Confidence, str]:
        """The same by what the code around the accesses looks like."""
        accesses = self.facts.accesses
        if all(race.likely_guarded for race in races):
            note = "Both sides hold a lock that is made at the same place; it may be the same one."
            return Severity.NOTE, "low", note
        if not any(self._is_meant_for_threads(race) for race in races):
            note = "Nothing in the class suggests that it is meant for several threads."
            return Severity.NOTE, "low", note
        group = best.race.group
        involved = {side.access for race in races for side in race.sides}
        writes = {access for access in involved if accesses.writes[access]}
        if all(self.idioms.is_in_constructor(write) for write in writes):
            note = "Only constructors write it, and `this` may be known to others before they end."
            return Severity.WARNING, "low", note
        if self.idioms.is_statistic(group):
            note = "A statistic that is only ever shown: an increment that is lost harms little."
            return Severity.NOTE, "medium", note
        if accesses.atomic[sorted(writes)].all():
            note = "All writes are atomic; a plain read beside them may see an old value."
            return Severity.WARNING, "low", note
        if any(self.idioms.is_update(write) for write in writes):
            return Severity.ERROR, "high", ""
        if any(side.is_locked for race in races for side in race.sides):
            return Severity.ERROR, "high", ""
        note = self._benign(group, writes, involved - writes)
        if note:
            return Severity.NOTE, "medium", note
        if accesses.kinds[best.first.access] == Kind.CONTAINER:
            return Severity.ERROR, "high", ""
        return Severity.WARNING, "medium", ""

    def _benign(self, group: int, writes: set[int], reads: set[int]) -> str:
        """Why races on a field do no harm, if they do none."""
        field = self.facts.accesses.fields[group]
        if field is None:
            return ""
        is_lazy = all(self.idioms.is_lazy(write) for write in writes)
        if is_lazy and self.idioms.holds_values(group):
            return "A cache that is filled lazily: threads may fill it twice, with the same."
        if (
            field.descriptor == "Z"
            and reads
            and all(self.idioms.stores_constant(write) for write in writes)
            and all(self.idioms.is_polled(read) for read in reads)
        ):
            return "A flag that is polled: without volatile, its change may never be seen."
        return ""

    # Signs that a class is meant for threads

    def _is_meant_for_threads(self, race: Race) -> bool:
        """Whether threads of the program's own take part, or the class shows signs of them."""
        if self.facts.asked_open:
            return True
        if not _is_from_outside(race):
            return True
        field = self.facts.accesses.fields[race.group]
        classes = {self._path_root(side).owner for side in race.sides[:_LOOKED_AT]}
        if field is not None:
            classes.add(field.owner)
        held = self._holder(race) if field is None else None
        if held is not None:
            classes.add(self.facts.program.field(*held).owner)
        return any(self._shows_sharing(cls) for cls in classes)

    def _path_root(self, side: Side) -> Method:
        method = self.facts.calls.method(self._path(side)[0])
        assert method is not None
        return method

    def _shows_sharing(self, cls: Class) -> bool:
        if cls.id not in self._signs:
            self._signs[cls.id] = self._find_signs(cls)
        return self._signs[cls.id]

    def _find_signs(self, cls: Class) -> bool:
        above: Class | None = cls
        while above is not None and above.origin != "jdk":
            if (
                any(it.flags & Flag.SYNCHRONIZED for it in above.methods)
                or any(it.flags & Flag.VOLATILE for it in above.fields)
                or any(it.descriptor.startswith(_CONCURRENT) for it in above.fields)
                or self.facts.promises.is_for_threads(above)
                or above.id in self._classes_with_monitors
                or any(it.name in _TASKS for it in above.interfaces)
            ):
                return True
            above = above.super_class
        return False

    @cached_property
    def _classes_with_monitors(self) -> set[int]:
        methods = self.facts.solution.engine.instructions([int(Op.MONITOR_ENTER)])[0]
        return {self.facts.calls.methods[place].owner.id for place in methods.tolist()}

    # Sites

    def _sites(self, races: list[Race], best: Pair) -> tuple[Site, ...]:
        """The two sides of the clearest pair, then others."""
        sites = [self._site(best.first), self._site(best.second)]
        lines = {(it.class_name, it.method, it.line, it.access) for it in sites}
        seen = {best.first.access, best.second.access}
        for race in races:
            for side in race.sides:
                if len(sites) >= _SHOWN_SITES:
                    return tuple(sites)
                if side.access in seen:
                    continue
                seen.add(side.access)
                site = self._site(side)
                key = (site.class_name, site.method, site.line, site.access)
                if key not in lines:
                    lines.add(key)
                    sites.append(site)
        return tuple(sites)

    def _site(self, side: Side) -> Site:
        accesses = self.facts.accesses
        method = self.facts.calls.methods[int(accesses.methods[side.access])]
        return Site(
            method.owner.name,
            method.name,
            method.descriptor,
            method.owner.source_file,
            int(accesses.lines[side.access]),
            "write" if accesses.writes[side.access] else "read",
            self._thread(side),
            self._locks(side),
            self._frames(side),
        )

    def _thread(self, side: Side) -> ThreadInfo:
        thread = side.thread
        if thread.kind == "main":
            return ThreadInfo("main")
        first = self._first_own(side)
        if thread.kind == "environment":
            return ThreadInfo(f"a caller of {_short(first)}")
        started = None
        if thread.sites:
            place, bci = thread.sites[0]
            started = _frame(Place(self.facts.calls.methods[place], bci))
        return ThreadInfo(_short(first), started)

    def _first_own(self, side: Side) -> Method:
        """The method that a thread is called after: the application's, a library's, or any."""
        calls = self.facts.calls
        places = [int(calls.method_of[instance]) for instance in self._path(side)]
        for is_wanted in (calls.is_application_method, calls.is_own_method):
            for place in places:
                if place != NOBODY and is_wanted[place]:
                    return calls.methods[place]
        return self._path_root(side)

    def _path(self, side: Side) -> tuple[int, ...]:
        """Instances from a root of the thread to the access, the shortest way."""
        key = (side.instance, side.thread.number)
        if key not in self._paths:
            calls, path = self.facts.calls, [side.instance]
            ways = self._ways(side.thread)
            while ways[path[-1]] >= 0:
                path.append(int(calls.callers[ways[path[-1]]]))
            self._paths[key] = tuple(reversed(path))
        return self._paths[key]

    def _is_through_reflection(self, side: Side) -> bool:
        """Whether a path is less sure than others."""
        key = (side.instance, side.thread.number)
        if key not in self._reflective:
            edges = self._ways(side.thread)[list(self._path(side)[1:])]
            kinds = self.facts.calls.kinds[edges]
            self._reflective[key] = bool((kinds == EdgeKind.REFLECTIVE).any())
        return self._reflective[key]

    def _ways(self, thread: Thread) -> NDArray[np.int64]:
        if thread.number not in self._known_ways:
            calls = self.facts.calls
            unsure = (calls.kinds == EdgeKind.REFLECTIVE) | self.facts.locks.is_call_locked
            self._known_ways[thread.number] = calls.ways_from(thread.roots, unsure)
        return self._known_ways[thread.number]

    def _frames(self, side: Side) -> tuple[Frame, ...]:
        """The calls on the path, each where it calls the next; the access is the last."""
        calls, accesses = self.facts.calls, self.facts.accesses
        path, ways = self._path(side), self._ways(side.thread)
        frames = [
            self._frame_at(place, int(calls.sites[ways[there]]))
            for here, there in pairwise(path)
            if (place := int(calls.method_of[here])) != NOBODY
        ]
        last = calls.methods[int(accesses.methods[side.access])]
        line = int(accesses.lines[side.access])
        frames.append(Frame(last.owner.name, last.name, last.owner.source_file, line))
        return tuple(frames)

    def _frame_at(self, place: int, bci: int) -> Frame:
        if (place, bci) not in self._frames_at:
            self._frames_at[place, bci] = _frame(Place(self.facts.calls.methods[place], bci))
        return self._frames_at[place, bci]

    def _locks(self, side: Side) -> tuple[str, ...]:
        """The names of the locks that are held at an access."""
        key = (side.access, side.instance)
        if key not in self._names:
            accesses = self.facts.accesses
            code = self.facts.calls.code(int(accesses.methods[side.access]))
            held = self.facts.locks.held(side.instance, int(accesses.insts[side.access]))
            names = {self._lock_name(code, lock) for lock in held}
            self._names[key] = tuple(sorted(names - {""}))
        return self._names[key]

    def _lock_name(self, code: Code | None, lock: Lock) -> str:
        """A lock in the words of the method that holds it."""
        if lock.root.kind in ("object", "site") or lock.mode not in REAL:
            return ""
        names = [self.facts.program.field(*field).name for field in lock.down if field[0] >= 0]
        if lock.root.kind == "class":
            base = self.facts.program.engine.class_name(lock.root.key[0]) + ".class"
        elif lock.root.kind == "static":
            field = self.facts.program.field(*lock.root.key)
            base = f"{field.owner.name}.{field.name}"
        elif lock.up:
            owner = (
                self.facts.program.engine.class_name(lock.up[0][0]) if lock.up[0][0] >= 0 else "?"
            )
            base = f"the {owner.rpartition('.')[2]} that holds it"
        else:
            base = self._value_name(code, lock)
        text = ".".join([base, *names])
        return f"{text} (shared)" if lock.mode == "shared" else text

    def _value_name(self, code: Code | None, lock: Lock) -> str:
        if code is None:
            return "a lock"
        if lock.root.kind == "parameter":
            position = lock.root.key[0]
            if position == 0 and not code.method.is_static:
                return f"this ({code.method.owner.name})"
            value = code.parameters[position] if position < len(code.parameters) else -1
        else:
            value = lock.root.key[0]
        name = code.body.names[value] if 0 <= value < len(code.body.names) else None
        if name:
            return str(name)
        made = code.definitions[value] if value >= 0 else -1
        if made >= 0 and code.ops[made] in (Op.GET_FIELD, Op.GET_STATIC):
            reference = code.reference(made)
            return f"{reference.owner.rpartition('.')[2]}.{reference.name}"
        return "a lock" if value < 0 else f"a {code.body.type_name(value).rpartition('.')[2]}"

    # Words

    def _message(self, subject: Subject, sites: tuple[Site, ...], pair: Pair) -> str:
        one, two = sites[0], sites[1]
        name = f"{subject.class_name.rpartition('.')[2]}.{subject.member}"
        what = {"field": "", "array": "the elements of ", "container": "the contents of "}
        verbs = {"read": "read", "write": "written"}
        first = f"{verbs[two.access]} by {_who(two)}"
        start = f"{what[subject.kind]}{name} {_be(subject)} {first}"
        if pair.first.access == pair.second.access and two.thread.name == one.thread.name:
            return f"{start}, and by another such thread at the same time"
        pronoun = "it" if _be(subject) == "is" else "they"
        return f"{start} while {pronoun} may be {verbs[one.access]} by {_who(one)}"

    def _why(self, race: Pair) -> str:
        held = [bool(self._locks(side)) for side in (race.first, race.second)]
        if all(held):
            locks = "Each side holds locks, but none that is surely the same."
        elif any(held):
            locks = "Only one side holds a lock."
        else:
            locks = "No lock is held."
        threads = (race.first.thread, race.second.thread)
        if threads[0] == threads[1]:
            kind = threads[0].kind
            order = (
                "Callers may be in different threads."
                if kind == "environment"
                else "Several such threads may run at the same time."
            )
        elif any(thread.kind == "environment" for thread in threads):
            order = "Callers may be in other threads."
        else:
            order = "Nothing orders the two threads here: no join, no latch."
        return f"{locks} {order}"

    def _hint(self, subject: Subject, races: list[Race], best: Pair) -> str:
        accesses = self.facts.accesses
        sides = [side for race in races for side in race.sides if side.is_locked]
        held = Counter(name for side in sides[:_LOOKED_AT] for name in self._locks(side))
        if held:
            return f"Hold {held.most_common(1)[0][0]} at all accesses, as at some."
        field = accesses.fields[best.race.group]
        sides_of_best = (best.first.access, best.second.access)
        if field is not None and any(self.idioms.is_update(it) for it in sides_of_best):
            atomic = {"I": "AtomicInteger", "J": "AtomicLong"}.get(field.descriptor)
            if atomic:
                return f"Make it an {atomic}, or guard all accesses with one lock."
            return "Guard all accesses with one lock."
        if field is not None:
            return "Make it volatile if each access stands alone, else guard all with one lock."
        if subject.kind == "container":
            return "Guard all accesses with one lock, or use a collection of java.util.concurrent."
        return "Guard all accesses with one lock."

    def _objects(self, race: Race) -> tuple[Frame, ...]:
        found = []
        for number in race.objects[:3]:
            if number == STATIC_OBJECT:
                continue
            made = self.facts.solution.object(number)
            if made.place is not None:
                found.append(_frame(made.place))
        return tuple(dict.fromkeys(found))


def _is_from_outside(race: Race) -> bool:
    """Whether only callers of an open program race."""
    return all(side.thread.kind == "environment" for side in (race.first[0], race.second[0]))


def _is_captured(field: Field) -> bool:
    """Whether a field is that of a box around a captured variable."""
    return any(field.owner.name.startswith(box) and field.name == name for box, name in _BOXES)


def _be(subject: Subject) -> str:
    return "is" if subject.kind == "field" else "are"


def _who(site: Site) -> str:
    where = _named(site.class_name, site.method)
    return (
        site.thread.name if site.thread.name.endswith(where) else f"{site.thread.name} in {where}"
    )


def _short(method: Method) -> str:
    return _named(method.owner.name, method.name)


def _named(class_name: str, method: str) -> str:
    """A method for people: `Counter.inc`, `a lambda of Main.main`."""
    short = class_name.rpartition(".")[2].rstrip("$")
    found = _LAMBDA.fullmatch(method)
    if found:
        return f"a lambda of {short}.{found[1] or found[2] or found[3]}"
    return f"{short}.{method}"


def _frame(place: Place) -> Frame:
    method = place.method
    return Frame(method.owner.name, method.name, method.owner.source_file, place.line)
