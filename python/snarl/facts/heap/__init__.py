"""The heap, seen backwards: who holds an object, and whether it holds it alone."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY, Calls
from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.calls.modelled import Modelled
from snarl.facts.calls.streams import is_collected
from snarl.facts.code import Code, FieldKey, made_anew, uses_but_construction
from snarl.facts.code.values import CONTENTS, ELEMENTS
from snarl.facts.heap.asked import Asked, and_joined
from snarl.facts.heap.contents import Contents
from snarl.facts.heap.moves import Moves
from snarl.facts.questions import Questions
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution
    from snarl.program import Program

_MAKES = (Op.NEW, Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY)
_UNMODIFIABLE = "java.util.Collections$Unmodifiable"
_WORDS = "java.util.concurrent.atomic."
"""What holds something for all: what it gives is not new."""
_COPIES = {"clone", "copyOf", "copyOfRange", "newInstance"}


class _Views(dict[FieldKey, bool]):
    """Which fields are those of views: of the JDK's collections, and iterators of libraries; found
    as they are asked for."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._engine = program.engine
        iterator = program.find_class("java.util.Iterator")
        self._iterator = None if iterator is None else iterator.id

    def __missing__(self, field: FieldKey) -> bool:
        self[field] = self._is_view(field)
        return self[field]

    def _is_view(self, field: FieldKey) -> bool:
        origin = None if field[0] < 0 else self._engine.class_origin(field[0])
        if origin not in ("jdk", "library"):
            return False
        is_inner = self._engine.field(*field)[0] == "this$0"
        if origin == "library":
            return is_inner and self._is_iterator(field[0])
        return is_inner or self._engine.class_name(field[0]).startswith(_UNMODIFIABLE)

    def _is_iterator(self, class_id: int) -> bool:
        return self._iterator is not None and self._engine.is_subclass(class_id, self._iterator)


