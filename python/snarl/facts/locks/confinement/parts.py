"""Parts: what an object has made for itself, and what its parts know of it.

    this.store = new Store();
    this.pages = new Pages(this, this.store);

If nothing else is ever put into `pages`, then `x.pages.owner` is x, and `x.pages.store` is what
`x.store` is: two ways to one object, and so to one lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values

_DEEPEST = 3
"""Constructors that hand a parameter on to the next."""

Fields = tuple["FieldKey", ...]


class Parts:
    """What fields of parts hold, seen from whom the part belongs to."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values) -> None:
        self._calls = calls
        self._program = accesses.program
        self._written = accesses.written_fields
        self._values = values
        self._cloneable = self._program.engine.find_class("java.lang.Cloneable")
        self._known: dict[FieldKey, dict[FieldKey, Fields]] = {}

    def shorter(self, fields: Fields) -> Fields:
        """Another way to the same object, without detours through parts."""
        for place in range(len(fields) - 1):
            found = self._known_by(fields[place]).get(fields[place + 1])
            if found is not None:
                return self.shorter((*fields[:place], *found, *fields[place + 2 :]))
        return fields

    def back(self, fields: Fields) -> Fields | None:
        """The way back from a part to whom it belongs, if the parts on the way know it."""
        found = []
        for field in reversed(fields):
            owner = next((it for it, to in self._known_by(field).items() if not to), None)
            if owner is None:
                return None
            found.append(owner)
        return tuple(found)

    def kept_by_new(self, code: Code, new: int) -> Iterator[tuple[FieldKey, int]]:
        """The fields of something new that its constructor sets for good to what it is given, and
        what that is."""
        for call in code.uses.get(new, ()):
            if _is_construction(code, call, new):
                for position, argument in enumerate(code.operands(call)[1:], 1):
                    for field in self._kept_in(code, call, position):
                        yield field, argument

    def _known_by(self, field: FieldKey) -> dict[FieldKey, Fields]:
        """The fields of all that a field may hold of which it is known where they lead, seen from
        what holds it."""
        if field not in self._known:
            self._known[field] = self._find(field)
        return self._known[field]

    def _find(self, field: FieldKey) -> dict[FieldKey, Fields]:
        if field[0] < 0 or self._may_be_set_otherwise(field):
            return {}
        made: list[tuple[int | None, dict[FieldKey, Fields]]] = []
        for place, inst in self._written.get(field, ()):
            code = self._calls.code(place)
            if code is None:
                return {}
            base, value = (code.source_of(it) for it in code.operands(inst))
            for it in _alternatives(code, value):
                new = code.definitions[it]
                op = code.ops[new] if new >= 0 else -1
                if op == Op.CONSTANT and code.details[new] == 0:
                    continue
                if op != Op.NEW:
                    return {}
                made.append((self._class_of(code, it), self._told(code, it, base)))
        return dict(self._agreed(made))

    def _agreed(
        self, made: list[tuple[int | None, dict[FieldKey, Fields]]]
    ) -> Iterator[tuple[FieldKey, Fields]]:
        """What is so of all objects, each of some class, that have a field."""
        is_subclass = self._program.engine.is_subclass
        for field, way in {it for _, told in made for it in told.items()}:
            having = [told for of, told in made if of is None or is_subclass(of, field[0])]
            if all(told.get(field) == way for told in having):
                yield field, way

    def _class_of(self, code: Code, new: int) -> int | None:
        """The class of something new."""
        return self._program.engine.find_class(code.body.type_name(new))

    def _may_be_set_otherwise(self, field: FieldKey) -> bool:
        """Whether there may be more than the writes that are known: by handles, or by a copy."""
        found = self._program.field(*field)
        if found.flags & (Flag.STATIC | Flag.VOLATILE):
            return True
        cloneable = self._cloneable
        return cloneable is not None and self._program.engine.is_subclass(field[0], cloneable)

    def _told(self, code: Code, new: int, base: int) -> dict[FieldKey, Fields]:
        """What the constructor of something new is told of the object that it is made for."""
        call = next((use for use in code.uses.get(new, ()) if _is_construction(code, use, new)), -1)
        if call < 0:
            return {}
        found: dict[FieldKey, Fields] = {}
        for position, argument in enumerate(code.operands(call)[1:], 1):
            way = self._from(code, base, argument)
            if way is not None:
                found |= dict.fromkeys(self._kept_in(code, call, position), way)
        return found

    def _from(self, code: Code, base: int, value: int) -> Fields | None:
        """The fields that lead from an object to a value, for good."""
        owner, path = self._values.path(code, base), self._values.path(code, value)
        if path.root == owner.root and path.fields[: len(owner.fields)] == owner.fields:
            return path.fields[len(owner.fields) :]
        for use in code.uses.get(code.source_of(value), ()):
            if code.ops[use] == Op.PUT_FIELD and _puts(code, use, base, value):
                field = code.field(use)
                if field is not None and self._values.is_stable(field):
                    return (field,)
        return None

    def _kept_in(self, code: Code, call: int, position: int, deep: int = 0) -> set[FieldKey]:
        """The fields that a constructor sets to one of its parameters, for good."""
        callees = self._calls.methods_called(code.place, code.bcis[call])
        there = self._calls.code(callees[0]) if len(callees) == 1 else None
        if there is None or there.method.name != "<init>" or deep > _DEEPEST:
            return set()
        if position >= len(there.parameters) or there.parameters[position] < 0:
            return set()
        this, value = there.parameters[0], there.parameters[position]
        found: set[FieldKey] = set()
        for use in there.uses.get(value, ()):
            if there.ops[use] == Op.PUT_FIELD and _puts(there, use, this, value):
                field = there.field(use)
                if field is not None and self._values.is_stable(field):
                    found.add(field)
            elif _is_construction(there, use, this):
                at = there.operands(use).index(value)
                found |= self._kept_in(there, use, at, deep + 1) if at else set()
        return {it for it in found if self._is_set_once(there, it)}

    def _is_set_once(self, code: Code, field: FieldKey) -> bool:
        """Whether no more than one instruction of a constructor sets a field."""
        places = [place for place, _ in self._written.get(field, ())]
        return places.count(code.place) <= 1


def _alternatives(code: Code, value: int) -> list[int]:
    """What a value is on each way on which it is chosen: `safe ? new Safe() : new Fast()`."""
    made = code.definitions[value]
    if made < 0 or code.ops[made] != Op.PHI:
        return [value]
    return [code.source_of(it) for it in code.operands(made)]


def _is_construction(code: Code, use: int, new: int) -> bool:
    """Whether an instruction calls a constructor on a value."""
    is_on_it = code.ops[use] == Op.INVOKE and code.source_of(code.operands(use)[0]) == new
    return is_on_it and code.reference(use).name == "<init>"


def _puts(code: Code, use: int, base: int, value: int) -> bool:
    """Whether an instruction puts a value into a field of another one."""
    put = [code.source_of(it) for it in code.operands(use)]
    return put == [code.source_of(base), code.source_of(value)]
