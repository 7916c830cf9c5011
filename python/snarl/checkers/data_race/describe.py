"""From races to findings: one for each subject, with all that a person needs to judge it."""

from __future__ import annotations

from collections import Counter, deque
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.checkers.data_race.idioms import Idioms
from snarl.checkers.data_race.pairs import STATIC_OBJECT, Race, Side
from snarl.facts.accesses import Kind
from snarl.facts.locks import Lock
from snarl.findings import Finding, Frame, Severity, Site, Subject, ThreadInfo
from snarl.points_to.solution import Place
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts import Facts
    from snarl.facts.code import FieldKey
    from snarl.facts.threads import Thread
    from snarl.program import Class, Method

_SHOWN_SITES = 6
_TASKS = {"java.lang.Runnable", "java.util.concurrent.Callable"}
_CONCURRENT = "Ljava/util/concurrent/"


class Describer:
    """Puts races into words."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.idioms = Idioms(facts)
        self._paths: dict[tuple[int, int], tuple[int, ...]] = {}
        self._holders: dict[int, FieldKey | None] = {}
        self._signs: dict[int, bool] = {}

    # Subjects

    def concerns_application(self, race: Race) -> bool:
        """Whether one of the sides is in the application's own code."""
        methods, own = self.facts.accesses.methods, self.facts.calls.is_application_method
        if not (own[methods[race.first.access]] or own[methods[race.second.access]]):
            return False
        return not self._is_left_to_callers(race)

    def _is_left_to_callers(self, race: Race) -> bool:
        """Whether only callers from outside race, on what says that they must take care."""
        if any(side.thread.kind != "environment" for side in (race.first, race.second)):
            return False
        field = self.facts.accesses.fields[race.group]
        classes = [self._path_root(side).owner for side in (race.first, race.second)]
        classes += [] if field is None else [field.owner]
        return any(self.facts.promises.is_not_for_threads(cls) for cls in classes)

    def subject_key(self, race: Race) -> object:
        """What races must have in common to be one finding."""
        field = self.facts.accesses.fields[race.group]
        if field is not None:
            return (field.owner.id, field.index)
        held = self._holder(race)
        return (race.group, held if held is not None else race.objects[0])

    def _subject(self, race: Race) -> Subject:
        field = self.facts.accesses.fields[race.group]
        if field is not None:
            return Subject("field", field.owner.name, field.name)
        kind = self.facts.accesses.kinds[race.first.access]
        what: str = "array" if kind == Kind.ARRAY else "container"
        held = self._holder(race)
        if held is not None:
            name = self.facts.program.field(*held)
            return Subject(what, name.owner.name, name.name)  # type: ignore[arg-type]
        made = self.facts.solution.object(race.objects[0])
        owner = made.place.method.owner.name if made.place else made.type
        return Subject(what, owner, self._variable(race) or made.type)  # type: ignore[arg-type]

    def _holder(self, race: Race) -> FieldKey | None:
        """The field that holds an array or container, as the program sees it."""
        number = race.objects[0]
        if number not in self._holders:
            self._holders[number] = self._find_holder(race, number)
        return self._holders[number]

    def _find_holder(self, race: Race, number: int) -> FieldKey | None:
        for side in (race.first, race.second):
            method = self.facts.calls.methods[int(self.facts.accesses.methods[side.access])]
            code = self.facts.codes.of(method)
            assert code is not None
            made = code.definitions[code.source_of(int(self.facts.accesses.bases[side.access]))]
            if made >= 0 and code.ops[made] in (Op.GET_FIELD, Op.GET_STATIC):
                field = code.field(made)
                if field is not None and not self._is_hidden(field):
                    return field
        for _, holder in self.facts.heap.holders(number):
            if holder[0] >= 0 and self.facts.program.engine.class_origin(holder[0]) != "jdk":
                if not self._is_hidden(holder):
                    return holder
        return None

    def _is_hidden(self, field: FieldKey) -> bool:
        """Whether a compiler made a field: `val$list` of an anonymous class."""
        return bool(self.facts.program.field(*field).flags & Flag.SYNTHETIC)

    def _variable(self, race: Race) -> str | None:
        for side in (race.first, race.second):
            method = self.facts.calls.methods[int(self.facts.accesses.methods[side.access])]
            code = self.facts.codes.of(method)
            base = int(self.facts.accesses.bases[side.access])
            name = None if code is None else code.body.names[base]
            if name:
                return str(name)
        return None

    # Findings

    def finding(self, races: list[Race]) -> Finding:
        """One finding for all races of a subject: the clearest pair stands for them."""
        best = min(races, key=self._clarity)
        severity, confidence, note = self._judge(races, best)
        subject = self._subject(best)
        sites = self._sites(races, best)
        return Finding(
            rule="data-race",
            severity=severity,
            message=self._message(subject, sites, best),
            subject=subject,
            sites=sites,
            confidence=confidence,  # type: ignore[arg-type]
            why=self._why(best),
            note=note,
            hint=self._hint(subject, races, best),
            objects=self._objects(best),
            details={"pairs": str(len({(it.first.access, it.second.access) for it in races}))},
        )

    def _clarity(self, race: Race) -> tuple[object, ...]:
        """Sorts races: those first that are surely unguarded, lose updates, and are short to tell."""
        accesses = self.facts.accesses
        locked = (race.first.is_locked, race.second.is_locked)
        return (
            race.likely_guarded,
            -sum(self._is_own(it.access) for it in (race.first, race.second)),
            not self.idioms.is_update(race.second.access),
            not any(locked),
            race.first.access == race.second.access,
            len(self._path(race.first)) + len(self._path(race.second)),
            int(accesses.methods[race.first.access]),
            race.first.access,
            race.second.access,
            race.first.instance,
            race.second.instance,
            race.first.thread.number,
            race.second.thread.number,
        )

    def _is_own(self, access: int) -> bool:
        methods = self.facts.calls.is_application_method
        return bool(methods[self.facts.accesses.methods[access]])

    def _judge(self, races: list[Race], best: Race) -> tuple[Severity, str, str]:
        """Severity, confidence, and why it may be harmless."""
        accesses = self.facts.accesses
        if all(race.likely_guarded for race in races):
            note = "Both sides hold a lock that is made at the same place; it may be the same one."
            return Severity.WARNING, "low", note
        if not any(self._is_meant_for_threads(race) for race in races):
            return (
                Severity.NOTE,
                "low",
                "Nothing in the class suggests that it is meant for several threads.",
            )
        writes = {race.second.access for race in races}
        writes |= {race.first.access for race in races if accesses.writes[race.first.access]}
        reads = {
            race.first.access for race in races if not accesses.writes[race.first.access]
        }
        if self.idioms.is_statistic(best.group):
            note = "A statistic that is only ever shown: an increment that is lost harms little."
            return Severity.NOTE, "medium", note
        if any(self.idioms.is_update(write) for write in writes):
            return Severity.ERROR, "high", ""
        if any(race.first.is_locked or race.second.is_locked for race in races):
            return Severity.ERROR, "high", ""
        if accesses.fields[best.group] is not None:
            lazy = all(self.idioms.is_lazy(write) for write in writes)
            if lazy and self.idioms.holds_values(best.group):
                note = "A cache that is filled lazily: threads may fill it twice, with the same."
                return Severity.NOTE, "medium", note
            field = accesses.fields[best.group]
            assert field is not None
            if (
                field.descriptor == "Z"
                and reads
                and all(self.idioms.stores_constant(write) for write in writes)
                and all(self.idioms.is_polled(read) for read in reads)
            ):
                note = "A flag that is polled: without volatile, its change may never be seen."
                return Severity.NOTE, "medium", note
        if accesses.kinds[best.first.access] == Kind.CONTAINER:
            return Severity.ERROR, "high", ""
        return Severity.WARNING, "medium", ""

    # Signs that a class is meant for threads

    def _is_meant_for_threads(self, race: Race) -> bool:
        """Whether threads of the program's own take part, or the class shows that it expects some."""
        if self.facts.asked_open:
            return True
        if any(side.thread.kind != "environment" for side in (race.first, race.second)):
            return True
        field = self.facts.accesses.fields[race.group]
        classes = {self._path_root(side).owner for side in (race.first, race.second)}
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

    def _sites(self, races: list[Race], best: Race) -> tuple[Site, ...]:
        sites = [self._site(best.first), self._site(best.second)]
        seen = {(it.class_name, it.method, it.line, it.access) for it in sites}
        for race in sorted(races, key=self._clarity)[: 4 * _SHOWN_SITES]:
            for side in (race.first, race.second):
                site = self._site(side)
                key = (site.class_name, site.method, site.line, site.access)
                if key not in seen and len(sites) < _SHOWN_SITES:
                    seen.add(key)
                    sites.append(site)
        return tuple(sites)

    def _site(self, side: Side) -> Site:
        accesses = self.facts.accesses
        method = self.facts.calls.methods[int(accesses.methods[side.access])]
        inst = int(accesses.insts[side.access])
        held = self.facts.locks.held(side.instance, inst)
        return Site(
            method.owner.name,
            method.name,
            method.descriptor,
            method.owner.source_file,
            int(accesses.lines[side.access]),
            "write" if accesses.writes[side.access] else "read",
            self._thread(side),
            tuple(sorted({self._lock_name(method, lock) for lock in held} - {""})),
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
        for instance in self._path(side):
            method = self.facts.calls.method(instance)
            if method is not None and self.facts.calls.is_own[instance]:
                return method
        return self._path_root(side)

    def _path(self, side: Side) -> tuple[int, ...]:
        """Instances from a root of the thread to the access, the shortest way."""
        key = (side.thread.number, side.instance)
        if key not in self._paths:
            self._paths[key] = self._find_path(side.thread, side.instance)
        return self._paths[key]

    def _find_path(self, thread: Thread, instance: int) -> tuple[int, ...]:
        calls = self.facts.calls
        roots = set(thread.roots)
        runs = self._runs_in(thread)
        after: dict[int, int] = {instance: -1}
        waiting = deque([instance])
        while waiting:
            here = waiting.popleft()
            if here in roots:
                path = [here]
                while after[path[-1]] != -1:
                    path.append(after[path[-1]])
                return tuple(path)
            for edge in calls.edges_to(here):
                caller = int(calls.callers[edge])
                if calls.is_in_thread[edge] and runs[caller] and caller not in after:
                    after[caller] = here
                    waiting.append(caller)
        return (instance,)

    def _runs_in(self, thread: Thread) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        if thread.number not in self._masks:
            self._masks[thread.number] = self.facts.threads.runs_in(thread)
        return self._masks[thread.number]

    @cached_property
    def _masks(self) -> dict[int, np.ndarray[tuple[int], np.dtype[np.bool_]]]:
        return {}

    def _frames(self, side: Side) -> tuple[Frame, ...]:
        """The calls on the path, each where it calls the next; the access is the last."""
        calls, accesses = self.facts.calls, self.facts.accesses
        path = self._path(side)
        frames = []
        for here, there in zip(path, path[1:], strict=False):
            method = calls.method(here)
            if method is None:
                continue
            site = next(
                int(calls.sites[edge])
                for edge in calls.edges_from(here)
                if calls.callees[edge] == there and calls.is_in_thread[edge]
            )
            frames.append(_frame(Place(method, site)))
        last = calls.methods[int(accesses.methods[side.access])]
        line = int(accesses.lines[side.access])
        frames.append(Frame(last.owner.name, last.name, last.owner.source_file, line))
        return tuple(frames)

    def _lock_name(self, method: Method, lock: Lock) -> str:
        """A lock in the words of the method that holds it."""
        if lock.root.kind in ("object", "site") or lock.mode == "own":
            return ""
        names = [self.facts.program.field(*field).name for field in lock.down if field[0] >= 0]
        if lock.root.kind == "class":
            base = self.facts.program.engine.class_name(lock.root.key[0]) + ".class"
        elif lock.root.kind == "static":
            field = self.facts.program.field(*lock.root.key)
            base = f"{field.owner.name}.{field.name}"
        elif lock.up:
            owner = self.facts.program.engine.class_name(lock.up[0][0]) if lock.up[0][0] >= 0 else "?"
            base = f"the {owner.rpartition('.')[2]} that holds it"
        else:
            base = self._value_name(method, lock)
        text = ".".join([base, *names])
        return f"{text} (shared)" if lock.mode == "shared" else text

    def _value_name(self, method: Method, lock: Lock) -> str:
        code = self.facts.codes.of(method)
        if code is None:
            return "a lock"
        if lock.root.kind == "parameter":
            position = lock.root.key[0]
            if position == 0 and not method.is_static:
                return f"this ({method.owner.name})"
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

    def _message(self, subject: Subject, sites: tuple[Site, ...], race: Race) -> str:
        one, two = sites[0], sites[1]
        name = f"{subject.class_name.rpartition('.')[2]}.{subject.member}"
        what = {"field": "", "array": "the elements of ", "container": "the contents of "}
        verbs = {"read": "read", "write": "written"}
        first = f"{verbs[two.access]} by {_who(two)}"
        start = f"{what[subject.kind]}{name} {_be(subject)} {first}"
        if race.first.access == race.second.access and two.thread.name == one.thread.name:
            return f"{start}, and by another such thread at the same time"
        pronoun = "it" if _be(subject) == "is" else "they"
        return f"{start} while {pronoun} may be {verbs[one.access]} by {_who(one)}"

    def _why(self, race: Race) -> str:
        held = [bool(self._held_names(side)) for side in (race.first, race.second)]
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

    def _held_names(self, side: Side) -> tuple[str, ...]:
        return self._site(side).locks

    def _hint(self, subject: Subject, races: list[Race], best: Race) -> str:
        accesses = self.facts.accesses
        held = Counter(
            name
            for race in races
            for side in (race.first, race.second)
            for name in set(self._held_names(side))
        )
        if held:
            name, _ = held.most_common(1)[0]
            return f"Hold {name} here too, as the other accesses do."
        field = accesses.fields[best.group]
        writes = {best.second.access} | (
            {best.first.access} if accesses.writes[best.first.access] else set()
        )
        if field is not None and any(self.idioms.is_update(write) for write in writes):
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


def _be(subject: Subject) -> str:
    return "is" if subject.kind == "field" else "are"


def _who(site: Site) -> str:
    where = _named(site.class_name, site.method)
    return site.thread.name if site.thread.name.endswith(where) else f"{site.thread.name} in {where}"


def _short(method: Method) -> str:
    return _named(method.owner.name, method.name)


def _named(class_name: str, method: str) -> str:
    """A method for people: `Counter.inc`, `a lambda of Main.main`."""
    short = class_name.rpartition(".")[2]
    if method.startswith("lambda$"):
        return f"a lambda of {short}.{method.split('$')[1]}"
    return f"{short}.{method}"


def _frame(place: Place) -> Frame:
    method = place.method
    return Frame(method.owner.name, method.name, method.owner.source_file, place.line)
