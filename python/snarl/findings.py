"""Findings: what a checker reports, complete enough that an output format needs nothing else.

A finding is a rule, a subject, its sites and its evidence (DESIGN, section 3). All of it is frozen
data: checkers make findings, reports print them, and nobody else changes them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Literal, NamedTuple

Access = Literal["read", "write"]
Mode = Literal["closed", "open", "run"]
Stack = Literal["derived", "exact", "example", "none"]
"""Where a path is from: the code; the stack at that moment of a run; a stack from which the same
thread had come to the same instruction before; or there is none, for the run kept no stack."""

_NAME = re.compile(r"[^\W\d][\w$]*")
_NUMBER = re.compile(r"[$-]\d+(?!\w)")
"""`lambda$main$0`, `Main$1`."""


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


class Frame(NamedTuple):
    """A place in the code: a step of a call path, a start of a thread, a making of an object.

    A report has so many of them, and of so few, that it matters how fast they are compared.
    """

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
    known_by: str = field(default="", compare=False)
    """What stands for the member in a fingerprint, where it is a variable: people rename these."""

    def __str__(self) -> str:
        return f"{self.class_name}.{self.member}"


def thread_local_entry(subject: Subject) -> str | None:
    """What to write into `shared.thread-local` if a subject is not shared."""
    if subject.kind not in ("field", "array", "container"):
        return None
    return str(subject) if _NAME.fullmatch(subject.member) else subject.class_name


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """A thread that runs a site."""

    name: str
    """For people: `main`, `Worker.run`, `a caller of Counter.inc`."""
    started: Frame | None = None
    """Where it is started; None for the main thread and for callers of an open program."""
    starter: str = ""
    """The name of the thread that started it, where a run has shown that."""


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
    target: str = ""
    """What is acquired, for people; empty for accesses."""
    stack: Stack = "derived"
    """Where the path is from."""

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
    same_as: str = ""
    """The fingerprint of a finding that this one is better evidence of."""
    number: int = 0
    """How many findings before it have the same names, so that it needs a number too."""

    @property
    def fingerprint(self) -> str:
        """The same for the same defect after lines have moved: names, not numbers, go into it. Nor
        do those that compilers give to lambdas and anonymous classes: a new one changes them."""
        if self.same_as:
            return self.same_as
        sides = sorted({(*_method(it), it.access) for it in self.sites[:2]})
        subject = f"{self.subject.class_name}.{self.subject.known_by or self.subject.member}"
        names = (self.rule, self.subject.kind, subject, sides)
        text = repr((*names, self.number) if self.number else names)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _method(site: Site) -> tuple[str, str, str]:
    """What a site's method is known by. What a lambda captures may be more tomorrow."""
    name = _NUMBER.sub("$", site.method)
    of_method = site.descriptor if name == site.method else ""
    return _NUMBER.sub("$", site.class_name), name, _NUMBER.sub("$", of_method)


def numbered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the same order, of which no two have one fingerprint: those that would are told
    apart by which of them comes first in its file."""
    found = list(findings)
    alike: dict[str, list[int]] = {}
    for place, finding in enumerate(found):
        alike.setdefault(finding.fingerprint, []).append(place)
    for places in alike.values():
        in_file = sorted(places, key=lambda it: [site.line for site in found[it].sites])
        for number, place in enumerate(in_file[1:], 1):
            found[place] = replace(found[place], number=number)
    return found


def rank(finding: Finding) -> tuple[object, ...]:
    """The order of a report: best evidence and surest first, of these the most harmful; what is
    likely harmless last."""
    sureness = ("high", "medium", "low").index(finding.confidence)
    return (
        -finding.evidence,
        finding.severity == Severity.NOTE,
        sureness,
        -finding.severity,
        finding.rule,
        str(finding.subject),
        finding.fingerprint,
    )


@dataclass(frozen=True, slots=True)
class WatchedJvm:
    """A JVM of a run."""

    pid: int
    java: str
    """Its version."""
    command: str
    """The main class or jar, and what it was given."""
    is_off: bool
    """Whether it is a build tool's own, and was left alone."""
    classes: int
    """How many were instrumented."""
    sites: int
    """How many accesses and synchronizations of theirs."""
    threads: int


@dataclass(frozen=True, slots=True)
class Run:
    """A run that was watched, and how much of it."""

    command: tuple[str, ...]
    exit_code: int
    """The program's own, as a shell tells it: 143 after SIGTERM."""
    detectors: tuple[str, ...]
    instrumented: str
    """Which accesses, for people: `all accesses`."""
    jvms: tuple[WatchedJvm, ...]
    untransformed: Mapping[str, str]
    """Classes and methods that were left as they were, and why."""
    left_out: int
    """How many accesses were not looked at, for want of memory."""
    is_timed_out: bool = False
    """Whether snarl ended it."""
    unwatched: str = ""
    """Why no class at all was instrumented, if none was."""

    @property
    def watched(self) -> tuple[WatchedJvm, ...]:
        """All JVMs but those of build tools."""
        return tuple(jvm for jvm in self.jvms if not jvm.is_off)

    @property
    def classes(self) -> int:
        """How many were instrumented, in all JVMs."""
        return sum(jvm.classes for jvm in self.jvms)


@dataclass(frozen=True, slots=True)
class Report:
    """What a check, or a run, says of a program."""

    findings: tuple[Finding, ...]
    """The surest first, of these the most harmful."""
    paths: tuple[str, ...]
    mode: Mode
    roots: tuple[str, ...]
    """What the analysis started from: `a.b.Main.main`."""
    stages: Mapping[str, int]
    """Pairs of accesses left after each stage, as in paper 1, figure 11."""
    warnings: tuple[str, ...]
    seconds: Mapping[str, float]
    is_complete: bool = True
    run: Run | None = None
    """The run that findings are from, if there was one."""
