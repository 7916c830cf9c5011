"""Serial: threads whose tasks run one after the other, in one executor or on one event queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.ordering.pools import is_serial
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.ordering.coroutines import Coroutines
    from snarl.facts.ordering.tasks import Tasks
    from snarl.facts.threads import Thread
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_EVENT_QUEUE = {"invokeLater", "invokeAndWait"}
_OF_WORKERS = {"process", "done"}


class Serial:
    """Finds such threads."""

    def __init__(
        self, solution: Solution, calls: Calls, once: Once, tasks: Tasks, coroutines: Coroutines
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._once = once
        self._tasks = tasks
        self._coroutines = coroutines
        self._known: dict[int, frozenset[int]] = {}
        self._known_pairs: dict[tuple[int, int], bool] = {}

    def executors(self, thread: Thread) -> frozenset[int]:
        """The executors that run the tasks of a thread one after the other; -1 is Swing's queue."""
        if thread.number not in self._known:
            self._known[thread.number] = self._find(thread)
        return self._known[thread.number]

    def are_in_turn(self, first: Thread, second: Thread) -> bool:
        """Whether two threads run their tasks one after the other; or one runs the other's."""
        key = (first.number, second.number)
        if key not in self._known_pairs:
            self._known_pairs[key] = bool(
                self.executors(first) & self.executors(second)
                or self._coroutines.is_run_by(first, second)
                or self._coroutines.is_run_by(second, first)
            )
        return self._known_pairs[key]

    def _find(self, thread: Thread) -> frozenset[int]:
        if thread.sites and all(self._is_queued(thread, *site) for site in thread.sites):
            return frozenset({-1})
        of_coroutines = self._coroutines.executors(thread)
        pools = self._tasks.pools(thread) if of_coroutines is None else of_coroutines
        if not pools or not all(self._once.is_single(it) for it in pools):
            return frozenset()
        if len(pools) != 1 or not all(map(self._has_one_thread, pools)):
            return frozenset()
        return frozenset(pools)

    def _is_queued(self, thread: Thread, place: int, bci: int) -> bool:
        """Whether Swing's event thread runs what a call leaves to it: tasks, listeners, and what a
        worker tells of its progress. The program's own classes inherit such methods."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        called = [self._calls.methods[it] for it in self._calls.methods_called(place, bci)]
        if not all(it.owner.name.startswith(("javax.swing.", "java.awt.")) for it in called):
            return False
        name = code.reference(call).name
        roots = {method.name for it in thread.roots if (method := self._calls.method(it))}
        return (
            name in _EVENT_QUEUE
            or (name.startswith("add") and name.endswith("Listener"))
            or (bool(roots) and roots <= _OF_WORKERS)
        )

    def _has_one_thread(self, pool: int) -> bool:
        """Whether an executor, or the loop of a coroutine, has one thread only."""
        return self._coroutines.is_loop(pool) or is_serial(self._solution, self._once, pool)
