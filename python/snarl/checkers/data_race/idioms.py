"""Shapes of code around a field that tell how much a race on it matters.

Paper 1, section 3, sorts races by hand into harmful and benign; these are its benign classes: caches
that are filled lazily with what is always the same, and flags that somebody polls. And two that are
never benign: updates that are lost, and locking that some forgot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts import Facts
    from snarl.facts.code import Code

_LOADS = (Op.GET_FIELD, Op.GET_STATIC)
_STORES = (Op.PUT_FIELD, Op.PUT_STATIC)


class Idioms:
    """What the accesses of a field look like."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def _code(self, access: int) -> Code | None:
        facts = self._facts
        return facts.codes.of(facts.calls.methods[int(facts.accesses.methods[access])])

    def is_update(self, write: int) -> bool:
        """Whether a write stores what is computed from the field's old value: `count++`."""
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        if code is None or code.ops[inst] not in (*_STORES, Op.ARRAY_STORE):
            return False
        return self._depends_on(code, code.operands(inst)[-1], inst, set())

    def _depends_on(self, code: Code, value: int, store: int, seen: set[int]) -> bool:
        made = code.definitions[value]
        if value in seen or made < 0:
            return False
        seen.add(value)
        op = code.ops[made]
        if op in _LOADS and code.ops[store] in _STORES:
            return code.field(made) == code.field(store)
        if op == Op.ARRAY_LOAD and code.ops[store] == Op.ARRAY_STORE:
            return code.source_of(code.operands(made)[0]) == code.source_of(code.operands(store)[0])
        if op in (Op.BINARY, Op.CONVERT, Op.NEGATE, Op.PHI):
            return any(self._depends_on(code, it, store, seen) for it in code.operands(made))
        return False

    def is_lazy(self, write: int) -> bool:
        """Whether a write fills a field that was found empty just before."""
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        if code is None or code.ops[inst] not in _STORES:
            return False
        field = code.field(inst)
        for branch, op in enumerate(code.ops):
            if op != Op.IF or not code.may_follow(branch, inst):
                continue
            for value in code.operands(branch):
                made = code.definitions[code.source_of(value)]
                if made >= 0 and code.ops[made] in _LOADS and code.field(made) == field:
                    return not self._depends_on(code, code.operands(inst)[-1], inst, set())
        return False

    def stores_constant(self, write: int) -> bool:
        """Whether a write stores a constant."""
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        if code is None or code.ops[inst] not in _STORES:
            return False
        made = code.definitions[code.operands(inst)[-1]]
        return made >= 0 and code.ops[made] == Op.CONSTANT

    def stored(self, write: int) -> object:
        """The constant that a write stores."""
        code = self._code(write)
        assert code is not None
        inst = int(self._facts.accesses.insts[write])
        return Instruction(code.body, code.definitions[code.operands(inst)[-1]]).literal

    def is_polled(self, read: int) -> bool:
        """Whether what is read is only looked at by a branch."""
        code = self._code(read)
        inst = int(self._facts.accesses.insts[read])
        if code is None or code.ops[inst] not in _LOADS:
            return False
        uses = code.uses.get(code.results[inst], [])
        return bool(uses) and all(code.ops[use] in (Op.IF, Op.RETURN) for use in uses)

    def accesses_of(self, group: int) -> list[int]:
        """All accesses of a group."""
        found: list[int] = np.flatnonzero(self._facts.accesses.groups == group).tolist()
        return found
