"""Chains: stages of futures that start threads of their own, and futures that wait for those.

    first.map(parse)                            complete only when `first` is
         .flatMap(it => Future { store(it) })   complete only when what its function gives is

What `store` does comes after all that is before it, and whoever waits for the last future has
waited for `store`. Of Scala's futures, each function is a thread of its own (`models/scala.toml`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Reaching
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread

_FUTURE = "scala.concurrent.Future"
_COMPOSES = {"flatMap", "transformWith"}
"""Methods of a future that give one which is complete when what their function gives is."""
_WAITS = {
    *("map", "transform", "recover", "recoverWith", "filter", "withFilter", "collect"),
    *("andThen", "zip", "zipWith", "mapTo", *_COMPOSES),
}
"""Methods of a future that give one which waits for it."""
_DEEPEST = 2
"""Functions that give what others give."""


def waits_for_its_own(code: Code, call: int) -> bool:
    """Whether the future that a call gives is complete only when that which it is asked of is."""
    named = code.reference(call)
    return named.owner == _FUTURE and named.name in _WAITS


class Chains:
    """Who has started the threads that stages start."""

    def __init__(self, calls: Calls, reaching: Reaching) -> None:
        self._calls = calls
        self._reaching = reaching

    def starters(self, thread: Thread) -> dict[int, Thread]:
        """The threads that run the calls which start a thread, by their numbers."""
        return {
            it.number: it
            for place, _ in thread.sites
            for instance in self._calls.instances_of(place)
            for it in self._reaching.threads_of(instance)
        }

    def composer(self, thread: Thread, futures: set[int]) -> Thread | None:
        """The one stage that starts a thread and gives nothing but its future, so that the future
        of the stage is complete only when that is."""
        starters = self.starters(thread)
        stage = starters.popitem()[1] if len(starters) == 1 else None
        if stage is None or stage.many or not stage.sites or stage == thread:
            return None
        composes = all(self._composes(*site) for site in stage.sites)
        gives = all(self._gives_one_of(root, futures) for root in stage.roots)
        return stage if composes and gives else None

    def _composes(self, place: int, bci: int) -> bool:
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        named = code.reference(call)
        return named.owner == _FUTURE and named.name in _COMPOSES

    def _gives_one_of(self, instance: int, futures: set[int], deep: int = 0) -> bool:
        """Whether all that a function gives is one of some futures, or waits for one."""
        code = self._calls.code_of(instance)
        ends = [] if code is None else code.having(int(Op.RETURN))
        if code is None or not ends or not all(code.operands(it) for it in ends):
            return False
        given = [code.operands(it)[0] for it in ends]
        return all(
            any(self._is_one_of(instance, it, futures) for it in _and_waited_for(code, value))
            or self._is_given(instance, code, value, futures, deep)
            for value in given
        )

    def _is_one_of(self, instance: int, value: int, futures: set[int]) -> bool:
        held = self._calls.objects(instance, value).tolist()
        return bool(held) and futures.issuperset(held)

    def _is_given(
        self, instance: int, code: Code, value: int, futures: set[int], deep: int
    ) -> bool:
        """The same of what another function gives: Scala's compiler puts one around a lambda."""
        call = code.definitions[code.source_of(value)]
        if deep == _DEEPEST or call < 0 or code.ops[call] != Op.INVOKE:
            return False
        called = self._calls.callees_at(instance, code.bcis[call])
        return bool(called) and all(self._gives_one_of(it, futures, deep + 1) for it in called)


def _and_waited_for(code: Code, value: int) -> Iterator[int]:
    """A value, and the futures that it waits for if it is one."""
    while True:
        value = code.source_of(value)
        yield value
        call = code.definitions[value]
        if call < 0 or code.ops[call] != Op.INVOKE or not waits_for_its_own(code, call):
            return
        value = code.operands(call)[0]
