"""Owners: threads that objects know, and that a running thread asks whether it is one of them.

    if (Thread.currentThread() == owner) { count++; }

Behind it there is only ever one thread, if the field has one value for good; else there likely is:
an event loop that is started anew has another thread, and nobody is left who asked for the first.
Classes may ask in different ways (`loop.isMine()`); what they have in common is the object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from snarl.facts.code.constants import number
from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import (
    Held,
    Lock,
    asked_for,
    field_of_word,
    is_asked_for,
    owner_by_method,
    owner_of_field,
)
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values

_THREAD = "Ljava/lang/Thread;"
_REFERENCE = "Ljava/util/concurrent/atomic/AtomicReference;"
_PUT_FIELD = int(Op.PUT_FIELD)
_LOADS = (Op.GET_FIELD, Op.GET_STATIC)
_EQUAL, _DIFFERENT = 0, 1
_RECEIVER = Root("parameter", (0,))
_MOST = 8
"""Parameters; one behind them is not followed."""


class Owners(Idiom):
    """What is known behind branches that ask for the running thread."""

    def __init__(self, calls: Calls, values: Values) -> None:
        self._calls = calls
        self._values = values
        self._numbers: dict[str, int] = {}
        """Names of methods by which objects tell whether a thread is theirs."""
        self._named: dict[FieldKey, set[int]] = {}
        """Those of them that ask for what a field holds, or call another of them."""

    @property
    def methods(self) -> Iterator[int]:
        """The methods of the program that are given threads, and may compare them."""
        for place, method in enumerate(self._calls.methods):
            is_given = _THREAD in method.descriptor.partition(")")[0]
            if is_given and self._calls.is_own_method[place]:
                yield place

    def behind(self, code: Code, branch: int, position: int, held: Held, _drops: set[Lock]) -> Held:
        """What is known behind a branch that has compared the running thread with a field's. It may
        be known by another field too."""
        return held | self._told_at(code, branch, position, held)

    def _told_at(self, code: Code, branch: int, position: int, held: Held) -> Held:
        operands = code.operands(branch)
        if code.ops[branch] != Op.IF or len(operands) != 2:
            return frozenset()
        if code.details[branch] != (_EQUAL if position == 0 else _DIFFERENT):
            return frozenset()
        one, two = operands
        found = (self._told(code, *it, held) for it in ((one, two), (two, one)))
        return frozenset(it for it in found if it is not None)

    def _told(self, code: Code, thread: int, known: int, held: Held) -> Lock | None:
        asking = _asking(code, thread)
        if asking is not None:
            return self._owner(code, known, asking)
        other, found = self._owner(code, thread, 0), self._owner(code, known, 0)
        if other is None or found is None or held.isdisjoint({other, other._replace(mode="after")}):
            return None
        return found if self.is_sure(other) or not self.is_sure(found) else None

    def _owner(self, code: Code, known: int, asking: int) -> Lock | None:
        """That the running thread, or a parameter, is the one that a value of a field is."""
        load = _load(code, known)
        if load < 0:
            return None
        field = code.field(load)
        if field is None or code.reference(load).descriptor not in (_THREAD, _REFERENCE):
            return None
        if code.ops[load] == Op.GET_STATIC:
            return _lock(Path(Root("static", field)), owner_of_field(field, asking))
        path = self._values.path(code, code.operands(load)[0])
        return _lock(path, owner_of_field(field, asking))

    def after(self, code: Code, inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is known behind an instruction by which the running thread makes itself the one
        that an object knows. Others may do so at the same time (`after`): it tells who is meant
        where somebody asks, and keeps nobody out who does not."""
        if code.ops[inst] != _PUT_FIELD or code.reference(inst).descriptor != _THREAD:
            return held
        base, thread = code.operands(inst)
        field, asking = code.field(inst), _asking(code, thread)
        if field is None or asking is None:
            return held
        found = _lock(self._values.path(code, base), owner_of_field(field, asking))
        return held | {found if self.is_sure(found) else found._replace(mode="after")}

    def answered(self, code: Code, call: int, told: Mapping[int, Held]) -> Held:
        """What is known behind a call if all methods that it may mean ask an object whether the
        running thread is its own, each in its way; some may know the answer without. `told` has
        what each of them has found out, in its own words."""
        operands = code.operands(call)
        keys = {
            lock.down[0]
            for held in told.values()
            for lock in given(code, operands, held)
            if _is_of_receiver(lock)
        }
        askers = {is_asked_for(key) for key in keys}
        if len(askers) != 1 or not all(map(self._asks_or_knows, told, told.values())):
            return frozenset()
        number = self._numbers.setdefault(code.reference(call).name, len(self._numbers))
        for key in keys:
            self._named.setdefault(asked_for(key, 0), set()).add(number)
        path = self._values.path(code, operands[0])
        return frozenset({_lock(path, owner_by_method(number, askers.pop() or 0))})

    def also(self, lock: Lock) -> Iterator[Lock]:
        """The same thread as objects tell it by their methods."""
        waiting, seen = [lock.down[-1]], set[int]()
        while waiting:
            for it in self._named.get(waiting.pop(), set()) - seen:
                seen.add(it)
                waiting.append(owner_by_method(it))
        for it in seen:
            yield lock._replace(down=(*lock.down[:-1], owner_by_method(it)))

    def _asks_or_knows(self, place: int, held: Held) -> bool:
        if any(map(_is_of_receiver, held)):
            return True
        code = self._calls.code(place)
        if code is None:
            return False
        ends = (inst for inst, op in enumerate(code.ops) if op == Op.RETURN)
        return len({number(code, code.operands(it)[0]) for it in ends} | {None}) == 2

    def is_sure(self, lock: Lock) -> bool:
        """Whether there is one such thread at most, for good."""
        field = field_of_word(lock.down[-1])
        if field is None or not self._values.is_stable(field):
            return False
        return self._calls.solution.program.field(*field).descriptor == _THREAD


