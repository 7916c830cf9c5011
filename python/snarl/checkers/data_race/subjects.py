"""What a race is about: a field, an array, a collection, by the name that a person knows it by."""

from __future__ import annotations

import re
from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.accesses import Kind
from snarl.facts.code.compiler_fields import is_made_by_compiler
from snarl.facts.code.values import ELEMENTS
from snarl.findings import Subject
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.checkers.data_race.pairs import Race, Side
    from snarl.checkers.data_race.support import Support
    from snarl.facts import Facts
    from snarl.facts.code import FieldKey
    from snarl.program import Field

# What compilers box a variable in that a lambda changes, and the field of it.
_BOXES = (("kotlin.jvm.internal.Ref$", "element"), ("scala.runtime.", "elem"))
_LOOKED_AT = 16
_LOOKED_AT_IN_JDK = 64
_SUFFIX = re.compile(r"\$\d+$")
_COLLECTIONS = ("java.util.", "kotlin.collections.", "scala.collection.")
_NO_COLLECTION = re.compile(r"Executor|Future|Task|Thread|Timer|stream|function")


class Subjects:
    """Names what races are about."""

    def __init__(self, facts: Facts, support: Support) -> None:
        self.facts = facts
        self._support = support
        self._over_many: dict[Side, FieldKey | None] = {}
        self._holders: dict[int, FieldKey | None] = {}
        self._named: dict[int, Subject] = {}

    def key(self, race: Race) -> object:
        """What races must have in common to be one finding."""
        field = self.facts.accesses.fields[race.group]
        if field is not None and not _is_captured(field):
            return (field.owner.id, field.index)
        held = self.holder(race) if field is None else None
        if held is not None:
            return (race.group, held)
        number = race.objects[0]
        if number not in self._named:
            self._named[number] = self.of(race)
        return (race.group, self._named[number])

    def of(self, race: Race) -> Subject:
        field = self.facts.accesses.fields[race.group]
        if field is not None:
            return self._captured(race, field) or Subject("field", field.owner.name, spoken(field))
        kind = self.facts.accesses.kinds[race.first[0].access]
        what: str = "array" if kind == Kind.ARRAY else "container"
        held = self.holder(race)
        if held is not None:
            name = self.facts.program.field(*held)
            return Subject(what, name.owner.name, spoken(name))  # type: ignore[arg-type]
        made = self.facts.solution.object(race.objects[0])
        owner = made.place.method.owner.name if made.place else made.type
        inside = self.outermost(race)
        if inside is not None:
            name = self.facts.program.field(*inside)
            return Subject(what, name.owner.name, spoken(name))  # type: ignore[arg-type]
        name_here = self._variable(race) or made.type
        return Subject(what, owner, name_here, made.type)  # type: ignore[arg-type]

    def outermost(self, race: Race) -> FieldKey | None:
        """The field of a collection, or of another holder of the JDK's, that an array or container
        is in, if it has no name of its own."""
        is_field = self.facts.accesses.fields[race.group] is not None
        if is_field or self.holder(race) is not None:
            return None
        found = self._held_in(race.objects[0], in_jdk=True)
        is_sure = self._in_collection(race.objects[0]) == found
        return found if is_sure or not self._variable(race) else None

    def _in_collection(self, number: int) -> FieldKey | None:
        """The field of a collection that has an object as an element, or as an element of one."""
        waiting, seen = deque([number]), {number}
        while waiting and len(seen) <= _LOOKED_AT_IN_JDK:
            here = waiting.popleft()
            if here in self._statics:
                return self._statics[here]
            for holder, field in self.facts.heap.holders_of_any(here):
                if self._origin(field) == "application" and not self._is_hidden(field):
                    return field
                if holder not in seen and (field == ELEMENTS or self._is_of_collection(field)):
                    seen.add(holder)
                    waiting.append(holder)
        return None

    def _is_of_collection(self, field: FieldKey) -> bool:
        """Whether a field is of a collection, or of its nodes; tasks that wait are none."""
        owner = self.facts.program.field(*field).owner.name if field[0] >= 0 else ""
        return owner.startswith(_COLLECTIONS) and _NO_COLLECTION.search(owner) is None

    def _captured(self, race: Race, field: Field) -> Subject | None:
        """A variable that a lambda captured and changes: compilers box it in an object."""
        if not _is_captured(field):
            return None
        made = self.facts.solution.object(race.objects[0])
        name = self._variable(race) or self._kept_as(race)
        if made.place is None or name is None:
            return None
        owner = made.place.method.owner
        if owner.id == field.owner.id:
            # Scala's boxes make themselves.
            access = race.first[0].access
            owner = self.facts.calls.methods[int(self.facts.accesses.methods[access])].owner
        return Subject("field", owner.name, _SUFFIX.sub("", name.lstrip("$")), made.type)

    def _kept_as(self, race: Race) -> str | None:
        """The field in which a lambda or a coroutine keeps the box of a variable: `$count`."""
        for side in race.sides:
            code = self.facts.calls.code(int(self.facts.accesses.methods[side.access]))
            assert code is not None
            made = code.definitions[code.source_of(int(self.facts.accesses.bases[side.access]))]
            name = code.reference(made).name if made >= 0 and code.ops[made] == Op.GET_FIELD else ""
            if name.startswith("$"):
                return name
        return None

    def holder(self, race: Race) -> FieldKey | None:
        """The field that holds an array or container, as the program sees it. What iterators go
        through is named by who holds that, but for one that may go through almost anything."""
        for sides in (race.first, race.second):
            fields = [self._iterator_over_many(side) for side in sides]
            if fields[0] is not None and None not in fields:
                return fields[0]
        number = race.objects[0]
        if self._support.is_guess(race):
            # What one race is told by says nothing of others: who writes tells.
            return self._find_holder(race.second + race.first, number)
        if number not in self._holders:
            self._holders[number] = self._find_holder(race.sides, number)
        return self._holders[number]

    def _iterator_over_many(self, side: Side) -> FieldKey | None:
        """The field of an iterator from which a side has got one of many things."""
        if side not in self._over_many:
            found = next((it for it in self._read_by(side) if self._is_for_one(it)), None)
            is_one_of_many = found is not None and self._support.means_many(side)
            self._over_many[side] = found if is_one_of_many else None
        return self._over_many[side]

    def _find_holder(self, sides: tuple[Side, ...], number: int) -> FieldKey | None:
        """The first field that it is got from; an iterator's only if there is no other. What holds
        itself what is accessed goes before what holds a view of that: one view may be of many."""
        read = [field for side in sides for field in self._read_by(side)]
        fields = [field for field in read if not self._is_for_one(field)]
        if not fields:
            return self._held_in(number) or next(iter(read), None)
        holding = self._holding(number)
        return next((it for it in (*fields, *holding) if it in holding), fields[0])

    def _holding(self, number: int) -> list[FieldKey]:
        """The program's own fields that hold an object itself."""
        found = {field for _, field in self.facts.heap.holders(number)}
        found.update(self._in_statics.get(number, ()))
        return sorted(
            it for it in found if self._origin(it) == "application" and not self._is_hidden(it)
        )

    def _read_by(self, side: Side) -> Iterator[FieldKey]:
        """The fields that a side reads before it uses what is there."""
        accesses = self.facts.accesses
        code = self.facts.calls.code(int(accesses.methods[side.access]))
        assert code is not None
        base = int(accesses.bases[side.access])
        made = code.definitions[code.source_of(base)]
        if made >= 0 and code.ops[made] in (Op.GET_FIELD, Op.GET_STATIC):
            field = code.field(made)
            if field is not None and not self._is_hidden(field):
                yield field
        path = self.facts.values.path(code, base)
        if path.fields and not self._is_hidden(path.fields[-1]):
            yield path.fields[-1]

    def _held_in(self, number: int, *, in_jdk: bool = False) -> FieldKey | None:
        """The field of the program's own that holds an object, or what holds it: an array, or an
        object of a library; one of the JDK's only if this is asked for."""
        heap = self.facts.heap
        holders = heap.holders_of_any if in_jdk else heap.holders
        waiting, seen, of_library = deque([number]), {number}, None
        while waiting and len(seen) <= (_LOOKED_AT_IN_JDK if in_jdk else _LOOKED_AT):
            here = waiting.popleft()
            if here in self._statics:
                return self._statics[here]
            for holder, field in holders(here):
                origin = self._origin(field)
                is_told = origin != "jdk" and not self._is_hidden(field)
                is_told = is_told and not self._is_of_collection(field)
                if is_told and origin == "application":
                    return field
                of_library = of_library or (field if is_told else None)
                goes_on = origin == "library" or field == ELEMENTS or in_jdk
                if goes_on and holder not in seen:
                    seen.add(holder)
                    waiting.append(holder)
        return of_library

    def _origin(self, field: FieldKey) -> str:
        return self.facts.program.engine.class_origin(field[0]) if field[0] >= 0 else "jdk"

    @cached_property
    def _statics(self) -> dict[int, FieldKey]:
        """A static field of the program's own by what it holds."""
        return {number: fields[0] for number, fields in self._in_statics.items()}

    @cached_property
    def _in_statics(self) -> dict[int, list[FieldKey]]:
        """All static fields of the program's own by what they hold."""
        columns = (it.tolist() for it in self.facts.solution.engine.statics())
        origin = self.facts.program.engine.class_origin
        found: dict[int, list[FieldKey]] = {}
        for class_id, field, number in zip(*columns, strict=True):
            key = (class_id, field)
            if origin(class_id) == "application" and not self._is_hidden(key):
                found.setdefault(number, []).append(key)
        return found

    def _is_hidden(self, field: FieldKey) -> bool:
        """Whether a compiler made a field: `val$list` of an anonymous class, `L$0` of a
        coroutine."""
        row = self.facts.program.field(*field)
        return bool(row.flags & Flag.SYNTHETIC) or is_made_by_compiler(row)

    def _is_for_one(self, field: FieldKey) -> bool:
        return self.facts.for_one.is_class(self.facts.program.field(*field).owner)

    def _variable(self, race: Race) -> str | None:
        for side in race.sides:
            code = self.facts.calls.code(int(self.facts.accesses.methods[side.access]))
            base = int(self.facts.accesses.bases[side.access])
            name = None if code is None else code.body.names[base]
            if name:
                return str(name)
        return None


def spoken(field: Field) -> str:
    """A field as its source calls it: `lines`, and not `app$Logging$$lines`, of a trait of Scala's;
    `config`, and not `config$delegate`."""
    return field.name.rpartition("$$")[2].removesuffix("$delegate") or field.name


def _is_captured(field: Field) -> bool:
    """Whether a field is that of a box around a captured variable."""
    return any(field.owner.name.startswith(box) and field.name == name for box, name in _BOXES)
