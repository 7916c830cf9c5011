"""Locks: what is surely held at each instruction, in each context.

Paper 1, section 2.2.4, and past it. `within` methods it is a dataflow over all paths, by the
`effects` of instructions and the `summaries` of what is called; over calls it is what all callers
hold (`entries`). Locks that programs make by hand are idioms that the dataflow asks (`handmade`).
A lock is named by what it surely is, never by its allocation site alone (`words`, `views`), and
guards an access if a way leads from the one to the other (`ways`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snarl.facts.code import makes_its_receiver
from snarl.facts.locks.confinement.decided import Decided
from snarl.facts.locks.confinement.detached import Detached
from snarl.facts.locks.confinement.joined import Joined
from snarl.facts.locks.confinement.mailboxes import Mailboxes
from snarl.facts.locks.confinement.one_thread import Confined
from snarl.facts.locks.confinement.parts import Parts
from snarl.facts.locks.confinement.serial import SerialTasks
from snarl.facts.locks.confinement.settled import Settled
from snarl.facts.locks.entries import Entries
from snarl.facts.locks.hints import Hints
from snarl.facts.locks.keyed import Keyed
from snarl.facts.locks.stripes import Stripes
from snarl.facts.locks.ways import Ways
from snarl.facts.locks.within import Within
from snarl.facts.locks.words import (
    EVERYWHERE,
    NOTHING,
    REAL,
    Guard,
    Held,
    Lock,
    Mode,
    field_of_word,
    is_asked_for,
    is_real,
)
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from snarl.facts.code import Code
    from snarl.facts.locks.ground import Ground
    from snarl.facts.threads import Thread

__all__ = ["REAL", "Guard", "Held", "Lock", "Locks", "Mode", "field_of_word"]


class Locks:
    """What is held where."""

    def __init__(self, ground: Ground) -> None:
        calls, accesses, values = ground.calls, ground.accesses, ground.values
        self._calls = calls
        self._publication = ground.publication
        self._values = values
        self._parts = Parts(calls, accesses, values)
        self._ways = Ways(values, self._parts)
        self._guards_anywhere: dict[tuple[int, int | None, Held], frozenset[Guard] | None] = {}
        """By method, value and locks; None where it depends on the instruction and the instance."""
        self._known_guards: dict[tuple[int, int, int | None, Held], frozenset[Guard]] = {}
        self._left_to_callers: dict[tuple[int, int, int | None], bool] = {}
        self._known_settled: dict[tuple[int, int], Held] = {}
        self._known_returned: dict[tuple[int, int | None], frozenset[Guard]] = {}
        self._detached = Detached(values, ground.publication.leaking)
        confined = Confined(ground)
        run_once = confined.once | ground.contracts.last
        self._within = Within(ground, run_once, self._parts)
        self._hints = Hints(ground.solution, calls, values, ground.once, self._within)
        self._settled = Settled(calls, accesses, self._within)
        self._decided = Decided(calls, accesses, self._within)
        self._joined = Joined(calls, accesses)
        self._stripes = Stripes(calls, accesses, values, ground.once, ground.publication)
        boxes = Mailboxes(calls, accesses, ground.threads, confined)
        self._keyed = Keyed(calls, accesses, values, ground.once)
        serial = SerialTasks(calls, values, ground.once, ground.threads)
        self._entries = Entries(
            ground, self._within, self._ways, confined, self._detached, self._keyed, boxes, serial
        )

    @property
    def is_call_locked(self) -> NDArray[np.bool_]:
        """Whether the caller itself holds a lock at each call."""
        return self._entries.is_call_locked

    @property
    def entries(self) -> dict[int, Held]:
        """What is held whenever an instance is called, in its own words."""
        return self._entries.all

    @property
    def tells_threads_apart(self) -> bool:
        """Whether it is told for each thread what it holds; else what all of them hold."""
        return self._entries.tells_threads_apart

    @cached_property
    def is_called_locked(self) -> NDArray[np.bool_]:
        """Whether a lock is held whenever each instance is called."""
        mask = np.zeros(len(self._calls), bool)
        for instance, held in self.entries.items():
            mask[instance] = any(lock.mode in REAL for lock in held)
        return mask

    def held(self, instance: int, inst: int, thread: Thread | None = None) -> Held:
        """All that a thread, or any thread, surely holds before an instruction of an instance."""
        within = self._within.at(self._calls.places[instance], inst)
        entry = self._within.left(
            self._calls.places[instance], inst, self._entries.at(instance, thread)
        )
        return self._entries.with_objects(instance, within) | entry if within else entry

    def guards(
        self, instance: int, inst: int, base: int | None, thread: Thread | None = None
    ) -> frozenset[Guard]:
        """How the locks held at an access relate to what it accesses through a value."""
        if self._is_left_to_callers(self._calls.places[instance], inst, base):
            entry = self._entries.at(instance, thread)
            if not entry:
                return frozenset()
            left = self._within.left(self._calls.places[instance], inst, entry)
            return self._guards(instance, inst, base, left)
        held = self.held(instance, inst, thread) | self._settled_before(instance, inst)
        if base is None:
            return self._guards(instance, inst, base, held)
        held |= self._as_if_held(instance, inst, base, thread)
        if (code := self._calls.code_of(instance)) is not None:
            held |= self._keyed.locks(code, base, held)
        found = self._guards(instance, inst, base, held)
        found |= self._guards_of_helper(instance, inst, base, thread)
        stripes = self._stripes.guards(
            instance, inst, held, lambda code, lock: self._by_lock(code, lock, base, None)
        )
        return found.union(stripes)

    def guards_at_call(self, edge: int, thread: Thread | None) -> frozenset[Guard]:
        """How the locks held at one call relate to the object whose method is called."""
        callee = int(self._calls.callees[edge])
        code = self._calls.code_of(callee)
        if code is None or not code.parameters:
            return frozenset()
        held = self._entries.at_call(edge, thread)
        return self._guards(callee, 0, code.parameters[0], held)

    def _is_left_to_callers(self, place: int, inst: int, base: int | None) -> bool:
        """Whether a method itself does nothing that guards an access: it holds no lock there, has
        held none for it before, and nobody whom it calls has. So it is for most, in whatever
        context."""
        key = (place, inst, base)
        found = self._left_to_callers.get(key)
        if found is None:
            found = self._left_to_callers[key] = self._guards_nothing(*key)
        return found

    def _guards_nothing(self, place: int, inst: int, base: int | None) -> bool:
        if self._within.at(place, inst):
            return False
        code = self._calls.code(place)
        if code is None:
            return True
        if self._settled_in(code, inst):
            return False
        if base is None:
            return True
        made = code.definitions[code.source_of(base)]
        is_result = made >= 0 and code.ops[made] == Op.INVOKE
        return not is_result and not self._detached.takings(code, inst, base)

    def _settled_before(self, instance: int, inst: int) -> Held:
        """The locks under which a field that is read was filled for good."""
        code = self._calls.code_of(instance)
        return NOTHING if code is None else self._settled_in(code, inst)

    def _settled_in(self, code: Code, inst: int) -> Held:
        key = (code.place, inst)
        if key not in self._known_settled:
            held = self._settled.locks(code, inst) | self._decided.locks(code, inst)
            self._known_settled[key] = held | self._joined.locks(code, inst)
        return self._known_settled[key]

    def _guards(self, instance: int, inst: int, base: int | None, held: Held) -> frozenset[Guard]:
        if not held:
            return frozenset()
        code = self._calls.code_of(instance)
        if code is None:
            return frozenset()
        # Most threads hold the same, and so do most instances of a method.
        of_method = (code.place, base, held)
        if of_method not in self._guards_anywhere:
            self._guards_anywhere[of_method] = self._find_guards_anywhere(code, base, held)
        anywhere = self._guards_anywhere[of_method]
        if anywhere is not None:
            return anywhere
        key = (instance, inst, base, held)
        if key not in self._known_guards:
            if base is not None:
                held -= self._hints.of_others(instance, code, base, held)
            self._known_guards[key] = self._find_guards(
                code, base, held, lambda value: self._publication.is_fresh(instance, inst, value)
            )
        return self._known_guards[key]

    def own_guards(self, place: int, inst: int, base: int | None) -> frozenset[Guard]:
        """The same for real locks that a method itself has taken, whoever calls it. Those of
        `java.util.concurrent` count if all that the program uses are plain ones: that are given
        back by who has taken them, and read nothing in the hope that nobody writes."""
        code = self._calls.code(place)
        if code is None or makes_its_receiver(code.method):
            return frozenset()
        held = [
            it
            for it in self._within.at(place, inst)
            if is_real(it) and (it.is_monitor or self._within.has_plain_locks)
        ]
        found = {it for lock in held for it in self._by_lock(code, lock, base, None)}
        return frozenset(it for it in found if it.kind in ("object", "self"))

    def _find_guards_anywhere(
        self, code: Code, base: int | None, held: Held
    ) -> frozenset[Guard] | None:
        """The guards at all instructions of all instances of a method; None if it matters what is
        fresh there, or which objects it is about."""
        if base is not None and self._hints.may_be_of_others(code, base, held):
            return None
        asked: list[int] = []

        def is_fresh(value: int) -> bool:
            asked.append(value)
            return False

        found = self._find_guards(code, base, held, is_fresh)
        return None if asked else found

    def _find_guards(
        self, code: Code, base: int | None, held: Held, is_fresh: Callable[[int], bool]
    ) -> frozenset[Guard]:
        found: set[Guard] = set()
        for lock in held:
            if lock.down and is_asked_for(lock.down[-1]) is not None:
                found.update(self._by_owner(code, lock, base, is_fresh))
                continue
            found.update(self._by_lock(code, lock, base, is_fresh))
            if lock.root.kind == "static" and base is not None and lock.mode in REAL:
                path = self._values.path(code, base)
                if (path.root, path.fields) == (lock.root, lock.down):
                    # The lock of what is accessed, whatever object that is.
                    found.add(Guard("self", ((), lock.is_monitor), lock.mode))
        return frozenset(found)

    def _by_owner(
        self, code: Code, lock: Lock, base: int | None, is_fresh: Callable[[int], bool]
    ) -> Iterator[Guard]:
        """How the thread that an object knows relates to what is accessed, where the running thread
        is that one."""
        if is_asked_for(lock.down[-1]):
            return
        owners = self._within.owners
        if owners.is_sure(lock):
            yield from self._by_lock(code, lock, base, is_fresh)
        for it in (lock, *owners.also(lock)):
            for guard in self._by_lock(code, it, base, is_fresh):
                mode: Mode = "exclusive" if it.mode == "own" else "shared"
                yield Guard("likely", (guard.kind, *guard.key), mode, guard.through)

    def _as_if_held(self, instance: int, inst: int, base: int, thread: Thread | None) -> Held:
        """The locks under which what is accessed was taken off, of who it was taken from: of others
        it is not known whether what they guard is his alone."""
        code = self._calls.code_of(instance)
        takings = None if code is None else self._detached.takings(code, inst, base)
        if code is None or not takings:
            return NOTHING
        held = [
            self.held(instance, it, thread)
            for taking in takings
            for it in self._detached.between(code, taking)
        ]
        common = frozenset.intersection(*held)
        return frozenset(
            lock for lock in common if lock.mode == "exclusive" and lock.root.kind not in EVERYWHERE
        )

    def _guards_of_helper(
        self, instance: int, inst: int, base: int, thread: Thread | None
    ) -> frozenset[Guard]:
        """The same for what was taken off by a method that was called, and has returned it."""
        code = self._calls.code_of(instance)
        made = -1 if code is None else code.definitions[code.source_of(base)]
        if code is None or made < 0 or code.ops[made] != Op.INVOKE:
            return frozenset()
        callees = self._calls.callees_at(instance, code.bcis[made])
        found = [self._guards_of_returned(callee, thread) for callee in callees]
        guards = frozenset.intersection(*found) if found else frozenset()
        is_put_back = guards and self._detached.is_put_back(code, inst, code.source_of(base))
        return frozenset() if is_put_back else guards

    def _guards_of_returned(self, instance: int, thread: Thread | None) -> frozenset[Guard]:
        """What guards all that a method has taken off and returns."""
        key = (instance, None if thread is None else thread.number)
        if key not in self._known_returned:
            self._known_returned[key] = self._find_returned(instance, thread)
        return self._known_returned[key]

    def _find_returned(self, instance: int, thread: Thread | None) -> frozenset[Guard]:
        code = self._calls.code_of(instance)
        if code is None or not self._calls.is_own[instance]:
            return frozenset()
        found = [
            self._guards(instance, inst, value, self._as_if_held(instance, inst, value, thread))
            for inst, value in self._detached.returned(code)
        ]
        return frozenset.intersection(*found) if found else frozenset()

    def _by_lock(
        self, code: Code, lock: Lock, base: int | None, is_fresh: Callable[[int], bool] | None
    ) -> Iterator[Guard]:
        """How one lock relates to what is accessed."""
        if lock.root.kind in EVERYWHERE:
            kind: Any = "site" if lock.root.kind == "site" else "object"
            yield Guard(kind, lock.identity, lock.mode)
            return
        if base is None:
            return
        way = self._ways.between(code, base, lock, is_fresh)
        downs = set() if way is None else {down for _, down in way.ends}
        if way is None or len(downs) != 1:
            return
        through = frozenset(way.fields).union(*(up for up, _ in way.ends))
        if not through:
            yield Guard("self", (*downs, lock.is_monitor), lock.mode)
            return
        first = min([up[0] for up, _ in way.ends if up] or way.fields[-1:])
        yield Guard("owner", (first[0], *downs, lock.is_monitor), lock.mode, through)
        backs = {self._parts.back(up) for up, _ in way.ends}
        if not way.fields and len(backs) == 1 and (back := backs.pop()) is not None:
            # What is accessed knows whom it belongs to, and so the lock.
            yield Guard("self", ((*back, *downs.pop()), lock.is_monitor), lock.mode)
