"""The same instructions, lines and locals as `javap -c -l` shows, on some thousand methods.

The sample is JDK classes, one source with what javac makes of the language, and one generated class
with what javac never makes. javap's text is brought into the form that `instruction.operands` has:

    operands = ""                              no operands
             | integer                         bipush, sipush; a local slot; a branch target (bci)
             | slot ", " delta                 iinc
             | type                            newarray: boolean, char, … as in Java
             | class                           new, anewarray, checkcast, instanceof
             | class ", " dimensions           multianewarray
             | class "." name ":" descriptor   get and put of a field, invoke of a method
             | name ":" descriptor             invokedynamic
             | "{" (key ": " bci ", ")* "default: " bci "}"    the switches, in the class's order
             | constant                        ldc, ldc_w, ldc2_w
    constant = "int " integer | "long " integer | "float " decimal | "double " decimal
             | "String " text | "class " class | "MethodType " descriptor
             | "MethodHandle " kind " " class "." name ":" descriptor    kind: REF_invokeStatic, …
             | "Dynamic " name ":" descriptor

Classes are internal names (`a/b/C`, `[I`, `[La/b/C;`), never quoted, never left out. A decimal is
any text that gives the same float or double back when Python's `float` reads it. A text has javap's
escapes: \\t \\n \\r \\b \\f \\" \\' \\\\, and \\uxxxx (lower case) for other control characters, to
9f, and for half of a surrogate pair. A wide instruction is named as javap does: aload_w, iinc_w,
ret_w.
"""

from __future__ import annotations

import math
import re
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import pytest

import snarl
from classgen import MNEMONICS, PLAIN, Access, ClassBuilder

SOURCE = Path(__file__).parent / "java" / "Bytecodes.java"
JDK_CLASSES = """
    java.io.File java.io.ObjectInputStream java.io.ObjectOutputStream java.io.PrintStream
    java.lang.Character java.lang.Class java.lang.ClassLoader java.lang.Double java.lang.Enum
    java.lang.Integer java.lang.Long java.lang.Math java.lang.Object java.lang.Process
    java.lang.ProcessBuilder java.lang.Record java.lang.Runnable java.lang.StackTraceElement
    java.lang.StrictMath java.lang.String java.lang.StringBuilder java.lang.System java.lang.Thread
    java.lang.ThreadLocal java.lang.Throwable java.lang.invoke.LambdaForm
    java.lang.invoke.MethodHandles$Lookup java.lang.invoke.VarHandle java.lang.module.Resolver
    java.lang.ref.Reference java.math.BigDecimal java.math.BigInteger java.net.URI
    java.nio.ByteBuffer java.nio.file.Files java.security.KeyStore java.sql.DriverManager
    java.text.DecimalFormat java.text.SimpleDateFormat java.time.LocalDate java.time.ZonedDateTime
    java.util.ArrayList java.util.Arrays java.util.BitSet java.util.Collections java.util.Formatter
    java.util.HashMap java.util.HashMap$TreeNode java.util.LinkedHashMap java.util.List
    java.util.Map java.util.Optional java.util.Scanner java.util.TreeMap
    java.util.concurrent.CompletableFuture java.util.concurrent.ConcurrentHashMap
    java.util.concurrent.ForkJoinPool
    java.util.concurrent.Phaser java.util.concurrent.ThreadPoolExecutor
    java.util.concurrent.TimeUnit java.util.concurrent.locks.AbstractQueuedSynchronizer
    java.util.concurrent.locks.StampedLock java.util.function.Function java.util.logging.Logger
    java.util.regex.Pattern java.util.stream.Collectors java.util.zip.ZipFile javax.swing.JTable
    javax.swing.JTree com.sun.tools.javac.comp.Attr com.sun.tools.javac.parser.JavacParser
    com.sun.tools.javac.jvm.ClassReader sun.security.ssl.SSLEngineImpl
    com.sun.org.apache.xerces.internal.impl.XMLEntityScanner
""".split()
RARE = "sample.rare-class"
TIMEOUT = 300  # seconds; a run takes a few
LDC = ("ldc", "ldc_w", "ldc2_w")
SUBROUTINES = ("jsr", "jsr_w", "ret", "ret_w")

Instruction = tuple[int, str, str]  # bci, mnemonic, operands
Variable = tuple[int, int, int, str, str]  # start, length, slot, name, descriptor


@dataclass(slots=True)
class Disassembly:
    """What javap shows of one method."""

    owner: str
    name: str
    descriptor: str
    bytecode: list[Instruction] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)  # bci, line
    variables: list[Variable] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}:{self.descriptor}"


# javap's side


