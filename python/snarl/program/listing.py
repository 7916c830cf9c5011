"""Code as text that a person can read next to the source.

A value is called by its local variable's name where the class has it (`i`, then `i#2`, `i#3` for
later assignments), else `v7`. Source lines stand above what was made from them, where sources are
found. ::

    public void deposit(long amount)
      B1
        12 |         balance += amount;
          2  v2: long = this.balance
          6  v3: long = v2 + amount
          7  this.balance = v3
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from snarl.program.body import Block, Body, Bootstrap, ClassLiteral, Instruction, Op
from snarl.program.model import Access, LoweringError

if TYPE_CHECKING:
    from snarl.program.model import Class, Field, Method

_MANY = 12
_MODIFIERS = (
    (Access.PUBLIC, "public"),
    (Access.PRIVATE, "private"),
    (Access.PROTECTED, "protected"),
    (Access.ABSTRACT, "abstract"),
    (Access.STATIC, "static"),
    (Access.FINAL, "final"),
)
_STYLES = {"source": "2;36", "header": "1", "block": "33", "note": "2"}


class Listing:
    """Writes classes as lines of text. `failed` tells whether a method could not be shown."""

    def __init__(self, *, color: bool = False, bytecode: bool = False) -> None:
        self._color = color
        self._bytecode = bytecode
        self.failed = False

    def _style(self, kind: str, text: str) -> str:
        return f"\x1b[{_STYLES[kind]}m{text}\x1b[0m" if self._color else text

    def of_class(self, cls: Class, methods: Iterable[Method]) -> Iterator[str]:
        """The class's header, its place in the hierarchy, its fields, and the given methods."""
        yield self._style("header", _class_header(cls))
        yield self._style("note", f"  from {_place(cls)}")
        hierarchy = cls.program.hierarchy
        above = [found.name for found in hierarchy.super_types(cls)]
        below = [found.name for found in hierarchy.subtypes(cls)]
        yield self._style("note", f"  super types: {_list(above)}")
        yield self._style("note", f"  subtypes: {_list(below)}")
        for field in cls.fields:
            yield f"  {_field_header(field)}"
        for method in methods:
            yield ""
            yield from self.of_method(method)
        yield ""

    def of_method(self, method: Method) -> Iterator[str]:
        """A method's header and its code."""
        yield f"  {self._style('header', _method_header(method))}"
        if not method.has_code:
            return
        try:
            if self._bytecode:
                yield from self._bytecode_lines(method)
            else:
                body = method.body
                assert body is not None
                yield from _BodyListing(self, body).lines()
        except LoweringError as error:
            self.failed = True
            yield f"    cannot be shown: {error}"

    def _bytecode_lines(self, method: Method) -> Iterator[str]:
        lines = dict(method.line_table)
        for row in method.bytecode:
            if row.bci in lines:
                yield from self.source(method.owner, lines[row.bci])
            yield f"    {row.bci:6}  {row.mnemonic} {row.operands}".rstrip()

    def source(self, cls: Class, line: int | None) -> Iterator[str]:
        """The source line, if there is one and its text is found."""
        if line is None:
            return
        path = cls.program.sources.find(cls.name, cls.source_file)
        text = cls.program.sources.line(path, line) if path else None
        if text is not None:
            yield self._style("source", f"    {line:4} | {text.strip()}")


def _modifiers(access: Access) -> list[str]:
    return [name for flag, name in _MODIFIERS if flag in access]


def _class_header(cls: Class) -> str:
    modifiers = _modifiers(cls.access & ~Access.ABSTRACT if cls.is_interface else cls.access)
    words = [*modifiers, "interface" if cls.is_interface else "class", cls.name]
    above = cls.super_class
    if above is not None and above.name != "java.lang.Object":
        words += ["extends", above.name]
    if interfaces := cls.interfaces:
        words.append("extends" if cls.is_interface else "implements")
        words.append(", ".join(found.name for found in interfaces))
    return " ".join(words)


def _place(cls: Class) -> str:
    location = cls.location
    source = f", source {cls.source_file}" if cls.source_file else ""
    version = f", version {cls.version[0]}" if cls.version else ""
    if location is None:
        return "nowhere"
    file, entry = location
    # A compiled source's class was in a temporary folder, of which nobody wants to hear.
    path = cls.program.sources.find(cls.name, cls.source_file)
    return f"{path}{version}" if path else f"{file}!{entry}{source}{version}"


