"""Summaries: what methods do to locks between their entry and their end, in words of their callers.

Of wrappers and helpers: one that takes a lock for its caller, one that gives it back, one that has
it only if it returns true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snarl.facts.locks.handmade.owners import given
from snarl.facts.locks.words import DEEPEST, EVERYWHERE, NOTHING, Held, Lock, is_no_object

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values


@dataclass(frozen=True, slots=True)
class Summary:
    """What one method does."""

    gains: Held = NOTHING
    drops: Held = NOTHING
    if_true: Held = NOTHING
    """What it gains besides if it returns true."""
    if_false: Held = NOTHING
    gives: bool = False
    """Whether what it returns belongs to its caller."""
    may_gain: Held = NOTHING
    """What it gains at some of its ends."""

    @property
    def kept(self) -> Held:
        """What it may still hold when it has ended."""
        return self.gains | self.if_true | self.if_false


NO_CHANGE = Summary()


class Summaries:
    """Those of a program's methods, as far as they are known."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._known: dict[int, Summary] = {}

    def __bool__(self) -> bool:
        return bool(self._known)

    def of(self, method: int) -> Summary:
        """What a method does, by its place."""
        return self._known.get(method, NO_CHANGE)

    def learn(self, method: int, summary: Summary) -> bool:
        """Notes what a method does; tells whether that is new."""
        if summary == self.of(method):
            return False
        self._known[method] = summary
        return True

    def outward(self, code: Code, operands: list[int], locks: Held) -> Iterator[Lock]:
        """A callee's locks in the words of its caller, which calls it with some operands."""
        for lock in given(code, operands, locks):
            if lock.root.kind in EVERYWHERE:
                yield lock
            elif lock.root.kind == "parameter" and lock.root.key[0] < len(operands):
                path = self._values.path(code, operands[lock.root.key[0]])
                fields = path.fields + lock.down
                if len(fields) <= DEEPEST or not is_no_object(lock):
                    # What a wrapper hides may itself be a view. Words that are further away nobody
                    # holds; where callbacks call callbacks there is no end of them.
                    yield lock._replace(root=path.root, down=fields)
