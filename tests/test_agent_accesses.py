"""The agent finds accesses that nothing orders, and programs run under it as they do without.

The programs are in tests/java/accesses. That the agent finds no others is shown by those of
`tests/programs/data-race` (test_soundness), that its clocks are right by random traces
(test_access_ordering).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent_runs import REAL, java, kill
from classgen import Access, ClassBuilder
from conftest import feature, jar_of, javac
from java_homes import jdks, version
from snarl.monitor.accesses import (
    AccessRecording,
    AccessRecordingError,
    Side,
    UnorderedPair,
    read,
)
from snarl.monitor.agent import access_recording, container_lines
from snarl.monitor.recording import Site

SOURCES = Path(__file__).parent / "java" / "accesses"
WORKS = {"DerbyWork": "derby-10.1.1.0.jar", "GroovyWork": "groovy-5.0.0.jar"}
NEWEST = max(jdks(), key=feature)
EVERYTHING = [(home, name) for home in jdks() for name in WORKS]
CHOSEN = EVERYTHING if os.environ.get("SNARL_REAL_PROGRAMS") else [(NEWEST, "DerbyWork")]
"""Libraries that are run on a JDK; they take long, so that all of them are only run on demand."""

VERIFIED = ("-Xverify:all", "-XX:TieredStopAtLevel=1")
"""The JDK's instrumented classes are verified too. It is deprecated, and says so on the error
stream. With one compiler, programs that are over soon are so sooner."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that ran under the agent."""

    status: int
    out: str
    err: str
    recording: AccessRecording

    @property
    def subjects(self) -> set[str]:
        """What raced."""
        return {pair.subject for pair in self.recording.pairs}


