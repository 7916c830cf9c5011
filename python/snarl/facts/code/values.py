"""What a value is, seen from inside its method: a parameter, a static field, or a field of these.

A lock guards an access only if it is surely the same object at both accesses. Points-to sets cannot
say so: an abstract object stands for many. A *path* can: `this.lock`, where `lock` never changes,
is one object for one `this`. Paths reach over calls, for an argument is a parameter on the other
side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from snarl.facts.code import makes_its_receiver
from snarl.facts.stand_ins import StandIn
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey

ELEMENTS: FieldKey = (StandIn.ELEMENTS.value, 0)
"""In place of a field: the elements of an array."""

CONTENTS: FieldKey = (StandIn.CONTENTS.value, 0)
"""In place of a field: what a collection of the JDK holds."""

_DEEPEST = 6
# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_PARAMETER, _CONSTANT, _PHI = int(Op.PARAMETER), int(Op.CONSTANT), int(Op.PHI)
_INVOKE, _RETURN = int(Op.INVOKE), int(Op.RETURN)
_GET_FIELD, _GET_STATIC = int(Op.GET_FIELD), int(Op.GET_STATIC)
_LOADS = (_GET_FIELD, _GET_STATIC)
_MAY_GIVE_CLASS = (_PHI, _GET_STATIC, _INVOKE)
_CLASS_FINDER = "class$"
_FOR_NAME = ("java.lang.Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
_LONGEST_GETTER = 40
"""Instructions; what is longer is no getter, and is not worth decoding."""


RootKind = Literal["parameter", "value", "static", "class", "object", "site"]


class Root(NamedTuple):
    """Where a path begins."""

    kind: RootKind
    key: tuple[int, ...]
    """The position of a parameter; the number of a value, of a class, of an object of which there
    is one; the place where many are made (`site`); a static field."""


class Path(NamedTuple):
    """Fields that never change, one after the other, from a root."""

    root: Root
    fields: tuple[FieldKey, ...] = ()


class Values:
    """Paths of values; which fields never change."""

    def __init__(self, calls: Calls, accesses: Accesses) -> None:
        self._calls = calls
        self._written = accesses.written_fields
        self._program = accesses.program
        self._stable: dict[FieldKey, bool] = {}
        self._paths: dict[tuple[int, int], Path] = {}
        self._results: dict[int, Path | None] = {}
        self._getters: dict[int, tuple[int, FieldKey] | None] = {}

    def is_stable(self, field: FieldKey) -> bool:
        """Whether a field has one value for all that use what it holds: it is final, or is only set
        by the constructors (or the static initializer) of its class, and perhaps forgotten, set to
        null, by others."""
        if field not in self._stable:
            self._stable[field] = self._find_stable(field)
        return self._stable[field]

    def _find_stable(self, field: FieldKey) -> bool:
        if field[0] < 0:
            return False
        found = self._program.field(*field)
        if found.flags & Flag.FINAL:
            return True
        is_static = bool(found.flags & Flag.STATIC)
        for place, inst in self._written.get(field, ()):
            method = self._calls.methods[place]
            code = self._calls.code(place)
            if code is None:
                return False
            if stores_null(code, inst):
                continue
            is_made = method.name == "<clinit>" if is_static else makes_its_receiver(method)
            if not is_made or method.owner.id != field[0]:
                return False
            if not is_static and code.operands(inst)[0] != code.parameters[0]:
                return False
        return found.owner.origin != "jdk"

    def path(self, code: Code, value: int) -> Path:
        """The path of a value, as far as fields never change."""
        key = (id(code), value)
        if key not in self._paths:
            self._paths[key] = self._find_path(code, value)
        return self._paths[key]

    def _find_path(self, code: Code, value: int) -> Path:
        fields: list[FieldKey] = []
        while len(fields) < _DEEPEST:
            value = code.source_of(value)
            inst = code.definitions[value]
            op = code.ops[inst] if inst >= 0 else -1
            if op == _PARAMETER:
                root = Root("parameter", (code.constants[inst],))
                return Path(root, tuple(reversed(fields)))
            if op == _CONSTANT and code.details[inst] in (2, 3):
                return self._constant(code, inst, value, fields)
            if op in _MAY_GIVE_CLASS:
                literal = self._old_literal(code, value)
                if literal is not None:
                    return Path(Root("class", (literal,)), tuple(reversed(fields)))
            if op == _INVOKE and _asks_for_null(code, inst):
                value = code.operands(inst)[0]
                continue
            if op == _INVOKE:
                given = self._given(code, inst)
                if given is None:
                    break
                fields.extend(reversed(given.fields))
                if given.root.kind != "parameter":
                    return Path(given.root, tuple(reversed(fields)))
                value = code.operands(inst)[given.root.key[0]]
                continue
            if op not in _LOADS:
                break
            field = code.field(inst)
            if field is None or not self.is_stable(field):
                break
            if op == _GET_STATIC:
                return Path(Root("static", field), tuple(reversed(fields)))
            fields.append(field)
            value = code.operands(inst)[0]
        return Path(Root("value", (value,)), tuple(reversed(fields)))

    def _old_literal(self, code: Code, value: int) -> int | None:
        """The class that a value is, as compilers before Java 5 wrote `Some.class`: a static field
        of their own, which `class$("Some")` fills at first use, or `Class.forName("Some")`."""
        value = code.source_of(value)
        inst = code.definitions[value]
        if inst >= 0 and code.ops[inst] == _PHI and len(code.operands(inst)) == 2:
            found = {self._found_class(code, it) for it in code.operands(inst)}
            return found.pop() if len(found) == 1 else None
        return self._found_class(code, value)

    def _found_class(self, code: Code, value: int) -> int | None:
        inst = code.definitions[code.source_of(value)]
        op = code.ops[inst] if inst >= 0 else -1
        if op == _INVOKE and _finds_class(code, inst):
            name = self._text(code, code.operands(inst)[-1])
            known = None if name is None else self._program.find_class(name)
            return None if known is None else known.id
        if op == _GET_STATIC and code.reference(inst).name.startswith(_CLASS_FINDER):
            return self._class_in(code.field(inst))
        return None

    def _class_in(self, field: FieldKey | None) -> int | None:
        """The class that is put into a static field of a compiler's own."""
        writes = [] if field is None else self._written.get(field, [])
        found = {
            None if code is None else self._found_class(code, code.operands(inst)[-1])
            for place, inst in writes
            for code in (self._calls.code(place),)
        }
        return found.pop() if len(found) == 1 else None

    def _text(self, code: Code, value: int) -> str | None:
        from snarl.program.body import Instruction

        made = code.definitions[code.source_of(value)]
        if made < 0 or code.ops[made] != Op.CONSTANT:
            return None
        literal = Instruction(code.body, made).literal
        return literal if isinstance(literal, str) else None

    def _given(self, code: Code, call: int) -> Path | None:
        """What a call gives, in the words of the callee: `getLock()` is as good as the field."""
        callees = self._calls.methods_given(code.place, code.bcis[call])
        found = {self._returned(it) for it in callees}
        return found.pop() if len(found) == 1 else None

    def got(self, code: Code, call: int) -> tuple[int, FieldKey] | None:
        """The argument whose field a call gives, and that field, which may change: an inner class
        gets a private field of the outer one by such a call."""
        callees = self._calls.methods_given(code.place, code.bcis[call])
        found = {self._got(it) for it in callees}
        return found.pop() if len(found) == 1 else None

    def _got(self, place: int) -> tuple[int, FieldKey] | None:
        if place not in self._getters:
            self._getters[place] = self._find_got(place)
        return self._getters[place]

    def _find_got(self, place: int) -> tuple[int, FieldKey] | None:
        code = self._getter(place)
        ends = [] if code is None else code.having(_RETURN)
        if code is None or len(ends) != 1 or not code.operands(ends[0]):
            return None
        inst = code.definitions[code.source_of(code.operands(ends[0])[0])]
        field = code.field(inst) if inst >= 0 and code.ops[inst] == Op.GET_FIELD else None
        if field is None:
            return None
        path = self.path(code, code.operands(inst)[0])
        is_argument = path.root.kind == "parameter" and not path.fields
        return (path.root.key[0], field) if is_argument else None

    def _getter(self, place: int) -> Code | None:
        """The code of a method of the program that is short enough to be a getter."""
        calls = self._calls
        if place >= len(calls.methods) or not calls.is_own_method[place]:
            return None
        code = calls.code(place)
        return None if code is None or len(code) > _LONGEST_GETTER else code

    def _returned(self, place: int) -> Path | None:
        """The path of what a method of the program returns, if it is always the same."""
        if place not in self._results:
            self._results[place] = None  # what calls itself gives anything
            self._results[place] = self._find_returned(place)
        return self._results[place]

    def _find_returned(self, place: int) -> Path | None:
        code = self._getter(place)
        if code is None:
            return None
        ends = [code.operands(inst) for inst in code.having(_RETURN)]
        found = {self.path(code, operands[0]) if operands else None for operands in ends}
        path = found.pop() if len(found) == 1 else None
        return None if path is None or path.root.kind == "value" else path

    def _constant(self, code: Code, inst: int, value: int, fields: list[FieldKey]) -> Path:
        from snarl.program.body import ClassLiteral, Instruction

        literal = Instruction(code.body, inst).literal
        if isinstance(literal, ClassLiteral):
            found = self._program.find_class(literal.name)
            if found is not None:
                return Path(Root("class", (found.id,)), tuple(reversed(fields)))
        return Path(Root("value", (value,)), tuple(reversed(fields)))


def _asks_for_null(code: Code, call: int) -> bool:
    """Whether a call gives back what it is given if that is not null."""
    named = code.reference(call)
    return named.owner == "java.util.Objects" and named.name == "requireNonNull"


def _finds_class(code: Code, call: int) -> bool:
    """Whether a call finds a class by its name, with the loader of who calls."""
    named = code.reference(call)
    if named.name == _CLASS_FINDER:
        return True
    return (named.owner, named.name, named.descriptor) == _FOR_NAME


def stores_null(code: Code, store: int) -> bool:
    """Whether an instruction stores null."""
    made = code.definitions[code.source_of(code.operands(store)[-1])]
    return made >= 0 and code.ops[made] == Op.CONSTANT and code.details[made] == 0
