"""Ends of pools: who has waited for an executor to end comes after all that it has ever run.

    pool.shutdown();
    pool.awaitTermination(1, MINUTES);

Whoever has given it its tasks, main or the tasks themselves: it takes no more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.calls.reach import Kills
from snarl.facts.ordering.limits import gives_up, is_told_to_others, told

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.ordering.named_calls import NamedCalls
    from snarl.facts.ordering.tasks import Tasks
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once

_WAITS = {"awaitTermination", "close"}


class PoolEnd(NamedTuple):
    """The end of an executor: a signal for who has waited for it."""

    pool: int


class PoolEnds:
    """The ends of executors of which there is one."""

    def __init__(
        self, calls: Calls, once: Once, threads: Threads, named: NamedCalls, tasks: Tasks
    ) -> None:
        self._calls = calls
        self._once = once
        self._threads = threads
        self._named = named
        self._tasks = tasks

    def all(self) -> Iterator[tuple[PoolEnd, set[int], Kills]]:
        """Each end, the instances that only tasks of the executor begin with, and what has waited
        for it."""
        for pool, waits in sorted(self._waits().items()):
            begun = set(self._begun_by(pool))
            if begun:
                yield PoolEnd(pool), begun, waits

    def _waits(self) -> dict[int, Kills]:
        found: dict[int, Kills] = {}
        for method, inst, _ in self._named.of(_WAITS):
            code = self._calls.code(method)
            for instance in () if code is None else self._calls.instances_of(method):
                assert code is not None
                pools = self._calls.objects(instance, code.operands(inst)[0]).tolist()
                if len(pools) != 1 or not self._once.is_single(pools[0]):
                    continue
                kills = found.setdefault(pools[0], Kills())
                has_limit = gives_up(code, inst, must_have_limit=True)
                if not has_limit or is_told_to_others(code, inst):
                    kills.points.add((instance, inst))
                kills.blocks.update((instance, block) for block in told(code, inst, 1))
        return found

    def _begun_by(self, pool: int) -> Iterator[int]:
        """The program's own code that tasks of an executor begin with, and nobody else runs."""
        threads = {
            thread.number
            for thread in self._threads.all
            if thread.kind == "spawn" and self._tasks.pools(thread) == {pool}
        }
        for number in sorted(threads):
            for it in self._calls.own_callees(self._threads.all[number].roots):
                if all(thread.number in threads for thread in self._threads.of(it)):
                    yield it
