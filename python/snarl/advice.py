"""What to do about a race, said in the same words whoever has found it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable


def one_lock(held: Iterable[Collection[str]]) -> str:
    """Which lock all accesses should hold, by the names of those that each of them holds now; empty
    if none holds any."""
    rest = [names for names in held if names]
    found: list[str] = []
    while rest and len(found) < 2:
        counts = Counter(name for names in rest for name in names)
        found.append(counts.most_common(1)[0][0])
        rest = [names for names in rest if found[-1] not in names]
    if not found:
        return ""
    if len(found) == 1:
        return f"Hold {found[0]} at all accesses, as at some."
    return f"Hold one lock at all accesses: some hold {found[0]}, others {found[1]}."
