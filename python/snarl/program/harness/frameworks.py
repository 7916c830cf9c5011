"""Classes that frameworks use: their callbacks run in threads that the program does not start.

A framework has one object of a class, which all its threads share, or makes one for each call.
What it calls with, a request or a message, it makes for each call; what it constructs and injects
objects with are others that it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from snarl.program.models.linking import split
from snarl.program.surface import STATIC, Row

if TYPE_CHECKING:
    from snarl.program.callbacks import Found
    from snarl.program.harness.pools import Pools


@dataclass(slots=True)
class Served:
    """What frameworks call."""

    calls: list[Row] = field(default_factory=list)
    single: list[Row] = field(default_factory=list)
    """What one thread calls."""
    in_turn: set[Row] = field(default_factory=set)
    """Those that it calls on one object."""
    setup: list[Row] = field(default_factory=list)
    fresh: dict[Row, frozenset[int]] = field(default_factory=dict)
    set_up: Counter[Row] = field(default_factory=Counter)
    """For how many objects each of `setup` is called; any number counts as two."""
    by_itself: Counter[Row] = field(default_factory=Counter)
    """On how many objects each of those is called that have a thread for each method."""


def serve(pools: Pools, found: Sequence[Found]) -> Served:
    """Makes the calls of frameworks."""
    served = Served()
    for it in found:
        shared = pools.made(it.of) if it.shared else None
        if shared is not None:
            _set_up(pools, it, shared)
        served.setup += it.setup
        for row in it.setup:
            served.set_up[row] += 1 if it.shared else 2
        if it.callbacks.threads == "each":
            served.by_itself.update(it.methods)
        for row in it.methods:
            this = shared
            if this is None:
                this = pools.made_anew(it.of)
                _set_up(pools, it, this)
            pools.call_anew(row, this)
            served.fresh[row] = _fresh(row, shared=it.shared)
        if it.callbacks.threads == "one" and it.shared:
            served.in_turn.update(it.methods)
        (served.single if it.callbacks.threads == "one" else served.calls).extend(it.methods)
    return served


def _set_up(pools: Pools, found: Found, this: int) -> None:
    for row in found.setup:
        pools.call_on(row, this)


def _fresh(row: Row, *, shared: bool) -> frozenset[int]:
    """The places of what is made for each call: references among the arguments, 0 the receiver."""
    first = 0 if row.flags & STATIC else 1
    parameters, _ = split(row.descriptor)
    places = {first + place for place, of in enumerate(parameters) if of[0] in "L["}
    return frozenset(places if shared or not first else places | {0})
