"""Accesses through `VarHandle`, `Unsafe` and `Field`: plain ones are as others, and the rest races
only with plain ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses.table import ARRAYS, STATIC_ROW, Additions, Kind, held_by
from snarl.program import Op
from snarl.program.body import NO_VALUE
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snarl.facts.accesses.instructions import Instructions
    from snarl.facts.accesses.table import AccessTable
    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.program import Field

_FINAL = int(Flag.FINAL)

# Modes of handles: what they do, and whether others see it in order.
_WRITING = ("set", "put", "compareAnd", "weakCompareAnd", "getAnd")
_ORDERED = ("Volatile", "Acquire", "Release", "Ordered", "ompareAnd", "getAnd")
_ATOMIC = (*_ORDERED, "Opaque")

FEW_FIELDS = 3
"""That one access through a handle may mean; with more of them it says little."""


def is_writing(mode: str) -> bool:
    """Whether an access through a handle writes."""
    return mode.startswith(_WRITING)


def is_ordered(mode: str) -> bool:
    """Whether an access through a handle orders what comes before or after it."""
    return any(word in mode for word in _ORDERED)


def ordered_points(calls: Calls, *, writes: bool) -> Iterator[tuple[FieldKey, int, int]]:
    """Where fields are read, or written, through handles in a mode that orders: (field, method,
    instruction)."""
    graph = calls.solution.call_graph
    for access in calls.solution.accesses_by_handle:
        place = graph.place(access.method)
        code = None if place is None else calls.code(place)
        call = None if code is None else code.call_at(access.bci)
        if access.field is None or place is None or call is None:
            continue
        if is_writing(access.mode) == writes and is_ordered(access.mode):
            yield (access.field.owner.id, access.field.index), place, call


class HandleCalls:
    """Adds the accesses through handles to a table."""

    def __init__(self, table: AccessTable, calls: Calls, instructions: Instructions) -> None:
        self._table = table
        self._calls = calls
        self._instructions = instructions

    def add(self, group_of: Callable[[Field], int]) -> None:
        """All of them, with the group of each field; a negative one cannot be part of a race."""
        known = self._calls.solution.accesses_by_handle
        graph = self._calls.solution.call_graph
        rows = self._rows()
        fields = Counter((access.method, access.bci) for access in known)
        for access in known:
            place = graph.place(access.method)
            row = None if place is None else rows.get((place, access.bci))
            field = access.field
            if row is None or fields[access.method, access.bci] > FEW_FIELDS:
                continue  # an offset that may be any field's says nothing
            if field is not None and field.flags & _FINAL:
                continue
            group = ARRAYS if field is None else group_of(field)
            if group >= 0:
                self._add(row, group, access.mode, is_static=bool(field and field.is_static))

    def _rows(self) -> dict[tuple[int, int], int]:
        """The rows of calls in methods that use handles, by method and bytecode index."""
        graph, known = self._calls.solution.call_graph, self._calls.solution.accesses_by_handle
        places = [it for access in known if (it := graph.place(access.method)) is not None]
        there = self._instructions
        at = np.flatnonzero(np.isin(there.methods, places) & (there.ops == Op.INVOKE))
        keys = zip(there.methods[at].tolist(), there.bcis[at].tolist(), strict=True)
        return dict(zip(keys, at.tolist(), strict=True))

    def _add(self, row: int, group: int, mode: str, *, is_static: bool) -> None:
        method = int(self._instructions.methods[row])
        code = self._calls.code(method)
        operands = [] if code is None else code.operands(int(self._instructions.insts[row]))
        if not is_static and len(operands) < 2:
            return
        bases = np.array([NO_VALUE if is_static else operands[1]], np.uint32)
        kind = Kind.STATIC if is_static else Kind.ARRAY if group == ARRAYS else Kind.FIELD
        writes = np.array([is_writing(mode)])
        is_atomic = any(word in mode for word in _ATOMIC)
        table, first = self._table, len(self._table)
        added = Additions(kind, group, writes, bases, is_atomic=is_atomic)
        table.append(self._instructions, np.array([row], np.int64), added)
        held = held_by(self._calls, np.array([method], np.int64), bases)
        sets = [STATIC_ROW if is_static else table.sets.add(held.sets[it]) for it in held.rows]
        table.append_occurrences(held.of + first, held.instances, sets)
