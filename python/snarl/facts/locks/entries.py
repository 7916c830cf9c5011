"""What is held when a method is called: what all of its callers hold, in its own words.

Each thread has its own callers: a method that one thread calls with a lock and another one without
it is guarded in the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from snarl.facts.calls.modelled import Modelled
from snarl.facts.code.values import Root
from snarl.facts.locks.confinement.serial import SerialTasks, is_serial_key, moves_elsewhere
from snarl.facts.locks.confinement.staged import Staged
from snarl.facts.locks.confinement.streamed import of_taken_elements
from snarl.facts.locks.confinement.turns import Turns
from snarl.facts.locks.meeting import Meeting
from snarl.facts.locks.words import (
    DEEPEST,
    EVERYWHERE,
    NOTHING,
    OF_NOBODY_ELSE,
    REAL,
    TAKEN,
    Held,
    Lock,
    own_parameter,
)
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.code import Code
    from snarl.facts.locks.confinement.detached import Detached
    from snarl.facts.locks.confinement.mailboxes import Mailboxes
    from snarl.facts.locks.confinement.one_thread import Confined
    from snarl.facts.locks.ground import Ground
    from snarl.facts.locks.keyed import Keyed
    from snarl.facts.locks.ways import Ways
    from snarl.facts.locks.within import Within
    from snarl.facts.threads import Thread

_MANY_OBJECTS = 16
_ROUNDS = 2
_FEW = 2_000
_APART = 1_000_000
"""Instances times threads, up to which it is told for each thread."""
_CALL, _LAMBDA = int(EdgeKind.CALL), int(EdgeKind.LAMBDA)


class Entries:
    """What is held at the entry of each instance."""

    def __init__(
        self,
        ground: Ground,
        within: Within,
        ways: Ways,
        confined: Confined,
        detached: Detached,
        keyed: Keyed,
        boxes: Mailboxes,
        serial: SerialTasks,
    ) -> None:
        self._detached = detached
        self._keyed = keyed
        self._boxes = boxes
        self._solution = ground.solution
        self._calls = ground.calls
        self._threads = ground.threads
        self._within = within
        self._ways = ways
        self._once = ground.once
        self._publication = ground.publication
        self._turns = Turns(ground.calls, ground.once, ground.heap, ground.publication)
        self._serial = serial
        self._staged = Staged(ground.calls)
        self._contracts = ground.contracts
        self._modelled = Modelled(ground.solution)
        self._of_one_thread = confined
        self._fresh_at: dict[int, Held] = {}
        """What callers hand over that is fresh, by the call: as good as locked."""
        self.is_call_locked = np.zeros(len(ground.calls.callers), bool)
        self._held_at: dict[int, Held] = {}
        """What callers themselves hold, by the call."""
        self._inwards: dict[tuple[int, int, int, Held, Held], Held] = {}
        self._known_inward: dict[tuple[int, int, int, Lock], tuple[Lock, ...]] = {}
        self._odd: dict[tuple[int, int], bool] = {}
        self._same: dict[Held, Held] = {}
        """One object for all that is equal: it is compared often."""
        self._known_objects: dict[tuple[int, Held], Held] = {}
        self._of_threads: dict[int, dict[int, Held]] = {}
        self._taken_off: dict[tuple[int, int], Held] = {}

    def at(self, instance: int, thread: Thread | None) -> Held:
        """What is held whenever an instance is called, by one thread or by any. Where threads are
        many, what any of them holds is told."""
        if thread is None or not self.tells_threads_apart or len(self._threads.of(instance)) == 1:
            return self.all.get(instance, NOTHING)
        of_all, of_thread = self.all.get(instance), self._of(thread).get(instance)
        return (of_all or NOTHING) | of_thread if of_thread else of_all or NOTHING

    def at_call(self, edge: int, thread: Thread | None) -> Held:
        """What is held at one call of an instance, in the words of the instance."""
        calls = self._calls
        caller, site = int(calls.callers[edge]), int(calls.sites[edge])
        method, called = int(calls.method_of[caller]), int(calls.method_of[calls.callees[edge]])
        _ = self._edges  # what callers themselves hold
        return self._carried(edge, method, site, called, self.at(caller, thread))

    @cached_property
    def tells_threads_apart(self) -> bool:
        """Whether it is told for each thread what it holds."""
        return len(self._threads.all) * len(self._calls) <= _APART

    def _of(self, thread: Thread) -> dict[int, Held]:
        """The same for one thread; what it has for itself from the start is told for all."""
        if thread.number not in self._of_threads:
            runs = self._threads.runs_in(thread)
            found = self._solve(list(thread.roots), runs, {}, most=_FEW)
            self._of_threads[thread.number] = found
        return self._of_threads[thread.number]

    @cached_property
    def all(self) -> dict[int, Held]:
        """What is held whenever an instance is called, by any thread, in its own words; only where
        it is not nothing."""
        return self._solve(self._starts, self._threads.runs, self._confined)

    def _solve(
        self,
        starts: list[int],
        runs: NDArray[np.bool_],
        confined: dict[int, Held],
        most: int | None = None,
    ) -> dict[int, Held]:
        """What is held in what runs, from some starts on, and from where something is confined;
        nothing if it is for more than `most` instances to find out.

        Most instances can be reached without any lock. What is left is small, and is solved as
        what holds on all paths.
        """
        calls = self._calls
        edges, is_locked = self._edges
        edges = edges[runs[calls.callers[edges]]]
        is_entry = np.isin(calls.callees, list(confined))
        free = edges[~is_locked[edges] & ~is_entry[edges]]
        unlocked = self._reached(free, starts)
        for _ in range(_ROUNDS):
            fresh = self._find_fresh(edges, free, unlocked, starts)
            if not fresh:
                break
            free = free[~np.isin(free, fresh)]
            unlocked = self._reached(free, starts)
        if most is not None and np.count_nonzero(runs & ~unlocked) > most:
            return {}
        edges = edges[~unlocked[calls.callees[edges]]]
        meeting = Meeting(calls, self._order, self._carried, self._fresh, self._fresh_at)
        return meeting.solve(edges, np.flatnonzero(runs & ~unlocked), confined)

    @cached_property
    def _edges(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The calls within threads, and whether each call is made while something is held."""
        calls = self._calls
        edges = np.flatnonzero(calls.is_in_thread)
        is_locked = np.zeros(len(calls.callers), bool)
        for chosen, held in self._by_held(edges[self._may_be_locked(edges)]):
            is_locked[chosen] = True
            self.is_call_locked[chosen] = any(lock.mode in REAL for lock in held)
            callers = calls.callers[chosen].tolist()
            for edge, caller in zip(chosen.tolist(), callers, strict=True):
                self._held_at[edge] = self.with_objects(caller, held)
        return edges, is_locked

    def _by_held(self, edges: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], Held]]:
        """Those of some calls at which the caller itself holds something, by site: one that may
        call anybody is one site."""
        calls = self._calls
        methods = calls.method_of[calls.callers[edges]].astype(np.int64)
        keys = methods << 32 | calls.sites[edges].astype(np.int64)
        order = np.argsort(keys, kind="stable")
        bounds = np.flatnonzero(np.diff(keys[order], prepend=-1, append=-1)).tolist()
        for first, end in pairwise(bounds):
            held = self._at_site(*divmod(int(keys[order[first]]), 1 << 32))
            if held:
                yield edges[order[first:end]], held

    def _reached(self, edges: NDArray[np.int64], starts: list[int]) -> NDArray[np.bool_]:
        """What is reached from some starts through some calls."""
        if not starts:
            return np.zeros(len(self._calls), bool)
        return self._calls.through(edges).reachable(starts)

    @cached_property
    def _confined(self) -> dict[int, Held]:
        """What is held where threads begin that are confined, finalizers, and what has its turn,
        by what the JDK does or by contract."""
        found = self._turns.all | self._of_one_thread.parameters | self._finalizers
        calls = self._calls
        of_idioms = (self._contracts.turns, self._serial.all, self._staged.all, self._boxes.all)
        for more in (*of_idioms, of_taken_elements(calls, self._locks_of_taken)):
            for instance, held in more.items():
                found[instance] = found.get(instance, NOTHING) | held
        return found

    @cached_property
    def _starts(self) -> list[int]:
        """Where the other threads begin, with no lock."""
        roots = {root for thread in self._threads.all for root in thread.roots}
        return [root for root in roots if root not in self._confined]

    def _find_fresh(
        self,
        edges: NDArray[np.int64],
        free: NDArray[np.int64],
        unlocked: NDArray[np.bool_],
        starts: list[int],
    ) -> list[int]:
        """The calls without a lock of methods that others call with one, if each of them hands
        over something fresh that the method does not make known."""
        calls = self._calls
        free = free[unlocked[calls.callers[free]]]
        is_free = np.zeros(len(calls.callers), bool)
        is_free[free] = True
        wanted = np.zeros(len(calls), bool)
        locked = edges[~is_free[edges] & self._threads.runs[calls.callers[edges]]]
        wanted[calls.callees[locked]] = True
        wanted &= calls.is_own
        wanted[starts] = False
        wanted[calls.callees[free[~calls.is_own[calls.callers[free]]]]] = False
        chosen = free[wanted[calls.callees[free]]]
        callees = calls.callees[chosen]
        order = np.argsort(callees, kind="stable")
        bounds = np.flatnonzero(np.diff(callees[order], prepend=-1, append=-1)).tolist()
        edges_in_order = chosen[order].tolist()
        by_callee = (edges_in_order[first:end] for first, end in pairwise(bounds))
        # One call that hands over nothing is enough: what the others do need not be found out.
        return [edge for them in by_callee if all(map(self._fresh, them)) for edge in them]

    def _fresh(self, edge: int) -> Held:
        """What a call hands over that is fresh."""
        if edge not in self._fresh_at:
            self._fresh_at[edge] = frozenset(self._handed_over(edge))
        return self._fresh_at[edge]

    def _handed_over(self, edge: int) -> Iterator[Lock]:
        """What is fresh of the arguments of a call, and stays so in the callee."""
        calls = self._calls
        caller, callee = int(calls.callers[edge]), int(calls.method_of[calls.callees[edge]])
        code = calls.code_of(caller)
        inst = None if code is None else code.call_at(int(calls.sites[edge]))
        if code is None or inst is None or calls.kinds[edge] != _CALL:
            return
        for position, operand in enumerate(code.operands(inst)):
            if code.is_reference[operand] and self._publication.stays_fresh(
                caller, inst, operand, callee, position
            ):
                yield own_parameter(position)

    @cached_property
    def _finalizers(self) -> dict[int, Held]:
        """What a finalizer is called with: an object that nobody else has any more."""
        calls = self._calls
        found: dict[int, Held] = {}
        for place, method in enumerate(calls.methods):
            if method.name != "finalize" or method.descriptor != "()V":
                continue
            if not calls.is_own_method[place]:
                continue
            this = own_parameter(0)
            for instance in calls.instances_of(place):
                if not any(calls.is_own[caller] for caller, _, _ in calls.callers_of(instance)):
                    found[instance] = frozenset({this, OF_NOBODY_ELSE})
        return found

    def _may_be_locked(self, edges: Any) -> Any:
        within = np.zeros(len(self._calls.methods) + 1, bool)
        within[self._within.methods] = True
        places = self._calls.method_of[self._calls.callers[edges]].astype(np.int64)
        places[places >= len(self._calls.methods)] = len(self._calls.methods)
        return within[places]

    def _at_site(self, method: int, bci: int) -> Held:
        """What a method itself holds at a call."""
        code = self._calls.code(method)
        inst = None if code is None else code.call_at(bci)
        if code is None or inst is None:
            return NOTHING
        own = self._within.at(method, inst)
        return own | self._as_if_held(code, inst) | self._locks_by_key(code, inst, own)

    def _locks_by_key(self, code: Code, call: int, held: Held) -> Held:
        """Those of the locks held that belong to what a call is given, by the keys of that."""
        operands = code.operands(call) if held and code.ops[call] == Op.INVOKE else ()
        return NOTHING.union(*(self._keyed.locks(code, operand, held) for operand in operands))

    def _as_if_held(self, code: Code, call: int) -> Held:
        """The locks under which a method has taken off what it gives to another one, which it is
        as if it held for that."""
        key = (code.place, call)
        if key not in self._taken_off:
            given = code.operands(call) if code.ops[call] == Op.INVOKE else []
            self._taken_off[key] = frozenset(self._locks_of_taken(code, call, given))
        return self._taken_off[key]

    def _locks_of_taken(self, code: Code, call: int, given: list[int]) -> Iterator[Lock]:
        for operand in given:
            root = self._detached.root(code, operand)
            takings = self._detached.takings(code, call, operand, as_whole=True) if root else ()
            held = [
                self._within.at(code.place, it)
                for taking in takings
                for it in self._detached.between(code, taking)
            ]
            for lock in frozenset.intersection(*held) if held else ():
                if root and lock.mode == "exclusive" and lock.root.kind not in EVERYWHERE:
                    for it in self._through(code, operand, 0, lock):
                        yield it._replace(root=root, depth=TAKEN)

    @cached_property
    def _order(self) -> list[int]:
        """A number for each instance: callers come before callees."""
        found: list[int] = self._calls.in_thread.components().of.tolist()
        return found

    def _carried(self, edge: int, method: int, site: int, called: int, entry: Held) -> Held:
        """What is held at a call of a method, in the words of the callee."""
        own = self._held_at.get(edge, NOTHING)
        if not entry and not own:
            return NOTHING
        # Before anything is put together: most of it was asked before.
        key = (method, site, self._told_apart(edge, method, site, called), entry, own)
        found = self._inwards.get(key)
        if found is None:
            inward = self._inward_all(*key)
            found = self._inwards[key] = self._same.setdefault(inward, inward)
        return found

    def _inward_all(self, method: int, site: int, called: int, entry: Held, own: Held) -> Held:
        """What is held at a call, by the caller's callers and by itself, in the words of the
        callee."""
        code = self._calls.code(method) if entry else None
        if code is not None:
            call = code.call_at(site)
            entry = self._within.left(method, call, entry)
            if call is not None and code.ops[call] == Op.INVOKE and moves_elsewhere(code, call):
                entry = frozenset(it for it in entry if not _is_of_one_thread(it))
        return frozenset(
            it for lock in entry | own for it in self._inward(method, site, called, lock)
        )

    def with_objects(self, instance: int, held: Held) -> Held:
        """Locks by the object that they are, besides their paths: surely, if there is only one such
        object, else for a hint."""
        if not held:
            return held
        key = (instance, held)
        found = self._known_objects.get(key)
        if found is None:
            roots = ((self._object_of(instance, lock), lock) for lock in held)
            found = self._known_objects[key] = held | {
                Lock(root, (), (), lock.mode, lock.is_monitor)
                for root, lock in roots
                if root is not None
            }
        return found

    def _object_of(self, instance: int, lock: Lock) -> Root | None:
        """The one object that a lock may be, or the one place where such objects are made."""
        if lock.up or lock.root.kind not in ("value", "parameter") or lock.mode not in REAL:
            return None
        code = self._calls.code_of(instance)
        if code is None:
            return None
        is_value = lock.root.kind == "value"
        if is_value and not lock.down:
            made = code.definitions[lock.root.key[0]]
            if made >= 0 and code.ops[made] == Op.NEW:
                return None  # each call has its own
        value = lock.root.key[0] if is_value else code.parameters[lock.root.key[0]]
        engine = self._solution.engine
        objects = set(self._calls.objects(instance, value).tolist())
        for field in lock.down:
            if field[0] < 0:
                return None  # a word of the object, and not the object itself
            if len(objects) > _MANY_OBJECTS:
                return None
            objects = {it for number in objects for it in engine.field(number, *field).tolist()}
        if len(objects) == 1 and self._once.is_single(number := min(objects)):
            return Root("object", (number,))
        place = self._place_of_all(objects)
        return None if place is None else Root("site", place)

    def _place_of_all(self, objects: set[int]) -> tuple[int, int] | None:
        """The one place where some objects are made; a second one ends the search."""
        common: tuple[int, int] | None = None
        for number in objects:
            place = self._once.place(number)
            if place is None or (common is not None and place != common):
                return None
            common = place
        return common

    def _inward(self, method: int, site: int, called: int, lock: Lock) -> tuple[Lock, ...]:
        """What a lock that is held at a call is in the words of the callee."""
        if lock.root.kind in EVERYWHERE:
            return (lock,)
        key = (method, site, called, lock)
        found = self._known_inward.get(key)
        if found is None:
            found = self._known_inward[key] = tuple(self._find_inward(*key))
        return found

    def _told_apart(self, edge: int, method: int, site: int, called: int) -> int:
        """Who is called, where it matters; -1 for a callee that gets what stands at the call."""
        is_lambda = self._calls.kinds[edge] == _LAMBDA
        return called if is_lambda or self._is_odd(method, site) else -1

    def _is_odd(self, method: int, site: int) -> bool:
        """Whether what stands at a call is not what its callees get: in a model, and where texts
        are joined."""
        key = (method, site)
        found = self._odd.get(key)
        if found is None:
            code = self._calls.code(method)
            inst = None if code is None else code.call_at(site)
            found = code is None or inst is None or code.ops[inst] != Op.INVOKE
            self._odd[key] = found
        return found

    def _find_inward(self, method: int, site: int, called: int, lock: Lock) -> Iterator[Lock]:
        code = self._calls.code(method)
        inst = None if code is None else code.call_at(site)
        if site < 0:
            yield from self._through_model(method, called, lock)
        elif code is not None and inst is not None and code.ops[inst] == Op.INVOKE:
            first, captured = (0, 0) if called < 0 else (1, self._captured(code, inst, called))
            for position, operand in enumerate(code.operands(inst)[first:], captured):
                if position >= 0:
                    yield from self._through(code, operand, position, lock)
        elif code is not None and inst is not None:
            yield from self._through_any(code, inst, called, lock)

    def _captured(self, code: Code, call: int, called: int) -> int:
        """How many parameters of a lambda's body stand before the arguments of a call, which has
        the lambda itself in front of these: what was captured, or what a constructor makes."""
        method = self._calls.methods[called] if called < len(self._calls.methods) else None
        if method is None:
            return -len(code.operands(call))
        return len(method.signature[0]) + (not method.is_static) - len(code.operands(call)) + 1

    def _through_model(self, method: int, called: int, lock: Lock) -> Iterator[Lock]:
        """The same where a model calls: what it hands on is what it was given."""
        methods = self._calls.methods
        if not 0 <= called < len(methods) or lock.root.kind != "parameter":
            return
        positions = self._modelled.handed_on(methods[method], methods[called])
        for position, given in enumerate(positions):
            if given == lock.root.key[0]:
                root = Root("parameter", (position,))
                yield lock._replace(root=root, depth=min(lock.depth, 0))

    def _through_any(self, code: Code, inst: int, called: int, lock: Lock) -> Iterator[Lock]:
        """The same where texts are joined, which calls `toString` of each value: what is so of all
        that it may be."""
        there = self._calls.code(called) if 0 <= called < len(self._calls.methods) else None
        if there is None or not there.parameters:
            return
        called_for = self._objects_of(there, there.parameters[0])
        found = [
            frozenset(self._through(code, operand, 0, lock))
            for operand in code.operands(inst)
            if called_for & self._objects_of(code, operand)
        ]
        yield from frozenset.intersection(*found) if found else ()

    def _objects_of(self, code: Code, value: int) -> set[int]:
        """What a value may be, in all contexts."""
        if value < 0:
            return set()
        return set(self._solution.numbers(code.method, value).tolist())

    def _through(self, code: Code, operand: int, position: int, lock: Lock) -> Iterator[Lock]:
        way = self._ways.between(code, operand, lock)
        if way is None or len(way.ends) != 1:
            return
        ((up, down),) = way.ends
        up = (*up, *dict.fromkeys(reversed(way.fields)))
        if len(up) <= DEEPEST and len(down) <= DEEPEST:
            depth = min(lock.depth, 0)  # of locks, it says nothing to the callee
            yield Lock(Root("parameter", (position,)), up, down, lock.mode, lock.is_monitor, depth)


def _is_of_one_thread(lock: Lock) -> bool:
    """Whether it stands for the one thread of an executor or dispatcher."""
    return bool(lock.down) and is_serial_key(lock.down[-1])
