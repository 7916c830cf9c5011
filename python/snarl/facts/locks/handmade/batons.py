"""Batons: volatile words that say whose turn it is.

    while (turn != 0) { }        the one thread that waits for this value has its turn
    count++;
    turn = 1;                    and gives it to the one that waits for that

Only who has his turn gives it away, and for each value one thread waits: so no two have their turn
at one time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from snarl.facts.code.constants import DIFFERENT, EQUAL, Comparison, number, told_at
from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import Held, Lock, word_of_field
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.threads import Thread, Threads

_ACCESSES = (Op.GET_FIELD, Op.GET_STATIC, Op.PUT_FIELD, Op.PUT_STATIC)

_At = tuple[int, int]
"""An instruction of a method, by its place."""


class Batons(Idiom):
    """The words of a program that threads hand to each other."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values, threads: Threads) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._threads = threads
        self._looks = self._points(writes=False)
        self._stores = self._points(writes=True)
        changed = {it for at, it in self._stores.items() if not self._is_constant(at)}
        passed = set(self._stores.values()) - changed
        self._by_method: dict[tuple[int, FieldKey], list[int]] = {}
        for (place, store), field in self._stores.items():
            self._by_method.setdefault((place, field), []).append(store)
        self._waiting = self._find_waiting(passed)
        self._fields = {field for field, _ in self._waiting}
        self._forget()

    def _points(self, *, writes: bool) -> dict[_At, FieldKey]:
        """Where volatile fields are read, or written by others than those who make what they
        belong to."""
        found: dict[_At, FieldKey] = {}
        for field, place, inst in self._accesses.volatile_points(writes=writes):
            method = self._calls.methods[place]
            makes = method.name in ("<init>", "<clinit>") and method.owner.id == field[0]
            if not (writes and makes):
                found[place, inst] = field
        return found

    def _is_constant(self, at: _At) -> bool:
        code = self._calls.code(at[0])
        return (
            code is not None
            and code.ops[at[1]] in _ACCESSES
            and number(code, code.operands(at[1])[-1]) is not None
        )

    def _find_waiting(self, fields: set[FieldKey]) -> dict[tuple[FieldKey, int], Thread]:
        """The one thread that waits for each value of some fields, if it is one."""
        found: dict[tuple[FieldKey, int], set[Thread]] = {}
        for (place, look), field in self._looks.items():
            code = self._calls.code(place) if field in fields else None
            for value in () if code is None else self._asked(code, look, field):
                found.setdefault((field, value), set()).update(
                    thread
                    for instance in self._calls.instances_of(place)
                    for thread in self._threads.of(instance)
                )
        return {
            key: next(iter(threads))
            for key, threads in found.items()
            if len(threads) == 1 and not any(it.many for it in threads)
        }

    def _asked(self, code: Code, look: int, field: FieldKey) -> set[int]:
        """The values that branches find a field to have, at a look."""
        return {
            value
            for branch, op in enumerate(code.ops)
            if op == Op.IF
            for position in (0, 1)
            if (told := told_at(code, branch, position)) is not None
            and code.definitions[told.value] == look
            and self._goes_on(code, branch, position, look)
            and (value := self._value(told, field)) is not None
        }

    def _goes_on(self, code: Code, branch: int, position: int, look: int) -> bool:
        """Whether a branch leads to where the turn is given away, without another look."""
        field = self._looks[code.place, look]
        first = code.block_offsets[code.successors[code.block_of[branch]][position]]
        return any(
            first == store or code.may_follow_without(first, store, look)
            for store in self._by_method.get((code.place, field), ())
        )

    def _value(self, told: Comparison, field: FieldKey) -> int | None:
        """The one value that a branch has found."""
        if told.sign == EQUAL and isinstance(told.with_, int):
            return told.with_
        is_flag = self._accesses.program.field(*field).descriptor == "Z"
        return 1 if is_flag and told.sign == DIFFERENT and told.with_ == 0 else None

    def _forget(self) -> None:
        """Leaves the uses of words that are batons, for all that is known."""
        self._looks = {at: it for at, it in self._looks.items() if it in self._fields}
        self._stores = {at: it for at, it in self._stores.items() if it in self._fields}

    @property
    def methods(self) -> set[int]:
        """The methods that use such words."""
        return {place for place, _ in (*self._looks, *self._stores)}

    def verify(self, at: Callable[[int, int], Held]) -> set[int]:
        """Gives up words that somebody sets who has not his turn; gives the methods for which that
        changes something. `at` tells what a method holds at an instruction."""
        wrong = {
            field
            for (place, store), field in self._stores.items()
            if (code := self._calls.code(place)) is None
            or self._lock(code, store, field) not in at(place, store)
        }
        changed = {
            place
            for uses in (self._looks, self._stores)
            for (place, _), field in uses.items()
            if field in wrong
        }
        self._fields -= wrong
        self._forget()
        return changed

    def after(self, code: Code, inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is held after an instruction, which may give the turn to another thread."""
        field = self._stores.get((code.place, inst))
        return held if field is None else held - {self._lock(code, inst, field)}

    def behind(self, code: Code, branch: int, position: int, held: Held, _drops: set[Lock]) -> Held:
        """What is held behind a branch, which may have found that it is this thread's turn."""
        told = told_at(code, branch, position)
        look = -1 if told is None else code.definitions[told.value]
        field = self._looks.get((code.place, look))
        if told is None or field is None:
            return held
        value = self._value(told, field)
        is_turn = (
            value is not None
            and (field, value) in self._waiting
            and self._goes_on(code, branch, position, look)
        )
        return held | {self._lock(code, look, field)} if is_turn else held

    def _lock(self, code: Code, inst: int, field: FieldKey) -> Lock:
        """The turn, as a lock."""
        is_static = code.ops[inst] in (Op.GET_STATIC, Op.PUT_STATIC)
        path = (
            Path(Root("static", field))
            if is_static
            else self._values.path(code, code.operands(inst)[0])
        )
        key = word_of_field(field)
        return Lock(path.root, (), (*path.fields, key), is_monitor=False)
