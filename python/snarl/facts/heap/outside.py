"""Outside: what callers of an open program can have of what the program makes.

What their calls return, and what the collections and arrays hold that they return; what is given
to methods of theirs; what public static fields hold. All else is the program's own: nobody gives it
back to the program as an argument.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_INVOKE, _RETURN = int(Op.INVOKE), int(Op.RETURN)
_STATIC, _INTERFACE = 2, 3
"""Kinds of calls, as the IR has them."""
_HOLDERS = ("java.util.", "java.lang.ref.WeakReference", "java.lang.ref.SoftReference")


class Outside:
    """Which objects callers from outside can have."""

    def __init__(self, solution: Solution, calls: Calls, threads: Threads, once: Once) -> None:
        self._solution = solution
        self._calls = calls
        self._threads = threads
        self._once = once

    def has_one(self, numbers: Iterable[int]) -> bool:
        """Whether callers can have one of some objects."""
        return any(map(self._has.__getitem__, numbers))

    @cached_property
    def calls(self) -> frozenset[int]:
        """The instances that callers from outside call, and no other thread begins with."""
        by_kind: dict[bool, set[int]] = {True: set(), False: set()}
        for thread in self._threads.all:
            by_kind[thread.kind == "environment"].update(thread.roots)
        return frozenset(by_kind[True] - by_kind[False])

    @cached_property
    def _has(self) -> NDArray[np.bool_]:
        parts = [np.zeros(0, np.uint32), *self._returned(), *self._given(), *self._in_statics()]
        made = np.flatnonzero(self._once.makers == NOBODY).astype(np.uint32)
        roots = np.unique(np.concatenate([made, *parts])).astype(np.uint32)
        found = self._solution.engine.reachable(roots, self._closed)
        found[roots] = True
        return found

    @cached_property
    def _closed(self) -> NDArray[np.uint32]:
        """Objects that callers do not look into: all but arrays, and collections and references of
        the JDK."""
        program, types = self._solution.program.engine, self._solution.engine.object_types()
        owners = {
            method.owner.id
            for place, method in enumerate(self._calls.methods)
            if self._calls.is_own_method[place]
        }
        closed = [
            it
            for it in np.unique(types).tolist()
            if (owner := program.type_class(it)) is not None
            and (owner in owners or not program.class_name(owner).startswith(_HOLDERS))
        ]
        return np.flatnonzero(np.isin(types, closed)).astype(np.uint32)

    def _returned(self) -> Iterator[NDArray[np.uint32]]:
        for thread in self._threads.all:
            for root in thread.roots if thread.kind == "environment" else ():
                code = self._calls.code_of(root)
                for inst, op in enumerate(code.ops if code is not None else ()):
                    if op == _RETURN and code is not None:
                        yield from (self._calls.objects(root, it) for it in code.operands(inst))

    def _given(self) -> Iterator[NDArray[np.uint32]]:
        """What is given to methods that callers implement: of an object that stands for theirs, or
        of an interface that nobody implements here."""
        calls = self._calls
        running = np.flatnonzero(calls.is_own & self._threads.runs)
        suspects: dict[int, list[tuple[int, list[int]]]] = {}
        for instance in running.tolist():
            place = calls.places[instance]
            if place not in suspects:
                suspects[place] = list(self._suspects(calls.code(place)))
            for inst, (receiver, *arguments) in suspects[place]:
                if self._is_theirs(instance, inst, receiver):
                    yield from (calls.objects(instance, it) for it in arguments)

    def _suspects(self, code: Code | None) -> Iterator[tuple[int, list[int]]]:
        """The calls of a method with arguments, and their operands, that may be of what callers
        implement in some context: most are not, and need not be looked at in each."""
        if code is None:
            return
        may_be_mock: dict[int, bool] = {}
        for inst, op in enumerate(code.ops):
            if op != _INVOKE or code.details[inst] == _STATIC:
                continue
            operands = code.operands(inst)
            if len(operands) < 2:
                continue
            receiver = operands[0]
            if code.details[inst] != _INTERFACE and receiver not in may_be_mock:
                objects = self._solution.numbers(code.method, receiver)
                may_be_mock[receiver] = bool(self._is_mock[objects].any())
            if code.details[inst] == _INTERFACE or may_be_mock[receiver]:
                yield inst, operands

    def _is_theirs(self, instance: int, call: int, receiver: int) -> bool:
        if self._is_mock[self._calls.objects(instance, receiver)].any():
            return True
        code = self._calls.code_of(instance)
        assert code is not None
        is_interface = code.details[call] == _INTERFACE
        return is_interface and not self._calls.is_called_at(instance, code.bcis[call])

    @cached_property
    def _is_mock(self) -> NDArray[np.bool_]:
        """Whether each object stands for what callers implement: it is of an interface, or of a
        class that is abstract."""
        program, types = self._solution.program.engine, self._solution.engine.object_types()
        owners = {it: program.type_class(it) for it in np.unique(types).tolist()}
        open_ = [
            it
            for it, owner in owners.items()
            if owner is not None and program.class_access(owner) & Flag.ABSTRACT
        ]
        return np.isin(types, open_)

    def _in_statics(self) -> Iterator[NDArray[np.uint32]]:
        classes, fields, held = self._solution.engine.statics()
        program = self._solution.program
        for owner, field in sorted(set(zip(classes.tolist(), fields.tolist(), strict=True))):
            if program.field(owner, field).flags & Flag.PUBLIC:
                yield held[(classes == owner) & (fields == field)]