@pytest.fixture(scope="module")
def classes(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All programs that the JDK can compile."""
    since = [SOURCES / f"since{number}" for number in (21, 25) if number <= feature(home)]
    sources = [path for folder in (SOURCES, *since) for path in sorted(folder.glob("*.java"))]
    return javac(home, tmp_path_factory.mktemp("classes"), *sources)


def record(home: Path, file: Path, *arguments: str | Path) -> Run:
    """Runs Java under the agent."""
    with access_recording(file) as option:
        done = java(home, option, *arguments)
    return Run(done.returncode, done.stdout, done.stderr, read(file))


Program = Callable[..., Run]


@pytest.fixture
def run(home: Path, classes: Path, tmp_path: Path) -> Program:
    """Runs a program with and without the agent, to the same effect."""

    def run(*arguments: str) -> Run:
        plain = java(home, "-cp", classes, *arguments)
        file = tmp_path / f"{'-'.join(arguments)}.txt"
        found = record(home, file, *VERIFIED, "-cp", classes, *arguments)
        warnings = [line for line in found.err.splitlines() if "-Xverify" not in line]
        assert (found.status, found.out) == (plain.returncode, plain.stdout)
        assert warnings == plain.stderr.splitlines()
        assert not found.recording.untransformed
        return found

    return run


# --- what is seen ------------------------------------------------------------------------------


def test_all_kinds_of_locations(run: Program) -> None:
    recording = run("Locations").recording
    assert recording.complete
    assert {pair.subject for pair in recording.pairs} == {
        "Locations.number",
        "Locations.wide",
        "Locations.half",
        "Locations.text",
        "[I",
        "[J",
        "java.util.ArrayList",
    }
    for pair in recording.pairs:
        assert {side.thread_name for side in pair.sides} == {"main", "Thread-0"}
        assert {side.site.method for side in pair.sides} == {"work"}
        assert "write" in {side.access for side in pair.sides}
    assert recording.counts["left-out"] == 0


def test_constructors_before_and_after_there_is_an_object(run: Program) -> None:
    found = run("Constructors")
    assert found.subjects == set()
    assert found.recording.counts["accesses"] > 10


def test_constructors_that_do_something_before_super(home: Path, run: Program) -> None:
    if feature(home) < 25:
        pytest.skip("needs Java 25")
    assert run("BeforeSuper").out == "11 8\n"


def test_monitors_are_left_by_exceptions(run: Program) -> None:
    found = run("Thrown")
    assert found.status == 1
    assert found.subjects == set()
    assert found.recording.complete


def test_a_program_that_exits(run: Program) -> None:
    found = run("Exit")
    assert (found.status, found.out) == (7, "bye\n")
    assert found.subjects == {"Exit.count"}
    assert found.recording.complete


def test_a_monitor_that_orders_by_accident(run: Program) -> None:
    found = run("Accident")
    assert found.subjects == {"Accident.count"}
    assert not any(pair.is_observed for pair in found.recording.pairs)


def test_who_sees_that_a_thread_has_ended_knows_what_it_did(run: Program) -> None:
    found = run("Ended")
    assert found.subjects == {"Ended.unseen"}


def test_pauses_do_not_change_a_program(home: Path, classes: Path, tmp_path: Path) -> None:
    with access_recording(tmp_path / "run.txt", noise=3) as option:
        done = java(home, option, "-cp", classes, "Locations")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Locations.number" in {pair.subject for pair in read(tmp_path / "run.txt").pairs}


def test_virtual_threads(home: Path, run: Program) -> None:
    if feature(home) < 21:
        pytest.skip("needs Java 21")
    few = run("Virtual", "10")
    assert few.subjects == {"Virtual.count"}
    assert few.recording.stopped is None
    many = run("Virtual", "10000")
    assert many.recording.stopped is None
    assert many.subjects == {"Virtual.count"}


# --- real programs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home_of", "name"), CHOSEN, ids=[f"{version(home)}-{name}" for home, name in CHOSEN]
)
def test_real_programs_run_as_they_do_without(
    home_of: Path, name: str, artifacts: Path, tmp_path: Path
) -> None:
    jar = artifacts / WORKS[name]
    work = javac(home_of, tmp_path / "classes", "-cp", jar, REAL / f"{name}.java")
    path = f"{jar}:{work}"
    plain = java(home_of, "-cp", path, name, tmp_path / "plain")
    options = (*VERIFIED, "-cp", path, name)
    found = record(home_of, tmp_path / "run.txt", *options, tmp_path / "under")
    assert plain.returncode == 0, plain.stderr
    assert (found.status, found.out) == (0, plain.stdout)
    assert not found.recording.untransformed
    assert found.recording.complete
    assert found.recording.counts["sites"] > 1000


# --- what goes wrong ---------------------------------------------------------------------------


def test_a_killed_program_leaves_what_it_did(home: Path, classes: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    with access_recording(file) as option:
        kill(home, file, "side", option, "-cp", classes, "Forever")
    recording = read(file)
    assert not recording.complete
    assert {pair.subject for pair in recording.pairs} == {"Forever.count"}


def large_class(increments: int) -> ClassBuilder:
    """A `main` that changes a field very often."""
    cls = ClassBuilder("Large", version=(49, 0))
    cls.field("count", "I", Access.PUBLIC | Access.STATIC)
    small = cls.method("small", "()V", Access.PUBLIC | Access.STATIC).code
    small.emit("iconst_1").field("putstatic", "Large", "count", "I").emit("return")
    code = cls.method("main", "([Ljava/lang/String;)V", Access.PUBLIC | Access.STATIC).code
    code.invoke("invokestatic", "Large", "small", "()V")
    for _ in range(increments):
        code.emit("iconst_2").field("putstatic", "Large", "count", "I")
    code.emit("return")
    return cls


def test_a_method_too_large_for_hooks_is_named_and_runs(home: Path, tmp_path: Path) -> None:
    jar = jar_of(tmp_path / "large.jar", large_class(12_000))
    found = record(home, tmp_path / "run.txt", "-cp", jar, "Large")
    assert (found.status, found.out, found.err) == (0, "", "")
    assert list(found.recording.untransformed) == ["Large#main([Ljava/lang/String;)V"]
    assert found.recording.counts["accesses"] == 1


# --- the files ---------------------------------------------------------------------------------


def test_reads_a_pair_and_drops_half_a_line(tmp_path: Path) -> None:
    file = tmp_path / "run.txt"
    lines = [
        "snarl accesses 1",
        "observed\tfield\ta.B\tx",
        "side\twrite\ta.B\tset\t()V\t7\t0\tmain",
        "side\tread\ta.C\tget\\t\t()I\t1\t2\tThread-0",
        "predicted\tarray\t[I\t",
        "side\twrite\ta.B",
    ]
    file.write_text("\n".join(lines))
    first = Side(Site("a.B", "set", "()V", 7), "write", 0, "main")
    second = Side(Site("a.C", "get\t", "()I", 1), "read", 2, "Thread-0")
    recording = read(file)
    assert recording.pairs == (UnorderedPair(True, "field", "a.B", "x", first, second),)
    assert recording.pairs[0].subject == "a.B.x"
    assert not recording.complete


@pytest.mark.parametrize("text", ["", "PK", "snarl accesses 1\nobserved\tnone\n"])
def test_what_is_no_recording_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "run.txt"
    file.write_text(text)
    with pytest.raises(AccessRecordingError, match=r"run\.txt"):
        read(file)


def test_the_table_of_containers_is_that_of_the_checker() -> None:
    lines = dict.fromkeys(container_lines())
    names = {line.split("\t")[1]: line.split("\t") for line in lines}
    assert "put" in names["java.util.HashMap"][4].split(",")
    assert names["java.util.Vector"][2] == "locked"
    assert names["java.lang.System.arraycopy"][2:] == ["0", "2"]
