"""Questions that may depend on themselves: recursive methods, structures that hold each other.

A question that comes up while it is being answered gets a first answer, from which answers only
move in one direction. Who has asked too early asks again, until nothing changes any more: what
questions that lead to each other say is settled by the first of them. So the same question has the
same answer, whoever asks first: but for those that are further away than any program was seen to
lead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")
_NOTHING = 1 << 60
_UNKNOWN = object()
"""In place of an answer: there is none yet, which is something else than one that is None."""
_FARTHEST = 400
"""Questions that lead to each other, of which one is asked first; the most that was seen is 61."""
_FRAMES = 10_000
"""Python's own limit, so that ours is reached before."""


@dataclass(slots=True)
class _Unsettled(Generic[Answer]):
    """A question that is being answered, or rests on one that is."""

    answer: Answer
    rests_on: int
    """How many questions were being answered before the first one that it rests on."""
    find: Callable[..., Answer]
    given: tuple[object, ...]
    askers: set[Hashable] | None = None

    def add_asker(self, key: Hashable) -> None:
        """Adds somebody who must ask again if the answer changes."""
        if self.askers is None:
            self.askers = set()
        self.askers.add(key)


class Questions(Generic[Answer]):
    """Answers to questions of one kind, or of several that lead to each other."""

    def __init__(
        self,
        first: Answer,
        last: Answer,
        joined: Callable[[Answer, Answer], Answer] | None = None,
    ) -> None:
        """The answer that is assumed first, and the one behind which there is none. Where answers
        would not move in one direction by themselves, `joined` puts two together; with the first
        one, it gives the other."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _FRAMES))
        self._first = first
        self._last = last
        self._joined = joined
        self._settled: dict[Hashable, Answer] = {}
        self._unsettled: dict[Hashable, _Unsettled[Answer]] = {}
        self._outdated: set[Hashable] = set()
        """Unsettled questions that have asked one whose answer has changed."""
        self._asking: Hashable = None
        self._count = 0
        """How many questions are being answered."""
        self._rests_on = _NOTHING
        """What the one rests on that is being answered."""

    def ask(self, key: Hashable, find: Callable[..., Answer], *given: object) -> Answer:
        """The answer to a question, which `find` finds by asking others."""
        settled: Any = self._settled.get(key, _UNKNOWN)
        if settled is not _UNKNOWN:
            answer: Answer = settled
            return answer
        known = self._unsettled.get(key)
        if known is None:
            return self._answer(key, find, given)
        known.add_asker(self._asking)
        if known.rests_on < self._rests_on:
            self._rests_on = known.rests_on
        return known.answer

    @property
    def settled(self) -> dict[Hashable, Answer]:
        """The answers that will not change."""
        return self._settled

    def learn(self, settled: dict[Hashable, Answer]) -> None:
        """Takes answers over that somebody else has found to the same questions."""
        self._settled |= settled

    def is_settled(self, key: Hashable) -> bool:
        """Whether a question has an answer that will not change."""
        return key in self._settled

    def _answer(
        self, key: Hashable, find: Callable[..., Answer], given: tuple[object, ...]
    ) -> Answer:
        number, unsettled = self._count, self._unsettled
        if number >= _FARTHEST:
            return self._last
        older = len(unsettled)
        here = unsettled[key] = _Unsettled(self._first, number, find, given)
        asking, rested_on = self._asking, self._rests_on
        self._asking, self._rests_on, self._count = key, _NOTHING, number + 1
        found = find(*given)
        if self._rests_on == _NOTHING and not self._outdated:
            # As most do, it has led to nothing that is open, not even to itself.
            unsettled.popitem()
            self._asking, self._rests_on, self._count = asking, rested_on, number
            self._settled[key] = found
            return found
        if found != here.answer:
            self._tell(here, found)
        while self._outdated and self._rests_on >= number and here.answer != self._last:
            again = self._outdated.pop()
            if again in unsettled:
                self._find(again, unsettled[again])
        rests_on, answer = self._rests_on, here.answer
        self._asking, self._rests_on, self._count = asking, rested_on, number
        if answer == self._last:
            # It stands; what others were told before is forgotten.
            while len(unsettled) > older:
                unsettled.popitem()
            self._settled[key] = answer
        elif rests_on >= number:
            while len(unsettled) > older:
                other, known = unsettled.popitem()
                self._settled[other] = known.answer
        else:
            here.rests_on = rests_on
            here.add_asker(asking)
            self._rests_on = min(rested_on, rests_on)
        return answer

    def _find(self, key: Hashable, here: _Unsettled[Answer]) -> None:
        """Answers a question again."""
        self._asking = key
        found = here.find(*here.given)
        if self._joined is not None and here.answer is not self._first:
            found = self._joined(here.answer, found)
        if found != here.answer:
            self._tell(here, found)

    def _tell(self, here: _Unsettled[Answer], found: Answer) -> None:
        """Notes an answer that is a new one; who was told something else must ask again."""
        here.answer = found
        if here.askers:
            self._outdated |= here.askers
