"""Method bodies (JVMS 4.7.3): instructions by mnemonic, labels by name, tables beside them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence

from .constants import ConstantPool

MNEMONICS: tuple[str, ...] = tuple(
    """
    nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0
    lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w
    iload lload fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 lload_3
    fload_0 fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 aload_2 aload_3
    iaload laload faload daload aaload baload caload saload
    istore lstore fstore dstore astore istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1
    lstore_2 lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3
    astore_0 astore_1 astore_2 astore_3
    iastore lastore fastore dastore aastore bastore castore sastore
    pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap
    iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv
    irem lrem frem drem ineg lneg fneg dneg ishl lshl ishr lshr iushr lushr
    iand land ior lor ixor lxor iinc i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s
    lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt ifle
    if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne
    goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return
    getstatic putstatic getfield putfield
    invokevirtual invokespecial invokestatic invokeinterface invokedynamic
    new newarray anewarray arraylength athrow checkcast instanceof monitorenter monitorexit
    wide multianewarray ifnull ifnonnull goto_w jsr_w
    """.split()
)
OPCODES: Mapping[str, int] = {mnemonic: code for code, mnemonic in enumerate(MNEMONICS)}

_LOCALS = frozenset(f"{t}{op}" for t in "ilfda" for op in ("load", "store")) | {"ret"}
_BRANCHES = frozenset(m for m in MNEMONICS if m.startswith("if")) | {"goto", "jsr"}
_FORMATS: Mapping[str, str] = {
    "bipush": "b", "sipush": "h", "ldc": "B", "newarray": "B", "multianewarray": "HB",
    "invokeinterface": "HBB", "invokedynamic": "HH",
    **dict.fromkeys(
        ("ldc_w", "ldc2_w", "getstatic", "putstatic", "getfield", "putfield", "invokevirtual",
         "invokespecial", "invokestatic", "new", "anewarray", "checkcast", "instanceof"),
        "H",
    ),
}  # fmt: skip

# The instructions that take no operand.
PLAIN = tuple(
    m
    for m in MNEMONICS
    if m not in _LOCALS | _BRANCHES | {*_FORMATS, "iinc", "wide", "goto_w", "jsr_w"}
    and not m.endswith("switch")
)

Bytes = Callable[[], bytes]


def argument_slots(descriptor: str) -> int:
    """The local slots that the arguments of a method descriptor take, without the receiver."""
    slots, array, i = 0, False, 1
    while descriptor[i] != ")":
        kind = descriptor[i]
        if kind == "L":
            i = descriptor.index(";", i)
        if kind != "[":
            slots += 2 if kind in "JD" and not array else 1
        array = kind == "["
        i += 1
    return slots


class CodeBuilder:
    """One Code attribute. Calls chain. max_stack and max_locals default to safe upper bounds."""

    def __init__(self, pool: ConstantPool, argument_slots: int) -> None:
        self.pool = pool
        self.max_stack: int | None = None
        self.max_locals: int | None = None
        self.attributes: list[tuple[str, bytes]] = []
        self._locals = argument_slots
        self._parts: list[Bytes] = []
        self._instructions = 0
        self._labels: dict[str, int] = {}
        self._handlers: list[tuple[str, str, str, int]] = []
        self._lines: list[tuple[int, int]] = []
        self._variables: list[tuple[str, str, str, str, int]] = []
        self.bci = 0

    def _add(self, size: int, part: Bytes) -> CodeBuilder:
        self._parts.append(part)
        self.bci += size
        self._instructions += 1
        return self

    def raw(self, data: bytes) -> CodeBuilder:
        """Any bytes in the instruction stream."""
        return self._add(len(data), lambda: data)

    def label(self, name: str) -> CodeBuilder:
        self._labels[name] = self.bci
        return self

    def offset(self, label: str | int) -> int:
        return label if isinstance(label, int) else self._labels[label]

    def emit(self, mnemonic: str, *operands: int | str) -> CodeBuilder:
        """An instruction. Local slots above 255 become wide; strings are labels of a branch."""
        opcode = OPCODES[mnemonic]
        if mnemonic in _BRANCHES or mnemonic in ("goto_w", "jsr_w"):
            return self._branch(opcode, "i" if mnemonic.endswith("_w") else "h", operands[0])
        values = [int(operand) for operand in operands]
        if mnemonic in _LOCALS or mnemonic == "iinc":
            return self._local(opcode, values)
        if mnemonic == "invokedynamic" and len(values) == 1:
            values.append(0)
        return self.raw(struct.pack(">B" + _FORMATS.get(mnemonic, ""), opcode, *values))

    def _branch(self, opcode: int, format: str, target: int | str) -> CodeBuilder:
        start = self.bci
        size = 1 + struct.calcsize(">" + format)
        return self._add(
            size, lambda: struct.pack(">B" + format, opcode, self.offset(target) - start)
        )

    def _local(self, opcode: int, values: list[int]) -> CodeBuilder:
        self._locals = max(self._locals, values[0] + 2)
        if values[0] < 256 and all(-128 <= value < 128 for value in values[1:]):
            return self.raw(struct.pack(">BB" + "b" * (len(values) - 1), opcode, *values))
        return self.wide(opcode, *values)

    def wide(self, opcode: int | str, *values: int) -> CodeBuilder:
        """The wide form even where the narrow one would do."""
        code = opcode if isinstance(opcode, int) else OPCODES[opcode]
        self._locals = max(self._locals, values[0] + 2)
        return self.raw(struct.pack(">BBH" + "h" * (len(values) - 1), 0xC4, code, *values))

    def tableswitch(self, low: int, targets: list[str], default: str) -> CodeBuilder:
        head = (low, low + len(targets) - 1)
        return self._switch("tableswitch", default, head, [((), target) for target in targets])

    def lookupswitch(self, cases: Mapping[int, str], default: str) -> CodeBuilder:
        pairs = [((key,), cases[key]) for key in sorted(cases)]
        return self._switch("lookupswitch", default, (len(cases),), pairs)

    def _switch(
        self,
        mnemonic: str,
        default: str,
        head: tuple[int, ...],
        cases: Sequence[tuple[tuple[int, ...], str]],
    ) -> CodeBuilder:
        start = self.bci
        padding = 3 - start % 4
        words = 1 + len(head) + sum(len(key) + 1 for key, _ in cases)

        def part() -> bytes:
            values = [self.offset(default) - start, *head]
            for key, target in cases:
                values += [*key, self.offset(target) - start]
            return struct.pack(f">B{padding}x{words}i", OPCODES[mnemonic], *values)

        return self._add(1 + padding + 4 * words, part)

    def push(self, value: int) -> CodeBuilder:
        """An int constant, by the shortest instruction."""
        if -1 <= value <= 5:
            return self.raw(bytes((OPCODES["iconst_0"] + value,)))
        if -128 <= value < 128:
            return self.emit("bipush", value)
        if -32768 <= value < 32768:
            return self.emit("sipush", value)
        return self.ldc(self.pool.integer(value))

    def ldc(self, constant: int) -> CodeBuilder:
        return self.emit("ldc" if constant < 256 else "ldc_w", constant)

    def type(self, mnemonic: str, name: str) -> CodeBuilder:
        """new, anewarray, checkcast or instanceof."""
        return self.emit(mnemonic, self.pool.class_(name))

    def field(self, mnemonic: str, owner: str, name: str, descriptor: str) -> CodeBuilder:
        return self.emit(mnemonic, self.pool.field(owner, name, descriptor))

    def invoke(
        self, mnemonic: str, owner: str, name: str, descriptor: str, interface: bool = False
    ) -> CodeBuilder:
        constant = self.pool.method(owner, name, descriptor, interface)
        if mnemonic == "invokeinterface":
            return self.emit(mnemonic, constant, 1 + argument_slots(descriptor), 0)
        return self.emit(mnemonic, constant)

    def handler(self, start: str, end: str, target: str, type: str | None = None) -> CodeBuilder:
        """An exception table entry over three labels; without a type it catches all."""
        self._handlers.append((start, end, target, self.pool.class_(type) if type else 0))
        return self

    def line(self, number: int) -> CodeBuilder:
        self._lines.append((self.bci, number))
        return self

    def variable(self, name: str, descriptor: str, start: str, end: str, slot: int) -> CodeBuilder:
        self._variables.append((name, descriptor, start, end, slot))
        return self

    def build(self) -> bytes:
        """The content of the Code attribute."""
        code = b"".join(part() for part in self._parts)
        stack = min(2 * self._instructions, 65535) if self.max_stack is None else self.max_stack
        slots = self._locals if self.max_locals is None else self.max_locals
        out = struct.pack(">HHI", stack, slots, len(code)) + code
        out += struct.pack(">H", len(self._handlers))
        for start, end, target, type in self._handlers:
            bcis = (self.offset(label) for label in (start, end, target))
            out += struct.pack(">4H", *bcis, type)
        return out + attributes(self.pool, self.attributes + self._debug_tables())

    def _debug_tables(self) -> list[tuple[str, bytes]]:
        tables = []
        if self._lines:
            rows = b"".join(struct.pack(">HH", *row) for row in self._lines)
            tables.append(("LineNumberTable", struct.pack(">H", len(self._lines)) + rows))
        if self._variables:
            rows = b"".join(self._variable_row(*row) for row in self._variables)
            tables.append(("LocalVariableTable", struct.pack(">H", len(self._variables)) + rows))
        return tables

    def _variable_row(self, name: str, descriptor: str, start: str, end: str, slot: int) -> bytes:
        bci, length = self.offset(start), self.offset(end) - self.offset(start)
        names = self.pool.utf8(name), self.pool.utf8(descriptor)
        return struct.pack(">5H", bci, length, *names, slot)


def attributes(pool: ConstantPool, all: list[tuple[str, bytes]]) -> bytes:
    """An attribute table (JVMS 4.7), its count first."""
    out = struct.pack(">H", len(all))
    for name, data in all:
        out += struct.pack(">HI", pool.utf8(name), len(data)) + data
    return out