def _list(names: list[str]) -> str:
    if not names:
        return "none"
    shown = ", ".join(names[:_MANY])
    return f"{shown} and {len(names) - _MANY} more" if len(names) > _MANY else shown


def _field_header(field: Field) -> str:
    words = _modifiers(field.access)
    if field.is_volatile:
        words.append("volatile")
    return " ".join([*words, _type_of(field.descriptor), field.name])


def _type_of(descriptor: str) -> str:
    """A field descriptor as Java writes it."""
    base = descriptor.lstrip("[")
    primitives = {"Z": "boolean", "B": "byte", "C": "char", "S": "short", "I": "int"}
    primitives |= {"J": "long", "F": "float", "D": "double", "V": "void"}
    name = primitives.get(base) or base[1:-1].replace("/", ".")
    return name + "[]" * (len(descriptor) - len(base))


def _method_header(method: Method) -> str:
    words = _modifiers(method.access)
    words += [
        word
        for word, holds in (
            ("synchronized", method.is_synchronized),
            ("native", method.is_native),
        )
        if holds
    ]
    try:
        parameters, returns = method.signature
    except ValueError:
        return f"{' '.join(words)} {method.name}{method.descriptor}".strip()
    names = _parameter_names(method)
    slot = 0 if method.is_static else 1
    shown = []
    for parameter in parameters:
        shown.append(f"{parameter} {names[slot]}" if slot in names else parameter)
        slot += 2 if parameter in ("long", "double") else 1
    return " ".join([*words, returns, f"{method.name}({', '.join(shown)})"])


def _parameter_names(method: Method) -> dict[int, str]:
    """Names of the parameters by their slots; none if the class has none, or its code is broken."""
    try:
        variables = method.local_variables
    except LoweringError:
        return {}
    return {variable.slot: variable.name for variable in variables if variable.start == 0}