def javap(home: Path, folder: Path, classes: list[str]) -> list[Disassembly]:
    flags = "-J-Dfile.encoding=UTF-8 -J-Dstdout.encoding=UTF-8 -J-XX:TieredStopAtLevel=1".split()
    flags += ["-s", "-c", "-l", "-p", "-cp", str(folder)]
    command = [str(home / "bin" / "javap"), *flags, *classes]
    run = subprocess.run(command, capture_output=True, timeout=TIMEOUT)
    assert run.returncode == 0, run.stderr.decode()
    return list(parse(run.stdout.decode()))


_CLASS = re.compile(r"^(?:\S.*? )?(?:class|interface) ([^\s<{]+).*\{$")
_MEMBER = re.compile(r"^  (\S.*);$")
_DESCRIPTOR = re.compile(r"^    descriptor: (.*)$")
_TABLE = re.compile(r"^ {4,6}(Code|LineNumberTable|LocalVariableTable|\w[\w ]*):$")
_INSTRUCTION = re.compile(r"^ +(\d+): (\w+)(?: +(.*))?$")
_CASE = re.compile(r"^ +(-?\d+|default): (\d+)$")
_LINE = re.compile(r"^ +line (\d+): (\d+)$")
_VARIABLE = re.compile(r"^ +(\d+) +(\d+) +(\d+) +(\S+) +(\S+)$")
_REFERENCE = re.compile(r'^(?:("[^"]*"|[^".]+)\.)?("[^"]*"|[^":]+):(.*)$')


def parse(text: str) -> Iterator[Disassembly]:
    """The methods in javap's output; only those that have code have any."""
    owner, header, table = "", "", ""
    method: Disassembly | None = None
    switch: list[str] | None = None
    for line in text.split("\n"):
        if switch is not None and method is not None:
            if match := _CASE.match(line):
                switch.append(f"{match[1]}: {match[2]}")
            else:
                bci, mnemonic, _ = method.bytecode.pop()
                method.bytecode.append((bci, mnemonic, "{" + ", ".join(switch) + "}"))
                switch = None
        elif match := _CLASS.match(line):
            owner = match[1].replace(".", "/")
        elif match := _MEMBER.match(line):
            header, table = match[1], ""
        elif match := _DESCRIPTOR.match(line):
            method = None
            if match[1].startswith("("):
                method = Disassembly(owner, _method_name(owner, header), match[1])
                yield method
        elif match := _TABLE.match(line):
            table = match[1]
        elif method is None:
            continue
        elif table == "Code" and (match := _INSTRUCTION.match(line)):
            bci, mnemonic, operands = int(match[1]), match[2], match[3] or ""
            if operands.startswith("{"):
                switch = []
            method.bytecode.append((bci, mnemonic, _operands(owner, mnemonic, operands)))
        elif table == "LineNumberTable" and (match := _LINE.match(line)):
            method.lines.append((int(match[2]), int(match[1])))
        elif table == "LocalVariableTable" and (match := _VARIABLE.match(line)):
            start, length, slot = int(match[1]), int(match[2]), int(match[3])
            method.variables.append((start, length, slot, match[4], match[5]))


def _method_name(owner: str, header: str) -> str:
    if "(" not in header:
        return "<clinit>"  # static {}
    name = header.partition("(")[0].rpartition(" ")[2]
    return "<init>" if name == owner.replace("/", ".") else name


def _operands(owner: str, mnemonic: str, text: str) -> str:
    numbers, slashes, comment = text.partition("// ")
    if not slashes:
        return " ".join(numbers.split())
    kind, _, value = comment.partition(" ")
    if mnemonic in LDC:
        return f"{kind} {_constant(kind, value)}"
    if kind in ("Method", "InterfaceMethod", "Field"):
        return _reference(owner, value)
    if kind == "InvokeDynamic":
        return _reference("", value.partition(":")[2])
    _, _, dimensions = numbers.partition(",")
    return ", ".join(filter(None, [value.strip('"'), dimensions.strip()]))


def _constant(kind: str, value: str) -> str:
    if kind in ("long", "float", "double"):
        return value[:-1]  # 5l, 1.0f, 1.0d
    if kind == "class":
        return value.strip('"')
    if kind == "MethodHandle":
        reference_kind, _, reference = value.partition(" ")
        return f"{reference_kind} {_reference('', reference)}"
    if kind == "Dynamic":
        return _reference("", value.partition(":")[2])
    return value


def _reference(owner: str, text: str) -> str:
    """javap quotes names that are no Java names, and leaves out the class that it shows."""
    match = _REFERENCE.match(text)
    assert match, text
    klass, name = (match[1] or owner).strip('"'), match[2].strip('"')
    return f"{klass}.{name}:{match[3]}" if klass else f"{name}:{match[3]}"


# Both sides


