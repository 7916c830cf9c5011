"""Shapes of code around a field that tell how much a race on it matters.

Paper 1, section 3, sorts races by hand into harmful and benign; these are its benign classes:
caches that are filled lazily with what is always the same, and flags that somebody polls. And two
that are never benign: updates that are lost, and locking that some forgot.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import Kind
from snarl.facts.code.stores import (
    LOADS,
    STORES,
    depends_on_look,
    is_update,
    stores_argument,
    stores_constant,
)
from snarl.facts.code.values import Root
from snarl.facts.questions import Questions
from snarl.program import Op
from snarl.program.body import Instruction
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.code import Code, FieldKey

_UNCHANGING = int(Flag.FINAL | Flag.STATIC)
_LONGEST_ACCESSOR = 8
"""Instructions of a method that only gets or sets a field."""


class Idioms:
    """What the accesses of a field look like."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._updates: dict[int, bool] = {}
        self._caches = Questions(first=True, last=False)
        """Views that know each other are caches as well."""

    def _code(self, access: int) -> Code | None:
        facts = self._facts
        return facts.calls.code(int(facts.accesses.methods[access]))

    def is_of_construction(self, access: int) -> bool:
        """Whether a constructor accesses what it is making, or an array or a container of that: not
        what is static, or another object's."""
        code, columns = self._code(access), self._facts.accesses.lists
        kind = columns.kinds[access]
        if code is None or code.method.name != "<init>" or kind == Kind.STATIC:
            return False
        path = self._facts.values.path(code, columns.bases[access])
        return path.root == Root("parameter", (0,)) and len(path.fields) <= (kind != Kind.FIELD)

    def is_update(self, write: int) -> bool:
        """Whether a write stores what is computed from the field's old value: `count++`."""
        if write not in self._updates:
            self._updates[write] = self._find_update(write)
        return self._updates[write]

    def _find_update(self, write: int) -> bool:
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        if code is None or code.ops[inst] not in (*STORES, Op.ARRAY_STORE):
            return False
        if is_update(code, inst):
            return True
        return code.ops[inst] in STORES and self._is_set_to_own(code, inst)

    def _is_set_to_own(self, code: Code, store: int) -> bool:
        """Whether a setter is called with what is computed from the getter: how Scala, and
        companions in Kotlin, say `count += 1`."""
        made = code.definitions[code.source_of(code.operands(store)[-1])]
        field = code.field(store)
        if made < 0 or code.ops[made] != Op.PARAMETER or len(code) > _LONGEST_ACCESSOR:
            return False
        position, calls = code.constants[made], self._facts.calls
        for instance in calls.instances_of(code.place):
            for caller, site, _ in calls.callers_of(instance):
                there = calls.code_of(caller)
                call = None if there is None else there.call_at(site)
                if there is None or call is None or position >= len(there.operands(call)):
                    continue
                receiver = None if code.method.is_static else there.operands(call)[0]
                value = there.operands(call)[position]
                if self._comes_from(there, value, receiver, field, set()):
                    return True
        return False

    def _comes_from(
        self,
        code: Code,
        value: int,
        receiver: int | None,
        field: FieldKey | None,
        seen: set[int],
    ) -> bool:
        """Whether a value is computed from what a getter of a field gives, of the same object."""
        made = code.definitions[value]
        if value in seen or made < 0:
            return False
        seen.add(value)
        operands = code.operands(made)
        if code.ops[made] in (Op.BINARY, Op.CONVERT, Op.NEGATE, Op.PHI):
            return any(self._comes_from(code, it, receiver, field, seen) for it in operands)
        if code.ops[made] != Op.INVOKE:
            return False
        if receiver is not None and (
            not operands or code.source_of(operands[0]) != code.source_of(receiver)
        ):
            return False
        callees = self._facts.calls.methods_called(code.place, code.bcis[made])
        return any(self._gets(callee, field) for callee in callees)

    def _gets(self, place: int, field: FieldKey | None) -> bool:
        code = self._facts.calls.code(place)
        if code is None or len(code) > _LONGEST_ACCESSOR:
            return False
        return any(op in LOADS and code.field(inst) == field for inst, op in enumerate(code.ops))

    def is_lazy(self, write: int) -> bool:
        """Whether a write fills a field that was found empty just before, with what does not depend
        on who does so."""
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        if code is None or code.ops[inst] not in STORES or not depends_on_look(code, inst):
            return False
        if stores_argument(code, inst):
            return False
        return not self.stores_constant(write) and not self.is_update(write)

    def holds_values(self, group: int) -> bool:
        """Whether what a field holds cannot change once it is there: a number that is written at
        once, or objects whose fields are all final, or caches of such."""
        field = self._facts.accesses.fields[group]
        if field is None or field.descriptor in ("J", "D"):
            return False
        if field.descriptor[0] not in "L[":
            return True
        engine = self._facts.program.engine
        held = self._held(group)
        return bool(held) and all(
            (class_id := engine.type_class(int(self._types[number]))) is not None
            and self._is_value_class(class_id)
            for number in held
        )

    def _held(self, group: int) -> set[int]:
        """All objects that a field may hold."""
        accesses, engine = self._facts.accesses, self._facts.solution.engine
        field = accesses.fields[group]
        assert field is not None
        key = (field.owner.id, field.index)
        if field.is_static:
            return set(engine.static_field(*key).tolist())
        rows = set(accesses.rows[self._occurrences_of(group)].tolist())
        objects = {number for row in rows for number in accesses.sets[row].tolist()}
        return {it for number in objects for it in engine.field(number, *key).tolist()}

    def _occurrences_of(self, group: int) -> NDArray[np.int64]:
        """All occurrences of the accesses of a group."""
        order, offsets = self._occurrences_by_group
        return order[offsets[group] : offsets[group + 1]]

    @cached_property
    def _occurrences_by_group(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        accesses = self._facts.accesses
        return _in_groups(accesses.groups[accesses.of], len(accesses.fields))

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        """The type of each object."""
        return self._facts.solution.engine.object_types()

    def _is_value_class(self, class_id: int | None) -> bool:
        engine = self._facts.program.engine
        while class_id is not None:
            if engine.class_name(class_id) == "java.lang.String":
                return True
            for place, (_, _, flags) in enumerate(engine.fields(class_id)):
                if flags & _UNCHANGING:
                    continue
                if engine.class_origin(class_id) == "jdk" or not self._is_cache((class_id, place)):
                    return False
            class_id = engine.super_class(class_id)
        return True

    def _is_cache(self, field: FieldKey) -> bool:
        """Whether a field is filled lazily at most, with what cannot change."""
        return self._caches.ask(field, self._find_whether_cache, field)

    def _find_whether_cache(self, field: FieldKey) -> bool:
        group = self._facts.accesses.groups_by_field.get(field)
        if group is None:
            return True
        writes = [it for it in self.accesses_of(group) if self._facts.accesses.writes[it]]
        return all(self.is_lazy(write) for write in writes) and self.holds_values(group)

    def is_statistic(self, group: int) -> bool:
        """Whether a field is only counted up, and looked at by `toString` alone."""
        accesses = self._facts.accesses
        for access in self.accesses_of(group):
            name = self._facts.calls.methods[int(accesses.methods[access])].name
            if accesses.writes[access]:
                if not self.is_update(access) and name != "<init>":
                    return False
            elif name != "toString" and not self._is_counted(access):
                return False
        return self._facts.accesses.fields[group] is not None and any(
            self._facts.calls.methods[int(accesses.methods[it])].name == "toString"
            for it in self.accesses_of(group)
        )

    def _is_counted(self, read: int) -> bool:
        """Whether what is read only goes back, changed, into the field."""
        code = self._code(read)
        inst = int(self._facts.accesses.insts[read])
        if code is None or code.ops[inst] not in LOADS:
            return False
        return all(
            code.ops[use] in STORES and code.field(use) == code.field(inst)
            for use, _ in code.last_uses(code.results[inst], (Op.BINARY, Op.CONVERT))
        )

    def stores_constant(self, write: int) -> bool:
        """Whether a write stores a constant."""
        code = self._code(write)
        inst = int(self._facts.accesses.insts[write])
        return code is not None and code.ops[inst] in STORES and stores_constant(code, inst)

    def stored(self, write: int) -> object:
        """The constant that a write stores."""
        code = self._code(write)
        assert code is not None
        inst = int(self._facts.accesses.insts[write])
        return Instruction(code.body, code.definitions[code.operands(inst)[-1]]).literal

    def is_polled(self, read: int) -> bool:
        """Whether what is read is only looked at by a branch, again and again, of one object."""
        code = self._code(read)
        inst = int(self._facts.accesses.insts[read])
        if code is None or code.ops[inst] not in LOADS:
            return False
        uses = code.uses.get(code.results[inst], [])
        is_looked_at = bool(uses) and all(code.ops[use] in (Op.IF, Op.RETURN) for use in uses)
        return is_looked_at and code.is_in_loop(inst) and _is_of_one_object(code, inst)

    def accesses_of(self, group: int) -> list[int]:
        """All accesses of a group."""
        order, offsets = self._by_group
        found: list[int] = order[offsets[group] : offsets[group + 1]].tolist()
        return found

    @cached_property
    def _by_group(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        accesses = self._facts.accesses
        return _in_groups(accesses.groups, len(accesses.fields))


def _is_of_one_object(code: Code, read: int) -> bool:
    """Whether a loop reads a field of one object: it does not take another one at each turn."""
    while code.ops[read] == Op.GET_FIELD:
        read = code.definitions[code.source_of(code.operands(read)[0])]
        if read < 0:
            return True
    return code.ops[read] in (Op.PARAMETER, Op.GET_STATIC) or not code.is_in_loop(read)


def _in_groups(
    groups: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The order of their groups for what is in some of them, and where each group begins."""
    order = np.argsort(groups, kind="stable")
    return order, np.searchsorted(groups[order], np.arange(count + 1))