class _BodyListing:
    """The code of one method."""

    def __init__(self, listing: Listing, body: Body) -> None:
        self._listing = listing
        self._body = body
        self._names = _value_names(body)

    def lines(self) -> Iterator[str]:
        cls = self._body.method.owner
        for block in self._body.blocks:
            yield f"    {self._listing._style('block', self._block_header(block))}"
            line = None
            for instruction in block:
                if instruction.op not in (Op.PARAMETER, Op.PHI) and instruction.line != line:
                    line = instruction.line
                    yield from self._listing.source(cls, line)
                yield f"    {instruction.bci:6}  {self._text(instruction, block)}"

    def _block_header(self, block: Block) -> str:
        header = f"B{block.index}"
        if block.predecessors:
            header += " from " + ", ".join(f"B{found}" for found in block.predecessors)
        caught = [
            f"{handler.catches or 'anything'} to B{handler.block}" for handler in block.handlers
        ]
        return f"{header}, throws {', '.join(caught)}" if caught else header

    def _text(self, instruction: Instruction, block: Block) -> str:
        text = self._action(instruction, block)
        if instruction.result is None:
            return text
        return f"{self._names[instruction.result]}: {instruction.result_type} = {text}"

    def _action(self, instruction: Instruction, block: Block) -> str:
        values = [self._names[operand] for operand in instruction.operands]
        match instruction.op:
            case Op.PARAMETER:
                return f"parameter {instruction.constant}"
            case Op.PHI:
                ways = zip(block.predecessors, values, strict=True)
                return f"phi({', '.join(f'B{source}: {value}' for source, value in ways)})"
            case Op.CONSTANT:
                return _literal(instruction.literal)
            case Op.CATCH:
                return "caught"
            case Op.NEGATE:
                return f"-{values[0]}"
            case Op.BINARY:
                return f"{values[0]} {instruction.operator} {values[1]}"
            case Op.CONVERT:
                return f"({instruction.operator}) {values[0]}"
            case Op.COMPARE:
                return f"{instruction.operator} {values[0]}, {values[1]}"
            case Op.NEW:
                return f"new {instruction.class_name}"
            case Op.NEW_ARRAY | Op.NEW_MULTI_ARRAY:
                return _new_array(instruction, values)
            case Op.ARRAY_LENGTH:
                return f"{values[0]}.length"
            case Op.ARRAY_LOAD:
                return f"{values[0]}[{values[1]}]"
            case Op.ARRAY_STORE:
                return f"{values[0]}[{values[1]}] = {values[2]}"
            case Op.GET_STATIC | Op.PUT_STATIC | Op.GET_FIELD | Op.PUT_FIELD:
                return self._field(instruction, values)
            case Op.INVOKE:
                return self._invoke(instruction, values)
            case Op.INVOKE_DYNAMIC:
                return _dynamic(instruction.bootstrap, values)
            case Op.CHECK_CAST:
                return f"({instruction.result_type}) {values[0]}"
            case Op.INSTANCE_OF:
                return f"{values[0]} instanceof {_class_text(instruction.class_name)}"
            case Op.MONITOR_ENTER | Op.MONITOR_EXIT:
                word = "enter" if instruction.op is Op.MONITOR_ENTER else "exit"
                note = "  (synchronized method)" if instruction.is_implicit else ""
                return f"monitor {word} {values[0]}{note}"
            case _:
                return self._terminator(instruction, block, values)

    def _terminator(self, instruction: Instruction, block: Block, values: list[str]) -> str:
        targets = [f"B{target}" for target in block.successors]
        match instruction.op:
            case Op.GOTO:
                return f"goto {targets[0]}"
            case Op.IF:
                if len(values) == 1:
                    of = self._body.type_name(instruction.operands[0])
                    values.append("0" if of == "int" else "null")
                condition = f"{values[0]} {instruction.operator} {values[1]}"
                return f"if {condition} goto {targets[0]} else {targets[1]}"
            case Op.SWITCH:
                cases = zip(block.switch_keys, targets[1:], strict=True)
                ways = [f"{key}: {target}" for key, target in cases]
                return f"switch {values[0]} {{{', '.join([*ways, f'default: {targets[0]}'])}}}"
            case Op.RETURN:
                return " ".join(["return", *values])
            case _:
                return f"throw {values[0]}"

    def _field(self, instruction: Instruction, values: list[str]) -> str:
        field = instruction.reference
        if instruction.op is Op.GET_STATIC:
            return f"{field.owner}.{field.name}"
        if instruction.op is Op.PUT_STATIC:
            return f"{field.owner}.{field.name} = {values[0]}"
        of = self._body.type_name(instruction.operands[0])
        name = field.name if of == field.owner else f"({field.owner}) {field.name}"
        place = f"{values[0]}.{name}"
        return place if instruction.op is Op.GET_FIELD else f"{place} = {values[1]}"

    def _invoke(self, instruction: Instruction, values: list[str]) -> str:
        method = instruction.reference
        owner = _class_text(method.owner)
        if instruction.invoke_kind == "static":
            return f"{owner}.{method.name}({', '.join(values)})"
        call = f"{values[0]}.{method.name}({', '.join(values[1:])})"
        return f"{call}  {self._listing._style('note', f'[{instruction.invoke_kind} {owner}]')}"


def _value_names(body: Body) -> list[str]:
    names = []
    counts: dict[str, int] = {}
    for value, name in enumerate(body.names):
        if name is None and value == 0 and not body.method.is_static:
            name = "this"
        if name is None:
            names.append(f"v{value}")
            continue
        counts[name] = counts.get(name, 0) + 1
        names.append(name if counts[name] == 1 else f"{name}#{counts[name]}")
    return names


def _class_text(name: str) -> str:
    return _type_of(name.replace(".", "/")) if name.startswith("[") else name


def _literal(value: object) -> str:
    match value:
        case None:
            return "null"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case ClassLiteral():
            return f"{_class_text(value.name)}.class"
        case Bootstrap():
            return _dynamic(value, [])
        case _:
            return str(value)


def _new_array(instruction: Instruction, lengths: list[str]) -> str:
    of = instruction.result_type or ""
    base = of.rstrip("[]")
    dimensions = of.count("[]")
    known = "".join(f"[{length}]" for length in lengths)
    return f"new {base}{known}{'[]' * (dimensions - len(lengths))}"


def _dynamic(site: Bootstrap, values: list[str]) -> str:
    arguments = ", ".join(values)
    if site.kind == "lambda" and len(site.arguments) > 1:
        implementation = site.arguments[1]
        member = getattr(implementation, "member", implementation)
        captured = f" with ({arguments})" if values else ""
        return f"lambda {site.name} by {member}{captured}"
    return f"dynamic {site.kind} {site.name}({arguments})"
