"""`snarl check`: what it takes, what it says, how it ends. The analysis itself is a stand-in."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import report_samples as samples
from conftest import Result, Snarl, jar_of, simple_class, write_jar, write_sources
from snarl.findings import Report
from snarl.points_to import RootError
from snarl.program.callbacks import CallbackError
from snarl.program.models import ModelError
from snarl.settings import SettingsError

ROOT = Path(__file__).parents[1]
CLEAN = replace(samples.EMPTY, warnings=(), stages=samples.STAGES)


class RuleError(ValueError):
    pass


@dataclass
class Analysis:
    """Stands in for `snarl.checking`: remembers what it was asked, answers as it was told."""

    report: Report = CLEAN
    error: Exception | None = None
    asked: dict[str, Any] = field(default_factory=dict)

    def check(self, program: object, **options: Any) -> Report:
        self.asked = {"program": program, **options}
        if self.error is not None:
            raise self.error
        with options["progress"]("checking") as report:
            if report is not None:
                report(1, 2)
        return self.report


@pytest.fixture
def analysis(monkeypatch: pytest.MonkeyPatch) -> Analysis:
    made = Analysis()
    module = ModuleType("snarl.checking")
    module.__dict__.update(check=made.check, RuleError=RuleError)
    monkeypatch.setitem(sys.modules, "snarl.checking", module)
    return made


@pytest.fixture
def app(here: Path) -> Path:
    return jar_of(here / "app.jar", simple_class("com/acme/Main"))


def shown(done: Result) -> str:
    return f"exit {done.status}\n--- stdout\n{done.out}--- stderr\n{done.err}"


@pytest.mark.usefixtures("app")
class TestOptions:
    def test_by_default(self, analysis: Analysis, snarl: Snarl) -> None:
        assert snarl("check", "app.jar").status == 0
        asked = analysis.asked
        assert asked["program"].sources is not None
        assert (asked["main"], asked["open"], asked["rules"]) == (None, None, None)
        assert asked["context"] == "auto"
        assert asked["settings"].path is None

    def test_all_of_them(self, analysis: Analysis, here: Path, snarl: Snarl) -> None:
        (here / "snarl.toml").write_text("[threads]\nsingle = ['a.B.run']\n")
        jar_of(here / "lib.jar", simple_class("lib/L"))
        options = "--main a.B --main a.C --open p.* --open q.D --context 2obj --no-cache".split()
        done = snarl("check", "app.jar", *options, "-cp", "lib.jar", "--rules", "data-race, other,")
        assert done.status == 0
        asked = analysis.asked
        assert "lib.L" in asked["program"]
        assert tuple(asked["main"]) == ("a.B", "a.C")
        assert tuple(asked["open"]) == ("p.*", "q.D")
        assert tuple(asked["rules"]) == ("data-race", "other")
        assert asked["context"] == "2obj"
        assert asked["settings"].single == ("a.B.run",)

    @pytest.mark.parametrize(
        "arguments",
        [
            "",
            "app.jar --context 4obj",
            "app.jar --rules ,",
            "app.jar --group thread",
            "app.jar --output xml",
            "app.jar --output JSON",
            "app.jar --output json=",
            "app.jar --output json --output text",
            "app.jar --output json=x --output text=x",
        ],
    )
    def test_bad_usage(
        self,
        arguments: str,
        analysis: Analysis,
        snarl: Snarl,
        snapshot: SnapshotAssertion,
    ) -> None:
        done = snarl("check", *arguments.split())
        assert (done.status, done.out, analysis.asked) == (2, "", {})
        assert done.err.splitlines()[-1] == snapshot

    def test_help(
        self, monkeypatch: pytest.MonkeyPatch, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        assert snarl("check", "--help").out == snapshot


@pytest.mark.usefixtures("app")
class TestStart:
    @pytest.mark.parametrize(
        ("mode", "roots", "line"),
        [
            ("closed", ("a.Main.main",), "closed program: starts from a.Main.main"),
            (
                "closed",
                tuple(f"a.M{number}.main" for number in range(5)),
                "closed program: starts from a.M0.main, a.M1.main, a.M2.main and 2 more",
            ),
            ("open", ("a.B.c",), "open program: 1 public method of 1 class, called from any"),
            (
                "open",
                ("a.B.c(Lx.Y;)V", "a.B.d()V", "a.C.d()V"),
                "open program: 3 public methods of 2 classes, called from any thread",
            ),
        ],
    )
    def test_it_is_told(
        self, mode: Any, roots: tuple[str, ...], line: str, analysis: Analysis, snarl: Snarl
    ) -> None:
        analysis.report = replace(CLEAN, mode=mode, roots=roots)
        done = snarl("check", "app.jar")
        assert done.status == 0
        assert done.err.startswith(line)

    def test_nothing_is_never_fine(self, analysis: Analysis, snarl: Snarl) -> None:
        analysis.report = replace(CLEAN, roots=())
        done = snarl("check", "app.jar")
        assert done.status == 3
        assert done.err.startswith("open program: nothing was analysed, for there was nothing to ")
        assert "but the analysis is incomplete" in done.out


@pytest.mark.usefixtures("app")
class TestExitCodes:
    def test_no_findings(self, analysis: Analysis, snarl: Snarl) -> None:
        done = snarl("check", "app.jar")
        assert done.status == 0
        assert done.out.splitlines()[-1].startswith("no findings in ")

    @pytest.mark.parametrize("finding", [samples.BALANCE, samples.CACHE, samples.HITS])
    def test_findings_of_any_severity(self, finding: Any, analysis: Analysis, snarl: Snarl) -> None:
        analysis.report = replace(CLEAN, findings=(finding,))
        assert snarl("check", "app.jar").status == 1

    def test_incomplete_analysis(self, analysis: Analysis, snarl: Snarl) -> None:
        for findings in ((), (samples.BALANCE,)):
            analysis.report = replace(
                CLEAN, findings=findings, is_complete=False, warnings=("a.B.c: too large",)
            )
            done = snarl("check", "app.jar")
            assert done.status == 3
            assert done.err.splitlines()[-1] == "warning: a.B.c: too large"
            assert ("balance is written" in done.out) == bool(findings)

    def test_incomplete_input(self, analysis: Analysis, here: Path, snarl: Snarl) -> None:
        write_jar(here / "bad.jar", {"p/Bad.class": b"?"})
        analysis.report = replace(CLEAN, findings=(samples.BALANCE,))
        done = snarl("check", "app.jar", "bad.jar", "--output", "json")
        assert done.status == 3
        assert "warning: bad.jar!p/Bad.class: " in done.err
        made = json.loads(done.out)
        assert (made["complete"], len(made["findings"])) == (False, 1)
        assert [text.partition(": ")[0] for text in made["warnings"]] == ["bad.jar!p/Bad.class"]

    @pytest.mark.parametrize(
        "error",
        [
            RootError("there is no class a.B in the program"),
            RootError("--open a.B* matches no class of the input"),
            ModelError("own.toml", "a.B", "c()", "there is no such method"),
            RuleError("there is no rule x; known: data-race"),
            SettingsError("snarl.toml:3: threads.single[0]: matches no method"),
        ],
    )
    def test_what_the_analysis_refuses(
        self, error: Exception, analysis: Analysis, snarl: Snarl
    ) -> None:
        analysis.error = error
        done = snarl("check", "app.jar")
        assert (done.status, done.out, done.err) == (2, "", f"snarl: {error}\n")

    @pytest.mark.parametrize(
        ("error", "said"),
        [
            (
                ModelError("snarl.toml", "a.B", "c()", "there is no such method"),
                "snarl.toml:2: models.'a.B'.'c()': there is no such method",
            ),
            (
                CallbackError(("a.C", "methods", 1), "no method is called x"),
                "snarl.toml:5: callbacks.'a.C'.methods[1]: no method is called x",
            ),
        ],
    )
    def test_mistakes_in_settings_are_told_with_their_line(
        self, error: Exception, said: str, analysis: Analysis, here: Path, snarl: Snarl
    ) -> None:
        (here / "snarl.toml").write_text(
            "[models.'a.B']\n'c()' = 'nothing'\n[callbacks.'a.C']\nmethods = ['y',\n 'x']\n"
        )
        analysis.error = error
        done = snarl("check", "app.jar")
        assert (done.status, done.out, done.err) == (2, "", f"snarl: {said}\n")


@pytest.mark.usefixtures("app")
class TestOutputs:
    @pytest.fixture(autouse=True)
    def found(self, analysis: Analysis) -> None:
        analysis.report = replace(samples.SAMPLE, warnings=("a.B: too large",))

    def test_text_beside_its_sources(
        self, snarl: Snarl, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
    ) -> None:
        monkeypatch.chdir(ROOT)
        monkeypatch.setattr("snarl.cli.check.monotonic", lambda: 0.0)
        assert shown(snarl("check", "examples/demo")) == snapshot

    def test_sources_beside_classes(self, here: Path, snarl: Snarl) -> None:
        """Where Maven and Gradle put them."""
        demo = (ROOT / "examples" / "demo" / "demo" / "BankAccount.java").read_text()
        write_sources(here / "src" / "main" / "java", demo__BankAccount=demo)
        for folder in ("target/classes", "build/classes/java/main"):
            simple_class("demo/BankAccount").write(here / folder)
            out = snarl("check", folder).out
            assert "write at src/main/java/demo/BankAccount.java:20\n" in out

    def test_json(self, analysis: Analysis, snarl: Snarl) -> None:
        done = snarl("check", "app.jar", "--output", "json")
        assert done.status == 1
        made = json.loads(done.out)
        assert made["warnings"] == ["a.B: too large"]
        assert list(made["seconds"]) == ["load", "points-to", "facts", "check"]
        assert made["seconds"]["points-to"] == 1.25
        assert made["seconds"]["load"] != samples.SECONDS["load"]
        start, summary, warning = done.err.splitlines()
        assert start == "closed program: starts from demo.Transfer.main"
        assert summary.startswith("1 error, 1 warning, 2 notes in ")
        assert warning == "warning: a.B: too large"

    def test_warnings_are_told_once(self, analysis: Analysis, here: Path, snarl: Snarl) -> None:
        write_jar(here / "bad.jar", {"p/Bad.class": b"?"})
        from snarl import load

        warnings = tuple(map(str, load(["app.jar", "bad.jar"]).warnings))
        analysis.report = replace(CLEAN, warnings=(*warnings, "new"))
        done = snarl("check", "app.jar", "bad.jar", "--output", "json")
        assert json.loads(done.out)["warnings"] == [*warnings, "new"]
        assert done.err.count("bad.jar!p/Bad.class") == 1
        assert done.err.endswith("warning: new\n")

    def test_many_warnings(self, analysis: Analysis, snarl: Snarl) -> None:
        analysis.report = replace(CLEAN, warnings=tuple(f"w{number}" for number in range(50)))
        done = snarl("check", "app.jar")
        assert done.err.endswith("warning: w19\nwarning: 30 more of the analysis\n")

    def test_several(self, here: Path, snarl: Snarl) -> None:
        outputs = ["json=new/folder/out.json", "text", "text=out.txt"]
        done = snarl("check", "app.jar", *(it for out in outputs for it in ("--output", out)))
        assert done.status == 1
        assert done.out.startswith("error[data-race]: ")
        assert (here / "out.txt").read_text("utf-8") == done.out
        made = json.loads((here / "new" / "folder" / "out.json").read_text("utf-8"))
        assert len(made["findings"]) == 4

    def test_a_file_alone(self, here: Path, snarl: Snarl) -> None:
        done = snarl("check", "app.jar", "--output", "json=out.json")
        assert (done.status, done.out) == (1, "")
        assert "\n1 error, 1 warning, 2 notes in " in done.err
        assert json.loads((here / "out.json").read_text())["version"] == 1

    def test_a_dash_is_stdout(self, here: Path, snarl: Snarl) -> None:
        done = snarl("check", "app.jar", "--output", "json=-", "--output", "text=out.txt")
        assert json.loads(done.out)["version"] == 1
        assert not (here / "-").exists()

    @pytest.mark.parametrize("others", [[], ["--output", "json"], ["--output", "json=good.json"]])
    def test_a_file_that_cannot_be_written(
        self, others: list[str], here: Path, snarl: Snarl
    ) -> None:
        """Nothing is lost."""
        (here / "taken").write_text("a file, no folder")
        done = snarl("check", "app.jar", "--output", "json=taken/out.json", *others)
        assert done.status == 2
        assert "demo.BankAccount.balance is written in withdraw" in done.out
        assert done.err.splitlines()[-1].startswith("snarl: taken/out.json: cannot be written (")
        if "json=good.json" in others:
            assert json.loads((here / "good.json").read_text())["version"] == 1
        done = snarl("check", "app.jar", "--output", f"json={here}")
        assert done.status == 2
        assert done.err.endswith("cannot be written (Is a directory)\n")
        assert done.out.startswith("error[data-race]: ")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_a_folder_that_cannot_be_written(self, here: Path, snarl: Snarl) -> None:
        (here / "locked").mkdir(0o500)
        done = snarl("check", "app.jar", "--output", "text=locked/out.txt")
        assert done.status == 2
        assert done.out.startswith("error[data-race]: ")
        assert "locked/out.txt: cannot be written (Permission denied)" in done.err

    def test_by_object(self, snarl: Snarl) -> None:
        done = snarl("check", "app.jar", "--group", "object")
        assert done.out.startswith("objects made at demo.Transfer.main(Transfer.java:15)\n")

    def test_colour_on_a_terminal(self, snarl: Snarl, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("snarl.cli.outputs.wants_color", lambda _: True)
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        monkeypatch.setenv("COLUMNS", "80")
        out = snarl("check", "app.jar").out
        assert out.startswith("\x1b[1;31merror[data-race]:\x1b[0m")


class TestBadInput:
    """Before anything is analysed."""

    @pytest.mark.parametrize(
        "make",
        [
            lambda path: write_jar(path, {}),
            lambda path: write_jar(path, {"a.txt": "x"}),
            lambda path: path.write_bytes(b""),
            lambda path: None,
        ],
        ids=["empty", "resources", "no-zip", "missing"],
    )
    def test_nothing_to_analyse(
        self, make: Callable[[Path], object], analysis: Analysis, here: Path, snarl: Snarl
    ) -> None:
        make(here / "x.jar")
        done = snarl("check", "x.jar")
        assert (done.status, done.out, analysis.asked) == (2, "", {})
        assert done.err.startswith("snarl: x.jar: ")

    def test_settings(self, analysis: Analysis, app: Path, snarl: Snarl) -> None:
        (app.parent / "snarl.toml").write_text("[shared]\nthread-local = [\n  'a.B',\n  3,\n]\n")
        done = snarl("check", "app.jar")
        assert (done.status, done.out, analysis.asked) == (2, "", {})
        assert done.err == (
            "snarl: snarl.toml:4: shared.thread-local[1]: expected a text, but got 3\n"
        )
