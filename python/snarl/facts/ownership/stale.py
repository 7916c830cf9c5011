"""What is surely known to others: what anybody calls a method with, and whatever that becomes.

Whether a parameter is fresh depends on all who call, and on who calls them. Most are not, and it is
one walk over all calls to find most of those: from the parameters of what threads begin with to the
arguments that these are handed on as, and so on. What is left is asked for one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.code import makes_its_receiver
from snarl.graph import distinct
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.program import Method

_ALL = 2**64 - 1
_RECEIVER = 1


def stale_parameters(
    calls: Calls,
    roots: Collection[int],
    counts: NDArray[np.bool_],
    firsts: Collection[int] = (),
    lenders: Collection[int] = (),
) -> list[int]:
    """The parameters of each instance, as bits, that some call gives what others know, by the calls
    that count; from the roots, and from calls that hand over nobody knows what.

    The receivers of `firsts` are fresh, by contract. What `lenders` are given is their callers'
    own, but for what these call.
    """
    given, never = np.zeros(len(calls), np.uint64), np.zeros(len(calls), np.uint64)
    for root in roots:
        given[root] = _of_root(calls.method(root), is_lent=root in lenders)
    is_blind = counts & (calls.kinds != EdgeKind.CALL) & (calls.kinds != EdgeKind.LAMBDA)
    for callee in distinct(calls.callees[is_blind]).tolist():
        given[callee] |= np.uint64(_all_but_made(calls.method(callee)))
    never[list(firsts)] = _RECEIVER
    plain = np.flatnonzero(counts & (calls.kinds == EdgeKind.CALL))
    found = calls.solution.engine.arguments_from(
        calls.callers[plain], calls.sites[plain], calls.callees[plain], given & ~never, never
    )
    bits: list[int] = found.tolist()
    return bits


def _of_root(method: Method | None, *, is_lent: bool) -> int:
    if method is None or not is_lent:
        return _all_but_made(method)
    return 0 if method.is_static else _RECEIVER


def _all_but_made(method: Method | None) -> int:
    """All parameters, but for the receiver of a method that nobody knows yet, or any more."""
    is_made = method is not None and (makes_its_receiver(method) or method.name == "finalize")
    return _ALL - _RECEIVER if is_made else _ALL
