"""Calls of the JDK that read or write the elements of arrays that they are given: `Arrays.fill`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses.table import ARRAYS, Additions, Kind, held_by
from snarl.facts.containers.table import array_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses.instructions import Instructions
    from snarl.facts.accesses.table import AccessTable
    from snarl.facts.calls import Calls
    from snarl.facts.containers.of_libraries import MethodKey


def add_array_calls(table: AccessTable, calls: Calls, instructions: Instructions) -> None:
    """Adds the accesses of such calls to a table."""
    found = list(_given(calls, instructions))
    if not found:
        return
    rows = np.array([row for row, _, _ in found], np.int64)
    bases = np.array([base for _, base, _ in found], np.uint32)
    writes = np.array([is_write for _, _, is_write in found], bool)
    first = len(table)
    table.append(instructions, rows, Additions(Kind.ARRAY, ARRAYS, writes, bases))
    held = held_by(calls, instructions.methods[rows].astype(np.int64), bases)
    sets = [table.sets.add(held.sets[row]) for row in held.rows.tolist()]
    table.append_occurrences(held.of + first, held.instances, sets)


def _given(calls: Calls, instructions: Instructions) -> Iterator[tuple[int, int, bool]]:
    """Arrays that are given to such calls: (row, value, whether it is written)."""
    rows, of, named = instructions.calls
    entries = [_effects(calls, it) for it in named]
    wanted = np.flatnonzero(np.array([entry is not None for entry in entries], bool)[of])
    for row, number in zip(rows[wanted].tolist(), of[wanted].tolist(), strict=True):
        entry, code = entries[number], calls.code(int(instructions.methods[row]))
        if entry is None or code is None:
            continue
        operands = code.operands(int(instructions.insts[row]))
        for kind in ("reads", "writes"):
            for position in entry.get(kind, ()):
                if position < len(operands):
                    yield row, operands[position], kind == "writes"


def _effects(calls: Calls, method: MethodKey) -> dict[str, list[int]] | None:
    """The arguments whose elements a method of the JDK reads and writes, by these words."""
    engine = calls.solution.program.engine
    return array_table().get(f"{engine.class_name(method[0])}.{engine.method(*method)[0]}")
