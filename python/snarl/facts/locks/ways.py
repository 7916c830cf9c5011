"""Ways from what a lock is found from to what is accessed."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dc_field
from typing import TYPE_CHECKING

from snarl.facts.code import uses_but_construction
from snarl.facts.code.values import CONTENTS, ELEMENTS, Values
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks.confinement.parts import Parts
    from snarl.facts.locks.words import Lock

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_CONSTANT, _PHI, _NEW, _NEW_ARRAY = map(int, (Op.CONSTANT, Op.PHI, Op.NEW, Op.NEW_ARRAY))
_PUT_FIELD, _CHECK_CAST = int(Op.PUT_FIELD), int(Op.CHECK_CAST)
_MAKES = frozenset((_NEW, _NEW_ARRAY, int(Op.NEW_MULTI_ARRAY)))
_GET_FIELD, _ARRAY_LOAD, _INVOKE = int(Op.GET_FIELD), int(Op.ARRAY_LOAD), int(Op.INVOKE)


@dataclass(slots=True)
class Way:
    """How a value is found from the object q that a lock is found from: the lock is q.down."""

    fields: list[FieldKey] = dc_field(default_factory=list)
    """Fields that may change, from the value back; all must belong to one owner."""
    ends: set[tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]] = dc_field(default_factory=set)
    """The rest: what never changes on the way up from q, and down from it to the lock."""


class Ways:
    """Finds ways within one method."""

    def __init__(self, values: Values, parts: Parts) -> None:
        self._values = values
        self._parts = parts

    def between(
        self, code: Code, value: int, lock: Lock, is_fresh: Callable[[int], bool] | None = None
    ) -> Way | None:
        """The way from what a lock is found from to a value; None if there is not always one. What
        is fresh needs none."""
        way = Way()
        return way if self._covers(code, value, lock, way, set(), is_fresh) else None

    def _covers(
        self,
        code: Code,
        value: int,
        lock: Lock,
        way: Way,
        seen: set[int],
        is_fresh: Callable[[int], bool] | None,
    ) -> bool:
        value = code.source_of(value)
        if value in seen:
            return True
        seen.add(value)
        path = self._values.path(code, value)
        if path.root == lock.root:
            up = self._parts.shorter(lock.up + path.fields)
            way.ends.add(_without_common(up, self._parts.shorter(lock.down)))
            return True
        inst = code.definitions[value]
        if inst < 0:
            return False
        op = code.ops[inst]
        if op == _CONSTANT:
            return code.details[inst] == 0
        if op == _PHI:
            return all(
                self._covers(code, it, lock, way, seen, is_fresh) for it in code.operands(inst)
            )
        if op in _MAKES:
            if is_fresh is not None and is_fresh(value):
                return True
            into = _put_into(code, value)
            if into is None and op == _NEW:
                return False
            if into is not None:
                way.fields.append(CONTENTS)
                return self._covers(code, into, lock, way, seen, is_fresh)
        stored = _stored_into(code, value) if self._may_make(code, inst) else None
        if stored is not None:
            owner, field = stored
            way.fields.append(field)
            return self._covers(code, owner, lock, way, seen, is_fresh)
        position, step = self._step(code, inst)
        if step is None:
            return op == _INVOKE and is_fresh is not None and is_fresh(value)
        way.fields.append(step)
        return self._covers(code, code.operands(inst)[position], lock, way, seen, is_fresh)

    def _may_make(self, code: Code, inst: int) -> bool:
        """Whether an instruction may give something new: an array, or what a method gives that
        takes it out of nothing."""
        if code.ops[inst] != _INVOKE:
            return code.ops[inst] == _NEW_ARRAY
        if code.reference(inst).owner.startswith("java.util."):
            return Instruction(code.body, inst).invoke_kind == "static"
        return self._values.got(code, inst) is None

    def _step(self, code: Code, inst: int) -> tuple[int, FieldKey | None]:
        """The operand that an instruction takes a value out of, and the field there, or what
        stands for one."""
        op = code.ops[inst]
        if op == _GET_FIELD:
            return 0, code.field(inst)
        if op == _ARRAY_LOAD:
            return 0, ELEMENTS
        if op != _INVOKE or not code.operands(inst):
            return 0, None
        if code.reference(inst).owner.startswith("java.util."):
            return 0, CONTENTS
        return self._values.got(code, inst) or (0, None)


def _put_into(code: Code, value: int) -> int | None:
    """The collection that something new is put into, where it is found from then on:
    `if (list == null) { list = new ArrayList(); lists.put(key, list); }`."""
    puts = [
        use
        for use in uses_but_construction(code, value)
        if code.ops[use] == _INVOKE
        and value in code.operands(use)[1:]
        and code.reference(use).owner.startswith("java.util.")
        and Instruction(code.body, use).invoke_kind != "static"
    ]
    return code.operands(puts[0])[0] if len(puts) == 1 else None


def _stored_into(code: Code, value: int) -> tuple[int, FieldKey] | None:
    """The object, and its field, where something that was made is found from then on:
    `if (full) { all = Arrays.copyOf(all, size); this.all = all; }`."""
    stores = [use for use in _uses(code, value) if code.ops[use] == _PUT_FIELD]
    if len(stores) != 1 or code.source_of(code.operands(stores[0])[1]) != value:
        return None
    field = code.field(stores[0])
    return None if field is None else (code.operands(stores[0])[0], field)


def _uses(code: Code, value: int) -> Iterator[int]:
    """The uses of a value, by the names too that it has once its class was checked."""
    for use in code.uses.get(value, ()):
        yield use
        if code.ops[use] == _CHECK_CAST:
            yield from _uses(code, code.results[use])


def _without_common(
    up: tuple[FieldKey, ...], down: tuple[FieldKey, ...]
) -> tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]:
    """Two ways from one object, without what they have in common at their start.

    The fields of `down` never change, so a common start leads to one object.
    """
    common = 0
    while common < min(len(up), len(down)) and up[common] == down[common]:
        common += 1
    return up[common:], down[common:]
