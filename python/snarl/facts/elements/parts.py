"""Parts: what of an array an access is to, by the numbers that its index is computed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.threads import Thread

_OF_ONE = frozenset(("loop", "stream"))

Leaf = tuple[str, object]
"""What an index is computed from: a number of a loop that starts threads (`loop`), of a stream
(`stream`), that a task was made with (`field`), the same of a task that a loop has made for its
thread alone (`own`), that an atomic gives to nobody else (`ticket`), or a constant."""


@dataclass(frozen=True, slots=True)
class Part:
    """What the index of an access is computed from, in one thread."""

    leaves: frozenset[Leaf]
    is_plain: bool
    """Whether it is a number as it was given, not computed."""

    is_beyond: bool = False
    """Whether it reaches beyond the part that the numbers tell of: the neighbour of its end."""

    @property
    def is_of_numbers(self) -> bool:
        """Whether it is computed from more than constants."""
        return any(kind != "constant" for kind, _ in self.leaves)

    def is_surely_apart(self, thread: Thread, other: Part, others: Thread) -> bool:
        """Whether two accesses are of different elements."""
        if not (self.is_plain and other.is_plain and self.leaves == other.leaves):
            return False
        kinds = {kind for kind, _ in self.leaves}
        if kinds & {"ticket", "own"}:
            return True
        return thread == others and not kinds.isdisjoint(_OF_ONE)

    def is_likely_apart(self, thread: Thread, other: Part, others: Thread) -> bool:
        """Whether two accesses are of different elements, for all that numbers can tell."""
        if self.is_beyond or other.is_beyond:
            return False
        common = self.leaves & other.leaves
        if any(kind in ("field", "own", "ticket") for kind, _ in common):
            return True
        if thread == others:
            return any(kind in _OF_ONE for kind, _ in common)
        kinds = {kind for kind, _ in self.leaves | other.leaves}
        return kinds == {"constant"} and self.leaves != other.leaves
