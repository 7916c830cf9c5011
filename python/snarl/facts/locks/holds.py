"""Holds: what is held once locks are taken again, given back, or held on one of two ways only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.locks.words import EVERYWHERE, REAL, Held, Lock, common, is_real

if TYPE_CHECKING:
    from snarl.facts.code import Code


def where_nothing_runs(
    code: Code, entry: list[Held | None], closed: dict[int, Held]
) -> dict[int, Held]:
    """What is held in blocks behind branches that are never taken: whatever is held in front of
    them, so that what is called there seems to be called under no other locks."""
    found: dict[int, Held] = {}
    for target, held in closed.items():
        waiting = [target]
        while waiting:
            block = waiting.pop()
            first, end = code.block_offsets[block : block + 2]
            if entry[block] is None and first not in found:
                found |= dict.fromkeys(range(first, end), held)
                waiting += code.flow[block]
    return found


def without_dropped(code: Code, inst: int, held: Held, drops: dict[Lock, set[int]]) -> Held:
    """What callers hold, without what a method may have given back before an instruction."""
    gone = [
        lock
        for lock, places in drops.items()
        if any(code.may_follow(it if it >= 0 else ~it, inst) or ~it == inst for it in places)
    ]
    identities = {lock.identity for lock in gone}
    kinds = {lock.is_monitor for lock in gone if is_real(lock)}
    return frozenset(
        lock
        for lock in held
        if lock.identity not in identities
        # One that is known by what it is may be this one.
        and not (lock.is_monitor in kinds and lock.root.kind in EVERYWHERE and is_real(lock))
    )


def outward_only(held: Held) -> Held:
    """What a caller can name too."""
    return frozenset(lock for lock in held if lock.root.kind != "value")


def joined(one: Held, two: Held) -> Held:
    """What is held on both of two ways: what is held for writing on one and for reading on the
    other is held for reading."""
    both = common(one, two)
    if not any(lock.mode == "shared" for lock in one ^ two):
        return both
    for mine, other in ((one, two), (two, one)):
        both |= mine & {it._replace(mode="shared") for it in other if it.mode == "exclusive"}
    return both


def acquired(held: Held, lock: Lock) -> Held:
    """What is held once a lock is taken, perhaps again."""
    depth = sum(1 for it in held if (it.identity, it.mode) == (lock.identity, lock.mode))
    return held | {lock._replace(depth=depth)}


def released(held: Held, lock: Lock) -> Held:
    """What is held once a lock is given back as often as it is said."""
    same = [it for it in held if it.identity == lock.identity and it.mode in REAL]
    same = [it for it in same if it.mode == lock.mode] or same
    left = held - {max(same, key=lambda it: it.depth)} if same else held
    return frozenset(it for it in left if it.mode != "before")