def canonical(instruction: Instruction) -> Instruction:
    """Evens out what javap cannot show, or what has several right forms."""
    bci, mnemonic, operands = instruction
    kind, _, value = operands.partition(" ")
    if mnemonic in LDC and kind in ("float", "double"):
        operands = f"{kind} {_bits(kind, float(value))}"
    elif mnemonic in LDC and kind == "String":
        # Half a surrogate pair has no UTF-8, and javap trims the ends of its lines.
        operands = re.sub(r"(?<!\\)((?:\\\\)*)\\ud[89a-f]..", r"\1?", operands).rstrip(" ")
    return bci, mnemonic, operands


def _bits(kind: str, number: float) -> str:
    if math.isnan(number):
        return "NaN"
    return struct.pack(">f" if kind == "float" else ">d", number).hex()


def differences(javap: Disassembly, method: snarl.program.Method) -> Iterator[str]:
    """Where snarl's view of a method differs from javap's, the first place of each kind."""
    bytecode = [canonical((i.bci, i.mnemonic, i.operands)) for i in method.bytecode]
    variables = [(v.start, v.length, v.slot, v.name, v.descriptor) for v in method.local_variables]
    sides: list[tuple[str, list[object], list[object]]] = [
        ("instruction", [canonical(i) for i in javap.bytecode], [*bytecode]),
        ("line", [*sorted(javap.lines)], [*sorted(method.line_table)]),
        ("local", [*sorted(javap.variables)], [*sorted(variables)]),
    ]
    for kind, theirs, ours in sides:
        for left, right in zip_longest(theirs, ours):
            if left != right and not _is_bare_subroutine(left, right):
                yield f"{kind} of {javap}: javap {left}, snarl {right}"
                break


def _is_bare_subroutine(javap: object, snarl: object) -> bool:
    """javap of JDK 25 shows jsr and ret without their operand."""
    if not isinstance(javap, tuple) or not isinstance(snarl, tuple):
        return False
    return javap[1] in SUBROUTINES and javap[2] == "" and javap[:2] == snarl[:2]


