"""The report as JSON: the contract that other tools read (`docs/check.md`).

What the contract has comes first, in its order. Keys that follow may become more; none goes away
while `version` is 1. The text is ASCII, so that no terminal or locale can spoil it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import snarl

if TYPE_CHECKING:
    from snarl.findings import Finding, Frame, Report, Run, Site
    from snarl.report import View

VERSION = 1
_STAGES = ("original", "reachable", "aliasing", "escaping", "unlocked")
_SECONDS = ("load", "points-to", "facts", "check")


def lines(report: Report, view: View) -> Iterator[str]:
    """The report, with a line for each finding. What is indented throughout is encoded by slow code
    of the library's, and a large report took seconds."""
    *parts, last = _document(report).items()
    yield "{"
    for key, value in parts:
        yield from _part(key, value, ",")
    yield from _part(*last, "")
    yield "}"


def _part(key: str, value: object, comma: str) -> Iterator[str]:
    """A part of the report; a line for each item of a list."""
    if not isinstance(value, list) or not value:
        yield f' "{key}": {json.dumps(value)}{comma}'
        return
    *items, last = _Findings().texts(value) if key == "findings" else map(json.dumps, value)
    yield f' "{key}": ['
    yield from (f"  {item}," for item in items)
    yield f"  {last}"
    yield f" ]{comma}"


def _document(report: Report) -> dict[str, Any]:
    return {
        "version": VERSION,
        "tool": {"name": "snarl", "version": snarl.__version__},
        "input": {
            "paths": list(report.paths),
            "mode": report.mode,
            "roots": list(report.roots),
        },
        "findings": list(report.findings),
        "stages": dict.fromkeys(_STAGES, 0) | dict(report.stages),
        "warnings": list(report.warnings),
        "seconds": dict.fromkeys(_SECONDS, 0.0)
        | {stage: round(seconds, 3) for stage, seconds in report.seconds.items()},
        "complete": report.is_complete,
        **({"run": _run(report.run)} if report.run else {}),
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "command": list(run.command),
        "exit-code": run.exit_code,
        "timed-out": run.is_timed_out,
        "detectors": list(run.detectors),
        "instrumented": run.instrumented,
        "jvms": [
            {
                "pid": jvm.pid,
                "java": jvm.java,
                "command": jvm.command,
                "watched": not jvm.is_off,
                "classes": jvm.classes,
                "sites": jvm.sites,
                "threads": jvm.threads,
            }
            for jvm in run.jvms
        ],
        "untransformed": dict(run.untransformed),
        "left-out": run.left_out,
        "unwatched": run.unwatched,
    }


class _Findings:
    """Findings as text. Frames are most of it, and each is on many paths: it is encoded once, as is
    each word of a site."""

    def __init__(self) -> None:
        self._encode = json.JSONEncoder().encode
        self._known_frames: dict[Frame, str] = {}
        self._known_words: dict[str | tuple[str, ...] | None, str] = {}

    def texts(self, findings: Iterable[Finding]) -> Iterator[str]:
        """The text of each finding."""
        return map(self._finding, findings)

    def _finding(self, finding: Finding) -> str:
        subject = finding.subject
        before = {
            "rule": finding.rule,
            "severity": str(finding.severity),
            "evidence": str(finding.evidence),
            "message": finding.message,
            "fingerprint": finding.fingerprint,
            "subject": {
                "kind": subject.kind,
                "class": subject.class_name,
                "member": subject.member,
            },
        }
        between = {
            "confidence": finding.confidence,
            "why": finding.why,
            "note": finding.note,
            "hint": finding.hint,
        }
        sites = ", ".join(map(self._site, finding.sites))
        return (
            f'{self._open(before)}, "sites": [{sites}], {self._open(between)[1:]}, '
            f'"objects": [{self._frames(finding.objects)}], '
            f'"details": {self._encode(dict(finding.details))}}}'
        )

    def _site(self, site: Site) -> str:
        of, thread = self._word, site.thread
        started = self._frame(thread.started) if thread.started else "null"
        return (
            f'{{"class": {of(site.class_name)}, "method": {of(site.method)}, '
            f'"descriptor": {of(site.descriptor)}, "file": {of(site.file)}, "line": {site.line}, '
            f'"access": {of(site.access)}, "thread": {of(thread.name)}, '
            f'"locks": {of(site.locks)}, "path": [{self._frames(site.path)}], '
            f'"started": {started}, "starter": {of(thread.starter)}, '
            f'"target": {of(site.target)}, "stack": {of(site.stack)}}}'
        )

    def _word(self, word: str | tuple[str, ...] | None) -> str:
        """A text, or some."""
        found = self._known_words.get(word)
        if found is None:
            found = self._known_words[word] = self._encode(word)
        return found

    def _open(self, items: Mapping[str, object]) -> str:
        """Items of an object that goes on."""
        return self._encode(items)[:-1]

    def _frames(self, frames: Iterable[Frame]) -> str:
        return ", ".join(map(self._frame, frames))

    def _frame(self, frame: Frame) -> str:
        if frame not in self._known_frames:
            self._known_frames[frame] = self._encode(
                {
                    "class": frame.class_name,
                    "method": frame.method,
                    "file": frame.file,
                    "line": frame.line,
                }
            )
        return self._known_frames[frame]
