"""Exchanges: objects that somebody takes out of a word, and so has alone.

    Page page = PAGE.getAndSet(this, null);                  his, if there was one
    Node first = top.get();
    if (top.compareAndSet(first, first.next)) use(first);    his, for nobody else has succeeded

Until he puts it back: into a word, or into any volatile field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import NUMBERS, unconverted
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics, Change
    from snarl.facts.code import Code
    from snarl.facts.locks.words import Held

_GET_FIELD, _CONSTANT, _NEW = int(Op.GET_FIELD), int(Op.CONSTANT), int(Op.NEW)
_PUTS = ("set", "swap", "compare")


class Exchanges:
    """Which instructions take objects out of words, or put them there."""

    def __init__(self, accesses: Accesses, atomics: Atomics) -> None:
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

    def without_given(self, code: Code, inst: int, held: Held) -> Held:
        """What is left after an instruction that may put something where others find it."""
        at = (code.place, inst)
        if at not in self._uses and at not in self._stores:
            return held
        value = code.source_of(code.operands(inst)[-1])
        given = {it for it in held if it.mode == "own" and it.root == ("value", (value,))}
        return held - given

    def taken(self, code: Code, inst: int) -> Iterator[int]:
        """The value that an instruction takes."""
        use = self._uses.get((code.place, inst))
        if use is not None and use.kind == "swap" and use.is_ordered:
            yield from [code.results[inst]] if _is_object(code, inst) else []

    def taken_if_true(self, code: Code, inst: int) -> Iterator[int]:
        """The value that an instruction has taken if it has given true: it put another one in its
        place, or nothing."""
        use = self._uses.get((code.place, inst))
        if use is None or use.kind != "compare" or use.gives != "success" or not use.is_ordered:
            return
        expected, new = (unconverted(code, it) for it in code.operands(inst)[-2:])
        if not _is_object(code, inst) or not _differs(code, expected, new):
            return
        if code.ops[code.definitions[expected]] != _CONSTANT:
            yield expected


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
