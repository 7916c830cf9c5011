"""Idioms: ways in which programs make locks by hand, as the dataflow `within` methods asks them.

Each says what is held, or known, at the steps of that dataflow; what it does not say stays
as it is. They are asked in the order in which they were found, for later ones build on what earlier
ones have said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from snarl.facts.locks.words import NOTHING, Held, Lock

if TYPE_CHECKING:
    from snarl.facts.code import Code


class Idiom:
    """One of them."""

    def at_start(self, _code: Code) -> Held:
        """What is held when a method begins."""
        return NOTHING

    def after(self, _code: Code, _inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is held after an instruction, however it ends. What it may give back that the
        method's callers have taken is added to `drops`."""
        return held

    def if_done(self, _code: Code, _inst: int, held: Held) -> Held:
        """What is held after an instruction that has thrown nothing."""
        return held

    def behind(
        self, _code: Code, _branch: int, _position: int, held: Held, _drops: set[Lock]
    ) -> Held:
        """What is held behind a branch, by which something may be given back, too."""
        return held

    def told_by(self, _code: Code, _call: int, *, is_true: bool) -> Held:
        """What is held besides if a call has given true, or false."""
        return NOTHING

    def left(self, _code: Code, _inst: int, held: Held) -> Held:
        """What is left, at an instruction of a method, of what its callers hold."""
        return held


class Idioms:
    """Those of a program."""

    def __init__(self) -> None:
        self._at_start: list[_AtStart] = []
        self._after: list[_After] = []
        self._if_done: list[_IfDone] = []
        self._behind: list[_Behind] = []
        self._told_by: list[_ToldBy] = []
        self._left: list[_IfDone] = []

    def add(self, idiom: Idiom) -> None:
        """One more, that is asked behind the others, and only where it says something."""
        kind = type(idiom)
        if kind.at_start is not Idiom.at_start:
            self._at_start.append(idiom.at_start)
        if kind.after is not Idiom.after:
            self._after.append(idiom.after)
        if kind.if_done is not Idiom.if_done:
            self._if_done.append(idiom.if_done)
        if kind.behind is not Idiom.behind:
            self._behind.append(idiom.behind)
        if kind.told_by is not Idiom.told_by:
            self._told_by.append(idiom.told_by)
        if kind.left is not Idiom.left:
            self._left.append(idiom.left)

    def at_start(self, code: Code) -> Held:
        """What is held when a method begins."""
        held = NOTHING
        for ask in self._at_start:
            held |= ask(code)
        return held

    def after(self, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """What is held after an instruction, however it ends."""
        for ask in self._after:
            held = ask(code, inst, held, drops)
        return held

    def if_done(self, code: Code, inst: int, held: Held) -> Held:
        """What is held after an instruction that has thrown nothing."""
        for ask in self._if_done:
            held = ask(code, inst, held)
        return held

    def behind(self, code: Code, branch: int, position: int, held: Held, drops: set[Lock]) -> Held:
        """What is held behind a branch."""
        for ask in self._behind:
            held = ask(code, branch, position, held, drops)
        return held

    def told_by(self, code: Code, call: int, *, is_true: bool) -> Held:
        """What is held besides if a call has given true, or false."""
        held = NOTHING
        for ask in self._told_by:
            held |= ask(code, call, is_true=is_true)
        return held

    def left(self, code: Code, inst: int, held: Held) -> Held:
        """What is left, at an instruction of a method, of what its callers hold."""
        for ask in self._left:
            held = ask(code, inst, held)
        return held


class _AtStart(Protocol):
    def __call__(self, code: Code, /) -> Held: ...


class _After(Protocol):
    def __call__(self, code: Code, inst: int, held: Held, drops: set[Lock], /) -> Held: ...


class _IfDone(Protocol):
    def __call__(self, code: Code, inst: int, held: Held, /) -> Held: ...


class _Behind(Protocol):
    def __call__(
        self, code: Code, branch: int, position: int, held: Held, drops: set[Lock], /
    ) -> Held: ...


class _ToldBy(Protocol):
    def __call__(self, code: Code, call: int, /, *, is_true: bool) -> Held: ...
