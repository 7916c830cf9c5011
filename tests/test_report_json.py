"""Reports as JSON: the contract that other tools read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import report_samples as samples
import snarl
from snarl.findings import Evidence, Report, Severity
from snarl.report import FORMATS, render
from snarl.report.from_json import ReportError, read

FRAME = {"class": str, "method": str, "file": (str, None), "line": int}
# A type, a tuple of what it may be, a list of one kind of thing, or the keys of an object in order.
CONTRACT = {
    "version": int,
    "tool": {"name": str, "version": str},
    "input": {"paths": [str], "mode": ("closed", "open", "run"), "roots": [str]},
    "findings": [
        {
            "rule": str,
            "severity": ("error", "warning", "note"),
            "evidence": ("static", "predicted", "observed", "proved"),
            "message": str,
            "fingerprint": str,
            "subject": {
                "kind": ("field", "array", "container", "lock", "method"),
                "class": str,
                "member": str,
            },
            "sites": [
                {
                    "class": str,
                    "method": str,
                    "descriptor": str,
                    "file": (str, None),
                    "line": int,
                    "access": str,
                    "thread": str,
                    "locks": [str],
                    "path": [FRAME],
                    "started": (FRAME, None),
                    "starter": str,
                    "target": str,
                    "stack": ("derived", "exact", "example", "none"),
                }
            ],
            "confidence": ("high", "medium", "low"),
            "why": str,
            "note": str,
            "hint": str,
            "objects": [FRAME],
            "details": dict,
        }
    ],
    "stages": dict.fromkeys(("original", "reachable", "aliasing", "escaping", "unlocked"), int),
    "warnings": [str],
    "seconds": dict.fromkeys(("load", "points-to", "facts", "check"), float),
    "complete": bool,
}


def fits(value: object, kind: object) -> bool:
    """Whether a value is what the contract says."""
    if isinstance(kind, type):
        return type(value) is kind
    if isinstance(kind, tuple):
        return any(fits(value, it) for it in kind)
    if isinstance(kind, list):
        return isinstance(value, list) and all(fits(it, kind[0]) for it in value)
    if isinstance(kind, dict):
        return (
            isinstance(value, dict)
            and list(value) == list(kind)
            and all(fits(value[key], kind[key]) for key in kind)
        )
    return value == kind


def document(report: Report) -> Any:
    return json.loads(render("json", report))


RUN = {
    "command": [str],
    "exit-code": int,
    "timed-out": bool,
    "detectors": [str],
    "instrumented": str,
    "jvms": [
        {
            "pid": int,
            "java": str,
            "command": str,
            "watched": bool,
            "classes": int,
            "sites": int,
            "threads": int,
        }
    ],
    "untransformed": dict,
    "left-out": int,
    "unwatched": str,
}


class TestContract:
    @pytest.mark.parametrize("report", [samples.SAMPLE, samples.EMPTY])
    def test_keys_and_types(self, report: Report) -> None:
        made = document(report)
        for key, kind in CONTRACT.items():
            assert fits(made[key], kind), key
        assert list(made) == list(CONTRACT)

    def test_of_a_run(self) -> None:
        made = document(samples.RUN)
        for key in ("findings", "input"):
            assert fits(made[key], CONTRACT[key]), key
        assert list(made) == [*CONTRACT, "run"]
        assert fits(made["run"], RUN)
        assert made["seconds"]["run"] == 1.5

    @pytest.mark.parametrize(
        ("value", "kind"),
        [(1, str), (True, int), ("x", ("a", None)), ([1], [str]), ({"a": 1}, {"a": int, "b": int})],
    )
    def test_the_test(self, value: object, kind: object) -> None:
        assert not fits(value, kind)

    def test_all_of_it(self, snapshot: SnapshotAssertion) -> None:
        made = document(samples.SAMPLE)
        assert made["tool"].pop("version") == snarl.__version__
        assert json.dumps(made, indent=1) == snapshot

    def test_words(self) -> None:
        findings = tuple(
            replace(samples.HITS, severity=severity, evidence=evidence)
            for severity in Severity
            for evidence in Evidence
        )
        made = document(replace(samples.SAMPLE, findings=findings))["findings"]
        assert {it["severity"] for it in made} == {"error", "warning", "note"}
        assert {it["evidence"] for it in made} == {"static", "predicted", "observed", "proved"}
        assert all(fits([it], CONTRACT["findings"]) for it in made)

    def test_incomplete(self) -> None:
        assert document(replace(samples.EMPTY, is_complete=False))["complete"] is False

    def test_names_of_any_kind(self) -> None:
        name = "p.\x1b[2J\n\udc80ü"
        made = render("json", replace(samples.EMPTY, roots=(name,)))
        assert made.isascii()
        assert json.loads(made)["input"]["roots"] == [name]


def test_every_format_can_be_made() -> None:
    for name in FORMATS:
        assert render(name, samples.SAMPLE).endswith("\n")


class TestReading:
    """A report can be read back, by this version and with keys that it does not know."""

    @pytest.mark.parametrize("report", [samples.SAMPLE, samples.EMPTY])
    def test_nothing_is_lost(self, report: Report, tmp_path: Path) -> None:
        file = tmp_path / "report.json"
        written = render("json", report)
        file.write_text(written)
        again = read(file)
        assert render("json", again) == written
        assert [it.fingerprint for it in again.findings] == [
            it.fingerprint for it in report.findings
        ]

    def test_an_older_report(self, tmp_path: Path) -> None:
        made = document(samples.SAMPLE)
        for finding in made["findings"]:
            for site in finding["sites"]:
                for key in ("starter", "target", "stack"):
                    del site[key]
        file = tmp_path / "report.json"
        file.write_text(json.dumps({**made, "something": "new"}))
        assert render("json", read(file)) == render("json", samples.SAMPLE)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (None, "report.json: cannot be read (No such file or directory)"),
            ("", "report.json: is no JSON; expected what --output json writes"),
            ("[]", "report.json: is no report of snarl's"),
            ("{}", "report.json: is no report of snarl's"),
            ('{"tool": "x"}', "report.json: is no report of snarl's"),
            (
                '{"tool": {"name": "snarl"}, "version": 2}',
                "report.json: expected version 1 of reports, got 2",
            ),
            (
                '{"tool": {"name": "snarl"}, "version": 1}',
                "report.json: something is missing in this report: 'input'",
            ),
        ],
    )
    def test_no_report(self, text: str | None, message: str, here: Path) -> None:
        if text is not None:
            Path("report.json").write_text(text)
        with pytest.raises(ReportError) as error:
            read(Path("report.json"))
        assert str(error.value) == message
