"""Accesses of containers: calls of their methods, calls of the JDK that are given them, and
references to their methods that the JDK runs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses.instructions import Instructions
from snarl.facts.accesses.table import CONTAINERS, Additions, Kind, held_by
from snarl.facts.containers import THROUGH_VIEWS, Containers, OwnLock
from snarl.facts.containers.references import container_reference, run_by_the_jdk
from snarl.facts.containers.views import is_elsewhere, viewed
from snarl.program import Op
from snarl.program.body import NO_VALUE, Instruction

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from snarl.facts.accesses.table import AccessTable, Held
    from snarl.facts.calls import Calls
    from snarl.facts.containers import Parts
    from snarl.facts.containers.of_libraries import MethodKey
    from snarl.facts.signs import Signs
    from snarl.facts.threads.instances import Once


class ContainerCalls:
    """Adds the accesses of containers to a table."""

    def __init__(
        self, table: AccessTable, calls: Calls, instructions: Instructions, once: Once, signs: Signs
    ) -> None:
        self._table = table
        self._calls = calls
        self._instructions = instructions
        self._containers = Containers(calls.solution, calls, once, signs)
        self.references: dict[int, str] = {}
        """Accesses by whoever runs a reference to a container's method, and the method's name."""

    def add(self) -> None:
        """All of them."""
        self._add_calls()
        self._add_arguments()
        self._add_references()

    def _add_calls(self) -> None:
        calls, of, named = self._instructions.calls
        is_looked_at = np.array([self._containers.is_looked_at(it) for it in named], bool)
        operands = self._instructions.operands
        wanted = np.flatnonzero(is_looked_at[of] & (operands[calls] != NO_VALUE))
        if not len(wanted):
            return
        rows = calls[wanted]
        numbers = of[wanted].tolist()
        methods = self._instructions.methods[rows].astype(np.int64)
        held = held_by(self._calls, methods, operands[rows])
        is_own: list[bool] = self._calls.is_application_method[methods].tolist()
        known: dict[tuple[int, MethodKey, bool, bool], Parts] = {}

        def used(call: int, instance: int, objects: int) -> Parts:
            at, method = int(rows[call]), named[numbers[call]]
            is_super = self._is_of_super(at)
            key = (objects, method, is_own[call], is_super)
            if key not in known:
                known[key] = self._containers.split(
                    held.sets[objects], method, by_application=is_own[call], is_super=is_super
                )
            parts = self._of_views(self._without_views(known[key], at), at, instance)
            if parts and self._is_on_itself(at) and self._asks_itself(instance):
                # Whoever has called the container is told of this: it is part of what he does.
                parts = {key: it for key, it in parts.items() if key[0]}
            return parts

        self._append(rows, operands[rows], held, used)

    def _add_arguments(self) -> None:
        """Calls of the JDK that read or write containers which they are given."""
        calls, of, named = self._instructions.calls
        entries = [self._containers.arguments(it) for it in named]
        wanted = np.flatnonzero(np.array([bool(entry) for entry in entries], bool)[of])
        at, bases, names = [], [], []
        for row, number in zip(calls[wanted].tolist(), of[wanted].tolist(), strict=True):
            code = self._calls.code(int(self._instructions.methods[row]))
            operands = [] if code is None else code.operands(int(self._instructions.insts[row]))
            for position, name in entries[number]:
                if position < len(operands):
                    at.append(row)
                    bases.append(operands[position])
                    names.append((named[number][0], name))
        if not at:
            return
        rows, values = np.array(at, np.int64), np.array(bases, np.uint32)
        held = held_by(self._calls, self._instructions.methods[rows].astype(np.int64), values)

        def given(call: int, _: int, objects: int) -> Parts:
            parts = self._containers.split_by_name(held.sets[objects], *names[call])
            # To make a view is an access itself.
            return {key: it for key, it in parts.items() if key[1] != OwnLock.UNSEEN}

        self._append(rows, values, held, given)

    def _append(
        self,
        rows: NDArray[np.int64],
        bases: NDArray[np.uint32],
        held: Held,
        split: Callable[[int, int, int], Parts],
    ) -> None:
        """Adds accesses at calls of what may be containers: one for reading or writing, another one
        where the call takes the container's own monitor. `split` tells what a call of an instance
        does with a set of objects."""
        table = self._table
        added: dict[tuple[int, bool, OwnLock], int] = {}
        new_of, new_instances, new_rows = [], [], []
        occurrences = (held.of, held.instances, held.rows)
        for call, instance, row in zip(*(it.tolist() for it in occurrences), strict=True):
            for (is_write, own_lock), objects in split(call, instance, row).items():
                key = (call, is_write, own_lock)
                if key not in added:
                    added[key] = len(table) + len(added)
                new_of.append(added[key])
                new_instances.append(instance)
                new_rows.append(table.sets.add(objects))
        if not added:
            return
        chosen = [call for call, _, _ in added]
        writes = np.array([write for _, write, _ in added], bool)
        own_locks = np.array([own for _, _, own in added], np.int64)
        additions = Additions(Kind.CONTAINER, CONTAINERS, writes, bases[chosen], own_locks)
        table.append(self._instructions, rows[chosen], additions)
        table.append_occurrences(new_of, new_instances, new_rows)

    def _add_references(self) -> None:
        """Accesses of containers by whoever runs a reference to one of their methods."""
        if not run_by_the_jdk(self._calls).size:
            return
        engine = self._calls.solution.program.engine
        made = Instructions(self._calls.solution, [Op.INVOKE_DYNAMIC])
        columns = zip(made.methods.tolist(), made.insts.tolist(), strict=True)
        for row, (method, inst) in enumerate(columns):
            code = self._calls.code(method)
            named = None if code is None else container_reference(code, inst)
            if code is None or named is None:
                continue
            try:
                owner = engine.find_class(named[0])
            except LookupError:
                continue
            if owner is not None:
                base = code.operands(inst)[0]
                self._add_reference(made, row, base, (owner, named[1]))

    def _add_reference(
        self, made: Instructions, row: int, base: int, named: tuple[int, str]
    ) -> None:
        table, bases = self._table, np.array([base], np.uint32)
        for instance in self._calls.instances_of(int(made.methods[row])):
            objects = self._calls.objects(instance, base)
            parts = self._containers.split_by_name(objects, *named)
            for (is_write, own_lock), numbers in parts.items():
                if own_lock in THROUGH_VIEWS:
                    continue
                self.references[len(table)] = named[1]
                table.append_occurrences([len(table)], [instance], [table.sets.add(numbers)])
                writes, own_locks = np.array([is_write]), np.array([own_lock], np.int64)
                added = Additions(Kind.CONTAINER, CONTAINERS, writes, bases, own_locks)
                table.append(made, np.array([row], np.int64), added)

    def _is_of_super(self, row: int) -> bool:
        """Whether a method of the program calls the one that its class overrides."""
        code = self._calls.code(int(self._instructions.methods[row]))
        inst = int(self._instructions.insts[row])
        return (
            code is not None
            and code.method.owner.origin != "jdk"
            and Instruction(code.body, inst).invoke_kind == "special"
        )

    def _is_on_itself(self, row: int) -> bool:
        """Whether a method calls another one of its own object."""
        code = self._calls.code(int(self._instructions.methods[row]))
        if code is None or code.method.is_static:
            return False
        return code.source_of(int(self._instructions.operands[row])) == code.parameters[0]

    def _asks_itself(self, instance: int) -> bool:
        """Whether a method is called by the JDK's methods of its own object alone, as a map calls
        its `removeEldestEntry`."""
        if instance not in self._known_asking:
            callers = self._calls.callers_of(instance)
            self._known_asking[instance] = bool(callers) and all(
                not self._calls.is_own[caller] and self._is_call_on_itself(caller, site)
                for caller, site, _ in callers
            )
        return self._known_asking[instance]

    @cached_property
    def _known_asking(self) -> dict[int, bool]:
        return {}

    def _is_call_on_itself(self, caller: int, site: int) -> bool:
        code = self._calls.code_of(caller)
        call = None if code is None else code.call_at(site)
        if code is None or call is None or code.method.is_static or not code.operands(call):
            return False
        return code.source_of(code.operands(call)[0]) == code.parameters[0]

    def _without_views(self, parts: Parts, row: int) -> Parts:
        """What a call uses, without what is behind views that it reads where they are made: to make
        one is an access itself."""
        if all(lock != OwnLock.UNSEEN or is_write for is_write, lock in parts):
            return parts
        if self._is_used_elsewhere(row):
            return parts
        return {key: it for key, it in parts.items() if key[1] != OwnLock.UNSEEN or key[0]}

    def _is_used_elsewhere(self, row: int) -> bool:
        """Whether a call uses a view away from where it was made."""
        if row not in self._elsewhere:
            code = self._calls.code(int(self._instructions.methods[row]))
            self._elsewhere[row] = code is not None and is_elsewhere(
                self._calls, code, int(self._instructions.insts[row])
            )
        return self._elsewhere[row]

    @cached_property
    def _elsewhere(self) -> dict[int, bool]:
        return {}

    def _of_views(self, parts: Parts, row: int, instance: int) -> Parts:
        """What a call uses, with no more behind a view than what the method has asked for it."""
        if not any(lock in THROUGH_VIEWS for _, lock in parts):
            return parts
        asked = self._viewed_by(row)
        if asked is None:
            return parts
        return self._containers.narrowed(parts, self._calls.objects(instance, asked))

    def _viewed_by(self, row: int) -> int | None:
        """The collection whose view a call uses, if the method itself has asked for the view."""
        if row not in self._viewed:
            code = self._calls.code(int(self._instructions.methods[row]))
            use = int(self._instructions.insts[row])
            self._viewed[row] = None if code is None else viewed(self._calls, code, use)
        return self._viewed[row]

    @cached_property
    def _viewed(self) -> dict[int, int | None]:
        return {}
