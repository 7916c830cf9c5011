"""Owned: arrays that belong to one object each, in a field that nobody gets them out of.

    synchronized void add(int number) {
        if (size == numbers.length) { numbers = Arrays.copyOf(numbers, 2 * size); }
        numbers[size++] = number;
    }

Whatever is put into the field is new, and goes nowhere else; whatever is taken out of it is only
used to get to its elements. So two accesses of one array are of one owner, and whoever holds the
owner's lock holds that of its array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.accesses import Kind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Callable

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.program import Class

_COPIES = frozenset({"java.util.Arrays.copyOf", "java.util.Arrays.copyOfRange"})
_KEEP_NOTHING = _COPIES | {
    "java.lang.System.arraycopy",
    *(f"java.util.Arrays.{it}" for it in ("fill", "equals", "hashCode", "sort", "toString")),
}
"""Methods that use the elements of arrays and keep none of these."""


class Owned:
    """Finds the owners of arrays."""

    def __init__(
        self, calls: Calls, accesses: Accesses, is_in_sight: Callable[[int], bool]
    ) -> None:
        """`is_in_sight` says of the group of a field whether all accesses to it are known."""
        self._calls = calls
        self._accesses = accesses
        self._is_in_sight = is_in_sight
        self._known: dict[int, bool] = {}

    def owner(self, access: int) -> tuple[int, int] | None:
        """The group of the field that holds the array of an access, and the value whose field it
        is; None if the array may be anybody's."""
        columns = self._accesses.lists
        code = self._calls.code(columns.methods[access])
        if code is None or columns.kinds[access] != Kind.ARRAY:
            return None
        load = code.definitions[columns.bases[access]]
        field = code.field(load) if load >= 0 and code.ops[load] == Op.GET_FIELD else None
        group = None if field is None else self._accesses.groups_by_field.get(field)
        if group is None or not self._is_owner(group):
            return None
        return group, code.operands(load)[0]

    def _is_owner(self, group: int) -> bool:
        if group not in self._known:
            field = self._accesses.fields[group]
            self._known[group] = (
                field is not None
                and field.descriptor.startswith("[")
                and self._is_in_sight(group)
                and not self._may_be_cloned(field.owner)
                and all(map(self._keeps_it, (self._accesses.groups == group).nonzero()[0].tolist()))
            )
        return self._known[group]

    def _may_be_cloned(self, owner: Class) -> bool:
        """Whether there may be clones of an object, which share its arrays."""
        program = self._accesses.program
        base = program.find_class("java.lang.Cloneable")
        return base is None or any(
            program.engine.is_subclass(it.id, base.id)
            for it in (owner, *program.hierarchy.subtypes(owner))
        )

    def _keeps_it(self, access: int) -> bool:
        """Whether an access to a field leaves its array to its owner alone."""
        columns = self._accesses.lists
        code, inst = self._calls.code(columns.methods[access]), columns.insts[access]
        if code is None:
            return False
        if code.ops[inst] == Op.GET_FIELD:
            array = code.results[inst]
            return all(_uses_elements(code, use, array) for use in code.uses.get(array, ()))
        return code.ops[inst] == Op.PUT_FIELD and _is_new(code, inst)


def _is_new(code: Code, put: int) -> bool:
    """Whether what is put into a field was made for it, and is put there once."""
    value = code.operands(put)[1]
    made = code.definitions[value]
    if made < 0 or code.uses.get(value) != [put]:
        return False
    if code.block_of[made] != code.block_of[put] and code.is_in_loop(put):
        return False
    return code.ops[made] == Op.NEW_ARRAY or (
        code.ops[made] == Op.INVOKE and _named(code, made) in _COPIES
    )


def _uses_elements(code: Code, use: int, array: int) -> bool:
    op, operands = code.ops[use], code.operands(use)
    if op == Op.ARRAY_STORE:
        return operands[2] != array
    if op == Op.INVOKE:
        return _named(code, use) in _KEEP_NOTHING
    return op in (Op.ARRAY_LOAD, Op.ARRAY_LENGTH, Op.IF)


def _named(code: Code, call: int) -> str:
    named = code.reference(call)
    return f"{named.owner}.{named.name}"
