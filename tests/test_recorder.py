"""The recorder writes what a run did: each edge that happened, and none that did not.

The programs (tests/java/recorder) say beside each line what the recorder must see there:
`// -> call Shape.area, new Shape`, and `// jdk -> callback Item.compareTo` for what has no caller
in the program. What they do not say must not be recorded. Lines and instructions are javap's.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent_runs import REAL, TIMEOUT, java, kill
from classgen import Access, ClassBuilder
from conftest import feature, jar_of, javac, write_sources
from snarl.monitor.agent import call_recording
from snarl.monitor.recording import CallEdge, Recording, RecordingError, Site, read
from snarl.program import load

SOURCES = Path(__file__).parent / "java" / "recorder"
EXPECTATION = re.compile(r"//( jdk)? -> ((?:(?!//).)*)")
CHOICE = re.compile(r"\{([^}]*)\}")  # {17:a|25:b}

PROGRAMS = [*sorted(SOURCES.glob("*.java")), *sorted(SOURCES.glob("since*/*.java"))]


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


def record(home: Path, file: Path, *arguments: str | Path) -> Run:
    """Runs Java under the recorder."""
    with call_recording(file) as option:
        done = java(home, option, *arguments)
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
                elif chosen:
                    at_lines.add((number, chosen))
    return Expected(frozenset(at_lines), frozenset(from_jdk))


def _choice(alternatives: str, release: int) -> str:
    """What is said of the newest release that is not newer; nothing if nothing is."""
    pairs = [alternative.split(":") for alternative in alternatives.split("|")]
    fitting = [(int(since), text) for since, text in pairs if int(since) <= release]
    return max(fitting)[1] if fitting else ""


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
        elif match := re.match(r"  (?=\S).*?([\w$]+)\(", line):
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


# --- real programs -----------------------------------------------------------------------------

WORKS = [
    ("DerbyWork", "derby-10.1.1.0.jar", 12_000),  # class files of Java 1.2
    ("GroovyWork", "groovy-5.0.0.jar", 12_000),
]


@pytest.mark.parametrize(("name", "jar", "calls"), WORKS, ids=[row[0] for row in WORKS])
def test_real_programs_run_as_they_do_without(
    home: Path,
    name: str,
    jar: str,
    calls: int,
    artifacts: Path,
    tmp_path: Path,
) -> None:
    classes = javac(home, tmp_path / "classes", "-cp", artifacts / jar, REAL / f"{name}.java")
    path = f"{artifacts / jar}:{classes}"
    plain = java(home, "-cp", path, name, tmp_path / "plain")
    # It is deprecated, and says so on the error stream.
    run = record(home, tmp_path / "run.txt", "-Xverify:all", "-cp", path, name, tmp_path / "under")

    assert plain.returncode == 0, plain.stderr
    assert (run.status, run.out) == (0, plain.stdout)
    assert not run.recording.untransformed
    assert not run.recording.unresolved
    assert len([edge for edge in run.recording.edges if edge.kind == "call"]) > calls
    assert_calls_fit(run.recording, home, [artifacts / jar, classes])


def assert_calls_fit(recording: Recording, home: Path, inputs: list[Path]) -> None:
    """Each plain call is at an instruction that names such a method."""
    program = load(inputs, jdk=home)
    code: dict[tuple[str, str, str], dict[int, str]] = {}
    for cls in program.classes("application"):
        for method in cls.methods:
            instructions = {row.bci: f"{row.mnemonic} {row.operands}" for row in method.bytecode}
            code[cls.name, method.name, method.descriptor] = instructions
    checked = 0
    for edge in recording.edges:
        method_code = code.get(_key(edge.caller)) if edge.caller else None
        if edge.kind != "call" or edge.caller is None or method_code is None:
            continue
        instruction = method_code[edge.caller.bci]
        assert instruction.startswith("invoke"), edge
        if not edge.callee.class_name.startswith("java.lang.invoke."):  # any descriptor fits there
            assert f"{edge.callee.name}:{edge.callee.descriptor}" in instruction, edge
        checked += 1
    assert checked > 0


MODULE_MAIN = """
package p;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

public class Main {
    public static class Far implements Runnable {
        public void run() { help(); }
        static void help() {}
    }

