"""Past: values that a word has left for good.

    if (state.compareAndSet(NEW, BUSY)) { result = value; state.set(DONE); }
    if (state.compareAndSet(NEW, CANCELLED)) …
    if (state.get() > BUSY) use(result);

A word that is taken once, and never free again, is `BUSY` for one thread at most. Whoever sees
another value that is not the first one comes after that thread, or there never is such a thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from snarl.facts.code.constants import SOMETHING
from snarl.facts.locks.words import Held, Lock
from snarl.facts.stand_ins import StandIn

if TYPE_CHECKING:
    from snarl.facts.atomics import Change, Word
    from snarl.facts.code.constants import Comparison, Constants


class Past:
    """Words that are taken once, with the values that they are taken by."""

    def __init__(self) -> None:
        self._values: dict[Word, frozenset[object]] = {}
        self._early: dict[Word, frozenset[object]] = {}
        self._numbers: dict[object, int] = {}

    def learn(self, word: Word, early: Constants, takes: Iterable[Constants]) -> bool:
        """Notes what a word is before it is taken, and what those make of it who take it; whether
        there is something to know."""
        values = {value for new in takes if len(new) == 1 for value in new if value != SOMETHING}
        if values - early:
            self._values[word] = frozenset(values - early)
            self._early[word] = early
        return word in self._values

    def taken(self, lock: Lock, use: Change) -> Held:
        """What is known, besides, by who has taken a word."""
        return frozenset(
            self._lock(lock, use, value, is_left=False)
            for value in self._of(use)
            if use.new == frozenset({value})
        )

    def after(self, lock: Lock, use: Change, held: Held, drops: set[Lock]) -> Held:
        """What is known after a change by who may have taken the word, or whose caller may."""
        for value in self._of(use):
            if use.new == frozenset({value}):
                continue
            busy = self._lock(lock, use, value, is_left=False)
            if busy in held:
                held = held - {busy} | {busy._replace(mode="after")}
            elif lock.root.kind != "value":
                drops.add(busy)
        return held

    def seen(self, lock: Lock, use: Change, told: Comparison) -> Held:
        """What somebody knows who has seen something of a word."""
        return frozenset(
            self._lock(lock, use, value, is_left=True)
            for value in self._of(use)
            if not told.holds(value)
            and not any(told.holds(it) for word in use.words for it in self._early[word])
        )

    def _of(self, use: Change) -> Iterator[object]:
        """The values of a word, or of all words that it may be."""
        values = [self._values.get(word, frozenset()) for word in use.words]
        yield from sorted(frozenset.intersection(*values), key=repr) if values else ()

    def _lock(self, lock: Lock, use: Change, value: object, *, is_left: bool) -> Lock:
        """That a word has a value, or has left it."""
        word = min(use.words)
        key = (word if word[0] == "field" else word[0], value)
        number = self._numbers.setdefault(key, len(self._numbers))
        down = (*lock.down[:-1], (StandIn.VALUE.value, number))
        return lock._replace(down=down, mode="after" if is_left else "before")
