"""Mailboxes: what an object leaves to the one thread that takes tasks out of its queue.

    Actor() { new Thread(this::work).start(); }
    void work() { while (true) inbox.take().run(); }
    void add(Item item) { inbox.add(() -> items.add(item)); }

Each task runs in that thread, as what the thread itself does: as if both held a lock that the
object has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code.values import Root
from snarl.facts.locks.confinement.serial import serial_key
from snarl.facts.locks.words import Held, Lock, own_parameter
from snarl.facts.stand_ins import StandIn
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks.confinement.one_thread import Confined
    from snarl.facts.threads import Threads

_QUEUES = ("java.util.concurrent.", "java.util.Queue", "java.util.Deque")
_PUTS = frozenset(("add", "offer", "put", "addLast", "offerLast", "putLast", "addFirst", "push"))
_TAKES = frozenset(("take", "poll", "remove", "takeFirst", "pollFirst", "drainTo", "peek"))
_ASKS = frozenset(("size", "isEmpty", "clear", "remainingCapacity"))
_OF_ONE_LAMBDA = Flag.SYNTHETIC | Flag.PRIVATE
_OF_FUNCTION = StandIn.FUNCTION.value


class Mailboxes:
    """What tasks hold that an object's own thread takes out of a queue."""

    def __init__(
        self, calls: Calls, accesses: Accesses, threads: Threads, confined: Confined
    ) -> None:
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._confined = confined
        self._lambdas = Lambdas(calls)

    @cached_property
    def all(self) -> dict[int, Held]:
        """What is held where such threads and tasks begin."""
        found: dict[int, Held] = {}
        for field in self._queues():
            tasks = self._tasks(field)
            if tasks is None:
                continue
            key = serial_key(field)
            taken = [(it, 0) for place in self._takers(field) for it in self._running(place)]
            for instance, position in (*taken, *tasks):
                lock = own_parameter(position, key)
                found[instance] = found.get(instance, frozenset()) | {lock}
        return found

    # The thread

    @cached_property
    def _owners(self) -> frozenset[int]:
        """Methods that only the one thread of their object runs, once."""
        own = self._confined.parameters
        places = {self._calls.places[it] for it, locks in own.items() if any(map(_is_own, locks))}
        return frozenset(
            place
            for place in places
            if all(any(map(_is_own, own.get(it, ()))) for it in self._running(place))
        )

    def _running(self, place: int) -> list[int]:
        return [it for it in self._calls.instances_of(place) if self._threads.runs[it]]

    def _queues(self) -> list[FieldKey]:
        """Final fields of objects that have such a thread, which takes out of what they hold."""
        found: dict[FieldKey, None] = {}
        for place in sorted(self._owners):
            code = self._calls.code(place)
            for load, op in enumerate(() if code is None else code.ops):
                if code is None or op != Op.GET_FIELD or not _is_this(code, load):
                    continue
                field = code.field(load)
                uses = code.uses.get(code.results[load], ())
                if field is not None and any(_name(code, it, load) in _TAKES for it in uses):
                    found[field] = None
        return [it for it in found if self._is_made_there(it)]

    def _is_made_there(self, field: FieldKey) -> bool:
        """Whether each object makes what a final field of it holds."""
        if not self._calls.solution.program.field(*field).flags & Flag.FINAL:
            return False
        for place, store in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(place)
            made = (
                -1 if code is None else code.definitions[code.source_of(code.operands(store)[-1])]
            )
            if code is None or made < 0 or code.ops[made] != Op.NEW:
                return False
            if len(code.uses.get(code.results[made], ())) != _MADE_AND_KEPT:
                return False
        return True

    def _takers(self, field: FieldKey) -> set[int]:
        """The methods that take out of a queue."""
        return {
            place
            for place, load in self._accesses.read_fields.get(field, ())
            if (code := self._calls.code(place)) is not None
            and any(_name(code, it, load) in _TAKES for it in code.uses.get(code.results[load], ()))
        }

    # The tasks

    def _tasks(self, field: FieldKey) -> list[tuple[int, int]] | None:
        """The instances of lambdas that are put into a queue, and which of their parameters is the
        object that has it; None if somebody else may run them."""
        takers = self._takers(field)
        if not takers <= self._owners:
            return None
        found: list[tuple[int, int]] = []
        for place, load in self._accesses.read_fields.get(field, ()):
            code = self._calls.code(place)
            if code is None:
                return None
            for use in code.uses.get(code.results[load], ()):
                name = _name(code, use, load)
                if name in _PUTS:
                    found += self._put(code, load, use, takers)
                elif name not in _ASKS and not (name in _TAKES and _is_this(code, load)):
                    return None
        return found

    def _put(self, code: Code, load: int, put: int, takers: set[int]) -> Iterator[tuple[int, int]]:
        value = code.source_of(code.operands(put)[1])
        made = code.definitions[value]
        if made < 0 or code.uses.get(value) != [put]:
            return
        body = self._lambdas.body(code, made)
        if body is None or body.method.flags & _OF_ONE_LAMBDA != _OF_ONE_LAMBDA:
            return
        owner = code.source_of(code.operands(load)[0])
        positions = [
            position
            for position, operand in enumerate(code.operands(made))
            if code.source_of(operand) == owner
        ]
        for instance in self._running(body.place) if positions else ():
            callers = {self._calls.places[it] for it, _, _ in self._calls.callers_of(instance)}
            if callers and callers <= takers:
                yield instance, positions[0]


_MADE_AND_KEPT = 2
"""Uses of what is made for a field: its constructor, and the store."""


def _is_own(lock: Lock) -> bool:
    """Whether it says of the receiver that no other thread runs the same method on it."""
    is_whole = not lock.down or lock.down[0][0] == _OF_FUNCTION
    return lock.mode == "own" and lock.root == Root("parameter", (0,)) and is_whole


def _is_this(code: Code, load: int) -> bool:
    is_own = not code.method.is_static and bool(code.parameters)
    return is_own and code.source_of(code.operands(load)[0]) == code.parameters[0]


def _name(code: Code, use: int, load: int) -> str | None:
    """The method of a queue that an instruction calls on what another one has read."""
    if code.ops[use] != Op.INVOKE or code.operands(use)[:1] != [code.results[load]]:
        return None
    if code.results[load] in code.operands(use)[1:]:
        return None
    named = code.reference(use)
    return named.name if named.owner.startswith(_QUEUES) else None
