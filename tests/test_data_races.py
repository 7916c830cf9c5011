"""The data races found are those that small programs say, one program an idea.

`races.expectations` tells how a program says it. A program whose name begins with `FN_` or `FP_` is
one that the checker is known to miss, or to give a false alarm for: mending one shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from java_homes import jdks, version
from races import programs, reality
from races.comparison import complaints
from races.expectations import Expectation, ExpectationError, Options, Source, parse
from snarl.findings import Finding, Report, Severity, Site, Subject, ThreadInfo

SOURCES = programs.sources()
HOMES = jdks()

Compiled = Callable[[Path], Path]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The folder of all programs that a JDK can compile; compiled once."""
    folders: dict[Path, Path] = {}

    def folder_of(home: Path) -> Path:
        if home not in folders:
            folder = tmp_path_factory.mktemp("races")
            given = programs.sources(programs.feature(home))
            folders[home] = programs.compile_all(home, given, folder)
        return folders[home]

    return folder_of


@pytest.mark.parametrize("home", HOMES, ids=version)
@pytest.mark.parametrize("source", SOURCES, ids=[source.name for source in SOURCES])
def test_program(source: Source, home: Path, compiled: Compiled) -> None:
    if programs.feature(home) < source.needs:
        pytest.skip(f"needs Java {source.needs}")
    report = programs.analyse(home, source, compiled(home))
    if found := complaints(source, report):
        pytest.fail("\n".join(found), pytrace=False)


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_closed_programs_end(home: Path, compiled: Compiled) -> None:
    assert reality.run(home, programs.sources(programs.feature(home)), compiled(home)) == []


def test_names_say_what_is_expected() -> None:
    """`…Bad` where something is wrong, and `…Ok` where nothing is."""
    for source in SOURCES:
        text = "\n".join(source.lines)
        is_bad = any(not it.is_false_alarm for it in source.expectations)
        assert bool(re.search(r"\w+Bad\b", text)) == is_bad, source.name
        assert is_bad or re.search(r"\w+Ok\b", text), source.name
        assert source.is_false_alarm == any(it.is_false_alarm for it in source.expectations)
        assert not source.is_missed or is_bad, source.name


class TestExpectations:
    """The reader of expectations itself."""

    @staticmethod
    def parsed(*lines: str) -> Source:
        return parse(Path("Sample.java"), "\n".join(lines))

    def test_lines(self) -> None:
        source = self.parsed(
            "count++;  // expect: data-race Counter.count",
            "stop = true;  // expect: data-race a.b.Task$Inner.stop (note)",
            "x[0] = y;  // expect: data-race array A.x; expect: data-race field A.y",
            "x();  // false alarm: data-race container A.z",
            "y();  // why not",
        )
        assert source.expectations == (
            Expectation(1, "data-race", "Counter.count"),
            Expectation(2, "data-race", "a.b.Task$Inner.stop", is_note=True),
            Expectation(3, "data-race", "A.x", "array"),
            Expectation(3, "data-race", "A.y", "field"),
            Expectation(4, "data-race", "A.z", "container", is_false_alarm=True),
        )
        texts = [str(it) for it in source.expectations]
        assert texts[1] == "data-race a.b.Task$Inner.stop (note)"
        assert texts[2] == "data-race array A.x"

    def test_headers(self) -> None:
        source = self.parsed(
            "// needs: 21",
            "// snarl: --open A --open 'b.*' --context 1obj",
            "// stages: original 5, unlocked 1",
        )
        assert source.needs == 21
        assert source.options == Options(("A", "b.*"), (), "1obj")
        assert source.stages == {"original": 5, "unlocked": 1}
        plain = self.parsed("class Sample {}")
        assert (plain.needs, plain.options, plain.stages) == (0, Options(), {})

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("x++;  // expect data-race A.x", "line 1: unknown: expect data-race A.x"),
            ("x++;  // expect: data-race x", "line 1: unknown: expect: data-race x"),
            ("x++;  // expect: data-race A.x (error)", "line 1: unknown"),
            ("// need: 21", "Sample.java:1: unknown header '// need: 21'"),
            ("// snarl: --fast", "Sample.java: unknown option '--fast'"),
            ("// snarl: --open", "Sample.java: --open needs a value"),
            ("// stages: original", "Sample.java: not a stage and a number: 'original'"),
        ],
    )
    def test_mistakes(self, line: str, message: str) -> None:
        with pytest.raises(ExpectationError) as error:
            self.parsed(line)
        assert message in str(error.value)


