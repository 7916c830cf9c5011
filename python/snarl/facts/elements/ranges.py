"""Ranges: streams of numbers, `IntStream.range(0, n).parallel()`, which are all different."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code

_STREAM = "java.util.stream."
_RANGES = frozenset(("range", "rangeClosed"))
_KEEPS_NUMBERS = frozenset(
    (
        *(
            "parallel",
            "sequential",
            "unordered",
            "onClose",
            "filter",
            "peek",
            "boxed",
            "asLongStream",
        ),
        *("limit", "skip", "takeWhile", "dropWhile", "distinct", "sorted"),
    )
)
"""Methods of streams that give a stream of the same numbers, or of some of them."""


def serves_range(code: Code, inst: int) -> bool:
    """Whether what an instruction makes is only given to streams of the numbers of a range."""
    uses = code.uses.get(code.results[inst], ())
    return bool(uses) and all(
        code.ops[use] == Op.INVOKE
        and code.reference(use).owner.startswith(_STREAM)
        and _is_range(code, code.operands(use)[0])
        for use in uses
    )


def _is_range(code: Code, value: int) -> bool:
    """Whether a stream is of the numbers of a range, or of some of these."""
    made = code.definitions[code.source_of(value)]
    while made >= 0 and code.ops[made] == Op.INVOKE:
        named = code.reference(made)
        if not named.owner.startswith(_STREAM):
            return False
        if named.name in _RANGES:
            return True
        if named.name not in _KEEPS_NUMBERS:
            return False
        made = code.definitions[code.source_of(code.operands(made)[0])]
    return False
