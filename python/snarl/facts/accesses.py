"""Accesses: instructions that read or write a field, the elements of an array, or a container.

Paper 1, figure 5, and DESIGN, section 6: an unsynchronized collection is accessed at the program's
calls of its methods, not at the fields inside it. Accesses are rows of a table; an *occurrence* is
an access in one context, with the objects that it may touch there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.compiler_fields import is_made_by_compiler
from snarl.facts.constants import number as constant_number
from snarl.facts.containers import THROUGH_VIEWS, Containers, OwnLock, array_table
from snarl.facts.references import container_reference, run_by_the_jdk
from snarl.facts.views import is_elsewhere, viewed
from snarl.program import Op
from snarl.program.body import NO_VALUE
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import ArrayLike, NDArray

    from snarl.facts.code import Code, FieldKey
    from snarl.facts.containers import Parts
    from snarl.facts.instances import Once
    from snarl.facts.library_containers import MethodKey
    from snarl.facts.signs import Signs
    from snarl.points_to import Solution
    from snarl.program import Class, Field


_LOADS = (Op.ARRAY_LOAD, Op.GET_STATIC, Op.GET_FIELD)
_STORES = (Op.ARRAY_STORE, Op.PUT_STATIC, Op.PUT_FIELD)
_NO_CLASS = 2**32 - 1
_STATIC, _FINAL, _VOLATILE = int(Flag.STATIC), int(Flag.FINAL), int(Flag.VOLATILE)

# Modes of handles: what they do, and whether others see it in order.
_WRITING = ("set", "put", "compareAnd", "weakCompareAnd", "getAnd")
_ORDERED = ("Volatile", "Acquire", "Release", "Ordered", "ompareAnd", "getAnd")
_ATOMIC = (*_ORDERED, "Opaque")

FEW_FIELDS = 3
"""That one access through a handle may mean; with more of them it says little."""

# Fences: a plain read before, or a plain write behind, is as good as an ordered one.
_FENCES_BEHIND_READS = {"acquireFence", "fullFence", "loadLoadFence", "loadFence"}
_FENCES_BEFORE_WRITES = {"releaseFence", "fullFence", "storeStoreFence", "storeFence"}

ARRAYS, CONTAINERS = 0, 1
"""The groups of all arrays, and of all containers."""

STATIC_ROW = -1
"""In place of a set of objects: the access is to a static field, of which there is one."""


def is_writing(mode: str) -> bool:
    """Whether an access through a handle writes."""
    return mode.startswith(_WRITING)


def is_ordered(mode: str) -> bool:
    """Whether an access through a handle orders what comes before or after it."""
    return any(word in mode for word in _ORDERED)


class Kind(IntEnum):
    """What is accessed."""

    FIELD = 0
    STATIC = 1
    ARRAY = 2
    CONTAINER = 3


class ObjectSets:
    """Sets of objects, each once; an occurrence has the number of its set."""

    def __init__(self, offsets: NDArray[np.uint64], items: NDArray[np.uint32]) -> None:
        self._sets: list[NDArray[np.uint32]] = [
            items[first:end] for first, end in pairwise(offsets.tolist())
        ]
        self._rows: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._sets)

    def __getitem__(self, row: int) -> NDArray[np.uint32]:
        return self._sets[row]

    def add(self, items: NDArray[np.uint32]) -> int:
        """The number of a set."""
        key = items.tobytes()
        if key not in self._rows:
            self._rows[key] = len(self._sets)
            self._sets.append(items)
        return self._rows[key]


@dataclass(frozen=True, slots=True)
class Lists:
    """Columns of accesses as lists, in which single rows are looked up sooner."""

    methods: list[int]
    insts: list[int]
    kinds: list[int]
    bases: list[int]
    writes: list[bool]
    atomic: list[bool]
    own_locks: list[int]


class Accesses:
    """All accesses of the program's own code that could be part of a race.

    Columns with a row for each access: `methods` (places in `calls.methods`), `insts`, `bcis`,
    `lines`, `kinds`, `writes`, `groups`, `bases` (values). Two accesses can conflict only if they
    are of one group: of one field, or both of arrays, or both of containers.

    Columns with a row for each occurrence: `of` (the access), `instances`, `rows` (of `sets`).
    """

    def __init__(self, solution: Solution, calls: Calls, once: Once, signs: Signs) -> None:
        self.solution = solution
        self.program = solution.program
        self.calls = calls
        operations = [*_LOADS, *_STORES, Op.INVOKE]
        columns = solution.engine.instructions([int(op) for op in operations])
        (
            self._methods,
            self._insts,
            self._ops,
            self._bcis,
            self._lines,
            self._operands,
            self._results,
            self._classes,
            self._members,
        ) = columns
        self._containers = Containers(solution, calls, once, signs)
        self.references: dict[int, str] = {}
        """Accesses by whoever runs a reference to a container's method, and the method's name."""
        self.groups_by_field: dict[FieldKey, int] = {}
        self.fields: list[Field | None] = [None, None]
        """The field of each group; none for arrays (0) and containers (1)."""
        self._collect()

    def _collect(self) -> None:
        is_field = np.isin(self._ops, [14, 15, 16, 17]) & (self._classes != _NO_CLASS)
        is_array = np.isin(self._ops, [12, 13])
        group = np.full(len(self._ops), -1, np.int64)
        group[is_array] = 0
        keys = self._classes.astype(np.int64) << 16 | self._members
        distinct, which = np.unique(keys[is_field], return_inverse=True)
        numbers = [self._field_group((key >> 16, key & 0xFFFF)) for key in distinct.tolist()]
        group[is_field] = np.array(numbers, np.int64)[which]
        kind = np.where(
            is_array,
            Kind.ARRAY,
            np.where(np.isin(self._ops, [14, 15]), Kind.STATIC, Kind.FIELD),
        )
        chosen = np.flatnonzero(group >= 0)
        self.methods = self._methods[chosen].astype(np.int64)
        self.insts = self._insts[chosen].astype(np.int64)
        self.bcis = self._bcis[chosen].astype(np.int64)
        self.lines = self._lines[chosen].astype(np.int64)
        self.kinds = kind[chosen]
        self.writes = np.isin(self._ops[chosen], [13, 15, 17])
        self.groups = group[chosen]
        self.bases = self._operands[chosen]
        self.own_locks = np.zeros(len(chosen), np.int64)
        self.atomic = np.zeros(len(chosen), bool)
        self._find_occurrences()
        self._add_containers()
        self._add_container_arguments()
        self._add_references()
        self._add_array_calls()
        self._add_handles()
        self._mark_fenced()

    def index(self, access: int) -> int | None:
        """The element of an array that an access is to, if it is always the same."""
        if access not in self._indices:
            code = self.calls.code(int(self.methods[access]))
            inst = int(self.insts[access])
            found = None
            if code is not None and code.ops[inst] in (Op.ARRAY_LOAD, Op.ARRAY_STORE):
                found = constant_number(code, code.operands(inst)[1])
            self._indices[access] = found
        return self._indices[access]

    @cached_property
    def _indices(self) -> dict[int, int | None]:
        return {}

    def _mark_fenced(self) -> None:
        """Plain accesses that fences order with others: reads before one, and writes behind one, in
        the same block."""
        for place, inst, _ in self.calls_of(_FENCES_BEHIND_READS | _FENCES_BEFORE_WRITES):
            code = self.calls.code(place)
            if code is None or not code.reference(inst).owner.startswith(("java.", "jdk.", "sun.")):
                continue
            name, block = code.reference(inst).name, code.block_of[inst]
            first, end = code.block_offsets[block : block + 2]
            here = self.methods == place
            if name in _FENCES_BEHIND_READS:
                before = (self.insts >= first) & (self.insts < inst)
                self.atomic |= here & before & ~self.writes
            if name in _FENCES_BEFORE_WRITES:
                behind = (self.insts > inst) & (self.insts < end)
                self.atomic |= here & behind & self.writes

    def _field_group(self, key: FieldKey) -> int:
        """The group of a field; -1 if it cannot be part of a race."""
        field = self.program.field(*key)
        if field.flags & _VOLATILE or field.owner.origin == "jdk":
            return -1
        if is_made_by_compiler(field):
            return -1
        self.groups_by_field[key] = len(self.fields)
        self.fields.append(field)
        return len(self.fields) - 1

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Whether each access is in the application's own code."""
        return self.calls.is_application_method[self.methods]

    @cached_property
    def lists(self) -> Lists:
        """Columns as lists."""
        names = ("methods", "insts", "kinds", "bases", "writes", "atomic", "own_locks")
        return Lists(*(getattr(self, name).tolist() for name in names))

    @cached_property
    def occurrence_lists(self) -> tuple[list[int], list[int]]:
        """The access and the instance of each occurrence, as lists."""
        return self.of.tolist(), self.instances.tolist()

    def _expand(self, methods: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(row, instance) pairs: each row in each instance of its method."""
        offsets, order = self.calls.instances_by_method
        counts = offsets[methods + 1] - offsets[methods]
        rows = np.repeat(np.arange(len(methods)), counts)
        starts = np.repeat(offsets[methods] - np.cumsum(counts) + counts, counts)
        return rows, order[starts + np.arange(len(rows))]

    def _find_occurrences(self) -> None:
        self.of, instances = self._expand(self.methods)
        self.instances = instances
        values = self.bases[self.of].astype(np.uint32)
        rows, offsets, items = self.solution.engine.values(instances.astype(np.uint32), values)
        self.sets = ObjectSets(offsets, items)
        self.rows = rows.astype(np.int64)
        self.rows[self.kinds[self.of] == Kind.STATIC] = STATIC_ROW

    def _add_containers(self) -> None:
        calls, of, named = self._calls
        is_looked_at = np.array([self._containers.is_looked_at(it) for it in named], bool)
        wanted = np.flatnonzero(is_looked_at[of] & (self._operands[calls] != NO_VALUE))
        numbers = zip(calls[wanted].tolist(), of[wanted].tolist(), strict=True)
        chosen = [(row, named[number]) for row, number in numbers]
        if not chosen:
            return
        rows = np.array([row for row, _ in chosen])
        of, instances = self._expand(self._methods[rows].astype(np.int64))
        found, offsets, items = self.solution.engine.values(
            instances.astype(np.uint32), self._operands[rows][of]
        )
        held = ObjectSets(offsets, items)
        is_own: list[bool] = self.calls.is_application_method[self._methods[rows]].tolist()
        known: dict[tuple[int, MethodKey, bool], Parts] = {}

        def used(call: int, instance: int, objects: int) -> Parts:
            at, method = chosen[call]
            key = (objects, method, is_own[call])
            if key not in known:
                known[key] = self._containers.split(
                    held[objects], method, by_application=is_own[call]
                )
            parts = self._of_views(self._without_views(known[key], at), at, instance)
            if parts and self._is_on_itself(at) and self._asks_itself(instance):
                # Whoever has called the container is told of this: it is part of what he does.
                parts = {key: it for key, it in parts.items() if key[0]}
            return parts

        self._add_container_rows(rows, self._operands[rows], (of, instances, found), used)

    def _is_on_itself(self, row: int) -> bool:
        """Whether a method calls another one of its own object."""
        code = self.calls.code(int(self._methods[row]))
        if code is None or code.method.is_static:
            return False
        return code.source_of(int(self._operands[row])) == code.parameters[0]

    def _asks_itself(self, instance: int) -> bool:
        """Whether a method is called by the JDK's methods of its own object alone, as a map calls
        its `removeEldestEntry`."""
        if instance not in self._known_asking:
            callers = self.calls.callers_of(instance)
            self._known_asking[instance] = bool(callers) and all(
                not self.calls.is_own[caller] and self._is_call_on_itself(caller, site)
                for caller, site, _ in callers
            )
        return self._known_asking[instance]

    @cached_property
    def _known_asking(self) -> dict[int, bool]:
        return {}

    def _is_call_on_itself(self, caller: int, site: int) -> bool:
        code = self.calls.code_of(caller)
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

    def _of_views(self, parts: Parts, row: int, instance: int) -> Parts:
        """What a call uses, with no more behind a view than what the method has asked for it."""
        if not any(lock in THROUGH_VIEWS for _, lock in parts):
            return parts
        asked = self._viewed_by(row)
        if asked is None:
            return parts
        return self._containers.narrowed(parts, self.calls.objects(instance, asked))

    def _viewed_by(self, row: int) -> int | None:
        """The collection whose view a call uses, if the method itself has asked for the view."""
        if row not in self._viewed:
            code = self.calls.code(int(self._methods[row]))
            use = int(self._insts[row])
            self._viewed[row] = None if code is None else viewed(self.calls, code, use)
        return self._viewed[row]

    @cached_property
    def _viewed(self) -> dict[int, int | None]:
        return {}

    def _add_container_arguments(self) -> None:
        """Calls of the JDK that read or write containers which they are given."""
        calls, of, named = self._calls
        entries = [self._containers.arguments(it) for it in named]
        wanted = np.flatnonzero(np.array([bool(entry) for entry in entries], bool)[of])
        at, bases, names = [], [], []
        for row, number in zip(calls[wanted].tolist(), of[wanted].tolist(), strict=True):
            code = self.calls.code(int(self._methods[row]))
            operands = [] if code is None else code.operands(int(self._insts[row]))
            for position, name in entries[number]:
                if position < len(operands):
                    at.append(row)
                    bases.append(operands[position])
                    names.append((named[number][0], name))
        if not at:
            return
        rows, values = np.array(at, np.int64), np.array(bases, np.uint32)
        of, instances = self._expand(self._methods[rows].astype(np.int64))
        found, offsets, items = self.solution.engine.values(instances.astype(np.uint32), values[of])
        held = ObjectSets(offsets, items)

        def given(call: int, _: int, objects: int) -> Parts:
            parts = self._containers.split_by_name(held[objects], *names[call])
            # To make a view is an access itself.
            return {key: it for key, it in parts.items() if key[1] != OwnLock.UNSEEN}

        self._add_container_rows(rows, values, (of, instances, found), given)

    def _add_container_rows(
        self,
        rows: NDArray[np.int64],
        bases: NDArray[np.uint32],
        occurrences: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]],
        split: Callable[[int, int, int], Parts],
    ) -> None:
        """Accesses at calls of what may be containers: one for reading or writing, another one
        where the call takes the container's own monitor. Occurrences are calls, instances and sets
        of objects; `split` tells what a call of an instance does with a set."""
        added: dict[tuple[int, bool, OwnLock], int] = {}
        new_of, new_instances, new_rows = [], [], []
        for call, instance, row in zip(*(it.tolist() for it in occurrences), strict=True):
            for (is_write, own_lock), objects in split(call, instance, row).items():
                key = (call, is_write, own_lock)
                if key not in added:
                    added[key] = len(self.methods) + len(added)
                new_of.append(added[key])
                new_instances.append(instance)
                new_rows.append(self.sets.add(objects))
        if not added:
            return
        chosen = [call for call, _, _ in added]
        self._append(
            rows[chosen],
            Kind.CONTAINER,
            CONTAINERS,
            np.array([write for _, write, _ in added], bool),
            bases[chosen],
            np.array([own for _, _, own in added], np.int64),
        )
        self._append_occurrences(new_of, new_instances, new_rows)

    def _add_references(self) -> None:
        """Accesses of containers by whoever runs a reference to one of their methods."""
        if not run_by_the_jdk(self.calls).size:
            return
        columns = self.solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
        for method, inst, bci, line in zip(
            *(columns[it].tolist() for it in (0, 1, 3, 4)), strict=True
        ):
            code = self.calls.code(method)
            named = None if code is None else container_reference(code, inst)
            if code is None or named is None:
                continue
            try:
                owner = self.program.engine.find_class(named[0])
            except LookupError:
                continue
            if owner is not None:
                self._add_reference(code, inst, (bci, line), (owner, named[1]))

    def _add_reference(
        self, code: Code, inst: int, at: tuple[int, int], named: tuple[int, str]
    ) -> None:
        base = code.operands(inst)[0]
        for instance in self.calls.instances_of(code.place):
            objects = self.calls.objects(instance, base)
            parts = self._containers.split_by_name(objects, *named)
            for (is_write, own_lock), numbers in parts.items():
                if own_lock in (OwnLock.UNSEEN, OwnLock.GIVEN_BACK):
                    continue
                self.references[len(self)] = named[1]
                self._append_occurrences([len(self)], [instance], [self.sets.add(numbers)])
                self._append_row(code.place, inst, at, is_write, base, int(own_lock))

    def _append_row(
        self,
        place: int,
        inst: int,
        at: tuple[int, int],
        is_write: bool,
        base: int,
        own_lock: int,
    ) -> None:
        row = {
            "methods": place,
            "insts": inst,
            "bcis": at[0],
            "lines": at[1],
            "kinds": Kind.CONTAINER,
            "writes": is_write,
            "groups": CONTAINERS,
            "bases": base,
            "own_locks": own_lock,
            "atomic": False,
        }
        for name, value in row.items():
            column = getattr(self, name)
            setattr(self, name, np.append(column, np.array([value], column.dtype)))

    def _is_used_elsewhere(self, row: int) -> bool:
        """Whether a call uses a view away from where it was made."""
        if row not in self._elsewhere:
            code = self.calls.code(int(self._methods[row]))
            self._elsewhere[row] = code is not None and is_elsewhere(
                self.calls, code, int(self._insts[row])
            )
        return self._elsewhere[row]

    @cached_property
    def _elsewhere(self) -> dict[int, bool]:
        return {}

    def _append(
        self,
        at: NDArray[np.int64],
        kind: Kind,
        group: int,
        writes: NDArray[np.bool_],
        bases: NDArray[np.uint32],
        own_locks: NDArray[np.int64],
    ) -> None:
        """Adds accesses at some of the engine's rows."""
        self.methods = np.concatenate([self.methods, self._methods[at].astype(np.int64)])
        self.insts = np.concatenate([self.insts, self._insts[at].astype(np.int64)])
        self.bcis = np.concatenate([self.bcis, self._bcis[at].astype(np.int64)])
        self.lines = np.concatenate([self.lines, self._lines[at].astype(np.int64)])
        self.kinds = np.concatenate([self.kinds, np.full(len(at), kind)])
        self.writes = np.concatenate([self.writes, writes])
        self.groups = np.concatenate([self.groups, np.full(len(at), group)])
        self.bases = np.concatenate([self.bases, bases])
        self.own_locks = np.concatenate([self.own_locks, own_locks])
        self.atomic = np.concatenate([self.atomic, np.zeros(len(at), bool)])

    def _add_handles(self) -> None:
        """Accesses through `VarHandle`, `Unsafe` and `Field`: plain ones are as others, and the
        rest races only with plain ones."""
        graph = self.solution.call_graph
        known = self.solution.accesses_by_handle
        places = [it for access in known if (it := graph.place(access.method)) is not None]
        is_there = np.isin(self._methods, places)
        at = np.flatnonzero(is_there & (self._ops == Op.INVOKE))
        keys = zip(self._methods[at].tolist(), self._bcis[at].tolist(), strict=True)
        rows = dict(zip(keys, at.tolist(), strict=True))
        fields = Counter((access.method, access.bci) for access in known)
        for access in known:
            place = graph.place(access.method)
            row = None if place is None else rows.get((place, access.bci))
            field = access.field
            if row is None or fields[access.method, access.bci] > FEW_FIELDS:
                continue  # an offset that may be any field's says nothing
            if field is not None and field.flags & _FINAL:
                continue
            group = ARRAYS if field is None else self._group_of(field)
            if group >= 0:
                self._add_handle(row, group, access.mode, is_static=bool(field and field.is_static))

    def _group_of(self, field: Field) -> int:
        key = (field.owner.id, field.index)
        if key not in self.groups_by_field:
            return self._field_group(key)
        return self.groups_by_field[key]

    def _add_handle(self, row: int, group: int, mode: str, *, is_static: bool) -> None:
        code = self.calls.code(int(self._methods[row]))
        operands = [] if code is None else code.operands(int(self._insts[row]))
        if not is_static and len(operands) < 2:
            return
        base = NO_VALUE if is_static else operands[1]
        kind = Kind.STATIC if is_static else Kind.ARRAY if group == ARRAYS else Kind.FIELD
        first = len(self)
        at = np.array([row], np.int64)
        is_write = is_writing(mode)
        self._append(
            at,
            kind,
            group,
            np.array([is_write]),
            np.array([base], np.uint32),
            np.zeros(1, np.int64),
        )
        self.atomic[-1] = any(word in mode for word in _ATOMIC)
        of, instances = self._expand(self._methods[at].astype(np.int64))
        found, offsets, items = self.solution.engine.values(
            instances.astype(np.uint32), np.full(len(of), base, np.uint32)
        )
        held = ObjectSets(offsets, items)
        sets = [STATIC_ROW if is_static else self.sets.add(held[it]) for it in found.tolist()]
        self._append_occurrences(of + first, instances, sets)

    def volatile_points(self, *, writes: bool) -> list[tuple[FieldKey, int, int]]:
        """Where volatile fields are read, or written, by whatever means that orders: (field,
        method, instruction)."""
        wanted = [15, 17] if writes else [14, 16]
        found = []
        rows = np.flatnonzero(np.isin(self._ops, wanted) & (self._classes != _NO_CLASS))
        columns = (self._classes, self._members, self._methods, self._insts)
        for owner, member, method, inst in zip(*(it[rows].tolist() for it in columns), strict=True):
            if self._is_volatile((owner, member)):
                found.append(((owner, member), method, inst))
        graph = self.solution.call_graph
        for access in self.solution.accesses_by_handle:
            place = graph.place(access.method)
            code = None if place is None else self.calls.code(place)
            call = None if code is None else code.call_at(access.bci)
            if access.field is None or place is None or call is None:
                continue
            is_write = is_writing(access.mode)
            if is_write == writes and is_ordered(access.mode):
                found.append(((access.field.owner.id, access.field.index), place, call))
        return found

    def _is_volatile(self, key: FieldKey) -> bool:
        if key not in self._volatile:
            self._volatile[key] = bool(self.program.field(*key).flags & _VOLATILE)
        return self._volatile[key]

    @cached_property
    def _volatile(self) -> dict[FieldKey, bool]:
        return {}

    def _append_occurrences(self, of: ArrayLike, instances: ArrayLike, rows: ArrayLike) -> None:
        self.of = np.concatenate([self.of, np.asarray(of, np.int64)])
        self.instances = np.concatenate([self.instances, np.asarray(instances, np.int64)])
        self.rows = np.concatenate([self.rows, np.asarray(rows, np.int64)])

    def _add_array_calls(self) -> None:
        """Calls of the JDK that read or write the elements of an array: `Arrays.fill`."""
        calls, of, named = self._calls
        entries = [self._array_effects(it) for it in named]
        wanted = np.flatnonzero(np.array([entry is not None for entry in entries], bool)[of])
        at, bases, writes = [], [], []
        for row, number in zip(calls[wanted].tolist(), of[wanted].tolist(), strict=True):
            entry, code = entries[number], self.calls.code(int(self._methods[row]))
            if entry is None or code is None:
                continue
            operands = code.operands(int(self._insts[row]))
            for kind in ("reads", "writes"):
                for position in entry.get(kind, ()):
                    if position < len(operands):
                        at.append(row)
                        bases.append(operands[position])
                        writes.append(kind == "writes")
        if not at:
            return
        first = len(self)
        rows = np.array(at, np.int64)
        self._append(
            rows,
            Kind.ARRAY,
            ARRAYS,
            np.array(writes, bool),
            np.array(bases, np.uint32),
            np.zeros(len(at), np.int64),
        )
        of, instances = self._expand(self._methods[rows].astype(np.int64))
        found, offsets, items = self.solution.engine.values(
            instances.astype(np.uint32), np.array(bases, np.uint32)[of]
        )
        held = ObjectSets(offsets, items)
        self._append_occurrences(
            of + first, instances, [self.sets.add(held[row]) for row in found.tolist()]
        )

    def _array_effects(self, method: MethodKey) -> dict[str, list[int]] | None:
        """The arguments whose elements a method of the JDK reads and writes, by these words."""
        engine = self.program.engine
        return array_table().get(f"{engine.class_name(method[0])}.{engine.method(*method)[0]}")

    def __len__(self) -> int:
        """The number of accesses."""
        return len(self.methods)

    @cached_property
    def written_fields(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is written, volatile and final ones too: (method, instruction)."""
        return self._fields_by((Op.PUT_FIELD, Op.PUT_STATIC))

    @cached_property
    def read_fields(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is read, likewise."""
        return self._fields_by((Op.GET_FIELD, Op.GET_STATIC))

    def _fields_by(self, ops: tuple[Op, ...]) -> dict[FieldKey, list[tuple[int, int]]]:
        """Fields of classes that are missing are nowhere."""
        found: dict[FieldKey, list[tuple[int, int]]] = {}
        rows = np.flatnonzero(np.isin(self._ops, ops) & (self._classes != _NO_CLASS))
        columns = (self._classes, self._members, self._methods, self._insts)
        for owner, member, method, inst in zip(*(it[rows].tolist() for it in columns), strict=True):
            found.setdefault((owner, member), []).append((method, inst))
        return found

    def calls_of(self, names: Iterable[str]) -> list[tuple[int, int, FieldKey]]:
        """Calls of methods with some names: (method, instruction, method named)."""
        rows, of, _ = self._calls
        by_name = self._numbers_by_name
        wanted = np.array([number for name in names for number in by_name.get(name, [])], np.int64)
        rows = rows[np.isin(of, wanted)]
        columns = (self._methods, self._insts, self._classes, self._members)
        return [
            (method, inst, (class_id, member))
            for method, inst, class_id, member in zip(
                *(column[rows].tolist() for column in columns), strict=True
            )
        ]

    @cached_property
    def _calls(self) -> tuple[NDArray[np.int64], NDArray[np.int64], list[MethodKey]]:
        """Rows that call methods, the number of the method that each names, and these."""
        rows = np.flatnonzero((self._ops == Op.INVOKE) & (self._classes != _NO_CLASS))
        keys = self._classes[rows].astype(np.int64) << 32 | self._members[rows].astype(np.int64)
        named, of = np.unique(keys, return_inverse=True)
        return rows, of, [(key >> 32, key & 0xFFFFFFFF) for key in named.tolist()]

    @cached_property
    def _numbers_by_name(self) -> dict[str, list[int]]:
        """The numbers of methods that are called, by name."""
        found: dict[str, list[int]] = {}
        for number, method in enumerate(self._calls[2]):
            found.setdefault(self.program.engine.method(*method)[0], []).append(number)
        return found

    def owner_class(self, group: int) -> Class | None:
        """The class that declares the field of a group."""
        field = self.fields[group]
        return None if field is None else field.owner