    public static void main(String[] args) throws Exception {
        URL[] path = {Path.of(args[0]).toUri().toURL()};
        ClassLoader loader = new URLClassLoader(path, null);
        ((Runnable) loader.loadClass("p.Main$Far").getConstructor().newInstance()).run();
    }
}
"""


def test_modules_and_loaders_that_share_nothing_but_the_jdk(home: Path, tmp_path: Path) -> None:
    sources = write_sources(
        tmp_path / "src", **{"module-info": "module m {}", "p__Main": MODULE_MAIN}
    )
    classes = javac(home, tmp_path / "m", *sorted(sources.rglob("*.java")))
    run = record(home, tmp_path / "run.txt", "-p", classes, "-m", "m/p.Main", classes)
    assert (run.status, run.out, run.err) == (0, "", "")
    assert not run.recording.untransformed
    assert {
        (edge.kind, edge.caller and edge.caller.method, edge.callee.name)
        for edge in run.recording.edges
        if edge.callee.class_name.startswith("p.")
    } == {
        ("callback", None, "main"),
        ("reflective", "main", "<init>"),
        ("call", "main", "run"),
        ("call", "run", "help"),
    }


# --- what goes wrong ---------------------------------------------------------------------------


def test_a_killed_program_leaves_what_it_did(home: Path, tmp_path: Path) -> None:
    forever = """
    public class Forever {
        public static void main(String[] args) throws Exception {
            work();
            System.out.println("ready");
            while (true) Thread.sleep(1000);
        }
        static void work() { new Forever(); }
    }
    """
    source = write_sources(tmp_path / "src", Forever=forever) / "Forever.java"
    classes = javac(home, tmp_path / "classes", source)
    file = tmp_path / "run.txt"
    with call_recording(file) as option:
        kill(home, file, "allocation", option, "-cp", classes, "Forever")
    recording = read(file)
    assert not recording.complete
    assert [site.method for site in recording.allocations] == ["work"]
    assert "work" in {edge.callee.name for edge in recording.edges}


def large_class(calls: int) -> ClassBuilder:
    """A `main` with many calls, and a jump over all of them; old enough to need no frames."""
    cls = ClassBuilder("Large", version=(49, 0))
    cls.method("small", "()V", Access.PUBLIC | Access.STATIC).code.emit("return")
    code = cls.method("main", "([Ljava/lang/String;)V", Access.PUBLIC | Access.STATIC).code
    code.emit("aload", 0).emit("ifnull", "end")
    for _ in range(calls):
        code.invoke("invokestatic", "Large", "small", "()V")
    code.label("end").emit("return")
    return cls


def test_a_method_too_large_for_hooks_is_named_and_runs(home: Path, tmp_path: Path) -> None:
    jar = jar_of(tmp_path / "large.jar", large_class(10_000))
    run = record(home, tmp_path / "run.txt", "-cp", jar, "Large")
    assert (run.status, run.out, run.err) == (0, "", "")
    assert list(run.recording.untransformed) == ["Large#main([Ljava/lang/String;)V"]
    assert {edge.callee.name for edge in run.recording.edges} == {"small"}


def test_a_method_that_grows_beyond_short_jumps(home: Path, tmp_path: Path) -> None:
    jar = jar_of(tmp_path / "large.jar", large_class(6_000))
    run = record(home, tmp_path / "run.txt", "-cp", jar, "Large")
    assert (run.status, run.out, run.err) == (0, "", "")
    assert not run.recording.untransformed
    calls = [edge.caller.bci for edge in run.recording.edges if edge.caller is not None]
    assert sorted(calls) == [5 + 3 * index for index in range(6_000)]


def test_reads_names_with_odd_characters_and_drops_half_a_line(tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    lines = ["snarl recording 1", "allocation\ta.B\todd\\t\\\\name\t()V\t7\ta.C", "edge\tcall\ta"]
    file.write_text("\n".join(lines))
    recording = read(file)
    assert recording.allocations == {Site("a.B", "odd\t\\name", "()V", 7): {"a.C"}}
    assert not recording.edges


@pytest.mark.parametrize("text", ["", "PK", "snarl recording 1\nedge\tnone\n"])
def test_what_is_no_recording_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.txt"
    file.write_text(text)
    with pytest.raises(RecordingError, match=r"run\.txt"):
        read(file)
