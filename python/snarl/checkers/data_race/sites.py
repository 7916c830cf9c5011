"""Where a race happens: sites with threads, paths of calls, and the names of locks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.locks import REAL, Lock, field_of_word
from snarl.facts.stand_ins import StandIn
from snarl.findings import Frame, Site, ThreadInfo
from snarl.naming import named
from snarl.points_to import EdgeKind
from snarl.points_to.solution import Place
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.checkers.data_race.pairs import Side
    from snarl.facts import Facts
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread
    from snarl.program import Method

SHARED = " (shared)"
"""Behind the name of a lock that is held for reading."""
_COROUTINES = tuple(
    f"kotlin.coroutines.jvm.internal.{kind}"
    for kind in ("SuspendLambda", "RestrictedSuspendLambda")
)
_OF_KEY = "the lock of its key"
"""The name of a lock that is found in a map by the key of what is accessed."""
_WITH_PROPERTIES = (".kt", ".scala")
"""Ends of the names of sources in languages whose compilers make accessors of fields."""
_LONGEST_ACCESSOR = 8
"""Instructions: one that asks for null first has some."""


class Sites:
    """Tells of the sides of races."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._known_ways: dict[int, list[int]] = {}
        self._known_edges: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._paths: dict[tuple[int, ...], tuple[int, ...]] = {}
        """By the calls on them; of no calls, the instance alone."""
        self._reflective: dict[tuple[int, ...], bool] = {}
        self._calls_on: dict[tuple[int, ...], tuple[Frame, ...]] = {}
        self._threads: dict[tuple[int, int, int], ThreadInfo] = {}
        self._frames_at: dict[tuple[int, int], Frame] = {}
        self._names: dict[tuple[int, int, int], tuple[str, ...]] = {}

    def line(self, side: Side) -> tuple[str, str, int, bool]:
        """What a site is known by to who reads it: class, method, line, and whether it writes."""
        method, _, line = self._told(side)
        is_write = self.facts.accesses.lists.writes[side.access]
        return (method.owner.name, method.name, line, is_write)

    def of(self, side: Side) -> Site:
        accesses = self.facts.accesses
        method, file, line = self._told(side)
        return Site(
            method.owner.name,
            method.name,
            method.descriptor,
            file,
            line,
            "write" if accesses.writes[side.access] else "read",
            self._thread_of(side),
            self.locks(side),
            self._frames(side),
        )

    def _told(self, side: Side) -> tuple[Method, str | None, int]:
        """The method, file and line of an access; of one in what the compiler makes for a field
        (`access$getCount$p`, `getCount`, `count_$eq`), those of the call."""
        accesses, calls = self.facts.accesses, self.facts.calls
        method = calls.methods[accesses.lists.methods[side.access]]
        if self._is_told_at_call(method, side):
            caller, call = calls.method(self.path(side)[-2]), self._calls_to(side)[-1]
            assert caller is not None
            return caller, call.file, call.line
        return method, *method.owner.source_place(int(accesses.lines[side.access]))

    def _is_told_at_call(self, method: Method, side: Side) -> bool:
        """Whether an access is in what a compiler has made, and the program calls that."""
        if not self._is_accessor(method, side):
            return False
        path = self.path(side)
        return len(path) > 1 and bool(self._calls_to(side) and self.facts.calls.is_own[path[-2]])

    def _is_accessor(self, method: Method, side: Side) -> bool:
        """Whether a compiler has made a method for a field, which has no line of its own, or the
        one where the field is declared."""
        if method.name.startswith("access$"):
            return True
        field = self.facts.accesses.fields[int(self.facts.accesses.groups[side.access])]
        if field is None or not (method.owner.source_file or "").endswith(_WITH_PROPERTIES):
            return False
        code = self.facts.calls.code(int(self.facts.accesses.methods[side.access]))
        is_plain = code is not None and len(code) <= _LONGEST_ACCESSOR
        is_short = is_plain and len(method.signature[0]) <= 1
        return is_short and method.name in _accessors(field.name)

    def _thread_of(self, side: Side) -> ThreadInfo:
        key = (side.access, side.instance, side.thread.number)
        if key not in self._threads:
            self._threads[key] = self._find_thread(side)
        return self._threads[key]

    def _find_thread(self, side: Side) -> ThreadInfo:
        thread = side.thread
        if thread.kind == "main":
            return ThreadInfo("main")
        first = self._first_own(side)
        if self.facts.references.is_deferred(side.access, side.instance, thread):
            return ThreadInfo(f"a method reference of {short(first)}", self._started(thread))
        if thread.kind == "environment":
            return ThreadInfo(f"a caller of {short(first)}")
        return ThreadInfo(short(first), self._started(thread))

    def _started(self, thread: Thread) -> Frame | None:
        if not thread.sites:
            return None
        place, bci = thread.sites[0]
        return frame(Place(self.facts.calls.methods[place], bci))

    def _first_own(self, side: Side) -> Method:
        """The method that a thread is called after: the application's, a library's, or any."""
        calls = self.facts.calls
        places = [calls.places[it] for it in self.path(side)]
        for is_wanted in self._origins:
            for place in places:
                if place != NOBODY and is_wanted[place]:
                    return calls.methods[place]
        return self.path_root(side)

    @cached_property
    def _origins(self) -> tuple[list[bool], list[bool]]:
        """Whether each method is the application's, and whether it is not the JDK's."""
        calls = self.facts.calls
        return calls.is_application_method.tolist(), calls.is_own_method.tolist()

    def path(self, side: Side) -> tuple[int, ...]:
        """Instances from a root of the thread to the access, the shortest way."""
        edges = self._edges(side)
        if not edges:
            return (side.instance,)
        if edges not in self._paths:
            calls = self.facts.calls
            first = int(calls.callers[edges[0]])
            self._paths[edges] = (first, *calls.callees[list(edges)].tolist())
        return self._paths[edges]

    def _edges(self, side: Side) -> tuple[int, ...]:
        """The calls from a root of the thread to the access."""
        key = (side.access, side.instance, side.thread.number)
        if key not in self._known_edges:
            callers, ways = self.facts.calls.callers, self._ways(side.thread)
            edges, way = [], self._last_call(side, ways)
            while way >= 0:
                edges.append(way)
                way = ways[int(callers[way])]
            self._known_edges[key] = tuple(reversed(edges))
        return self._known_edges[key]

    def _last_call(self, side: Side, ways: list[int]) -> int:
        """The call by which an access has what others may know, if not all calls do."""
        callers, roots = self.facts.calls.callers, side.thread.roots
        handed = self.facts.handed.edges(side.access, side.instance)
        is_locked = self.facts.locks.is_called_locked
        # The surest first: that no lock is held is not to be told by a way on which there is one.
        for edge in sorted(handed, key=lambda it: self._unsure[it] or is_locked[callers[it]]):
            caller = int(callers[edge])
            if ways[caller] >= 0 or caller in roots:
                return edge
        return ways[side.instance]

    def is_through_reflection(self, side: Side) -> bool:
        """Whether a path is less sure than others."""
        edges = self._edges(side)
        if edges not in self._reflective:
            kinds = self.facts.calls.kinds[np.array(edges, np.int64)]
            self._reflective[edges] = int(EdgeKind.REFLECTIVE) in kinds.tolist()
        return self._reflective[edges]

    def _ways(self, thread: Thread) -> list[int]:
        """The call by which each instance is first reached, -1 for roots; a list, as paths are
        followed step by step."""
        if thread.number not in self._known_ways:
            ways = self.facts.calls.ways_from(thread.roots, self._unsure)
            self._known_ways[thread.number] = ways.tolist()
        return self._known_ways[thread.number]

    @cached_property
    def _unsure(self) -> NDArray[np.bool_]:
        """The calls that say less of a path than others: reflective ones, and locked ones."""
        reflective: NDArray[np.bool_] = self.facts.calls.kinds == EdgeKind.REFLECTIVE
        return reflective | self.facts.locks.is_call_locked

    def _frames(self, side: Side) -> tuple[Frame, ...]:
        """The calls on the path, each where it calls the next; the site is the last."""
        accesses = self.facts.accesses
        last = self.facts.calls.methods[int(accesses.methods[side.access])]
        if self._is_told_at_call(last, side):
            return self._calls_to(side)
        file, line = last.owner.source_place(int(accesses.lines[side.access]))
        access = Frame(last.owner.name, last.name, file, line)
        return (*self._calls_to(side), access)

    def _calls_to(self, side: Side) -> tuple[Frame, ...]:
        edges = self._edges(side)
        if edges not in self._calls_on:
            calls, found = self.facts.calls, np.array(edges, np.int64)
            places = calls.method_of[calls.callers[found]].tolist()
            sites = calls.sites[found].tolist()
            self._calls_on[edges] = tuple(
                self._frame_at(place, site)
                for place, site in zip(places, sites, strict=True)
                if place != NOBODY
            )
        return self._calls_on[edges]

    def _frame_at(self, place: int, bci: int) -> Frame:
        if (place, bci) not in self._frames_at:
            self._frames_at[place, bci] = frame(Place(self.facts.calls.methods[place], bci))
        return self._frames_at[place, bci]

    def locks(self, side: Side) -> tuple[str, ...]:
        """The names of the locks that are held at an access."""
        key = (side.access, side.instance, side.thread.number)
        if key not in self._names:
            accesses = self.facts.accesses
            code = self.facts.calls.code(int(accesses.methods[side.access]))
            inst = int(accesses.insts[side.access])
            is_deferred = self.facts.references.is_deferred(side.access, side.instance, side.thread)
            held = (
                frozenset()
                if is_deferred
                else self.facts.locks.held(side.instance, inst, side.thread)
            )
            names = {self._lock_name(code, lock) for lock in held}
            self._names[key] = tuple(sorted(names - {""}))
        return self._names[key]

    def _lock_name(self, code: Code | None, lock: Lock) -> str:
        """A lock in the words of the method that holds it."""
        if lock.root.kind in ("object", "site") or lock.mode not in REAL:
            return ""
        if any(it[0] == StandIn.KEYED for it in lock.down):
            return _OF_KEY
        fields = [it if it[0] >= 0 else field_of_word(it) for it in lock.down]
        names = [self.facts.program.field(*field).name for field in fields if field is not None]
        if lock.root.kind == "class":
            base = self.facts.program.engine.class_name(lock.root.key[0]) + ".class"
        elif lock.root.kind == "static":
            field = self.facts.program.field(*lock.root.key)
            base = f"{field.owner.name}.{field.name}"
        elif lock.up:
            of = lock.up[0][0]
            owner = self.facts.program.engine.class_name(of) if of >= 0 else "collection"
            base = f"the {owner.rpartition('.')[2]} that holds it"
        else:
            base = self._value_name(code, lock)
        text = ".".join([base, *names])
        return f"{text}{SHARED}" if lock.mode == "shared" else text

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

    def path_root(self, side: Side) -> Method:
        """The method that a path begins with."""
        method = self.facts.calls.method(self.path(side)[0])
        assert method is not None
        return method


def _accessors(field: str) -> tuple[str, ...]:
    """The names of the methods that the compilers of Kotlin and Scala make for a field."""
    capital = field[:1].upper() + field[1:]
    of_is = (field, f"set{field[2:]}") if field.startswith("is") else ()
    return (f"get{capital}", f"set{capital}", *of_is, field, f"{field}_$eq")


def short(method: Method) -> str:
    """A method for people. That which starts a coroutine is named as what it runs."""
    above = method.owner.super_class
    if method.name == "invoke" and above is not None and above.name in _COROUTINES:
        return named(method.owner.name, "invokeSuspend")
    return named(method.owner.name, method.name)


def frame(place: Place) -> Frame:
    """A place as a line of a stack."""
    method = place.method
    return Frame(method.owner.name, method.name, *place.source_place)