class Heap:
    """Holders of the objects that the program's own code makes."""

    def __init__(self, solution: Solution, calls: Calls, accesses: Accesses, once: Once) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self._lambdas = Lambdas(calls)
        self._modelled = Modelled(solution)
        self._asked = Asked(solution, calls)
        self._moves = Moves(solution, calls, accesses)
        self.contents = Contents(solution, calls, accesses, once, self)
        self._fills = Questions(first=True, last=False)
        self._views = _Views(solution.program)
        self._known_holders: dict[int, list[tuple[int, FieldKey]]] = {}
        self._known_owned: dict[tuple[int, frozenset[FieldKey]], bool | None] = {}

    def holders(self, number: int) -> list[tuple[int, FieldKey]]:
        """The objects that hold an object of the program's own, and in which fields; views of
        collections (an iterator, a key set) do not count."""
        maker = int(self.makers[number])
        is_own = maker == NOBODY or bool(self._calls.is_own_method[maker])
        return self.holders_of_any(number) if is_own else []

    def holders_of_any(self, number: int) -> list[tuple[int, FieldKey]]:
        """The same of any object, the JDK's too."""
        if number not in self._known_holders:
            found = self._solution.engine.holders(number)
            self._known_holders[number] = [it for it in found if not self._views[it[1]]]
        return self._known_holders[number]

    @property
    def makers(self) -> NDArray[np.uint32]:
        """The method that makes each object, by its place."""
        return self._once.makers

    @cached_property
    def in_statics(self) -> frozenset[int]:
        """Objects that a static field holds."""
        return frozenset(self._solution.engine.statics()[2].tolist())

    def is_owned(self, number: int, through: frozenset[FieldKey]) -> bool | None:
        """Whether an object has one owner, that holds it through some fields: nobody else holds it,
        and what is put there is new. None if it has one owner for all that is known."""
        key = (number, through)
        if key not in self._known_owned:
            self._known_owned[key] = self._find_owned(number, through)
        return self._known_owned[key]

    def is_empty_array(self, number: int) -> bool:
        """Whether an object stands for arrays that have no elements: whoever has one has nothing
        that another one could have."""
        return self._solution.engine.object(number)[0] == "empty"

    def _find_owned(self, number: int, through: frozenset[FieldKey]) -> bool | None:
        kind = self._solution.engine.object(number)[0]
        is_put_anew = CONTENTS not in through and all(
            self._is_filled_anew(field) for field in through if field[0] >= 0
        )
        is_for_field = is_put_anew and ELEMENTS not in through
        if kind == "empty" or (kind == "type" and is_for_field):
            return True
        if kind != "site" or number in self.in_statics:
            return False
        holders = self.holders(number)
        if is_for_field:
            return True
        if any(self._step(holder, field) not in through for holder, field in holders):
            return False
        if any(self._moves.is_moved(number, field) for field in through if field[0] >= 0):
            return None
        if CONTENTS in through:
            fields = [field for field in through if field[0] >= 0]
            if not all(map(self._is_filled_anew, fields)):
                return False
            return self.is_put_once(number) or self._is_part(number, through)
        if all(self._is_filled_anew(field) for field in through if field[0] >= 0):
            return True
        owners = {holder for holder, field in holders if field[0] >= 0}
        if len(owners) > 1:
            return False
        if not owners or not self._once.is_single(min(owners)):
            return None
        # The one that holds it may be held by several itself.
        above = through - {self._step(holder, field) for holder, field in holders}
        return self.is_owned(min(owners), above) if above else True

    def _is_part(self, number: int, through: frozenset[FieldKey]) -> bool:
        """Whether an object is a part of something that is in one collection: its fields, which are
        filled anew, hold nothing of others."""
        holders = self.holders(number)
        steps = {self._step(holder, field) for holder, field in holders}
        if not steps or any(step[0] < 0 for step in steps):
            return False
        return all(self.is_owned(holder, through - steps) for holder, _ in holders)

    def _step(self, holder: int, field: FieldKey) -> FieldKey:
        """A field as the program sees it: the insides of a collection are its contents."""
        engine = self._solution.program.engine
        if field[0] >= 0:
            is_collection = engine.class_name(field[0]).startswith("java.util.")
            is_jdk = engine.class_origin(field[0]) == "jdk"
            return CONTENTS if is_jdk and is_collection else field
        makers = self._once.makers
        is_jdk = int(makers[holder]) != NOBODY and not self._calls.is_own_method[makers[holder]]
        return CONTENTS if field == ELEMENTS and is_jdk else field

    def is_put_once(self, number: int) -> bool:
        """Whether the program puts an object into one collection or array when it has made it, and
        gives it to nobody else."""
        made = self._once.allocation(number)
        if made is None or made[0].ops[made[1]] not in (*_MAKES, Op.INVOKE_DYNAMIC):
            return False
        code, new = made
        value = code.results[new]
        puts = [
            (use, it)
            for it in and_joined(code, value)
            for use in uses_but_construction(code, it)
            if not self._asked.is_only_asked(code, use, it)
        ]
        if len(puts) != 1:
            return False
        put, value = puts[0]
        if code.ops[put] == Op.RETURN:
            return self._is_collected(code)
        return _is_put(code, put, value) and made_anew(code, new, put)

    def _is_collected(self, code: Code) -> bool:
        """Whether a method is a lambda by which streams make the elements of one collection each:
        `mapToObj(i -> new Worker(i)).collect(Collectors.toList())`."""
        makers = self._lambdas.creations(code.method)
        return bool(makers) and all(
            (there := self._calls.code(place)) is not None and is_collected(there, inst)
            for place, inst in makers
        )

    def _is_filled_anew(self, field: FieldKey) -> bool:
        """Whether all that is put into a field is made for it."""
        # What only moves on within the field stays.
        return self._fills.ask(field, self._find_whether_filled_anew, field)

    def _find_whether_filled_anew(self, field: FieldKey) -> bool:
        writes = self.writes(field)
        # Without any, a model, reflection or a framework has filled it.
        return bool(writes) and all(self._puts_new(method, inst) for method, inst in writes)

    def writes(self, field: FieldKey) -> list[tuple[int, int]]:
        """Where a field is written: methods and instructions."""
        return self._accesses.written_fields.get(field, [])

    def _puts_new(self, place: int, inst: int) -> bool:
        code = self._calls.code(place)
        if code is None:
            return False
        value = code.operands(inst)[-1]
        return self._is_new(code, value, set()) and _has_one_owner(code, value, inst)

    def _is_new(self, code: Code, value: int, seen: set[int]) -> bool:
        value = code.source_of(value)
        if value in seen:
            return True
        seen.add(value)
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op in _MAKES or op == Op.CONSTANT:
            return True
        if op == Op.PHI:
            return all(self._is_new(code, it, seen) for it in code.operands(made))
        if op in (Op.GET_FIELD, Op.ARRAY_LOAD):
            # Moved from another part of the same structure: its fields count as well.
            field = code.field(made) if op == Op.GET_FIELD else None
            return field is not None and self._is_filled_anew(field)
        if op == Op.GET_STATIC:
            return self._holds_nothing(code, value)
        if op == Op.INVOKE:
            return self._gives_new(code, made)
        if op == Op.PARAMETER:
            return self._gets_new(code, code.constants[made])
        return False

    def _holds_nothing(self, code: Code, value: int) -> bool:
        """Whether a value is an array that has no elements."""
        held = self._solution.numbers(code.method, value).tolist()
        return bool(held) and all(map(self.is_empty_array, held))

    def _gets_new(self, code: Code, position: int) -> bool:
        """Whether all callers give something that they made for this one call, or nothing: to a
        constructor, or to what nobody from outside can call (an inner class sets a private field
        by such a method)."""
        calls, method = self._calls, code.method
        if method.name != "<init>" and method.flags & (Flag.PUBLIC | Flag.PROTECTED):
            return False
        edges = [edge for it in calls.instances_of(code.place) for edge in calls.edges_to(it)]
        for edge in edges:
            there = calls.code_of(int(calls.callers[edge]))
            call = None if there is None else there.call_at(int(calls.sites[edge]))
            if there is None or call is None or position >= len(there.operands(call)):
                return False
            value = there.source_of(there.operands(call)[position])
            made = there.definitions[value]
            if made >= 0 and there.ops[made] == Op.CONSTANT:
                continue
            if made < 0 or there.ops[made] not in _MAKES or not made_anew(there, made, call):
                return False
            if len(uses_but_construction(there, value)) != 1:
                return False
        return bool(edges)

    def _gives_new(self, code: Code, call: int) -> bool:
        """Whether a call makes what it gives: a copy, or a factory."""
        named = code.reference(call)
        if named.name in _COPIES:
            return True
        engine = self._solution.program.engine
        owner = engine.find_class(named.owner)
        if owner is not None and engine.class_origin(owner) == "jdk":
            if not named.owner.startswith("java.util.") or named.owner.startswith(_WORDS):
                return False
            # A factory, or a wrapper around something new.
            return all(self._is_new(code, operand, set()) for operand in code.operands(call))
        callees = self._calls.methods_called(code.place, code.bcis[call])
        return bool(callees) and all(self._returns_new(callee) for callee in callees)

    def _returns_new(self, place: int) -> bool:
        if self._modelled.gives_new(self._calls.methods[place]):
            return True
        code = self._calls.code(place)
        if code is None or self._calls.methods[place].flags & Flag.NATIVE:
            return False
        ends = [inst for inst, op in enumerate(code.ops) if op == Op.RETURN]
        values = [code.source_of(code.operands(inst)[0]) for inst in ends if code.operands(inst)]
        return bool(values) and all(
            code.definitions[it] >= 0 and code.ops[code.definitions[it]] in _MAKES for it in values
        )