def _lock(path: Path, key: FieldKey) -> Lock:
    return Lock(path.root, (), (*path.fields, key), "own", is_monitor=False)


def _is_of_receiver(lock: Lock) -> bool:
    """Whether a method has asked the object that it was called for."""
    return lock.root == _RECEIVER and len(lock.down) == 1 and is_asked_for(lock.down[0]) is not None


def given(code: Code, operands: list[int], locks: Iterable[Lock]) -> Iterator[Lock]:
    """Those of a callee's locks that hold at a call: what it found out of a thread that it was
    given says something of the running one if it was given that."""
    for lock in locks:
        asked = is_asked_for(lock.down[-1]) if lock.down else None
        if not asked:
            yield lock
            continue
        asking = _asking(code, operands[asked]) if asked < len(operands) else None
        if asking is not None:
            yield lock._replace(down=(*lock.down[:-1], asked_for(lock.down[-1], asking)))


def _load(code: Code, value: int) -> int:
    """The instruction that reads the field in which a thread is known, perhaps by a reference."""
    made = code.definitions[code.source_of(value)]
    if made >= 0 and code.ops[made] == Op.INVOKE and code.reference(made).name == "get":
        made = code.definitions[code.source_of(code.operands(made)[0])]
        return made if made >= 0 and code.ops[made] in _LOADS and _is_reference(code, made) else -1
    return made if made >= 0 and code.ops[made] in _LOADS and not _is_reference(code, made) else -1


def _is_reference(code: Code, load: int) -> bool:
    return code.reference(load).descriptor == _REFERENCE


def _asking(code: Code, value: int) -> int | None:
    """0 for the running thread, else the parameter that it must be for that; None if it is
    something else."""
    made = code.definitions[code.source_of(value)]
    if made < 0:
        return None
    if code.ops[made] == Op.PARAMETER:
        position = code.constants[made]
        return position if 0 < position < _MOST else None
    if code.ops[made] != Op.INVOKE:
        return None
    named = code.reference(made)
    return 0 if (named.owner, named.name) == ("java.lang.Thread", "currentThread") else None
