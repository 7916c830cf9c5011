"""Handovers: words that one thread takes and gives to the task that it starts.

    if (scheduled.compareAndSet(false, true)) executor.execute(this);      taken here
    public void run() { …; scheduled.set(false); }                         and free again there

Who has started the task has the word no longer. The task begins with it if all who start it have
taken the word, and nobody calls it but the thread that is started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import NOTHING, Held, Lock, is_word
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.locks.confinement.parts import Fields, Parts
    from snarl.facts.threads import Thread, Threads

_RUN_ONCE = {"execute", "submit", "fork", "runAsync", "supplyAsync", "startVirtualThread"}
"""Methods that run what they are given once."""

_Key = TypeVar("_Key")
_At = Callable[[int, int], Held]
_Site = tuple[int, int]
"""A method, by its place, and an instruction that starts a task."""


class _Given(NamedTuple):
    """Something that a task has from the start."""

    position: int
    """The parameter of the task by which it is found."""
    path: Path
    """What it is where the task is started."""
    fields: Fields = ()
    """The fields that lead to it from the parameter."""


class Handovers(Idiom):
    """Which words are handed over to tasks."""

    def __init__(
        self, calls: Calls, accesses: Accesses, values: Values, threads: Threads, parts: Parts
    ) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._threads = threads
        self._parts = parts
        self._starts: dict[int, Held] | None = None
        """What tasks begin with, by the methods that they run."""
        self._given: dict[_Site, Held] = {}
        self._known_given: dict[_Site, list[_Given]] = {}

    def at_start(self, code: Code) -> Held:
        """What a method begins with if it is a task."""
        return (self._starts or {}).get(code.place, NOTHING)

    def if_done(self, code: Code, inst: int, held: Held) -> Held:
        """What is left after an instruction that may start a task. One that is refused is not
        started: who has thrown has still what he had."""
        return held - self._given.get((code.place, inst), NOTHING) if self._given else held

    def gives(self, place: int, lock: Lock) -> bool:
        """Whether a method hands a word over to a task that it starts."""
        return any(lock in held for (it, _), held in self._given.items() if it == place)

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
        for given in self._given_to_task(site):
            count = len(given.fields)
            for lock in handed:
                if lock.root.key[0] == given.position and lock.down[:count] == given.fields:
                    down = given.path.fields + lock.down[count:]
                    yield lock._replace(root=given.path.root, down=down)

    def _names(self, site: _Site, lock: Lock) -> Iterator[Lock]:
        for given in self._given_to_task(site):
            path, count = given.path, len(given.path.fields)
            if lock.root == path.root and lock.down[:count] == path.fields:
                root = Root("parameter", (given.position,))
                yield lock._replace(root=root, down=given.fields + lock.down[count:], depth=0)

    def _given_to_task(self, site: _Site) -> list[_Given]:
        """What a task has: itself, what it is a part of, or what a lambda keeps."""
        if site not in self._known_given:
            code = self._calls.code(site[0])
            found = [] if code is None else self._find_given(code, code.operands(site[1])[-1])
            self._known_given[site] = list(found)
        return self._known_given[site]

    def _find_given(self, code: Code, task: int) -> Iterator[_Given]:
        value = code.source_of(task)
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op == Op.INVOKE_DYNAMIC:
            for position, it in enumerate(code.operands(made)):
                yield _Given(position, self._values.path(code, it))
            return
        path = self._values.path(code, value)
        yield _Given(0, path)
        if op == Op.NEW:
            for field, argument in self._parts.kept_by_new(code, value):
                yield _Given(0, self._values.path(code, argument), (field,))
        if not path.fields:
            return
        owner = Path(path.root, path.fields[:-1])
        back = self._parts.back(path.fields[-1:])
        if back is not None:
            yield _Given(0, owner, back)
        for position in self._kept_by_lambda(path.fields[-1]):
            yield _Given(position, owner)

    def _kept_by_lambda(self, field: FieldKey) -> Iterator[int]:
        """The positions at which the lambda that a field always holds keeps whose field it is."""
        writes = self._accesses.written_fields.get(field, [])
        code = self._calls.code(writes[0][0]) if len(writes) == 1 else None
        if code is None or code.ops[writes[0][1]] != Op.PUT_FIELD:
            return
        base, value = map(code.source_of, code.operands(writes[0][1]))
        made = code.definitions[value]
        if made >= 0 and code.ops[made] == Op.INVOKE_DYNAMIC:
            kept = map(code.source_of, code.operands(made))
            yield from (position for position, it in enumerate(kept) if it == base)


def _differing(one: dict[_Key, Held], two: dict[_Key, Held]) -> set[_Key]:
    """The keys at which two dictionaries differ."""
    return {it for it in {*one, *two} if one.get(it) != two.get(it)}
