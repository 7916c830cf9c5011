"""Accesses: instructions that read or write a field, the elements of an array, or a container.

Paper 1, figure 5, and DESIGN, section 6: an unsynchronized collection is accessed at the program's
calls of its methods, not at the fields inside it. Accesses are rows of a table; an *occurrence* is
an access in one context, with the objects that it may touch there.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import Calls
from snarl.program import Op
from snarl.program.body import NO_VALUE
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from snarl.facts.code import FieldKey
    from snarl.points_to import Solution
    from snarl.program import Class, Field

_LOADS = (Op.ARRAY_LOAD, Op.GET_STATIC, Op.GET_FIELD)
_STORES = (Op.ARRAY_STORE, Op.PUT_STATIC, Op.PUT_FIELD)
_NO_CLASS = 2**32 - 1

# Modes of handles: what they do, and whether others see it in order.
_WRITING = ("set", "put", "compareAnd", "weakCompareAnd", "getAnd")
_ATOMIC = ("Volatile", "Acquire", "Release", "Opaque", "Ordered", "ompareAnd", "getAnd")

_FEW_FIELDS = 3

ARRAYS, CONTAINERS = 0, 1
"""The groups of all arrays, and of all containers."""

STATIC_ROW = -1
"""In place of a set of objects: the access is to a static field, of which there is one."""


class Kind(IntEnum):
    """What is accessed."""

    FIELD = 0
    STATIC = 1
    ARRAY = 2
    CONTAINER = 3


class OwnLock(IntEnum):
    """The lock that a container's method takes by itself."""

    NONE = 0
    ITSELF = 1
    WRAPPER = 2
    """That of the synchronized wrapper through which it is called."""


@dataclass(frozen=True, slots=True)
class Container:
    """What the methods of a class of containers do."""

    name: str
    reads: frozenset[str]
    writes: frozenset[str]
    locked: bool
    unlocked: frozenset[str]
    safe: bool
    backing: frozenset[str]
    """Fields of a wrapper that hold what it wraps."""


