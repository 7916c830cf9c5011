"""One thread: what belongs to one thread, because it was made for this thread alone.

A thread has the task that it runs for itself, if no other one gets it (`own_tasks`), and what the
function that it runs has captured for it (`captures`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.locks.confinement.captures import Captures
from snarl.facts.locks.confinement.once_each import OnceEach
from snarl.facts.locks.confinement.own_tasks import OwnTasks
from snarl.facts.locks.confinement.walks import Walks
from snarl.facts.locks.words import Lock, once_for, own_parameter
from snarl.graph import distinct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from snarl.facts.locks.ground import Ground
    from snarl.facts.threads import Thread

_RUN_ONCE = {"start", "startVirtualThread", "execute", "submit", "fork"}
"""Calls that run a task once."""


class Confined:
    """Finds what threads have for themselves."""

    def __init__(self, ground: Ground) -> None:
        self._solution = ground.solution
        self._calls = ground.calls
        self._threads = ground.threads
        once_each = OnceEach(ground.calls, ground.accesses, ground.threads)
        walks = Walks(ground.solution, ground.calls, ground.once, ground.heap)
        self._tasks = OwnTasks(ground, walks, once_each)
        self._captures = Captures(ground, self._tasks, walks, once_each)
        self._in_common: dict[int, list[tuple[int, frozenset[Lock]]]] = {}

    @cached_property
    def parameters(self) -> dict[int, frozenset[Lock]]:
        """Parameters of threads' first own methods whose objects no other thread has.

        A thread whose task object is its own is in the place of a holder of that object's lock: no
        second one can be. So it is told in the same words.
        """
        found: dict[int, frozenset[Lock]] = {}
        graph = self._solution.call_graph
        fresh = {graph.place(it): which for it, which in self._solution.roots.fresh.items()}
        for thread in self._threads.all:
            if thread.kind == "environment":
                for root in thread.roots:
                    place = int(self._calls.method_of[root])
                    locks = {own_parameter(position) for position in fresh.get(place, ())}
                    if self._is_run_of_thread(place):
                        locks.add(once_for(0, place))
                    if locks:
                        found[root] = found.get(root, frozenset()) | locks
        return found | self._of_spawned

    def _is_run_of_thread(self, place: int) -> bool:
        """Whether a method is what a thread runs. Who has one starts it, and that only once: nobody
        calls this method himself."""
        above = self._solution.program.find_class("java.lang.Thread")
        if above is None or not 0 <= place < len(self._calls.methods):
            return False
        method = self._calls.methods[place]
        if (method.name, method.descriptor) != ("run", "()V"):
            return False
        return self._solution.program.engine.is_subclass(method.owner.id, above.id)

    @cached_property
    def once(self) -> frozenset[int]:
        """Methods that run once for each of their objects, in a thread that has it for itself."""
        own = self._of_spawned
        by_place: dict[int, list[int]] = {}
        for instance in own:
            by_place.setdefault(int(self._calls.method_of[instance]), []).append(instance)
        return frozenset(
            place
            for place, instances in by_place.items()
            if all(
                own_parameter(0) in own.get(it, ())
                for it in self._calls.instances_of(place)
                if self._threads.runs[it]
            )
            and all(self._runs_once(thread) for it in instances for thread in self._threads.of(it))
        )

    def _runs_once(self, thread: Thread) -> bool:
        """Whether what starts a thread runs its task once, and not again and again."""
        for method, bci in thread.sites:
            code = self._calls.code(method)
            call = None if code is None else code.call_at(bci)
            if code is None or call is None or code.reference(call).name not in _RUN_ONCE:
                return False
        return bool(thread.sites)

    @cached_property
    def _of_spawned(self) -> dict[int, frozenset[Lock]]:
        """What spawned threads have for themselves, of each entry what all of them have there."""
        by_thread: dict[int, dict[int, frozenset[Lock]]] = {}
        for thread in self._threads.all:
            if thread.kind == "spawn":
                for entry, locks in self._confined(thread):
                    known = by_thread.setdefault(entry, {})
                    known[thread.number] = known.get(thread.number, frozenset()) | locks
        found = {}
        for entry, known in by_thread.items():
            threads = [it.number for it in self._threads.of(entry)]
            if all(number in known for number in threads):
                found[entry] = frozenset.intersection(*(known[number] for number in threads))
        return found

    def _confined(self, thread: Thread) -> Iterator[tuple[int, frozenset[Lock]]]:
        """What one spawned thread has for itself: where it enters the program's code, and what."""
        root = thread.roots[0]
        is_thread = self._tasks.are_threads(thread.tasks)
        if self._calls.is_own[root] and is_thread and self._is_only_entry(root):
            yield root, frozenset({own_parameter(0)})
            for function in self._functions_of(root):
                yield function, self._own_parameters(function, self._tasks.of(thread))
            return
        tasks = self._tasks.of(thread)
        entries = self._entries_of(thread) if tasks or self._tasks.started_once else []
        for entry in entries:
            if self._threads.of(entry) == [thread]:
                yield from self._confined_at(entry, tasks)
                continue
            # What is the same for all of them is found out once: threads may be many.
            if entry not in self._in_common:
                found = self._confined_at(entry, self._tasks_in(entry))
                self._in_common[entry] = list(found)
            yield from self._in_common[entry]

    def _confined_at(
        self, entry: int, tasks: Sequence[int]
    ) -> Iterator[tuple[int, frozenset[Lock]]]:
        """What threads have for themselves, by some tasks, where they enter the program's code."""
        if not self._is_only_entry(entry):
            return
        if locks := self._own_parameters(entry, tasks):
            yield entry, locks
        for function in self._functions_of(entry):
            yield function, self._own_parameters(function, tasks)

    def _functions_of(self, entry: int) -> list[int]:
        """Functions of the application that an entry of a library runs, once: `thread { … }`."""
        calls = self._calls
        code = calls.code_of(entry)
        if code is None or calls.is_application_method[calls.method_of[entry]]:
            return []
        return [
            callee
            for site, callees in calls.callees_of(entry).items()
            for callee in callees
            if calls.is_own[callee]
            and calls.is_application_method[calls.method_of[callee]]
            and {caller for caller, _, _ in calls.callers_of(callee)} == {entry}
            and (call := code.call_at(site)) is not None
            and not code.is_in_loop(call)
        ]

    def _tasks_in(self, entry: int) -> list[int]:
        """The tasks that threads which enter the program's code at one place have each for itself:
        those that are started at one place, as by tasks that fork tasks of their kind."""
        return [
            task
            for thread in self._threads.of(entry)
            for task in self._tasks.of(thread)
            if len(self._tasks.starts_of(task)) == 1
        ]

    def _entries_of(self, thread: Thread) -> list[int]:
        """The first instances of the program's own code that a thread runs: called by the JDK's
        code, or started as they are."""
        calls = self._calls
        inside = self._threads.runs_in(thread)
        found = [root for root in thread.roots if calls.is_own[root]]
        edges = self._entering[inside[calls.callers[self._entering]]]
        found += distinct(calls.callees[edges]).tolist()
        return found

    @cached_property
    def _entering(self) -> NDArray[np.int64]:
        """The calls of the program's own code by the JDK's."""
        calls = self._calls
        is_entering = ~calls.is_own[calls.callers] & calls.is_own[calls.callees]
        return np.flatnonzero(calls.is_in_thread & is_entering)

    def _is_only_entry(self, instance: int) -> bool:
        """Whether an instance runs only at the start of threads."""
        calls = self._calls
        return not any(
            calls.is_own[calls.callers[edge]]
            for edge in calls.edges_to(instance)
            if calls.is_in_thread[edge]
        )

    def _own_parameters(self, instance: int, tasks: Sequence[int]) -> frozenset[Lock]:
        """Parameters that are the task itself, or what only this lambda captured."""
        code = self._calls.code_of(instance)
        if code is None:
            return frozenset()
        this = [] if code.method.is_static else code.parameters[:1]
        objects = self._calls.objects(instance, this[0]).tolist() if this else []
        if objects and set(objects) <= set(tasks):
            return frozenset({own_parameter(0), *self._captures.of_maker(code)})
        if objects and self._tasks.started_once.issuperset(objects):
            return frozenset({once_for(0, code.place), *self._captures.of_maker(code)})
        return self._captures.of(code.method, tasks)
