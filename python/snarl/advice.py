"""What to do about a race, said in the same words whoever has found it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

_OF_THIS = re.compile(r"^this \([^)]*\)(?=\.)")
"""The object that a method is called on, of which a lock is a field."""


def one_lock(held: Iterable[Collection[str]]) -> str:
    """Which lock all accesses should hold, by the names of those that each of them holds now; empty
    if none holds any."""
    rest = [{_as_one(name): name for name in names} for names in held if names]
    found: list[str] = []
    while rest and len(found) < 2:
        counts = Counter(lock for names in rest for lock in names)
        lock = counts.most_common(1)[0][0]
        found.append(next(names[lock] for names in rest if lock in names))
        rest = [names for names in rest if lock not in names]
    if not found:
        return ""
    if len(found) == 1:
        return f"Hold {found[0]} at all accesses, as at some."
    return f"Hold one lock at all accesses: some hold {found[0]}, others {found[1]}."


def _as_one(name: str) -> str:
    """What a lock is called in each class that inherits the field: `this (a.Sub).lock` and
    `this (a.Base).lock` are one."""
    return _OF_THIS.sub("this", name)