@pytest.fixture(scope="module")
def folder(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled source and the generated class."""
    folder = tmp_path_factory.mktemp("javap")
    flags = ["-g", "-nowarn", "-encoding", "UTF-8", "-d", str(folder)]
    command = [str(home / "bin" / "javac"), *flags, str(SOURCE)]
    subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT)
    rare_class().write(folder)
    return folder


@pytest.fixture(scope="module")
def classes(folder: Path) -> list[str]:
    return [*JDK_CLASSES, *(f"sample.{path.stem}" for path in sorted(folder.glob("sample/*")))]


@pytest.fixture(scope="module")
def sample(home: Path, folder: Path, classes: list[str]) -> list[Disassembly]:
    return javap(home, folder, classes)


RARE_OPERANDS = {
    "ldc": [
        "MethodType (I)V",
        "MethodHandle REF_invokeVirtual java/lang/Object.hashCode:()I",
        "MethodHandle REF_newInvokeSpecial java/util/ArrayList.<init>:()V",
        "MethodHandle REF_getField sample/rare-class.x-y:I",
        "Dynamic d:I",
        "class [Ljava/lang/String;",
        "class sample/rare-class",
        "int -99999",
        "float NaN",
        "float ff800000",
        "String",
        "String  a // b",
        r"String \t\n\r\b\f\"\'\\\u007f\u0085\u009f" + "\u2028é€?x\\u001b",
        r"String \\ud800",
    ],
    "ldc2_w": ["long -5", "double 7ff0000000000000", "double 3ff8000000000000", "Dynamic e:J"],
    "invokestatic": ["sample/rare-class.m:()V", "java/util/List.of:()V"],
    "invokevirtual": ["[I.clone:()Ljava/lang/Object;"],
    "invokeinterface": ["java/util/List.get:(JI)V"],
    "invokespecial": ["java/lang/Object.<init>:()V"],
    "invokedynamic": ["a<x>:()V"],
    "getstatic": ["sample/rare-class.x-y:I", "a/b-c.d e:I"],
    "checkcast": ["[Lsample/rare-class;"],
    "multianewarray": ["[[I, 2"],
    "newarray": ["boolean", "int"],
    "aload_w": ["3"],
    "iinc": ["3, -1"],
    "iinc_w": ["300, -1000"],
    "goto_w": ["0"],
    "bipush": ["-3"],
}


def rare_class() -> ClassBuilder:
    """What javac does not write; RARE_OPERANDS says how it reads. It need not verify."""
    cls = ClassBuilder(RARE.replace(".", "/"))
    pool = cls.pool
    bootstrap = cls.bootstrap(pool.method_handle(6, pool.method("a/B", "bootstrap", "()V")))
    code = cls.method("m", "()V", Access.STATIC).code
    for constant in (
        pool.method_type("(I)V"),
        pool.method_handle(5, pool.method("java/lang/Object", "hashCode", "()I")),
        pool.method_handle(8, pool.method("java/util/ArrayList", "<init>", "()V")),
        pool.method_handle(1, pool.field(cls.name, "x-y", "I")),
        pool.dynamic(bootstrap, "d", "I"),
        pool.class_("[Ljava/lang/String;"),
        pool.class_(cls.name),
        pool.integer(-99999),
        pool.float_(math.nan),
        pool.float_(-math.inf),
        pool.string(""),
        pool.string(" a // b  "),
        pool.string("\t\n\r\b\f\"'\\\x7f\x85\x9f\u2028é€\ud800x\x1b"),
        pool.string(r"\ud800"),
    ):
        code.ldc(constant)
    for constant in (
        pool.long(-5),
        pool.double(math.inf),
        pool.double(1.5),
        pool.dynamic(bootstrap, "e", "J"),
    ):
        code.emit("ldc2_w", constant)
    code.invoke("invokestatic", cls.name, "m", "()V")
    code.invoke("invokestatic", "java/util/List", "of", "()V", interface=True)
    code.invoke("invokevirtual", "[I", "clone", "()Ljava/lang/Object;")
    code.invoke("invokeinterface", "java/util/List", "get", "(JI)V", interface=True)
    code.invoke("invokespecial", "java/lang/Object", "<init>", "()V")
    code.emit("invokedynamic", pool.invoke_dynamic(bootstrap, "a<x>", "()V"))
    code.field("getstatic", cls.name, "x-y", "I").field("getstatic", "a/b-c", "d e", "I")
    code.type("checkcast", f"[L{cls.name};").emit("multianewarray", pool.class_("[[I"), 2)
    code.emit("newarray", 4).emit("newarray", 10)
    code.wide("aload", 3).emit("iinc", 3, -1).emit("iinc", 300, -1000).emit("ret", 300)
    code.emit("goto_w", 0).emit("jsr_w", 0).emit("jsr", 0).emit("bipush", -3)
    code.tableswitch(-1, ["end", "end"], "end").lookupswitch({}, "end")
    code.lookupswitch({-(2**31): "end", 7: "end"}, "end").label("end").emit("return")
    every = cls.method("every", "()V", Access.STATIC).code
    for mnemonic in PLAIN:
        every.emit(mnemonic)
    every.emit("ret", 1)
    return cls


def test_javap_is_read_right(sample: list[Disassembly]) -> None:
    """Guards the comparison below: a parser that skips things would let everything pass."""
    rare = next(m for m in sample if m.owner == "sample/rare-class" and m.name == "m")
    operands: dict[str, list[str]] = {}
    for _, mnemonic, text in map(canonical, rare.bytecode):
        operands.setdefault(mnemonic, []).append(text)
    end = rare.bytecode[-1][0]
    assert operands.pop("tableswitch") == [f"{{-1: {end}, 0: {end}, default: {end}}}"]
    assert operands.pop("lookupswitch") == [
        f"{{default: {end}}}",
        f"{{-2147483648: {end}, 7: {end}, default: {end}}}",
    ]
    assert operands.pop("return") == [""]
    subroutines = [operands.pop(m) for m in ("jsr", "jsr_w", "ret_w")]
    assert subroutines in ([["0"], ["0"], ["300"]], [[""]] * 3)  # the latter in JDK 25
    assert operands == RARE_OPERANDS

    owners = {m.owner.replace("/", ".") for m in sample}
    assert owners >= {*JDK_CLASSES, "sample.Bytecodes", RARE}
    assert len(sample) > 3000
    used = {mnemonic for m in sample for _, mnemonic, _ in m.bytecode}
    assert set(MNEMONICS) - used == {"wide"}
    for method in sample:
        bcis = [bci for bci, _, _ in method.bytecode]
        assert bcis == sorted(set(bcis))
        assert {bci for bci, _ in method.lines} <= set(bcis)
    assert sum(1 for m in sample if m.lines) > len(sample) // 2
    assert sum(len(m.variables) for m in sample) > 1000


def test_snarl_agrees_with_javap(
    home: Path, folder: Path, classes: list[str], sample: list[Disassembly]
) -> None:
    program = snarl.load([folder], jdk=home)
    wrong: list[str] = []
    methods = {
        (name, method.name, method.descriptor): method
        for name in classes
        for method in program[name].methods
    }
    for javap in sample:
        key = (javap.owner.replace("/", "."), javap.name, javap.descriptor)
        if key in methods:
            wrong.extend(differences(javap, methods.pop(key)))
        else:
            wrong.append(f"{javap}: snarl has no such method")
    wrong.extend(f"{key}: javap has no such method" for key in methods)
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])
