"""The recorder writes what a run did: each edge that happened, and none that did not.

The programs (tests/java/recorder) say beside each line what the recorder must see there:
`// -> call Shape.area, new Shape`, and `// jdk -> callback Item.compareTo` for what has no caller in
the program. What they do not say must not be recorded. Lines and instructions are javap's.
"""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections import defaultdict
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from conftest import feature, javac, write_sources
from java_homes import jdks, version
from snarl.monitor.recording import CallEdge, Recording, RecordingError, Site, read

SOURCES = Path(__file__).parent / "java" / "recorder"
TIMEOUT = 120
EXPECTATION = re.compile(r"//( jdk)? -> ((?:(?!//).)*)")
CHOICE = re.compile(r"\{([^}]*)\}")  # {17:a|25:b}

PROGRAMS = sorted(SOURCES.rglob("*.java"))


@dataclass(frozen=True, slots=True)
class Expected:
    """What a source says: (line, text) for the program's own lines, and what the JDK calls."""

    at_lines: frozenset[tuple[int, str]]
    from_jdk: frozenset[str]


@dataclass(frozen=True, slots=True)
class Run:
    """A program that ran under the recorder."""

    status: int
    out: str
    err: str
    recording: Recording


@pytest.fixture(scope="module", params=jdks(), ids=version)
def home(request: pytest.FixtureRequest) -> Path:
    home: Path = request.param
    return home


def java(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(home / "bin" / "java"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def record(home: Path, file: Path, *arguments: str | Path) -> Run:
    """Runs Java under the recorder."""
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as jar:
        agent = f"-javaagent:{jar}=record={file}"
        done = java(home, agent, *arguments)
    return Run(done.returncode, done.stdout, done.stderr, read(file))


def expected(source: Path, home: Path) -> Expected:
    at_lines = set()
    from_jdk = set()
    for number, line in enumerate(source.read_text().splitlines(), 1):
        for jdk, texts in EXPECTATION.findall(line):
            for text in texts.strip().split(", "):
                chosen = CHOICE.sub(lambda match: _choice(match[1], feature(home)), text)
                if jdk:
                    from_jdk.add(chosen)
                else:
                    at_lines.add((number, chosen))
    return Expected(frozenset(at_lines), frozenset(from_jdk))


def _choice(alternatives: str, release: int) -> str:
    """The alternative of the newest release that is not newer."""
    pairs = [alternative.split(":") for alternative in alternatives.split("|")]
    return max((int(since), text) for since, text in pairs if int(since) <= release)[1]


# --- javap -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Code:
    """A method's instructions by index, and (index, line) pairs."""

    instructions: dict[int, str]
    lines: list[tuple[int, int]]

    def line(self, bci: int) -> int:
        return max((start, line) for start, line in self.lines if start <= bci)[1]


def codes(home: Path, folder: Path) -> dict[tuple[str, str, str], Code]:
    """The code of all methods in a folder, by class, name and descriptor."""
    found: dict[tuple[str, str, str], Code] = {}
    classes = sorted(str(path) for path in folder.glob("*.class"))
    command = [str(home / "bin" / "javap"), "-c", "-l", "-p", "-s", *classes]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=True)
    class_name = method = ""
    code = Code({}, [])
    for line in shown.stdout.splitlines():
        if match := re.match(r"(?:\S+ )*?(?:class|interface|record) ([\w$]+)", line):
            class_name = match[1]
        elif match := re.match(r"  \S.*?([\w$]+)\(", line):
            method = "<init>" if match[1] == class_name else match[1]
        elif line == "  static {};":
            method = "<clinit>"
        elif match := re.match(r"    descriptor: (\(.*)", line):
            code = found[class_name, method, match[1]] = Code({}, [])
        elif match := re.match(r" +(\d+): ([a-z]\w+.*)", line):
            code.instructions[int(match[1])] = match[2]
        elif match := re.match(r" +line (\d+): (\d+)", line):
            code.lines.append((int(match[2]), int(match[1])))
    return found


def assert_instruction_fits(edge: CallEdge, instruction: str) -> None:
    """The index is that of an instruction which can be the cause."""
    method = edge.callee.name if edge.kind == "call" else ""
    if method == "<init>":
        method = '"<init>"'
    wanted = {
        "call": rf"invoke\w+ .*[.: ]{re.escape(method)}:",
        "reflective": r"invoke\w+ .*(invoke|newInstance|invokeExact|act):",
        "lambda": r"invokeinterface ",
        "generated": r"invokeinterface ",
        "dynamic": r"invokedynamic ",
        "class-init": r"(invokestatic|new|getstatic|putstatic) ",
        "callback": r"(invokestatic|invokevirtual|new|getstatic) ",
        "thread-start": r"invoke\w+ .*start\w*:",
    }
    assert re.match(wanted[edge.kind], instruction), (edge, instruction)


# --- programs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("source", PROGRAMS, ids=[path.stem for path in PROGRAMS])
def test_records_what_happens_and_nothing_else(home: Path, source: Path, tmp_path: Path) -> None:
    if feature(home) < int(source.parent.name.removeprefix("since").replace("recorder", "0")):
        pytest.skip(f"{source.name} is for newer JDKs")
    classes = javac(home, tmp_path / "classes", source)
    run = record(home, tmp_path / "run.txt", "-cp", classes, source.stem)

    plain = java(home, "-cp", classes, source.stem)
    assert (run.status, run.out, run.err) == (plain.returncode, plain.stdout, plain.stderr)
    assert run.recording.complete
    assert not run.recording.untransformed
    assert not run.recording.unresolved

    wanted = expected(source, home)
    seen = facts(run.recording, codes(home, classes))
    assert seen.at_lines - wanted.at_lines == frozenset()
    assert wanted.at_lines - seen.at_lines == frozenset()
    assert seen.from_jdk == wanted.from_jdk


def facts(recording: Recording, code: dict[tuple[str, str, str], Code]) -> Expected:
    """What a recording says, in the words of the expectations."""
    at_lines = set()
    from_jdk = set()
    for edge in recording.edges:
        text = f"{edge.kind} {edge.callee.class_name}.{edge.callee.name}"
        method = code.get(_key(edge.caller)) if edge.caller else None
        if edge.caller is None or method is None:
            from_jdk.add(text)
            continue
        assert_instruction_fits(edge, method.instructions[edge.caller.bci])
        at_lines.add((method.line(edge.caller.bci), text))
    for site, types in recording.allocations.items():
        method = code[_key(site)]
        assert re.match("(multi)?a?new", method.instructions[site.bci])
        at_lines.update((method.line(site.bci), f"new {name}") for name in types)
    return Expected(frozenset(at_lines), frozenset(from_jdk))


def _key(site: Site) -> tuple[str, str, str]:
    return (site.class_name, site.method, site.descriptor)
