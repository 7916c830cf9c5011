"""Static findings beside those of a run: what was derived and then seen has better evidence.

A static finding stands for a subject and a cause, a dynamic one for a pair of places. The two are
the same if they are about one field; an array or a collection has a name only for the static
analysis, so that there the places decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from snarl.findings import Evidence, Finding, Severity, Site, rank

_CONFIDENCE = ("low", "medium", "high")


def merge(derived: Iterable[Finding], seen: Sequence[Finding]) -> list[Finding]:
    """All findings, each once: those that the run has shown with what it has shown."""
    left = sorted(seen, key=rank)
    merged: list[Finding] = []
    for finding in derived:
        same = [it for it in left if _is_same(finding, it)]
        if not same:
            merged.append(finding)
            continue
        best = min(same, key=partial(_distance, finding))
        merged.append(_raised(finding, best))
        left = [it for it in left if it is not best and not (it in same and _has(finding, it))]
    return sorted([*merged, *left], key=rank)


def _distance(derived: Finding, seen: Finding) -> tuple[int, bool]:
    """Sorts what is the same as a static finding: better evidence first, then the same sites."""
    return -seen.evidence, seen.fingerprint != derived.fingerprint


def _is_same(derived: Finding, seen: Finding) -> bool:
    if derived.rule != seen.rule:
        return False
    if derived.fingerprint == seen.fingerprint:
        return True
    if derived.subject.kind != seen.subject.kind:
        return False
    if derived.subject.kind == "field":
        return derived.subject == seen.subject
    return _has(derived, seen)


def _has(derived: Finding, seen: Finding) -> bool:
    """Whether a static finding tells of both sides of a dynamic one."""
    known = set(map(_spot, derived.sites))
    return all(_spot(site) in known for site in seen.sites)


def _spot(site: Site) -> tuple[str, str, str, int, str]:
    return (site.class_name, site.method, site.descriptor, site.line, site.access)


def _raised(derived: Finding, seen: Finding) -> Finding:
    """A static finding, told as it was seen. What made it harmless may still be so."""
    shown = set(map(_spot, seen.sites))
    others = tuple(site for site in derived.sites if _spot(site) not in shown)
    is_observed = seen.evidence >= Evidence.OBSERVED
    note = derived.note if derived.severity == Severity.NOTE else seen.note
    return replace(
        seen,
        severity=max(derived.severity, seen.severity) if is_observed else derived.severity,
        subject=derived.subject,
        sites=(*seen.sites, *others),
        evidence=max(derived.evidence, seen.evidence),
        confidence=max(derived.confidence, seen.confidence, key=_CONFIDENCE.index),
        note=note,
        hint=derived.hint or seen.hint,
        objects=derived.objects,
        details={**derived.details, **seen.details},
        same_as=derived.fingerprint,
    )
