"""Where the findings of a check differ from what a program says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from races.expectations import Expectation, Source
from snarl.findings import Severity

if TYPE_CHECKING:
    from snarl.findings import Finding, Report


def complaints(source: Source, report: Report) -> list[str]:
    """What differs, a line each; nothing if the program is as it says, or as it is known to be."""
    found = list(_unexpected(source, report))
    missing = list(_missing(source, report))
    if not source.is_missed:
        found += missing
    elif not missing:
        found.append(f"{source.path.name}: no longer missed: drop the FN_")
    return found + list(_stages(source, report))


def matches(expectation: Expectation, finding: Finding, file: str) -> bool:
    """Whether a finding is the one that is expected."""
    return (
        finding.rule == expectation.rule
        and str(finding.subject) == expectation.subject
        and expectation.kind in (None, finding.subject.kind)
        and (finding.severity is Severity.NOTE) == expectation.is_note
        and any((it.file, it.line) == (file, expectation.line) for it in finding.sites)
    )


def shown(finding: Finding) -> str:
    """A finding in the words of an expectation, with its sites."""
    note = " (note)" if finding.severity is Severity.NOTE else ""
    sites = ", ".join(f"{it.file}:{it.line} {it.access}" for it in finding.sites)
    return f"{finding.rule} {finding.subject.kind} {finding.subject}{note} at {sites}"


def _unexpected(source: Source, report: Report) -> Iterator[str]:
    for finding in report.findings:
        if not any(matches(it, finding, source.path.name) for it in source.expectations):
            yield f"{source.path.name}: not expected: {shown(finding)}"


def _missing(source: Source, report: Report) -> Iterator[str]:
    for each in source.expectations:
        if any(matches(each, finding, source.path.name) for finding in report.findings):
            continue
        where = f"{source.path.name}:{each.line}"
        if each.is_false_alarm:
            yield f"{where}: no longer a false alarm: drop the FP_: {each}"
        else:
            yield f"{where}: not found: {each}"


def _stages(source: Source, report: Report) -> Iterator[str]:
    for stage, count in source.stages.items():
        found = report.stages.get(stage)
        if found != count:
            yield f"{source.path.name}: {stage}: expected {count} pairs, found {found}"
