"""Hints: locks of which only the place is known where they are made.

Two threads that hold locks made at one place may hold the same one, so that a race between them is
in doubt. A hint is none where it shows that the lock is that of another object than the one that is
accessed: `synchronized (left) { right.uses++; }`, in the method itself or in its caller.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from snarl.facts.code.values import Root
from snarl.facts.locks.words import Held, Lock, is_real
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Path, Values
    from snarl.facts.locks.within import Within
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_CALLERS = 16
"""So many callers are looked at."""
_CALLS_UP = 2
"""So far up is it asked who gives an object away that was locked elsewhere."""


class Hints:
    """Tells which locks of a place say nothing of an access."""

    def __init__(
        self, solution: Solution, calls: Calls, values: Values, once: Once, within: Within
    ) -> None:
        self._engine = solution.engine
        self._calls = calls
        self._values = values
        self._once = once
        self._within = within

    def may_be_of_others(self, code: Code, base: int, held: Held) -> bool:
        """Whether a hint is among some locks, and what is accessed may be another object than the
        one whose lock it is: it has to be asked in each context."""
        if not any(map(_is_hint, held)):
            return False
        kind = self._values.path(code, base).root.kind
        return kind == "parameter" or (kind == "value" and len(held) > 1)

    def of_others(self, instance: int, code: Code, base: int, held: Held) -> Held:
        """The hints among some locks that are none: the lock of another such object is held, here
        or by a caller, but not that of the one that is accessed."""
        hints = frozenset(filter(_is_hint, held))
        return frozenset(it for it in hints if self._is_of_other(instance, code, base, held, it))

    def _is_of_other(self, instance: int, code: Code, base: int, held: Held, hint: Lock) -> bool:
        if self._is_of_another(instance, code, base, held, hint):
            return True
        path = self._values.path(code, base)
        if path.root.kind != "parameter" or self._is_its_own(instance, base, path, held, hint):
            return False
        return self._is_given_by_holder(instance, path.root.key[0], hint, _CALLS_UP)

    def _is_its_own(self, instance: int, base: int, path: Path, held: Held, hint: Lock) -> bool:
        """Whether what is accessed is under its own lock, which is made there: whatever others a
        caller holds."""
        size = len(path.fields)
        ways = [
            it.down[size:]
            for it in held
            if is_real(it) and it.root == path.root and not it.up and it.down[:size] == path.fields
        ]
        return self._is_of_kind(instance, base, hint, ways)

    def _is_of_another(self, instance: int, code: Code, base: int, held: Held, hint: Lock) -> bool:
        """Whether a method itself holds the lock of another one."""
        path = self._values.path(code, base)
        if path.root.kind == "value":
            return self._is_of_met(instance, code, path.root.key[0], held, hint)
        others = self._others(path, held) if path.root.kind == "parameter" else set()
        return bool(others) and self._is_of_kind(instance, base, hint, others)

    def _is_of_met(self, instance: int, code: Code, met: int, held: Held, hint: Lock) -> bool:
        """The same of an object that the method has come to, and of which it holds no lock: it
        holds the monitor of another one that is made there, by its name."""
        made = code.definitions[met]
        if made < 0 or code.ops[made] == Op.PHI:
            return False  # one after the other, and perhaps the one that is locked
        root = Root("value", (met,))
        named = [it for it in held if is_real(it) and it.root.kind in ("value", "parameter")]
        if any(it.root == root for it in named):
            return False
        return any(
            it.is_monitor and not it.down and not it.up for it in named
        ) and self._is_of_kind(instance, met, hint, ((),))

    def _is_given_by_holder(self, instance: int, position: int, hint: Lock, way: int) -> bool:
        """Whether a caller holds the lock of another object than the one that it gives as a
        parameter."""
        for caller, site, _ in islice(self._calls.callers_of(instance), _CALLERS):
            code = self._calls.code_of(caller) if self._calls.is_own[caller] else None
            call = None if code is None else code.call_at(site)
            if code is None or call is None or code.ops[call] != Op.INVOKE:
                continue
            if position >= len(code.operands(call)):
                continue
            given = code.operands(call)[position]
            held = self._within.at(self._calls.places[caller], call)
            if self._is_of_another(caller, code, given, held, hint):
                return True
            path = self._values.path(code, given)
            is_handed_on = path.root.kind == "parameter" and not path.fields and not held
            if (
                is_handed_on
                and way
                and self._is_given_by_holder(caller, path.root.key[0], hint, way - 1)
            ):
                return True
        return False

    def _others(self, path: Path, held: Held) -> set[tuple[FieldKey, ...]]:
        """The ways from an object to its lock where that of another one is held, but not that of
        what is accessed: `synchronized (this) { balance--; other.balance++; }`, or
        `synchronized (left.lock) { right.uses++; }`."""
        size, held = len(path.fields), frozenset(filter(is_real, held))
        return {
            lock.down[size:]
            for lock in held
            if self._is_of_sibling(path, lock)
            and not any(
                (it.root, it.down) == (path.root, path.fields + lock.down[size:]) for it in held
            )
        }

    def _is_of_sibling(self, path: Path, lock: Lock) -> bool:
        """Whether a lock is found from another parameter, or another field of the same object."""
        if lock.root.kind != "parameter" or lock.up:
            return False
        if not path.fields:
            return lock.root != path.root
        size = len(path.fields)
        return (
            lock.root == path.root
            and len(lock.down) >= size
            and lock.down[: size - 1] == path.fields[:-1]
            and lock.down[size - 1] != path.fields[-1]
        )

    def _is_of_kind(
        self, instance: int, base: int, lock: Lock, ways: Iterable[tuple[FieldKey, ...]]
    ) -> bool:
        """Whether a lock that is known by where it is made may be that of what is accessed, to
        which one of some ways leads from there."""
        if lock.down:
            return False
        for way in ways:
            objects = self._calls.objects(instance, base).tolist()
            for field in way:
                objects = [
                    it for held in objects for it in self._engine.field(held, *field).tolist()
                ]
            if any(self._once.place(it) == lock.root.key for it in objects):
                return True
        return False


def _is_hint(lock: Lock) -> bool:
    return lock.root.kind == "site" and is_real(lock)
