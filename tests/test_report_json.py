"""Reports as JSON: the contract that other tools read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import report_samples as samples
import snarl
from snarl.findings import Evidence, Report, Severity
from snarl.report import FORMATS, render

FRAME = {"class": str, "method": str, "file": (str, None), "line": int}
# A type, a tuple of what it may be, a list of one kind of thing, or the keys of an object in order.
CONTRACT = {
    "version": int,
    "tool": {"name": str, "version": str},
    "input": {"paths": [str], "mode": ("closed", "open"), "roots": [str]},
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


class TestContract:
    @pytest.mark.parametrize("report", [samples.SAMPLE, samples.EMPTY])
    def test_keys_and_types(self, report: Report) -> None:
        made = document(report)
        for key, kind in CONTRACT.items():
            assert fits(made[key], kind), key
        assert list(made) == list(CONTRACT)

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
