"""Locks by key: the lock of an object is found by the key by which a map has the object.

    synchronized (locks.computeIfAbsent(id, it -> new Object())) {
        accounts.get(id).balance += cents;
    }

Whoever has the same account has found it by the same key, and so the same lock: if the one map
never gives up a lock for another one, and the other map has each object by one key alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.locks.words import Held, Lock
from snarl.facts.stand_ins import StandIn
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values
    from snarl.facts.threads.instances import Once

_INVOKE, _NEW, _RETURN = int(Op.INVOKE), int(Op.NEW), int(Op.RETURN)
_LOOKS = {"get", "computeIfAbsent"}
_KINDS = {"java.util.HashMap", "java.util.LinkedHashMap", "java.util.concurrent.ConcurrentHashMap"}
"""Maps that all agree on which keys are equal."""
_REPLACES = {"compute", "computeIfPresent", "merge", "replace", "replaceAll", "putAll"}
_REMOVES = {"put", "remove", "clear", "keySet", "values", "entrySet", "pollFirstEntry"}
"""Methods after which a key may have another lock, or none; by views, too."""
_PUTS = {"put": 2, "putIfAbsent": 2, "computeIfAbsent": 2}
"""Methods that may put something into a map, and which argument it is, or makes it."""


class _Entry(NamedTuple):
    """What a method has got from a map."""

    map: int
    """The map, of which there is one."""
    key: int
    """The key, a value of the method."""


class Keyed:
    """Finds such locks."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values, once: Once) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._once = once
        self._lambdas = Lambdas(calls)
        self._entries: dict[tuple[int, int], _Entry | None] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        """A number for each map of locks with each map of what they guard."""
        self._stays: dict[int, bool] = {}
        self._has_each_once: dict[int, bool] = {}

    def locks(self, code: Code, value: int, held: Held) -> Held:
        """Those of some locks that belong to what a value refers to, by its key."""
        if not self._any or not held:
            return frozenset()
        return frozenset(self._locks(code, value, held))

    def _locks(self, code: Code, value: int, held: Held) -> Iterator[Lock]:
        path = self._values.path(code, value)
        entry = None if path.fields else self._entry(code, value)
        for lock in held if entry is not None else ():
            if lock.root.kind != "value" or lock.up:
                continue
            other = self._entry(code, lock.root.key[0])
            if (
                other is not None
                and entry is not None
                and other.key == entry.key
                and self._keeps(other.map)
                and self._has_each_by_one_key(entry.map)
            ):
                pair = self._pairs.setdefault((other.map, entry.map), len(self._pairs))
                down = ((StandIn.KEYED.value, pair), *lock.down)
                yield Lock(path.root, (), down, lock.mode, lock.is_monitor)

    @cached_property
    def _any(self) -> bool:
        """Whether some map may be one of locks: most programs have none."""
        return any(True for _ in self._accesses.calls_of({"computeIfAbsent"}))

    def _entry(self, code: Code, value: int) -> _Entry | None:
        """The map and the key of what a method has looked up, itself or by a helper."""
        key = (code.place, code.source_of(value))
        if key not in self._entries:
            self._entries[key] = None  # of helpers that call each other
            self._entries[key] = self._find_entry(code, key[1])
        return self._entries[key]

    def _find_entry(self, code: Code, value: int) -> _Entry | None:
        made = code.definitions[value]
        if made < 0 or code.ops[made] != _INVOKE:
            return None
        named, operands = code.reference(made), code.operands(made)
        if named.name in _LOOKS and named.owner.startswith("java.util."):
            found = self._map(code, operands[0])
            return None if found is None else _Entry(found, code.source_of(operands[1]))
        return self._found_by_helper(code, made)

    def _found_by_helper(self, code: Code, call: int) -> _Entry | None:
        callees = self._calls.methods_called(code.place, code.bcis[call])
        there = self._calls.code(callees[0]) if len(callees) == 1 else None
        if there is None or not self._calls.is_own_method[callees[0]]:
            return None
        ends = there.having(_RETURN)
        if len(ends) != 1 or not there.operands(ends[0]):
            return None
        entry = self._entry(there, there.operands(ends[0])[0])
        if entry is None or entry.key not in there.parameters:
            return None
        given = code.operands(call)[there.parameters.index(entry.key)]
        return _Entry(entry.map, code.source_of(given))

    def _map(self, code: Code, value: int) -> int | None:
        """The only map that a value may be."""
        found = {
            number
            for instance in self._calls.instances_of(code.place)
            for number in self._calls.objects(instance, value).tolist()
        }
        number = found.pop() if len(found) == 1 else None
        if number is None or not self._once.is_single(number):
            return None
        return number if self._calls.solution.object(number).type in _KINDS else None

    # What is done with the maps

    def _calls_on(self, number: int, names: set[str]) -> Iterator[tuple[Code, int]]:
        """The calls of some methods of a map, or of what may be it."""
        for place, inst, _ in self._accesses.calls_of(names):
            code = self._calls.code(place)
            if code is not None and code.operands(inst):
                receiver = code.operands(inst)[0]
                if any(
                    number in self._calls.objects(instance, receiver).tolist()
                    for instance in self._calls.instances_of(place)
                ):
                    yield code, inst

    def _keeps(self, number: int) -> bool:
        """Whether a map has a lock for good, once it has one for a key."""
        if number not in self._stays:
            self._stays[number] = not any(self._calls_on(number, _REPLACES | _REMOVES))
        return self._stays[number]

    def _has_each_by_one_key(self, number: int) -> bool:
        """Whether all that a map gets is made for the key that it is put under."""
        if number not in self._has_each_once:
            self._has_each_once[number] = not any(self._calls_on(number, _REPLACES)) and all(
                self._puts_new(code, inst) for code, inst in self._calls_on(number, set(_PUTS))
            )
        return self._has_each_once[number]

    def _puts_new(self, code: Code, call: int) -> bool:
        name = code.reference(call).name
        position = _PUTS[name]
        if position >= len(code.operands(call)):
            return False
        given = code.source_of(code.operands(call)[position])
        made = code.definitions[given]
        if made < 0:
            return False
        if name != "computeIfAbsent":
            return code.ops[made] == _NEW and self._is_put_once(code, given)
        body = self._lambdas.body(code, made)
        if body is None:
            return False
        if body.method.name == "<init>":
            return True
        return all(self._is_new(body, it) for it in body.having(_RETURN))

    def _is_put_once(self, code: Code, value: int) -> bool:
        """Whether a method puts a value into one map only, by one call."""
        puts = [
            use
            for use in code.uses.get(value, ())
            if code.ops[use] == _INVOKE and code.reference(use).name in _PUTS
        ]
        return len(puts) == 1 and not code.may_follow_without(
            puts[0], puts[0], code.definitions[value]
        )

    def _is_new(self, code: Code, end: int) -> bool:
        """Whether a method returns what it has made, and has put nowhere else."""
        value = code.source_of(code.operands(end)[0]) if code.operands(end) else -1
        made = code.definitions[value] if value >= 0 else -1
        return made >= 0 and code.ops[made] == _NEW
