"""Lent: what a caller from outside gives as an argument is his own until it is kept.

An open program that works on an argument before it has put it anywhere works on what nobody else
has, unless its caller gave it to somebody before. This is a hint and no proof: it ignores the ways
to an instruction on which a lock is held, since they have their own reason to be safe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls import NOBODY
from snarl.facts.code import makes_its_receiver
from snarl.facts.ownership.publication import Publication
from snarl.facts.ownership.stale import stale_parameters
from snarl.facts.questions import Questions
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.facts.calls import Callers, Calls
    from snarl.facts.calls.chains import Chains
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.locks import Locks
    from snarl.facts.ownership.leaks import Leaking
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution


class Lent(Publication):
    """Which objects are their caller's own where: fresh, or an argument that nobody has kept."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        threads: Threads,
        heap: Heap,
        leaking: Leaking,
        chains: Chains,
        locks: Locks,
    ) -> None:
        super().__init__(solution, calls, threads, heap, leaking, chains)
        self._locks = locks
        self._young = Questions(first=True, last=False)
        """What only calls itself is as young as what calls it."""

    def _is_fresh_parameter(self, instance: int, code: Code, position: int) -> bool:
        is_argument = position > 0 or code.method.is_static
        if instance not in self._threads.called_from_outside:
            return super()._is_fresh_parameter(instance, code, position)
        return is_argument and self._is_given_by(self._callers(instance), position, is_made=False)

    @cached_property
    def _stale_parameters(self) -> list[int]:
        """What callers from outside give is theirs, but for what they call."""
        lenders = frozenset(self._threads.called_from_outside)
        return stale_parameters(self._calls, self._roots, self._is_unlocked, lenders=lenders)

    def _is_fresh_part(self, instance: int, code: Code, load: int, inst: int) -> bool:
        """Also what a caller has made as a part of what he lends, and what that has made itself."""
        if super()._is_fresh_part(instance, code, load, inst):
            return True
        if _is_copy(code, code.operands(load)[0]):
            return False
        held = self._calls.objects(instance, code.results[load])
        return (
            bool(len(held))
            and all(self._is_made_by_owner(int(it), code, load) for it in held)
            and self.is_fresh(instance, inst, code.operands(load)[0])
        )

    def _is_made_by_owner(self, number: int, code: Code, load: int) -> bool:
        """Whether callers from outside made an object, or the class did that keeps it; not one
        that is also there for all."""
        if number in self._heap.in_statics:
            return False
        maker = int(self._heap.makers[number])
        field = code.field(load) if code.ops[load] == Op.GET_FIELD else None
        if maker == NOBODY:
            return True
        return field is not None and self._calls.methods[maker].owner.id == field[0]

    def is_under_construction(self, instance: int, value: int) -> bool:
        """Whether a value is what a constructor is still making, which may have let it be known."""
        code = self._calls.code_of(instance)
        made = -1 if code is None else code.definitions[code.source_of(value)]
        if code is None or made < 0 or code.ops[made] != Op.PARAMETER:
            return False
        position = code.constants[made]
        if position == 0 and makes_its_receiver(code.method):
            return True
        return self._young.ask((instance, position), self._find_young, instance, position)

    def _find_young(self, instance: int, position: int) -> bool:
        return (
            instance not in self._roots
            and self._is_young_of(all, self._callers(instance), position)
            and self._is_young_of(any, self._calls.callers_of(instance), position)
        )

    def _is_young_of(
        self,
        quantity: Callable[[Iterable[bool]], bool],
        callers: list[tuple[int, int, EdgeKind]],
        position: int,
    ) -> bool:
        return quantity(self._hands_over_young(it, site, position) for it, site, _ in callers)

    def _hands_over_young(self, caller: int, site: int, position: int) -> bool:
        code = self._calls.code_of(caller)
        call = None if code is None else code.call_at(site)
        if code is None or call is None or position >= len(code.operands(call)):
            return False
        return self.is_under_construction(caller, code.operands(call)[position])

    def _callers(self, instance: int) -> list[tuple[int, int, EdgeKind]]:
        """The calls of an instance at which no lock is held."""
        return self._unlocked.of(instance)

    @cached_property
    def _unlocked(self) -> Callers:
        return self._calls.callers_through(self._is_unlocked)

    @cached_property
    def _is_unlocked(self) -> NDArray[np.bool_]:
        """Whether each call stays in its thread, and no lock is held there."""
        calls, locks = self._calls, self._locks
        is_locked = locks.is_called_locked[calls.callers] | locks.is_call_locked
        found: NDArray[np.bool_] = calls.is_in_thread & ~is_locked
        return found


def _is_copy(code: Code, value: int) -> bool:
    """Whether a value is a copy, which has the parts of what it was copied from."""
    made = code.definitions[code.source_of(value)]
    return made >= 0 and code.ops[made] == Op.INVOKE and code.reference(made).name == "clone"
