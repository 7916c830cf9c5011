"""Findings: what a checker reports, complete enough that an output format needs nothing else.

A finding is a rule, a subject, its sites and its evidence (DESIGN, section 3). All of it is frozen
data: checkers make findings, reports print them, and nobody else changes them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal

Access = Literal["read", "write"]


class Severity(IntEnum):
    """How much a finding matters; the highest first in reports."""

    NOTE = 0
    """Likely harmless: the message says why."""
    WARNING = 1
    ERROR = 2

    def __str__(self) -> str:
        return self.name.lower()


class Evidence(IntEnum):
    """How sure a finding is, weakest first."""

    STATIC = 0
    """Derived from the code."""
    PREDICTED = 1
    """From a run, by locksets or a solver."""
    OBSERVED = 2
    """Seen in a run."""
    PROVED = 3
    """Replayed by a schedule."""

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in the code: a step of a call path, a start of a thread, a making of an object."""

    class_name: str
    method: str
    file: str | None
    line: int
    """0 where the class does not say."""

    def __str__(self) -> str:
        """As Java prints a stack: `a.b.C.m(C.java:12)`."""
        if self.file is None:
            return f"{self.class_name}.{self.method}"
        line = f":{self.line}" if self.line else ""
        return f"{self.class_name}.{self.method}({self.file}{line})"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a finding is about."""

    kind: Literal["field", "array", "container", "lock", "method"]
    class_name: str
    """The class that declares the member; of an array or container, the class that holds it."""
    member: str
    """The field or method; of an array or container, the field that holds it or what it is."""

    def __str__(self) -> str:
        return f"{self.class_name}.{self.member}"


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """A thread that runs a site."""

    name: str
    """For people: `main`, `Worker.run`, `a caller of Counter.inc`."""
    started: Frame | None = None
    """Where it is started; None for the main thread and for callers of an open program."""


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction that takes part in a finding."""

    class_name: str
    method: str
    descriptor: str
    file: str | None
    line: int
    access: str
    """`read`, `write`, `acquire`, `wait`, …"""
    thread: ThreadInfo
    locks: tuple[str, ...] = ()
    """The locks surely held, for people: `this (a.b.C)`, `a.b.C.LOCK`."""
    path: tuple[Frame, ...] = ()
    """The calls from the thread's first method to the site; the site's own method is the last."""

    @property
    def frame(self) -> Frame:
        """Where it is."""
        return Frame(self.class_name, self.method, self.file, self.line)


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect. `sites` has the two sides of a race first; others that belong to it follow."""

    rule: str
    severity: Severity
    message: str
    """One sentence."""
    subject: Subject
    sites: tuple[Site, ...]
    evidence: Evidence = Evidence.STATIC
    confidence: Literal["high", "medium", "low"] = "medium"
    why: str = ""
    """Why nothing orders the sites, or what else makes it a defect."""
    note: str = ""
    """Why it may be harmless, where it may be."""
    hint: str = ""
    """How to mend it."""
    objects: tuple[Frame, ...] = ()
    """Where the objects that are concerned are made."""
    details: Mapping[str, str] = field(default_factory=dict)
    """What else a rule tells, by name."""

    @property
    def fingerprint(self) -> str:
        """The same for the same defect after lines have moved: names, not numbers, go into it."""
        sides = sorted(
            {(it.class_name, it.method, it.descriptor, it.access) for it in self.sites[:2]}
        )
        text = repr((self.rule, self.subject.kind, str(self.subject), sides))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Report:
    """What a check says of a program."""

    findings: tuple[Finding, ...]
    """The most harmful first."""
    paths: tuple[str, ...]
    mode: Literal["closed", "open"]
    roots: tuple[str, ...]
    """What the analysis started from: `a.b.Main.main`."""
    stages: Mapping[str, int]
    """Pairs of accesses left after each stage, as in paper 1, figure 11."""
    warnings: tuple[str, ...]
    seconds: Mapping[str, float]
    is_complete: bool = True
