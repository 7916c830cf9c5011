"""Reports as text: what people read, and that names cannot spoil it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import report_samples as samples
import run_samples
from conftest import write_sources
from snarl.findings import (
    Finding,
    Frame,
    Severity,
    Site,
    Subject,
    ThreadInfo,
    thread_local_entry,
)
from snarl.monitor.verdicts import findings
from snarl.program.sources import Sources
from snarl.report import View, render
from snarl.report.as_text import summary
from snarl.report.excerpts import excerpt

ROOT = Path(__file__).parents[1]


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Sources:
    monkeypatch.chdir(ROOT)
    return Sources([Path("examples/demo")])


def text(*findings: Finding, **view: object) -> str:
    return render("text", replace(samples.SAMPLE, findings=findings), View(**view))  # type: ignore[arg-type]


class TestLooks:
    def test_with_sources(self, sources: Sources, snapshot: SnapshotAssertion) -> None:
        assert render("text", samples.SAMPLE, View(sources)) == snapshot

    def test_without_sources(self, snapshot: SnapshotAssertion) -> None:
        assert render("text", samples.SAMPLE) == snapshot

    def test_narrow_and_by_object(self, snapshot: SnapshotAssertion) -> None:
        assert render("text", samples.SAMPLE, View(width=80, group="object")) == snapshot

    def test_in_colour(self, sources: Sources, snapshot: SnapshotAssertion) -> None:
        assert render("text", samples.SAMPLE, View(sources, color=True)) == snapshot

    def test_colour_changes_nothing_else(self, sources: Sources) -> None:
        from click import unstyle

        colored = render("text", samples.SAMPLE, View(sources, color=True))
        assert unstyle(colored) == render("text", samples.SAMPLE, View(sources))

    @pytest.mark.parametrize("width", [80, 100])
    def test_no_line_is_wider_than_it_may_be(self, width: int, sources: Sources) -> None:
        shown = render("text", samples.SAMPLE, View(sources, width=width))
        assert max(map(len, shown.splitlines())) <= width

    def test_bridges_are_told_once(self) -> None:
        """A method that a compiler puts before another one of its name; but not a recursion."""
        bridge, again = Frame("a.Job", "invoke", "Job.kt", 0), Frame("a.Job", "go", "Job.kt", 7)
        first, second, *others = samples.BALANCE.sites
        path = (bridge, bridge, again, again, *first.path[-1:])
        told = text(replace(samples.BALANCE, sites=(replace(first, path=path), second, *others)))
        assert told.count("a.Job.invoke") == 1
        assert told.count("a.Job.go(Job.kt:7)") == 2

    def test_of_a_run(self, sources: Sources, snapshot: SnapshotAssertion) -> None:
        assert render("text", samples.RUN, View(sources)) == snapshot

    def test_a_cycle_of_three_locks(self, snapshot: SnapshotAssertion) -> None:
        edges = (run_samples.edge(1, 1, 2), run_samples.edge(2, 2, 3, 9), run_samples.edge(0, 3, 1))
        rows = (row for edge in edges for row in edge)
        jvm = samples.seen(run_samples.jvm(), run_samples.THREADS, (("deadlock", 3), *rows))
        assert text(*findings([jvm])) == snapshot

    def test_nothing_found(self) -> None:
        assert render("text", samples.EMPTY) == "no findings in 0.2 s\n"

    def test_the_same_line_in_both_threads(self, sources: Sources) -> None:
        site = samples.BALANCE.sites[0]
        shown = text(replace(samples.BALANCE, sites=(site, site)), sources=sources)
        assert "  write at examples/demo/demo/BankAccount.java:20, in both threads\n" in shown
        assert shown.count(" > 20 | ") == 1
        assert "  write by another thread Transfer.lambda$main$0, holding no lock\n" in shown
        assert "  both are started at demo.Transfer.main(Transfer.java:20)\n" in shown

    def test_a_deep_stack(self) -> None:
        path = tuple(Frame("a.B", f"m{number}", "B.java", number) for number in range(1, 41))
        site = Site("a.B", "m40", "()V", "B.java", 40, "write", ThreadInfo("main"), path=path)
        shown = text(replace(samples.BALANCE, sites=(site, site)))
        calls = [line for line in shown.splitlines() if line.startswith("      ")]
        assert calls[0] == "      at a.B.m40(B.java:40)"
        assert calls[12] == "      ... 24 more calls"
        assert calls[16] == "      at a.B.m1(B.java:1)"

    def test_many_further_sites(self) -> None:
        site = samples.BALANCE.sites[0]
        shown = text(replace(samples.BALANCE, sites=(site,) * 10))
        assert shown.count("write at demo.BankAccount.withdraw(BankAccount.java:20)\n") == 5
        assert "             and 3 more\n" in shown


class TestSummary:
    @pytest.mark.parametrize(
        ("severities", "expected"),
        [
            ("", "no findings in 2.0 s"),
            ("E", "1 error in 2.0 s"),
            ("EEWNNN", "2 errors, 1 warning, 3 notes in 2.0 s"),
            ("N", "1 note in 2.0 s"),
        ],
    )
    def test_counts(self, severities: str, expected: str) -> None:
        kinds = {"E": Severity.ERROR, "W": Severity.WARNING, "N": Severity.NOTE}
        findings = tuple(replace(samples.HITS, severity=kinds[it]) for it in severities)
        assert summary(replace(samples.SAMPLE, findings=findings)) == expected

    def test_incomplete(self) -> None:
        report = replace(samples.EMPTY, is_complete=False)
        assert summary(report) == "no findings in 0.2 s, but the analysis is incomplete"


class TestSummaryOfRun:
    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({}, "no findings in 1.5 s; the program's own exit code is 0"),
            ({"exit_code": 3}, "no findings in 1.5 s; the program's own exit code is 3"),
            (
                {"exit_code": 143, "is_timed_out": True},
                "no findings in 1.5 s; the program was ended when its time was over "
                "(exit code 143)",
            ),
            (
                {"unwatched": "there was no JVM"},
                "no findings in 1.5 s, for nothing was watched; the program's own exit code is 0",
            ),
        ],
    )
    def test_how_it_ended(self, changes: Any, expected: str) -> None:
        assert samples.RUN.run
        run = replace(samples.RUN.run, **changes)
        assert summary(replace(samples.RUN, findings=(), run=run)) == expected

    def test_incomplete(self) -> None:
        report = replace(samples.RUN, findings=(), is_complete=False)
        assert summary(report).startswith("no findings in 1.5 s, but the run was not watched as a")

    def test_counts(self) -> None:
        assert summary(samples.RUN) == (
            "data-race: 3 observed, 1 predicted; lock-order-cycle: 1 predicted in 1.5 s; "
            "the program's own exit code is 0"
        )
        both = replace(samples.RUN, findings=(*samples.RUN.findings, samples.BALANCE))
        assert summary(both).startswith("data-race: 3 observed, 1 predicted, 1 static; lock-order")


class TestOrder:
    def test_findings_about_one_subject_follow_each_other(self) -> None:
        again = replace(samples.BALANCE, message="again")
        shown = text(samples.BALANCE, samples.CACHE, again)
        heads = [line for line in shown.splitlines() if line[:1] in ("e", "w")]
        assert [line.split()[1] for line in heads] == ["demo.BankAccount.balance", "again", "the"]

    def test_a_finding_about_two_objects_is_told_once(self) -> None:
        shown = text(samples.BALANCE, group="object")
        assert shown.count("objects made at demo.Transfer.main") == 2
        assert shown.count("  evidence ") == 1
        assert "error[data-race]: see above: demo.BankAccount.balance is written" in shown


class TestNames:
    def test_they_cannot_command_the_terminal(self) -> None:
        evil = "\x1b]0;evil\x07\nerror: spoofed"
        site = Site(evil, evil, "()V", evil, 1, "write", ThreadInfo(evil), (evil,))
        finding = replace(
            samples.BALANCE,
            message=evil,
            subject=Subject("field", evil, evil),
            sites=(site, site, site),
            objects=(Frame(evil, evil, evil, 1),),
            details={evil: evil},
            why=evil,
        )
        for severity in Severity:
            for group in ("field", "object"):
                shown = text(replace(finding, severity=severity), group=group)
                assert "\x1b" not in shown
                assert "\x07" not in shown
                assert "\nerror: spoofed" not in shown

    @pytest.mark.parametrize(
        ("subject", "entry"),
        [
            (Subject("field", "a.B", "x"), "a.B.x"),
            (Subject("container", "a.B", "list"), "a.B.list"),
            (Subject("array", "a.B", "an int[] of fill"), "a.B"),
            (Subject("lock", "a.B", "x"), None),
            (Subject("method", "a.B", "x"), None),
        ],
    )
    def test_what_to_write_into_settings(self, subject: Subject, entry: str | None) -> None:
        assert thread_local_entry(subject) == entry


class TestExcerpts:
    def shown(self, source: str, line: int, name: str = "x", width: int = 60) -> list[str]:
        found = excerpt(Sources([Path()]), "p.A", "A.java", line, name)
        assert found is not None
        assert found.path == str(Path("p", "A.java"))
        return [text for _, text in found.numbered(width)]

    @pytest.mark.parametrize(
        ("code", "marks"),
        [
            ("x = 1;", "^"),
            ("x = x + 1; // x", "^   ^"),
            ("return max(x, this.x);", "           ^       ^"),
            ("x = x();", "^"),
            ("x();", "^"),
            ("$x = xx + x1;", "^^^^^^^^^^^^^"),
            ("get().y++; // x", "^^^^^^^^^^"),
            ("// nothing", ""),
        ],
    )
    def test_marks(self, code: str, marks: str, here: Path) -> None:
        write_sources(here, p__A=code)
        expected = [f" > 1 | {code}", *([f"     | {marks}"] if marks else [])]
        assert self.shown(code, 1) == expected

    def test_tabs_and_indentation(self, here: Path) -> None:
        write_sources(here, p__A="\tvoid m() {\n\n\t\tx = 1;\n\n\t}\n")
        assert self.shown("", 3) == [
            "   1 | void m() {",
            "   2 |",
            " > 3 |     x = 1;",
            "     |     ^",
        ]

    def test_a_long_line(self, here: Path) -> None:
        write_sources(here, p__A=f"int x = {'1 + ' * 40}x;")
        line, marks = self.shown("", 1)
        assert len(line) <= 60
        assert line.endswith("...")
        assert marks == "     |     ^"

    def test_control_characters(self, here: Path) -> None:
        write_sources(here, demo__A="int x; // \x1b[2J")
        site = Site("demo.A", "m", "()V", "A.java", 1, "write", ThreadInfo("main"))
        finding = replace(
            samples.BALANCE, sites=(site, site), subject=Subject("field", "demo.A", "x")
        )
        assert r"> 1 | int x; // \x1b[2J" in text(finding, sources=Sources([here]))

    @pytest.mark.parametrize(("file", "line"), [(None, 1), ("B.java", 1), ("A.java", 0)])
    def test_none(self, file: str | None, line: int, here: Path) -> None:
        write_sources(here, p__A="x")
        assert excerpt(Sources([here]), "p.A", file, line, "x") is None
        assert excerpt(Sources([here]), "p.A", "A.java", 2, "x") is None
