"""The same calls to the interpreter and to a real JVM (`tests/java/ir/Driver.java`).

Arguments and outcomes are written as the driver's comment says, so that both sides can be compared
as texts.
"""

from __future__ import annotations

import math
import random
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from snarl.program import Class, LoweringError, Method, Program

from . import numbers
from .interpreter import Interpreter
from .values import Thrown, Value

SOURCES = Path(__file__).parent.parent / "java" / "ir"
DRIVER = SOURCES / "Driver.java"
TIMEOUT = 120  # seconds; a run takes one or two

_INTS = [0, 1, 2, -1, 3, 5, 7, 8, 10, -6, 31, 33, 64, 100, 127, -128, 255, 1000, 65535, 123456789]
_INTS += [-(2**31), 2**31 - 1]
_LONGS = [0, 1, -1, 3, 7, 64, -100, 10**12 + 7, 2**53 + 1, -(2**62) - 12345, 2**63 - 1, -(2**63)]
_DOUBLES = [0.0, -0.0, 1.0, -1.5, 2.75, 7.0, 1e10, -3e9, 1e-310, math.pi, 1e300]
_DOUBLES += [math.inf, -math.inf, math.nan]
_FLOATS = [0.0, -0.0, 1.0, -1.5, 2.75, 7.0, 3e9, -1e20, 1e-40, math.pi, 3.4e38]
_FLOATS += [math.inf, -math.inf, math.nan]
ARGUMENTS: dict[str, Sequence[Value]] = {
    "boolean": [0, 1],
    "byte": [-128, 0, 7, 127],
    "short": [-32768, 0, 7, 32767],
    "char": [0, 65, 65535],
    "int": _INTS,
    "long": _LONGS,
    "float": [numbers.to_float(value) for value in _FLOATS],
    "double": _DOUBLES,
    "java.lang.String": ["one", "", "Aa", "BB", "GREEN", "longer than others", "ünï", None],
}
_RESULTS = {*ARGUMENTS, "void"}


@dataclass(frozen=True, slots=True)
class Call:
    method: Method
    arguments: tuple[Value, ...]

    def __str__(self) -> str:
        arguments = ", ".join(map(repr, self.arguments))
        return f"{self.method.owner.name}.{self.method.name}({arguments})"

    def line(self) -> str:
        """As the driver reads it."""
        types, _ = self.method.signature
        arguments = map(encode, self.arguments, types)
        return "\t".join([self.method.owner.name, self.method.name, *arguments])


def calls_of(classes: Iterable[Class], limit: int) -> Iterator[Call]:
    """Calls of all public static methods of numbers and strings, so many of each at most."""
    for cls in classes:
        for method in cls.methods:
            types, returns = method.signature
            callable = {*types, returns} <= _RESULTS and method.is_static
            if callable and method.access & 1 and not cls.name.endswith(".Driver"):
                for arguments in _arguments(types, limit, f"{cls.name}.{method.name}"):
                    yield Call(method, arguments)


def _arguments(types: list[str], limit: int, seed: str) -> list[tuple[Value, ...]]:
    pools = [ARGUMENTS[type] for type in types]
    if math.prod(map(len, pools)) <= 400:
        every = list(product(*pools))
        return every if len(every) <= limit else random.Random(seed).sample(every, limit)
    chance = random.Random(seed)
    return [tuple(chance.choice(pool) for pool in pools) for _ in range(limit)]


def encode(value: Value, type: str) -> str:
    match value:
        case _ if type == "void":
            return "V"
        case None:
            return "N"
        case str():
            return "S" + value.encode("utf-16-be", "surrogatepass").hex()
        case float():
            return (
                f"F{numbers.float_bits(value)}"
                if type == "float"
                else f"D{numbers.double_bits(value)}"
            )
        case int():
            return f"J{value}" if type == "long" else f"I{value}"
    raise TypeError(f"{value!r} cannot be written")


def compile_sources(home: Path, sources: Iterable[Path], folder: Path, *options: str) -> None:
    quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
    command: list[str | Path] = [home / "bin" / "javac", *quick, "-nowarn", "-encoding", "UTF-8"]
    command += [*options, "-d", folder, *sources]
    run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    assert run.returncode == 0, run.stderr


def jvm_outcomes(home: Path, classpath: Path | str, calls: Iterable[Call]) -> list[str]:
    """What a real JVM answers to each call, in one process."""
    lines = "".join(f"{call.line()}\n" for call in calls)
    flags = [
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-StackTraceInThrowable",
        "-cp",
        str(classpath),
    ]
    command: list[str | Path] = [home / "bin" / "java", *flags, "ir.Driver"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=TIMEOUT)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def outcome(machine: Interpreter, call: Call) -> str:
    """What the interpreter answers to a call. A broken body is an answer that no JVM gives."""
    try:
        result = machine.run(call.method, call.arguments)
    except Thrown as thrown:
        return f"throws {thrown.exception.type}"
    except (AssertionError, LookupError, NotImplementedError, LoweringError) as error:
        return f"broken: {error!r}"
    return encode(result, call.method.signature[1])


def differences(
    home: Path, classpath: Path | str, program: Program, calls: Sequence[Call]
) -> list[str]:
    """The calls on which the interpreter and the JVM do not agree."""
    expected = jvm_outcomes(home, classpath, calls)
    assert len(expected) == len(calls)
    machine = Interpreter(program)
    wrong = []
    for call, jvm in zip(calls, expected, strict=True):
        ours = outcome(machine, call)
        if ours != jvm:
            wrong.append(f"{call}: the JVM gives {jvm}, the IR {ours}")
    return wrong
