"""Words and flags that are given back for others: which of them anybody may miss.

Where callbacks call callbacks, each of which has a word of its own, whoever is furthest up gives
back those of all below it, on as many ways as there are chains of fields. Of these matter only
words that somebody holds, by the end of a path: seen from further up there are more fields in front
of it, from further down fewer, and what nobody holds nobody loses.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from snarl.facts.locks.words import Held, Lock, is_no_object

if TYPE_CHECKING:
    from snarl.facts.code.values import Root
    from snarl.facts.locks.confinement.parts import Fields, Parts

_FIXED = ("static", "class")
"""Roots of which a callee, if it knows them, knows by the same name as its caller."""


_Name = tuple["Root | None", "Fields"]
"""The end of a path; from a static field on, all of it."""


class GivenBack:
    """By which names words are held, and who has given back what nobody held yet."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._known: set[_Name] = set()
        self._left_out: dict[_Name, set[int]] = {}

    def missed(self, place: int, locks: Iterable[Lock]) -> set[Lock]:
        """Those of the locks that a method gives back at a call that somebody may miss."""
        found = set()
        for lock in locks:
            if not is_no_object(lock) or _name(lock) in self._known:
                found.add(lock)
            else:
                self._left_out.setdefault(_name(lock), set()).add(place)
        return found

    def learn(self, held: Iterable[Held]) -> set[int]:
        """Notes what a method holds. Gives the methods that must be looked at again: something that
        they give back was left out."""
        again: set[int] = set()
        waiting = [_name(lock) for lock in frozenset().union(*held) if is_no_object(lock)]
        while waiting:
            name = waiting.pop()
            if name in self._known:
                continue
            self._known.add(name)
            again |= self._left_out.pop(name, set())
            root, path = name
            waiting.append((root, self._parts.shorter(path)))
            if root is not None or len(path) > 1:
                waiting.append((None, path if root is not None else path[1:]))
        return again


def _name(lock: Lock) -> _Name:
    return (lock.root if lock.root.kind in _FIXED else None, lock.down)
