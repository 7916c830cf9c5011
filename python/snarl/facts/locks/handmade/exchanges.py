"""Exchanges: objects that somebody takes out of a word, and so has alone.

    Page page = PAGE.getAndSet(this, null);                  his, if there was one
    Node first = top.get();
    if (top.compareAndSet(first, first.next)) use(first);    his, for nobody else has succeeded

Until he puts it back: into a word, or into any volatile field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import NUMBERS, unconverted
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import NOTHING
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics, Change
    from snarl.facts.code import Code
    from snarl.facts.locks.confinement.belongings import Belongings
    from snarl.facts.locks.words import Held, Lock

_GET_FIELD, _CONSTANT, _NEW = int(Op.GET_FIELD), int(Op.CONSTANT), int(Op.NEW)
_PUTS = ("set", "swap", "compare")


class Exchanges(Idiom):
    """Which instructions take objects out of words, or put them there."""

    def __init__(self, accesses: Accesses, atomics: Atomics, belongings: Belongings) -> None:
        self._belongings = belongings
        self._uses: dict[tuple[int, int], Change] = {}
        has_words = bool(atomics.uses or atomics.of_elements)
        kinds = (atomics.of_objects, atomics.of_handles, atomics.of_elements)
        for uses in kinds if has_words else ():
            self._uses.update((at, it) for at, it in uses.items() if it.kind in _PUTS)
        self._stores = (
            {(place, inst) for _, place, inst in accesses.volatile_points(writes=True)}
            if has_words
            else set()
        )

    @property
    def methods(self) -> set[int]:
        """The methods that take objects."""
        return {place for (place, _), use in self._uses.items() if use.kind != "set"}

    def after(self, code: Code, inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is held after an instruction that may put something where others find it, and take
        out what was there."""
        held = self._without_given(code, inst, held)
        use = self._uses.get((code.place, inst))
        if use is None or use.kind != "swap" or not use.is_ordered or not _is_object(code, inst):
            return held
        return held | {self._belongings.of(code, code.results[inst])}

    def _without_given(self, code: Code, inst: int, held: Held) -> Held:
        at = (code.place, inst)
        if at not in self._uses and at not in self._stores:
            return held
        value = code.source_of(code.operands(inst)[-1])
        given = {it for it in held if it.mode == "own" and it.root == ("value", (value,))}
        return held - given

    def told_by(self, code: Code, inst: int, *, is_true: bool) -> Held:
        """What an instruction has taken if it has given true: it put another one in its place, or
        nothing."""
        use = self._uses.get((code.place, inst)) if is_true else None
        if use is None or use.kind != "compare" or use.gives != "success" or not use.is_ordered:
            return NOTHING
        expected, new = (unconverted(code, it) for it in code.operands(inst)[-2:])
        if not _is_object(code, inst) or not _differs(code, expected, new):
            return NOTHING
        if code.ops[code.definitions[expected]] == _CONSTANT:
            return NOTHING
        return frozenset({self._belongings.of(code, expected)})


def _is_object(code: Code, inst: int) -> bool:
    """Whether what is put into a word is an object, or null."""
    return code.body.type_name(code.operands(inst)[-1]) not in NUMBERS


def _differs(code: Code, expected: int, new: int) -> bool:
    """Whether a value is null, new, or the next one after another one."""
    made = code.definitions[new]
    op = code.ops[made] if made >= 0 else -1
    if op == _GET_FIELD:
        return unconverted(code, code.operands(made)[0]) == expected
    return op in (_CONSTANT, _NEW)
