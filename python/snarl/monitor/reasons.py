"""Why a race that a run showed is not among the static ones: reasons kept by hand, as data.

A reason holds for the pairs that fit all that it names; what it does not name may be anything.

    [[reason]]
    programs = ["quartz"]            # names of programs
    verdicts = ["ordered"]           # what the analysis says: see `snarl.monitor.soundness.Verdict`
    subjects = ["a.b.C.x", "a.d.*"]  # what is accessed, with wildcards
    methods = ["<init>"]             # one of the two accesses is in a method of such a name
    evidence = "predicted"           # or observed
    why = "…"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, get_args

from snarl.monitor.accesses import Evidence
from snarl.monitor.soundness import Compared, Verdict


class ReasonError(ValueError):
    """A reason that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason, and the pairs that it is for."""

    why: str
    programs: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    evidence: str = ""

    def explains(self, program: str, compared: Compared) -> bool:
        """Whether it is about this pair."""
        pair = compared.pair
        return (
            self.evidence in ("", pair.evidence)
            and _fits([program], self.programs)
            and _fits([compared.verdict.value], self.verdicts)
            and _fits([pair.subject], self.subjects)
            and _fits([side.site.method for side in pair.sides], self.methods)
        )


def _fits(values: list[str], patterns: tuple[str, ...]) -> bool:
    if not patterns:
        return True
    return any(fnmatchcase(value, pattern) for value in values for pattern in patterns)


def read(path: Path) -> list[Reason]:
    """All reasons of a file, in order. What would never fit anything is an error."""
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["reason"]
    for row in rows:
        _check(path, set(row), {it.name for it in fields(Reason)})
        _check(path, set(row.get("verdicts", ())), {it.value for it in Verdict if it.is_miss})
        if "evidence" in row:
            _check(path, {row["evidence"]}, set(get_args(Evidence)))
        if not row.get("why", "").strip():
            raise ReasonError(f"{path.name}: a reason must say why: {row}")
    return [Reason(**{key: _frozen(value) for key, value in row.items()}) for row in rows]


def _check(path: Path, given: set[str], known: set[str]) -> None:
    if unknown := given - known:
        raise ReasonError(f"{path.name}: expected one of {sorted(known)}, got {min(unknown)}")


def _frozen(value: object) -> Any:
    return tuple(value) if isinstance(value, list) else value


def find(reasons: list[Reason], program: str, compared: Compared) -> Reason | None:
    """The first reason that explains why a pair is not reported."""
    return next((it for it in reasons if it.explains(program, compared)), None)