class TestComparison:
    """What differs between a program and a report."""

    @staticmethod
    def report(*findings: Finding, **stages: int) -> Report:
        return Report(findings, (), "closed", (), stages, (), {})

    @staticmethod
    def race(
        *lines: int,
        subject: str = "x",
        severity: Severity = Severity.ERROR,
        file: str = "Sample.java",
    ) -> Finding:
        thread = ThreadInfo("main")
        sites = [Site("A", "m", "()V", file, it, "write", thread) for it in lines]
        return Finding("data-race", severity, "", Subject("field", "A", subject), tuple(sites))

    @staticmethod
    def source(*lines: str, name: str = "Sample") -> Source:
        return parse(Path(f"{name}.java"), "\n".join(lines))

    def test_as_expected(self) -> None:
        source = self.source("x++;  // expect: data-race A.x", "x++;")
        assert complaints(source, self.report(self.race(2, 1))) == []
        assert complaints(self.source("x++;"), self.report()) == []

    def test_not_found(self) -> None:
        source = self.source("x++;  // expect: data-race A.x")
        assert complaints(source, self.report()) == ["Sample.java:1: not found: data-race A.x"]

    def test_not_expected(self) -> None:
        found = complaints(self.source("x++;"), self.report(self.race(1, 1)))
        place = "Sample.java:1 write"
        assert found == [f"Sample.java: not expected: data-race field A.x at {place}, {place}"]

    @pytest.mark.parametrize(
        "finding",
        [
            race(2),
            race(1, subject="y"),
            race(1, severity=Severity.NOTE),
        ],
        ids=["line", "subject", "severity"],
    )
    def test_another(self, finding: Finding) -> None:
        source = self.source("x++;  // expect: data-race A.x")
        assert len(complaints(source, self.report(finding))) == 2

    def test_kind(self) -> None:
        source = self.source("x++;  // expect: data-race array A.x")
        assert len(complaints(source, self.report(self.race(1)))) == 2

    def test_note(self) -> None:
        source = self.source("x = 1;  // expect: data-race A.x (note)")
        assert complaints(source, self.report(self.race(1, severity=Severity.NOTE))) == []
        assert len(complaints(source, self.report(self.race(1)))) == 2

    def test_known_to_be_missed(self) -> None:
        source = self.source("x++;  // expect: data-race A.x", name="FN_Sample")
        assert complaints(source, self.report()) == []
        assert len(complaints(source, self.report(self.race(1, subject="y")))) == 1

    def test_no_longer_missed(self) -> None:
        source = self.source("x++;  // expect: data-race A.x", name="FN_Sample")
        assert complaints(source, self.report(self.race(1, file="FN_Sample.java"))) == [
            "FN_Sample.java: no longer missed: drop the FN_"
        ]

    def test_known_false_alarm(self) -> None:
        source = self.source("x++;  // false alarm: data-race A.x")
        assert complaints(source, self.report(self.race(1))) == []
        assert complaints(source, self.report()) == [
            "Sample.java:1: no longer a false alarm: drop the FP_: data-race A.x"
        ]

    def test_stages(self) -> None:
        source = self.source("// stages: original 5, unlocked 1")
        assert complaints(source, self.report(original=5, unlocked=1, reachable=3)) == []
        assert complaints(source, self.report(original=5)) == [
            "Sample.java: unlocked: expected 1 pairs, found None"
        ]
