"""Code of methods in SSA form: blocks of instructions, each value assigned once.

The engine keeps a body as arrays, and this module tells what they mean. `Body` offers both: the
arrays (`ops`, `operands`, …) for analyses that sweep over whole programs, and instructions as
objects for those that look closely. What a body promises:

- Block 0 is the entry. A block's phis come first, its terminator last.
- Exception edges leave a block as a whole: `block.handlers`, first match first. Locals do not
  change between two instructions of one block that can throw. A monitor instruction shares a block
  with none of them; where one has an exception edge itself, the edge has the state before it.
- A handler's block begins, after its phis, with a `CATCH`.
- `synchronized` methods enter and leave their monitor by explicit instructions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from snarl import _engine

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.program.model import Method

NO_VALUE = 2**32 - 1
"""In the array of results: the instruction has none."""


class Op(IntEnum):
    """What an instruction does, with its operands and its constant."""

    PARAMETER = 0
    """A parameter, the receiver first. `constant`: its position."""
    PHI = 1
    """One operand for each predecessor of the block, in their order."""
    CONSTANT = 2
    """`instruction.literal` gives it."""
    CATCH = 3
    """The exception, at the start of a handler."""
    NEGATE = 4
    BINARY = 5
    """Arithmetic on two operands of one type; `instruction.operator` is its sign."""
    CONVERT = 6
    COMPARE = 7
    """-1, 0 or 1 for two long, float or double operands."""
    NEW = 8
    NEW_ARRAY = 9
    """Operand: length."""
    NEW_MULTI_ARRAY = 10
    """Operands: lengths."""
    ARRAY_LENGTH = 11
    ARRAY_LOAD = 12
    """Operands: array, index."""
    ARRAY_STORE = 13
    """Operands: array, index, value."""
    GET_STATIC = 14
    PUT_STATIC = 15
    """Operand: value."""
    GET_FIELD = 16
    """Operand: object."""
    PUT_FIELD = 17
    """Operands: object, value."""
    INVOKE = 18
    """Operands: receiver unless static, arguments. `instruction.invoke_kind` says which kind."""
    INVOKE_DYNAMIC = 19
    """Operands: arguments."""
    CHECK_CAST = 20
    INSTANCE_OF = 21
    MONITOR_ENTER = 22
    MONITOR_EXIT = 23
    GOTO = 24
    IF = 25
    """Two operands, or one compared with zero or null. Successors: where it holds, where not."""
    SWITCH = 26
    """Successors: the default, then one for each key of the block."""
    RETURN = 27
    THROW = 28


_INVOKE_KINDS = ("virtual", "special", "static", "interface")
_CONDITIONS = ("==", "!=", "<", ">=", ">", "<=")
# By the JVM's opcode for int: iadd, isub, imul, idiv, irem, ishl, ishr, iushr, iand, ior, ixor.
_OPERATORS = {
    0x60: "+",
    0x64: "-",
    0x68: "*",
    0x6C: "/",
    0x70: "%",
    0x78: "<<",
    0x7A: ">>",
    0x7C: ">>>",
    0x7E: "&",
    0x80: "|",
    0x82: "^",
}
_CONVERSIONS = (
    *("long", "float", "double", "int", "float", "double", "int", "long", "double"),
    *("int", "long", "float", "byte", "char", "short"),
)
# Dynamic constants as arguments of dynamic constants; compilers nest them once.
_DEEPEST_CONSTANT = 4
_COMPARISONS = ("lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg")
_BOOTSTRAPS = {
    ("java.lang.invoke.LambdaMetafactory", "metafactory"): "lambda",
    ("java.lang.invoke.LambdaMetafactory", "altMetafactory"): "lambda",
    ("java.lang.invoke.StringConcatFactory", "makeConcat"): "concat",
    ("java.lang.invoke.StringConcatFactory", "makeConcatWithConstants"): "concat",
    ("java.lang.runtime.ObjectMethods", "bootstrap"): "record",
    ("java.lang.runtime.SwitchBootstraps", "typeSwitch"): "switch",
    ("java.lang.runtime.SwitchBootstraps", "enumSwitch"): "switch",
}


@dataclass(frozen=True, slots=True)
class MemberReference:
    """A field or method as an instruction names it, not resolved yet."""

    owner: str
    name: str
    descriptor: str
    interface: bool = False

    def __str__(self) -> str:
        colon = "" if self.descriptor.startswith("(") else ":"
        return f"{self.owner}.{self.name}{colon}{self.descriptor}"


@dataclass(frozen=True, slots=True)
class MethodHandle:
    """A method handle: its kind (JVMS 4.4.8, 1 to 9) and what it refers to."""

    kind: int
    member: MemberReference


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """An invokedynamic call site or a dynamic constant: who makes it, and from what."""

    kind: str
    """`lambda`, `concat`, `record`, `switch` or `other`."""
    name: str
    descriptor: str
    method: MethodHandle
    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class ClassLiteral:
    """`a.b.C.class`; an array by its descriptor."""

    name: str

    def __str__(self) -> str:
        return f"{self.name}.class"


@dataclass(frozen=True, slots=True)
class Handler:
    """An exception edge: to which block, for which class (None: everything)."""

    block: int
    catches: str | None


@dataclass(frozen=True, slots=True)
class Block:
    """A basic block."""

    body: Body
    index: int

    def __repr__(self) -> str:
        return f"<Block {self.index} of {self.body.method}>"

    def __iter__(self) -> Iterator[Instruction]:
        """Its instructions, in order."""
        first, end = self.body.block_offsets[self.index : self.index + 2].tolist()
        return (Instruction(self.body, index) for index in range(first, end))

    @property
    def successors(self) -> list[int]:
        """Where control goes after its terminator."""
        return _part(self.body.successors, self.index)

    @property
    def predecessors(self) -> list[int]:
        """Where control can come from; phis have one operand for each."""
        return _part(self.body.predecessors, self.index)

    @property
    def switch_keys(self) -> list[int]:
        """The keys of its switch; the default is the first successor and has none."""
        return _part(self.body.switch_keys, self.index)

    @property
    def handlers(self) -> list[Handler]:
        """Where its exceptions go, first match first."""
        offsets, blocks, caught = self.body.handlers
        first, end = offsets[self.index : self.index + 2].tolist()
        rows = zip(blocks[first:end].tolist(), caught[first:end].tolist(), strict=True)
        return [Handler(block, self.body.caught_class(constant)) for block, constant in rows]


def _part(lists: tuple[NDArray[np.uint32], NDArray[np.generic]], index: int) -> list[int]:
    offsets, items = lists
    first, end = offsets[index : index + 2].tolist()
    part: list[int] = items[first:end].tolist()
    return part


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. Operands and result are values: numbers that index `body.types`."""

    body: Body
    index: int

    def __repr__(self) -> str:
        return f"<{self.op.name} at {self.bci}>"

    @property
    def op(self) -> Op:
        """What it does."""
        return Op(int(self.body.ops[self.index]))

    @property
    def result(self) -> int | None:
        """The value that it defines."""
        result = int(self.body.results[self.index])
        return None if result == NO_VALUE else result

    @property
    def operands(self) -> list[int]:
        """The values that it uses."""
        first, end = self.body.operand_offsets[self.index : self.index + 2].tolist()
        operands: list[int] = self.body.operands[first:end].tolist()
        return operands

    @property
    def bci(self) -> int:
        """Index in the bytecode."""
        return int(self.body.indices[self.index])

    @property
    def line(self) -> int | None:
        """Line in the source, where the class has it."""
        return int(self.body.lines[self.index]) or None

    @property
    def can_throw(self) -> bool:
        """Whether it can throw an exception that the program can catch."""
        return bool(self.body.throws[self.index])

    @property
    def detail(self) -> int:
        """More about it, as the engine has it; prefer the properties below."""
        return int(self.body.details[self.index])

    @property
    def constant(self) -> int:
        """A constant-pool index or a small number, as the engine has it."""
        return int(self.body.constants[self.index])

    @property
    def invoke_kind(self) -> str:
        """`virtual`, `special`, `static` or `interface`, of an `INVOKE`."""
        self._expect(Op.INVOKE)
        return _INVOKE_KINDS[self.detail]

    @property
    def operator(self) -> str:
        """The sign of a `BINARY`, the condition of an `IF`, the target type of a `CONVERT`.

        Of a `COMPARE`, the JVM's name, which tells what NaN gives: `fcmpl` -1, `fcmpg` 1.
        """
        match self.op:
            case Op.BINARY:
                return _OPERATORS[self.detail]
            case Op.CONVERT:
                return _CONVERSIONS[self.detail - 0x85]
            case Op.COMPARE:
                return _COMPARISONS[self.detail - 0x94]
            case _:
                self._expect(Op.IF)
                return _CONDITIONS[self.detail]

    def _expect(self, op: Op) -> None:
        if self.op is not op:
            raise TypeError(f"expected {op.name}, but got {self.op.name}")

    @property
    def is_implicit(self) -> bool:
        """Whether a monitor instruction stands for the `synchronized` of the method."""
        return self.op in (Op.MONITOR_ENTER, Op.MONITOR_EXIT) and self.detail == 1

    @property
    def reference(self) -> MemberReference:
        """The field or method that it names."""
        return self.body.method.owner.reference(self.constant)

    @property
    def class_name(self) -> str:
        """The class that `NEW`, `CHECK_CAST`, `INSTANCE_OF` name; an array by its descriptor."""
        _, name = self.body.method.owner.constant(self.constant)
        return str(name)

    @property
    def literal(self) -> object:
        """The value of a `CONSTANT`: None, int, float, str, `ClassLiteral`, `MethodHandle`, …"""
        kind = self.detail
        if kind == 0:
            return None
        if kind == 1:
            number = self.constant - 0x10000 if self.constant >= 0x8000 else self.constant
            return float(number) if self.result_type in ("float", "double") else number
        if kind == 3:
            return ClassLiteral(self.body.method.owner.name)
        return self.body.literal(self.constant)

    @property
    def result_type(self) -> str | None:
        """The type of its result, as Java writes it."""
        return None if self.result is None else self.body.type_name(self.result)

    @property
    def bootstrap(self) -> Bootstrap:
        """Who makes the call site of an `INVOKE_DYNAMIC`."""
        site = self.body.literal(self.constant)
        assert isinstance(site, Bootstrap)
        return site


