"""Instructions of some kinds in all methods that run: fields read and written, and calls."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from snarl.facts.code import FieldKey
    from snarl.facts.containers.of_libraries import MethodKey
    from snarl.points_to import Solution

_NO_CLASS = 2**32 - 1


class Instructions:
    """Columns with a row for each instruction: its method, its place there, what it does, where it
    is in the bytecode and in the source, its first operand, and the member that it names."""

    def __init__(self, solution: Solution, ops: Sequence[Op]) -> None:
        self._engine = solution.program.engine
        columns = solution.engine.instructions([int(op) for op in ops])
        self.methods, self.insts, self.ops, self.bcis, self.lines, self.operands = columns[:6]
        self.classes, self.members = columns[7:]

    def rows(self, ops: Sequence[Op]) -> NDArray[np.int64]:
        """The rows of some kinds that name a member of a class which is there."""
        return np.flatnonzero(np.isin(self.ops, ops) & (self.classes != _NO_CLASS))

    def fields(self, ops: Sequence[Op]) -> dict[FieldKey, list[tuple[int, int]]]:
        """Where each field is accessed in some ways: (method, instruction)."""
        found: dict[FieldKey, list[tuple[int, int]]] = {}
        rows = self.rows(ops)
        columns = (self.classes, self.members, self.methods, self.insts)
        for owner, member, method, inst in zip(*(it[rows].tolist() for it in columns), strict=True):
            found.setdefault((owner, member), []).append((method, inst))
        return found

    @cached_property
    def calls(self) -> tuple[NDArray[np.int64], NDArray[np.int64], list[MethodKey]]:
        """Rows that call methods, the number of the method that each names, and these."""
        rows = self.rows([Op.INVOKE])
        keys = self.classes[rows].astype(np.int64) << 32 | self.members[rows].astype(np.int64)
        named, of = np.unique(keys, return_inverse=True)
        return rows, of, [(key >> 32, key & 0xFFFFFFFF) for key in named.tolist()]

    def calls_of(self, names: Iterable[str]) -> list[tuple[int, int, FieldKey]]:
        """Calls of methods with some names: (method, instruction, method named)."""
        rows, of, _ = self.calls
        by_name = self._numbers_by_name
        wanted = np.array([number for name in names for number in by_name.get(name, [])], np.int64)
        rows = rows[np.isin(of, wanted)]
        columns = (self.methods, self.insts, self.classes, self.members)
        return [
            (method, inst, (class_id, member))
            for method, inst, class_id, member in zip(
                *(column[rows].tolist() for column in columns), strict=True
            )
        ]

    @cached_property
    def _numbers_by_name(self) -> dict[str, list[int]]:
        """The numbers of methods that are called, by name."""
        found: dict[str, list[int]] = {}
        for number, method in enumerate(self.calls[2]):
            found.setdefault(self._engine.method(*method)[0], []).append(number)
        return found
