"""Reads a report back that `snarl check --output json` wrote.

What this version does not know is left out; what it needs and is not there is an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from snarl.findings import (
    Evidence,
    Finding,
    Frame,
    Mode,
    Report,
    Severity,
    Site,
    Stack,
    Subject,
    ThreadInfo,
)
from snarl.report.as_json import VERSION

_MODES: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}
_STACKS: dict[str, Stack] = {stack: stack for stack in get_args(Stack)}


class ReportError(ValueError):
    """A file that is no report."""


def read(path: Path) -> Report:
    """A report.

    Raises:
        ReportError: The file cannot be read, or is no report.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReportError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise ReportError(f"{path}: is no JSON; expected what --output json writes") from None
    return parse(document, str(path))


def parse(document: object, name: str) -> Report:
    """A report, of what its JSON says; `name` is for errors.

    Raises:
        ReportError: It is no report.
    """
    tool = document.get("tool") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(tool, dict) or tool.get("name") != "snarl":
        raise ReportError(f"{name}: is no report of snarl's")
    if (version := document.get("version")) != VERSION:
        raise ReportError(f"{name}: expected version {VERSION} of reports, got {version}")
    try:
        return _report(document)
    except (KeyError, TypeError, AttributeError) as problem:
        raise ReportError(f"{name}: something is missing in this report: {problem}") from None


def _report(document: Mapping[str, Any]) -> Report:
    given = document["input"]
    return Report(
        tuple(_finding(it) for it in document["findings"]),
        tuple(given["paths"]),
        _MODES[given["mode"]],
        tuple(given["roots"]),
        document["stages"],
        tuple(document["warnings"]),
        document["seconds"],
        document["complete"],
    )


def _finding(given: Mapping[str, Any]) -> Finding:
    subject = given["subject"]
    return Finding(
        given["rule"],
        Severity[given["severity"].upper()],
        given["message"],
        Subject(subject["kind"], subject["class"], subject["member"]),
        tuple(_site(it) for it in given["sites"]),
        Evidence[given["evidence"].upper()],
        given["confidence"],
        given["why"],
        given["note"],
        given["hint"],
        tuple(_frame(it) for it in given["objects"]),
        given["details"],
        given["fingerprint"],
    )


def _site(given: Mapping[str, Any]) -> Site:
    started = given.get("started")
    thread = ThreadInfo(
        given["thread"], _frame(started) if started else None, given.get("starter", "")
    )
    return Site(
        given["class"],
        given["method"],
        given["descriptor"],
        given["file"],
        given["line"],
        given["access"],
        thread,
        tuple(given["locks"]),
        tuple(_frame(it) for it in given["path"]),
        given.get("target", ""),
        _STACKS[given.get("stack", "derived")],
    )


def _frame(given: Mapping[str, Any]) -> Frame:
    return Frame(given["class"], given["method"], given["file"], given["line"])
