"""The table of accesses, and of their occurrences: columns, and how rows are added to them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from snarl.facts.accesses.instructions import Instructions
    from snarl.facts.calls import Calls

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
class Held:
    """Values of some methods, in each context: the value's place among those that were asked for,
    the instance, and the set of the objects that it holds there."""

    of: NDArray[np.int64]
    instances: NDArray[np.int64]
    rows: NDArray[np.int64]
    sets: ObjectSets


def held_by(calls: Calls, methods: NDArray[np.int64], values: NDArray[np.uint32]) -> Held:
    """The objects that values, each of its method, hold in all contexts of it."""
    of, instances = calls.in_instances(methods)
    rows, offsets, items = calls.solution.engine.values(instances.astype(np.uint32), values[of])
    return Held(of, instances, rows.astype(np.int64), ObjectSets(offsets, items))


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


@dataclass(frozen=True, slots=True)
class Additions:
    """What is added at some instructions; what is not said is as it is most often."""

    kind: Kind | NDArray[np.int64]
    group: int | NDArray[np.int64]
    writes: NDArray[np.bool_]
    bases: NDArray[np.uint32]
    own_locks: NDArray[np.int64] | None = None
    is_atomic: bool = False


class AccessTable:
    """Columns with a row for each access: `methods` (places in `calls.methods`), `insts`, `bcis`,
    `lines`, `kinds`, `writes`, `groups`, `bases` (values), `own_locks`, `atomic`. Two accesses can
    conflict only if they are of one group: of one field, or both of arrays, or both of containers.

    Columns with a row for each occurrence: `of` (the access), `instances`, `rows` (of `sets`).
    """

    def __init__(self) -> None:
        self.methods = np.zeros(0, np.int64)
        self.insts = np.zeros(0, np.int64)
        self.bcis = np.zeros(0, np.int64)
        self.lines = np.zeros(0, np.int64)
        self.kinds = np.zeros(0, np.int64)
        self.writes = np.zeros(0, bool)
        self.groups = np.zeros(0, np.int64)
        self.bases = np.zeros(0, np.uint32)
        self.own_locks = np.zeros(0, np.int64)
        self.atomic = np.zeros(0, bool)
        self.of = np.zeros(0, np.int64)
        self.instances = np.zeros(0, np.int64)
        self.rows = np.zeros(0, np.int64)
        self.sets = ObjectSets(np.zeros(1, np.uint64), np.zeros(0, np.uint32))

    def __len__(self) -> int:
        """The number of accesses."""
        return len(self.methods)

    def append(self, instructions: Instructions, at: NDArray[np.int64], added: Additions) -> None:
        """Adds accesses at some instructions."""
        own_locks = added.own_locks
        if own_locks is None:
            own_locks = np.zeros(len(at), np.int64)
        columns: dict[str, NDArray[np.generic]] = {
            "methods": instructions.methods[at],
            "insts": instructions.insts[at],
            "bcis": instructions.bcis[at],
            "lines": instructions.lines[at],
            "kinds": np.full(len(at), added.kind),
            "writes": added.writes,
            "groups": np.full(len(at), added.group),
            "bases": added.bases,
            "own_locks": own_locks,
            "atomic": np.full(len(at), added.is_atomic),
        }
        for name, column in columns.items():
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, column.astype(old.dtype)]))

    def append_occurrences(self, of: ArrayLike, instances: ArrayLike, rows: ArrayLike) -> None:
        """Adds occurrences of accesses."""
        self.of = np.concatenate([self.of, np.asarray(of, np.int64)])
        self.instances = np.concatenate([self.instances, np.asarray(instances, np.int64)])
        self.rows = np.concatenate([self.rows, np.asarray(rows, np.int64)])

    @cached_property
    def lists(self) -> Lists:
        """Columns as lists."""
        names = ("methods", "insts", "kinds", "bases", "writes", "atomic", "own_locks")
        return Lists(*(getattr(self, name).tolist() for name in names))

    @cached_property
    def occurrence_lists(self) -> tuple[list[int], list[int]]:
        """The access and the instance of each occurrence, as lists."""
        return self.of.tolist(), self.instances.tolist()