@cache
def _container_table() -> dict[str, Container]:
    text = files("snarl.facts").joinpath("containers.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    shapes = table.pop("shapes")
    del table["arrays"]
    found = {}
    for name, entry in table.items():
        methods = shapes[entry["like"]] if "like" in entry else entry
        found[name] = Container(
            name,
            frozenset(methods.get("reads", ())),
            frozenset(methods.get("writes", ())),
            entry.get("locked", False),
            frozenset(entry.get("unlocked", ())),
            entry.get("safe", False),
            frozenset(entry.get("backing", ())),
        )
    return found


@cache
def _array_table() -> dict[str, dict[str, list[int]]]:
    """Methods that read or write the elements of arrays that are arguments of theirs."""
    text = files("snarl.facts").joinpath("containers.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, list[int]]] = tomllib.loads(text)["arrays"]
    return found


@cache
def container_methods() -> frozenset[str]:
    """The names of all methods that read or write a container of some class."""
    return frozenset(name for it in _container_table().values() for name in (*it.reads, *it.writes))


def array_arguments(method: str) -> list[int]:
    """The places of the arguments whose elements a method of the JDK reads or writes."""
    entry = _array_table().get(method, {})
    return sorted({place for places in entry.values() for place in places})


def _is_class_cache(field: Field) -> bool:
    """Whether old compilers made a field to keep a class literal in: always the same one."""
    return field.descriptor == "Ljava/lang/Class;" and field.name.startswith(("class$", "array$"))


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


class Accesses:
    """All accesses of the program's own code that could be part of a race.

    Columns with a row for each access: `methods` (places in `calls.methods`), `insts`, `bcis`,
    `lines`, `kinds`, `writes`, `groups`, `bases` (values). Two accesses can conflict only if they
    are of one group: of one field, or both of arrays, or both of containers.

    Columns with a row for each occurrence: `of` (the access), `instances`, `rows` (of `sets`).
    """

    def __init__(self, solution: Solution, calls: Calls) -> None:
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
        self._add_array_calls()
        self._add_handles()

    def _field_group(self, key: FieldKey) -> int:
        """The group of a field; -1 if it cannot be part of a race."""
        field = self.program.field(*key)
        if field.flags & Flag.VOLATILE or field.owner.origin == "jdk" or _is_class_cache(field):
            return -1
        self.groups_by_field[key] = len(self.fields)
        self.fields.append(field)
        return len(self.fields) - 1

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
        calls = np.flatnonzero((self._ops == Op.INVOKE) & (self._operands != NO_VALUE))
        calls = calls[self._classes[calls] != _NO_CLASS]
        wanted = container_methods()
        names: dict[tuple[int, int], str] = {}
        chosen = []
        for row in calls.tolist():
            key = (int(self._classes[row]), int(self._members[row]))
            if key not in names:
                name, _, flags = self.program.engine.method(*key)
                is_static = bool(flags & Flag.STATIC)
                names[key] = name if name in wanted and not is_static else ""
            if names[key]:
                chosen.append((row, names[key]))
        if not chosen:
            return
        rows = np.array([row for row, _ in chosen])
        of, instances = self._expand(self._methods[rows].astype(np.int64))
        found, offsets, items = self.solution.engine.values(
            instances.astype(np.uint32), self._operands[rows][of]
        )
        held = ObjectSets(offsets, items)
        self._add_container_rows(chosen, rows, of, instances, found, held)

    def _add_container_rows(
        self,
        chosen: list[tuple[int, str]],
        rows: NDArray[np.int64],
        of: NDArray[np.int64],
        instances: NDArray[np.int64],
        found: NDArray[np.uint32],
        held: ObjectSets,
    ) -> None:
        """Accesses at calls whose receivers may be containers: one for reading or writing, another
        one where the call takes the container's own monitor."""
        parts: dict[tuple[int, str], dict[tuple[bool, OwnLock], NDArray[np.uint32]]] = {}
        added: dict[tuple[int, bool, OwnLock], int] = {}
        new_of, new_instances, new_rows = [], [], []
        for call, instance, row in zip(
            of.tolist(), instances.tolist(), found.tolist(), strict=True
        ):
            at, name = chosen[call]
            if (row, name) not in parts:
                parts[row, name] = self._split(held[row], name)
            for (is_write, own_lock), objects in parts[row, name].items():
                key = (call, is_write, own_lock)
                if key not in added:
                    added[key] = len(self.methods) + len(added)
                new_of.append(added[key])
                new_instances.append(instance)
                new_rows.append(self.sets.add(objects))
        if not added:
            return
        at = rows[[call for call, _, _ in added]]
        self._append(
            at,
            Kind.CONTAINER,
            CONTAINERS,
            np.array([write for _, write, _ in added], bool),
            self._operands[at],
            np.array([own for _, _, own in added], np.int64),
        )
        self._append_occurrences(new_of, new_instances, new_rows)

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
        rows = {
            (int(self._methods[row]), int(self._bcis[row])): row
            for row in np.flatnonzero(self._ops == Op.INVOKE).tolist()
        }
        known = self.solution.accesses_by_handle
        fields = Counter((access.method, access.bci) for access in known)
        for access in known:
            place = graph.place(access.method)
            row = None if place is None else rows.get((place, access.bci))
            field = access.field
            if row is None or fields[access.method, access.bci] > _FEW_FIELDS:
                continue  # an offset that may be any field's says nothing
            if field is not None and field.flags & Flag.FINAL:
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
        is_write = mode.startswith(_WRITING)
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
        """Where volatile fields are read, or written, by whatever means: (field, method,
        instruction)."""
        wanted = [15, 17] if writes else [14, 16]
        found = []
        for row in np.flatnonzero(np.isin(self._ops, wanted)).tolist():
            key = (int(self._classes[row]), int(self._members[row]))
            if key[0] != _NO_CLASS and self._is_volatile(key):
                found.append((key, int(self._methods[row]), int(self._insts[row])))
        graph = self.solution.call_graph
        for access in self.solution.accesses_by_handle:
            place = graph.place(access.method)
            code = None if place is None else self.calls.code(place)
            call = None if code is None else code.call_at(access.bci)
            if access.field is None or place is None or call is None:
                continue
            is_write = access.mode.startswith(_WRITING)
            if is_write == writes and any(word in access.mode for word in _ATOMIC):
                found.append(((access.field.owner.id, access.field.index), place, call))
        return found

    def _is_volatile(self, key: FieldKey) -> bool:
        if key not in self._volatile:
            self._volatile[key] = bool(self.program.field(*key).flags & Flag.VOLATILE)
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
        table = _array_table()
        names: dict[tuple[int, int], dict[str, list[int]] | None] = {}
        at, bases, writes = [], [], []
        for row in np.flatnonzero((self._ops == Op.INVOKE) & (self._classes != _NO_CLASS)).tolist():
            key = (int(self._classes[row]), int(self._members[row]))
            if key not in names:
                owner, name = (
                    self.program.engine.class_name(key[0]),
                    self.program.engine.method(*key)[0],
                )
                names[key] = table.get(f"{owner}.{name}")
            entry = names[key]
            code = None if entry is None else self.calls.code(self._methods[row])
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

    def _split(
        self, objects: NDArray[np.uint32], name: str
    ) -> dict[tuple[bool, OwnLock], NDArray[np.uint32]]:
        """Containers among objects, by (is the call a write, which lock does it take)."""
        parts: dict[tuple[bool, OwnLock], set[int]] = {}
        for number in objects.tolist():
            container = self.container_of_type(int(self._types[number]), name)
            if container is None or container.safe:
                continue
            is_write = name in container.writes
            if not is_write and name not in container.reads:
                continue
            is_locked = container.locked and name not in container.unlocked
            own_lock = OwnLock.ITSELF if is_locked else OwnLock.NONE
            parts.setdefault((is_write, own_lock), set()).add(number)
            if container.backing and is_locked:
                behind = self._behind(number, container)
                parts.setdefault((is_write, OwnLock.WRAPPER), set()).update(behind)
        return {
            key: np.array(sorted(numbers), np.uint32) for key, numbers in parts.items() if numbers
        }

    def _behind(self, number: int, container: Container) -> Iterator[int]:
        """What a wrapper wraps."""
        engine = self.program.engine
        class_id = engine.type_class(int(self._types[number]))
        while class_id is not None:
            for index, (name, _, _) in enumerate(engine.fields(class_id)):
                if name in container.backing:
                    held = self.solution.engine.field(number, class_id, index)
                    yield from held.tolist()
            class_id = engine.super_class(class_id)

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        return self.solution.engine.object_types()

    def container_of_type(self, of: int, name: str) -> Container | None:
        """What kind of container a type is, for a method that the program does not override."""
        key = (of, name)
        if key not in self._containers:
            self._containers[key] = self._find_container(of, name)
        return self._containers[key]

    @cached_property
    def _containers(self) -> dict[tuple[int, str], Container | None]:
        return {}

    def _find_container(self, of: int, name: str) -> Container | None:
        class_id = self.program.engine.type_class(of)
        table = _container_table()
        while class_id is not None:
            found = table.get(self.program.engine.class_name(class_id))
            if found is not None:
                return found
            if self.program.engine.class_origin(class_id) != "jdk" and self._declares(
                class_id, name
            ):
                return None
            class_id = self.program.engine.super_class(class_id)
        return self._by_interface(self.program.engine.type_class(of))

    def _by_interface(self, class_id: int | None) -> Container | None:
        """Classes of the JDK that are known by an interface: iterators."""
        engine = self.program.engine
        if class_id is None or engine.class_origin(class_id) != "jdk":
            return None
        for above, container in self._known_interfaces:
            if engine.is_subclass(class_id, above):
                return container
        return None

    @cached_property
    def _known_interfaces(self) -> list[tuple[int, Container]]:
        engine = self.program.engine
        found = ((engine.find_class(name), it) for name, it in _container_table().items())
        return [
            (above, container)
            for above, container in found
            if above is not None and engine.class_access(above) & Flag.INTERFACE
        ]

    def _declares(self, class_id: int, name: str) -> bool:
        return any(row[0] == name for row in self.program.engine.methods(class_id))

    def __len__(self) -> int:
        """The number of accesses."""
        return len(self.methods)

    @cached_property
    def written_fields(self) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is written, volatile and final ones too: (method, instruction)."""
        found: dict[FieldKey, list[tuple[int, int]]] = {}
        for row in np.flatnonzero(np.isin(self._ops, [15, 17])).tolist():
            key = (int(self._classes[row]), int(self._members[row]))
            found.setdefault(key, []).append((int(self._methods[row]), int(self._insts[row])))
        return found

    def calls_of(self, names: Iterable[str]) -> list[tuple[int, int, FieldKey]]:
        """Calls of methods with some names: (method, instruction, method named)."""
        rows, of, by_name = self._calls_by_name
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
    def _calls_by_name(self) -> tuple[NDArray[np.int64], NDArray[np.int64], dict[str, list[int]]]:
        """Rows that call methods, the number of the method that each calls, and these by name."""
        rows = np.flatnonzero((self._ops == Op.INVOKE) & (self._classes != _NO_CLASS))
        keys = self._classes[rows].astype(np.int64) << 32 | self._members[rows].astype(np.int64)
        named, of = np.unique(keys, return_inverse=True)
        by_name: dict[str, list[int]] = {}
        for number, key in enumerate(named.tolist()):
            name = self.program.engine.method(key >> 32, key & 0xFFFFFFFF)[0]
            by_name.setdefault(name, []).append(number)
        return rows, of, by_name

    def owner_class(self, group: int) -> Class | None:
        """The class that declares the field of a group."""
        field = self.fields[group]
        return None if field is None else field.owner