def _has_one_owner(code: Code, value: int, store: int) -> bool:
    """Whether what is stored in a field goes to one structure alone: not to two objects, not to one
    more each time round a loop, and not out of one into another."""
    value = code.source_of(value)
    made = code.definitions[value]
    op = code.ops[made] if made >= 0 else -1
    if op == Op.CONSTANT:
        return True
    if op in _MAKES and not made_anew(code, made, store):
        return False
    owners = _owners(code, value, set())
    if op in (Op.GET_FIELD, Op.ARRAY_LOAD):
        owners |= _tops(code, code.operands(made)[0], set())
    return len(owners) <= 1


def _owners(code: Code, value: int, seen: set[int]) -> set[int]:
    """The structures that a method puts a value into, as the values that they are found from."""
    return {
        top
        for use in code.uses.get(value, ())
        if code.ops[use] == Op.PUT_FIELD and code.source_of(code.operands(use)[1]) == value
        for top in _tops(code, code.operands(use)[0], seen)
    }


def _tops(code: Code, value: int, seen: set[int]) -> set[int]:
    """The values that a value is found from: it is part of what they refer to."""
    value = code.source_of(value)
    if value in seen:
        return set()
    seen.add(value)
    made = code.definitions[value]
    op = code.ops[made] if made >= 0 else -1
    if op in (Op.GET_FIELD, Op.ARRAY_LOAD):
        return _tops(code, code.operands(made)[0], seen)
    if op == Op.PHI:
        return {top for it in code.operands(made) for top in _tops(code, it, seen)}
    if op == Op.CONSTANT:
        return set()
    return (_owners(code, value, seen) if op in _MAKES else set()) or {value}


def _is_put(code: Code, use: int, value: int) -> bool:
    if code.ops[use] == Op.ARRAY_STORE:
        return code.operands(use)[2] == value
    if code.ops[use] != Op.INVOKE or code.operands(use).count(value) != 1:
        return False
    return code.reference(use).owner.startswith("java.util.")
