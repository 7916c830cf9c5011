"""Handovers: words that one thread takes and gives to the task that it starts.

    if (scheduled.compareAndSet(false, true)) executor.execute(this);      taken here
    public void run() { …; scheduled.set(false); }                         and free again there

Who has started the task has the word no longer. The task begins with it if all who start it have
taken the word, and nobody calls it but the thread that is started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from snarl.facts.code.values import Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import NOTHING, Held, Lock, is_word
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.values import Path, Values
    from snarl.facts.threads import Thread, Threads

_RUN_ONCE = {"execute", "submit", "fork", "runAsync", "supplyAsync", "startVirtualThread"}
"""Methods that run what they are given once."""

_Key = TypeVar("_Key")
_At = Callable[[int, int], Held]
_Site = tuple[int, int]
"""A method, by its place, and an instruction that starts a task."""


class Handovers(Idiom):
    """Which words are handed over to tasks."""

    def __init__(self, calls: Calls, values: Values, threads: Threads) -> None:
        self._calls = calls
        self._values = values
        self._threads = threads
        self._starts: dict[int, Held] | None = None
        """What tasks begin with, by the methods that they run."""
        self._given: dict[_Site, Held] = {}

    def at_start(self, code: Code) -> Held:
        """What a method begins with if it is a task."""
        return (self._starts or {}).get(code.place, NOTHING)

    def if_done(self, code: Code, inst: int, held: Held) -> Held:
        """What is left after an instruction that may start a task. One that is refused is not
        started: who has thrown has still what he had."""
        return held - self._given.get((code.place, inst), NOTHING) if self._given else held

    def look(self, at: _At) -> set[int]:
        """Finds what is handed over, or what of that was wrong; gives the methods for which that
        changes something. `at` tells what a method holds at an instruction."""
        before, given = self._starts, self._given
        self._starts, self._given = {}, {}
        for place, threads in self._tasks.items():
            sites = self._sites(threads)
            held = [frozenset(self._inward(it, at)) for it in sites]
            common = frozenset.intersection(*held) if held else NOTHING
            if before is not None:
                common &= before.get(place, NOTHING)
            if common:
                self._starts[place] = common
            for it in sites if common else ():
                self._given[it] = self._given.get(it, NOTHING) | set(self._outward(it, common))
        changed = _differing(before or {}, self._starts)
        return changed | {place for place, _ in _differing(given, self._given)}

    @property
    def _tasks(self) -> dict[int, list[Thread]]:
        """The threads that begin with each of the program's methods that tasks run; without those
        that somebody calls."""
        calls = self._calls
        found: dict[int, list[Thread]] = {}
        for thread in self._threads.all:
            for root in thread.roots:
                if calls.is_own[root]:
                    found.setdefault(int(calls.method_of[root]), []).append(thread)
        return {place: threads for place, threads in found.items() if not self._is_called(place)}

    def _is_called(self, place: int) -> bool:
        calls = self._calls
        return any(
            calls.is_in_thread[edge]
            for instance in calls.instances_of(place)
            for edge in calls.edges_to(instance)
        )

    def _sites(self, threads: list[Thread]) -> set[_Site]:
        """Where threads are started; nothing if one may be started elsewhere, or begin again."""
        found: set[_Site] = set()
        for thread in threads:
            if thread.kind != "spawn" or not thread.sites:
                return set()
            for place, bci in thread.sites:
                code = self._calls.code(place)
                call = None if code is None else code.call_at(bci)
                if code is None or call is None or code.ops[call] != Op.INVOKE:
                    return set()
                if code.reference(call).name not in _RUN_ONCE:
                    return set()
                found.add((place, call))
        return found

    def _inward(self, site: _Site, at: _At) -> Iterator[Lock]:
        """The words that are held where a task is started, in the words of the task."""
        for lock in at(*site):
            if lock.mode == "exclusive" and is_word(lock) and not lock.up:
                yield from self._names(site, lock)

    def _outward(self, site: _Site, handed: Held) -> Iterator[Lock]:
        """Words that a task is given, in the words of who starts it."""
        for position, path in self._given_to_task(site):
            for lock in handed:
                if lock.root.key[0] == position:
                    yield lock._replace(root=path.root, down=path.fields + lock.down)

    def _names(self, site: _Site, lock: Lock) -> Iterator[Lock]:
        for position, path in self._given_to_task(site):
            count = len(path.fields)
            if lock.root == path.root and lock.down[:count] == path.fields:
                root = Root("parameter", (position,))
                yield lock._replace(root=root, down=lock.down[count:], depth=0)

    def _given_to_task(self, site: _Site) -> Iterator[tuple[int, Path]]:
        """What a task has as its parameters, by their positions: itself, or what a lambda keeps."""
        code = self._calls.code(site[0])
        if code is None:
            return
        task = code.operands(site[1])[-1]
        made = code.definitions[code.source_of(task)]
        is_lambda = made >= 0 and code.ops[made] == Op.INVOKE_DYNAMIC
        for position, value in enumerate(code.operands(made) if is_lambda else [task]):
            yield position, self._values.path(code, value)


def _differing(one: dict[_Key, Held], two: dict[_Key, Held]) -> set[_Key]:
    """The keys at which two dictionaries differ."""
    return {it for it in {*one, *two} if one.get(it) != two.get(it)}
