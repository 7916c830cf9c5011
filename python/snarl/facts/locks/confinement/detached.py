"""Detached: what is taken off under a lock, and used when the lock is free again.

    synchronized (this) { list = tasks; tasks = null; }
    for (; list != null; list = list.next) list.run();

Whoever else knows a task has found it under the lock, before it was taken off; so it is as if the
lock were still held, until he puts it back. Of a list that is taken off as a whole this holds for
all that it links, and of a collection that an empty one replaces for all that is in it. A helper
may do so for its caller, and return what it has taken; and what he has taken he may give to others
whom he calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.consistent import may_arrive_without
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.code.values import Root, Values
    from snarl.facts.ownership.leaks import Leaking

_PHI, _CONSTANT, _INVOKE, _RETURN = int(Op.PHI), int(Op.CONSTANT), int(Op.INVOKE), int(Op.RETURN)
_GET_FIELD, _PUT_FIELD, _NEW = int(Op.GET_FIELD), int(Op.PUT_FIELD), int(Op.NEW)

Taking = tuple[int, int]
"""The instruction that reads a field, and the one that writes something else to it."""
_NOTHING = frozenset[Taking]()


class Detached:
    """Finds what methods take off."""

    def __init__(self, values: Values, leaking: Leaking) -> None:
        self._values = values
        self._leaking = leaking
        self._known: dict[tuple[int, int, int, bool], frozenset[Taking]] = {}

    def takings(
        self, code: Code, inst: int, value: int, *, as_whole: bool = False
    ) -> frozenset[Taking]:
        """Where a method has taken off what a value refers to at an instruction, perhaps with all
        that belongs to it; nothing if it may have got it elsewhere."""
        if not code.having(_PUT_FIELD):
            return _NOTHING  # nothing else is put where something was
        key = (code.place, inst, value, as_whole)
        if key not in self._known:
            found: set[Taking] = set()
            seen: set[int] = set()
            is_taken = self._is_taken(code, (inst, value), value, found, seen, as_whole=as_whole)
            if is_taken and found:
                values = {value, *seen, *(code.results[load] for load, _ in found)}
                is_taken = not self._are_put_back(code, inst, values)
            self._known[key] = frozenset(found) if is_taken else _NOTHING
        return self._known[key]

    def is_put_back(self, code: Code, inst: int, value: int) -> bool:
        """Whether a value may be made known to others before an instruction."""
        return self._are_put_back(code, inst, {value})

    def _are_put_back(self, code: Code, inst: int, values: set[int]) -> bool:
        """The same for one of some values. What is made known when it is a variable's counts for
        the variable: another one may be in it by then."""
        known = {it: self._leaking.leaks(code.place, code, it).places for it in values}
        for value, places in known.items():
            made = code.definitions[value]
            uses = code.uses.get(value, ())
            variables = [code.results[it] for it in uses if code.ops[it] == _PHI]
            later = set().union(*(known.get(it, ()) for it in variables)).difference(uses)
            for place in places - later:
                if place < 0 or code.may_follow_without(place, inst, made):
                    return True
        return False

    def root(self, code: Code, value: int) -> Root | None:
        """The value itself, by which a lock may be named; None if it has another name."""
        path = self._values.path(code, value)
        return path.root if path.root.kind == "value" and not path.fields else None

    def between(self, code: Code, taking: Taking) -> list[int]:
        """The instructions from the one to the other: a lock must be held at all of them."""
        load, put = taking
        inside = [
            inst
            for inst in range(len(code))
            if code.may_follow_without(load, inst, put) and code.may_follow_without(inst, put, load)
        ]
        return [load, *inside, put]

    def returned(self, code: Code) -> list[tuple[int, int]]:
        """Where a method returns what, without what is nothing to race for."""
        return [
            (inst, code.operands(inst)[0])
            for inst in code.having(_RETURN)
            if code.operands(inst) and not _is_nothing(code, code.operands(inst)[0])
        ]

    def _is_taken(
        self,
        code: Code,
        to: tuple[int, int | None],
        value: int,
        found: set[Taking],
        seen: set[int],
        *,
        as_whole: bool,
    ) -> bool:
        """Whether all that a value may be was taken off, when control comes to an instruction with
        a value that is this one, or one that is found from it."""
        value = code.source_of(value)
        made = code.definitions[value]
        if value in seen:
            return True
        if made < 0:
            return False
        op = code.ops[made]
        if op == _CONSTANT:
            return True
        if op == _PHI:
            seen.add(value)
            operands = code.operands(made)
            return all(
                self._is_taken(code, to, it, found, seen, as_whole=as_whole) for it in operands
            )
        if op == _INVOKE and _is_out_of_collection(code, made):
            receiver = code.operands(made)[0]
            return self._is_taken(code, (to[0], None), receiver, found, seen, as_whole=True)
        if op != _GET_FIELD:
            return False
        if _is_link(code, made):
            links, base = set(found), code.operands(made)[0]
            onward = (to[0], None)
            if self._is_taken(code, onward, base, links, {*seen, value}, as_whole=True):
                found |= links
                return True
        put = self._put(code, made, to, as_whole=as_whole)
        if put is not None:
            found.add((made, put))
        return put is not None

    def _put(
        self, code: Code, load: int, to: tuple[int, int | None], *, as_whole: bool
    ) -> int | None:
        """The write that always comes between the read of a field and an instruction; of a whole
        list nothing stays in the field."""
        field, path = code.field(load), self._values.path(code, code.operands(load)[0])
        for put in code.having(_PUT_FIELD):
            if field is None or code.field(put) != field:
                continue
            base, stored = code.operands(put)
            made = code.definitions[code.source_of(stored)]
            is_empty = made >= 0 and (code.ops[made] == _CONSTANT or _is_new_empty(code, made, put))
            if (
                self._values.path(code, base) == path
                and (is_empty or not (as_whole or made == load))
                and not may_arrive_without(code, load, to, put)
            ):
                return put
        return None


def _is_nothing(code: Code, value: int) -> bool:
    """Whether a value is null, or a collection of the JDK's without elements."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] != _INVOKE:
        return made >= 0 and code.ops[made] == _CONSTANT
    named = code.reference(made)
    return named.owner == "java.util.Collections" and named.name.startswith("empty")


def _is_out_of_collection(code: Code, call: int) -> bool:
    """Whether a call gives something of what it is made on: an element, or what goes over them."""
    is_static = Instruction(code.body, call).invoke_kind == "static"
    return not is_static and code.reference(call).owner.startswith("java.util.")


def _is_new_empty(code: Code, made: int, put: int) -> bool:
    """Whether a collection is made of nothing, and nothing is put into it before it is stored."""
    if code.ops[made] != _NEW:
        return False
    uses = [it for it in code.uses.get(code.results[made], ()) if it != put]
    return bool(uses) and all(_makes_empty(code, it) for it in uses)


def _makes_empty(code: Code, call: int) -> bool:
    """Whether a call is that of a constructor of a collection, which gets nothing but numbers."""
    if code.ops[call] != _INVOKE:
        return False
    named = code.reference(call)
    is_made = named.owner.startswith("java.util.") and named.name == "<init>"
    return is_made and not any(it in named.descriptor for it in "L[")


def _is_link(code: Code, load: int) -> bool:
    """Whether a field leads from one object of a class to another one: `next`."""
    reference = code.reference(load)
    return reference.descriptor == f"L{reference.owner.replace('.', '/')};"