class Body:
    """A method's code. See the module for what it promises."""

    def __init__(self, method: Method, engine: _engine.Body) -> None:
        self.method = method
        self.engine = engine
        """The code as the engine has it, also as plain lists: for who looks at instructions one by
        one (`snarl.facts.code`)."""
        self._literals: dict[int, object] = {}

    def __repr__(self) -> str:
        return f"<Body of {self.method}: {len(self)} instructions>"

    def __eq__(self, other: object) -> bool:
        """A method has one body, however often it is asked for."""
        return isinstance(other, Body) and self.method == other.method

    def __hash__(self) -> int:
        return hash(self.method)

    def __len__(self) -> int:
        """Number of instructions."""
        return len(self.ops)

    def __iter__(self) -> Iterator[Instruction]:
        """All instructions, block after block."""
        return (Instruction(self, index) for index in range(len(self)))

    @property
    def blocks(self) -> list[Block]:
        """The blocks, in the order of the bytecode."""
        return [Block(self, index) for index in range(len(self.block_offsets) - 1)]

    def type_name(self, value: int) -> str:
        """The type of a value, as Java writes it."""
        return self.method.owner.program.engine.type_name(int(self.types[value]))

    def caught_class(self, constant: int) -> str | None:
        """The class that an exception edge catches; None for everything."""
        if constant == 0:
            return None
        _, name = self.method.owner.constant(constant)
        return str(name)

    def literal(self, constant: int, depth: int = 0) -> object:
        """A constant of the class in Python's terms. Bad ones raise `LoweringError`."""
        if constant not in self._literals:
            self._literals[constant] = self._decode(constant, depth)
        return self._literals[constant]

    def _decode(self, constant: int, depth: int) -> object:
        if depth > _DEEPEST_CONSTANT:
            raise _engine.LoweringError(
                f"constant {constant} is made of itself, or nested too deep"
            )
        kind, *parts = self.method.owner.constant(constant)
        if kind in ("int", "long", "float", "double", "string"):
            return parts[0]
        if kind == "class":
            return ClassLiteral(str(parts[0]))
        if kind == "method-type":
            return MemberReference("java.lang.invoke.MethodType", "", str(parts[0]))
        if kind == "method-handle":
            return _handle(parts)
        if kind in ("dynamic", "invoke-dynamic"):
            return self._bootstrap(parts, depth)
        raise _engine.LoweringError(f"constant {constant} is of kind {kind}, which has no value")

    def _bootstrap(self, parts: list[object], depth: int) -> Bootstrap:
        name, descriptor, handle, arguments = parts
        assert isinstance(handle, tuple)
        assert isinstance(arguments, list)
        method = _handle(list(handle))
        kind = _BOOTSTRAPS.get((method.member.owner, method.member.name), "other")
        values = tuple(self.literal(argument, depth + 1) for argument in arguments)
        return Bootstrap(kind, str(name), str(descriptor), method, values)

    # The arrays below are converted once, when first asked for.

    @cached_property
    def ops(self) -> NDArray[np.uint8]:
        """What each instruction does: `Op`."""
        return self.engine.ops

    @cached_property
    def details(self) -> NDArray[np.uint8]:
        """More about each instruction."""
        return self.engine.details

    @cached_property
    def constants(self) -> NDArray[np.uint16]:
        """A constant-pool index or small number for each instruction."""
        return self.engine.constants

    @cached_property
    def results(self) -> NDArray[np.uint32]:
        """The value that each instruction defines, or `NO_VALUE`."""
        return self.engine.results

    @cached_property
    def indices(self) -> NDArray[np.uint16]:
        """The bytecode index of each instruction."""
        return self.engine.indices

    @cached_property
    def lines(self) -> NDArray[np.uint16]:
        """The source line of each instruction, 0 if unknown."""
        return self.engine.lines

    @cached_property
    def throws(self) -> NDArray[np.bool_]:
        """Whether each instruction can throw: those that take their block's exception edges."""
        return self.engine.throws

    @cached_property
    def operand_offsets(self) -> NDArray[np.uint32]:
        """Where each instruction's operands start, and the end of the last."""
        return self.engine.operand_offsets

    @cached_property
    def operands(self) -> NDArray[np.uint32]:
        """The operands of all instructions."""
        return self.engine.operands

    @cached_property
    def types(self) -> NDArray[np.uint32]:
        """The type of each value; `type_name` reads it."""
        return self.engine.types

    @cached_property
    def names(self) -> list[str | None]:
        """The local variable's name of each value, where the class has it."""
        return self.engine.names

    @cached_property
    def block_offsets(self) -> NDArray[np.uint32]:
        """Where each block's instructions start, and the end of the last."""
        return self.engine.block_offsets

    @cached_property
    def successors(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """(offsets, blocks): where control goes after each block."""
        return self.engine.successors

    @cached_property
    def predecessors(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """(offsets, blocks): where control can come from."""
        return self.engine.predecessors

    @cached_property
    def handlers(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint16]]:
        """(offsets, blocks, caught class constants): exception edges."""
        return self.engine.handlers

    @cached_property
    def switch_keys(self) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
        """(offsets, keys): keys of the switches that end blocks."""
        return self.engine.switch_keys


def _handle(parts: list[object]) -> MethodHandle:
    kind, member = parts
    assert isinstance(kind, int)
    assert isinstance(member, tuple)
    return MethodHandle(kind, MemberReference(*member))
