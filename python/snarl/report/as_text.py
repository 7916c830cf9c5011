"""The report as text for people.

A finding is told in one order, whatever its rule: one sentence, excerpts of the two sites, their
stacks with the locks held, why nothing orders them, where the threads start, where the object is
made, how to mend it, how to tell snarl that it is none. What is likely harmless takes two lines. A
cycle of locks has as many sites as it has locks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from snarl.findings import Evidence, Severity, ThreadInfo, thread_local_entry
from snarl.report.excerpts import Excerpt, excerpt
from snarl.terminal import printable

if TYPE_CHECKING:
    from snarl.findings import Finding, Frame, Report, Run, Site
    from snarl.report import View

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "message": "1",
    "site": "1",
    "mark": "31",
    "label": "36",
    "heading": "1;4",
    "dim": "2",
}
_LABEL = 11
_INDENT = "  "
_TOP, _BOTTOM = 12, 4
"""How many calls of a long stack are shown: those at the site, those at the thread's start."""
_SHOWN = 5
_SIDES = 8
_STACKS = {
    "example": "(as this thread reached it earlier)",
    "none": "(the calls that led there were not kept)",
}


def lines(report: Report, view: View) -> Iterator[str]:
    """All findings, and a last line with their number."""
    text = _Text(view)
    yield from text.grouped_by_object(report) if view.group == "object" else text.all_of(report)
    if report.findings:
        yield ""
    for looked_at in watched(report.run) if report.run else _stages(report):
        yield text.styled("dim", looked_at)
    yield text.styled("message", summary(report))


def summary(report: Report) -> str:
    """`2 errors, 1 warning, 3 notes in 4.2 s`; of a run, what was seen and how it ended."""
    if report.run is not None:
        return _run_summary(report, report.run)
    numbers = dict.fromkeys(sorted(Severity, reverse=True), 0)
    for finding in report.findings:
        numbers[finding.severity] += 1
    parts = [_count(number, str(severity)) for severity, number in numbers.items() if number]
    seconds = f"in {sum(report.seconds.values()):.1f} s"
    incomplete = "" if report.is_complete else ", but the analysis is incomplete"
    return f"{', '.join(parts) or 'no findings'} {seconds}{incomplete}"


def _run_summary(report: Report, run: Run) -> str:
    """`1 data-race observed, 2 predicted, 1 lock-order-cycle predicted in 4.2 s; …`."""
    by_rule: dict[str, Counter[Evidence]] = {}
    for finding in report.findings:
        by_rule.setdefault(finding.rule, Counter())[finding.evidence] += 1
    parts = []
    for rule, numbers in sorted(by_rule.items()):
        words = [f"{numbers[it]:,} {it}" for it in sorted(numbers, reverse=True)]
        parts.append(f"{rule}: {', '.join(words)}")
    seconds = f"in {sum(report.seconds.values()):.1f} s"
    incomplete = "" if report.is_complete else ", but the run was not watched as a whole"
    if run.unwatched:
        incomplete = ", for nothing was watched"
    ended = (
        f"the program was ended when its time was over (exit code {run.exit_code})"
        if run.is_timed_out
        else f"the program's own exit code is {run.exit_code}"
    )
    return f"{'; '.join(parts) or 'no findings'} {seconds}{incomplete}; {ended}"


def watched(run: Run) -> Iterator[str]:
    """How much of a run was looked at: that nothing was found must be told from that."""
    jvms = run.watched
    java = ", ".join(sorted({f"Java {jvm.java}" for jvm in jvms}))
    off = len(run.jvms) - len(jvms)
    told = f"{_count(len(jvms), 'JVM')} watched" + (f" ({java})" if java else "")
    if off:
        told += f", {off} of build tools left alone"
    sites, threads = sum(it.sites for it in jvms), sum(it.threads for it in jvms)
    classes = _count(run.classes, "class", "classes")
    yield _safe(
        f"{told}; {classes} with {_count(sites, 'site')} instrumented ({run.instrumented}); "
        f"{_count(threads, 'thread')}; {' and '.join(run.detectors)}"
    )
    if run.untransformed:
        names = [f"{name} ({why})" for name, why in run.untransformed.items()]
        more = f", and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        what = _count(len(names), "class or method", "classes or methods")
        yield _safe(f"{what} not instrumented: {', '.join(names[:_SHOWN])}{more}")
    if run.left_out:
        yield f"{_count(run.left_out, 'access', 'accesses')} not looked at, for want of memory"


def _stages(report: Report) -> Iterator[str]:
    """How many pairs of accesses were looked at: that nothing was found must be told from that
    nothing was there."""
    if "original" not in report.stages:
        return
    left = [f"{number:,} {stage}" for stage, number in report.stages.items() if stage != "original"]
    pairs = _count(report.stages["original"], "pair")
    yield f"{pairs} of accesses" + (f": {', '.join(left)}" if left else "")


def _count(number: int, of: str, several: str = "") -> str:
    return f"{number:,} {of}" if number == 1 else f"{number:,} {several or of + 's'}"


def _safe(text: str) -> str:
    """Names come from class files and may hold anything."""
    return printable(text).replace("\n", "\\n")


class _Text:
    """Writes findings as lines."""

    def __init__(self, view: View) -> None:
        self._view = view

    def styled(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._view.color else text

    def all_of(self, report: Report) -> Iterator[str]:
        """The findings; those about one subject follow each other."""
        by_subject: dict[str, list[Finding]] = {}
        for finding in report.findings:
            by_subject.setdefault(str(finding.subject), []).append(finding)
        yield from self._findings([it for several in by_subject.values() for it in several])

    def grouped_by_object(self, report: Report) -> Iterator[str]:
        """The findings below the place where their object is made. One that concerns several
        objects is told in full below the first, and named below the others."""
        groups: dict[str, list[Finding]] = {}
        for finding in report.findings:
            for place in dict.fromkeys(map(str, finding.objects)) or ("",):
                groups.setdefault(place, []).append(finding)
        told: set[int] = set()
        for number, (place, findings) in enumerate(groups.items()):
            if number:
                yield ""
            made = f"objects made at {place}" if place else "no object: static fields, and others"
            yield self.styled("heading", _safe(made))
            yield ""
            new = [finding for finding in findings if id(finding) not in told]
            told.update(map(id, new))
            yield from self._findings(new)
            if new and len(new) < len(findings):
                yield ""
            for finding in findings:
                if not any(finding is other for other in new):
                    yield from self._headline(finding, "see above: ")

    def _findings(self, findings: Sequence[Finding]) -> Iterator[str]:
        before: Finding | None = None
        for finding in findings:
            is_note = finding.severity == Severity.NOTE
            if before is not None and not (is_note and before.severity == Severity.NOTE):
                yield ""
            yield from self._note(finding) if is_note else self._finding(finding)
            before = finding

    def _note(self, finding: Finding) -> Iterator[str]:
        """In short: the sentence, and a second line with the sites and why it is harmless."""
        yield from self._headline(finding)
        sites = dict.fromkeys(f"{site.access} at {site.frame}" for site in sides(finding))
        text = ", ".join(sites) + (f": {finding.note}" if finding.note else "")
        yield from self._wrapped(text, _INDENT, _INDENT)

    def _finding(self, finding: Finding) -> Iterator[str]:
        yield from self._headline(finding)
        yield from self._excerpts(finding)
        for number, site in enumerate(sides(finding)):
            yield ""
            yield from self._stack(site, finding.sites[0].thread if number else None)
        yield ""
        for label, rows in self._rows(finding):
            yield from self._row(label, rows)

    def _headline(self, finding: Finding, before: str = "") -> Iterator[str]:
        severity = str(finding.severity)
        head = _safe(f"{severity}[{finding.rule}]:")
        first, *rest = self._wrapped(f"{before}{finding.message}", f"{head} ", _INDENT)
        yield self.styled(severity, head) + self.styled("message", first[len(head) :])
        yield from (self.styled("message", line) for line in rest)

    def _wrapped(self, text: str, first: str, others: str) -> list[str]:
        text = _safe(text)
        is_short = len(first) + len(text) <= self._view.width
        if is_short and text.isprintable() and text == text.strip() != "":
            return [first + text]  # as `wrap` does, which takes its time
        lines = wrap(
            text,
            self._view.width,
            initial_indent=first,
            subsequent_indent=others,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return lines or [first.rstrip()]

    def _excerpts(self, finding: Finding) -> Iterator[str]:
        """The sites in their sources, where these are found; a line that both share once."""
        if self._view.sources is None:
            return
        by_line: dict[Excerpt, list[str]] = {}
        for site in sides(finding):
            found = excerpt(
                self._view.sources, site.class_name, site.file, site.line, finding.subject.member
            )
            if found is not None:
                by_line.setdefault(found, []).append(site.access)
        for found, accesses in by_line.items():
            yield ""
            what = " and ".join(dict.fromkeys(accesses))
            both = ", in both threads" if len(accesses) == 2 and len(set(accesses)) == 1 else ""
            place = _safe(f"{found.path}:{found.line}")
            yield f"{_INDENT}{self.styled('site', what)} at {place}{both}"
            for is_it, line in found.numbered(self._view.width - len(_INDENT)):
                yield f"{_INDENT}{self.styled('mark' if is_it else 'dim', _safe(line))}"

    def _stack(self, site: Site, other: ThreadInfo | None) -> Iterator[str]:
        locks = ", ".join(site.locks) or "no lock"
        by = _thread(site.thread, is_another=site.thread == other)
        of = f" of {site.target}" if site.target else ""
        text = f"{site.access}{of} by {by}, holding {locks}"
        what, *rest = self._wrapped(text, _INDENT, _INDENT * 2)
        yield _INDENT + self.styled("site", what[len(_INDENT) :])
        yield from rest
        if site.stack in _STACKS:
            yield _INDENT * 2 + self.styled("dim", _STACKS[site.stack])
        for line in _shortened([f"at {frame}" for frame in _calls(site)]):
            yield f"{_INDENT * 3}{_safe(line)}"

    def _row(self, label: str, rows: Iterable[str]) -> Iterator[str]:
        """A label, with text in a column beside it."""
        column = " " * (len(_INDENT) + _LABEL)
        for text in rows:
            for line in self._wrapped(text, column, column):
                head = _INDENT + self.styled("label", label) + " " * max(1, _LABEL - len(label))
                yield (head + line[len(column) :]) if label else line
                label = ""

    def _rows(self, finding: Finding) -> Iterator[tuple[str, list[str]]]:
        if finding.why:
            yield "why", [finding.why]
        if starts := _starts(sides(finding)):
            yield "threads", starts
        if finding.objects:
            first, *others = map(str, dict.fromkeys(finding.objects))
            yield "object", _some([f"made at {first}", *(f"or at {other}" for other in others)])
        if more := finding.sites[len(sides(finding)) :]:
            yield "also", _some([f"{site.access} at {site.frame}{_held(site)}" for site in more])
        for name, text in finding.details.items():
            yield _safe(name), [text]
        if finding.note:
            yield "but", [finding.note]
        if finding.hint:
            yield "fix", [finding.hint]
        is_seen = finding.evidence > Evidence.PREDICTED
        if (entry := thread_local_entry(finding.subject)) is not None and not is_seen:
            told = "if no two threads use it at once, tell snarl.toml so, below [shared]:"
            yield "ignore", [told, f'thread-local = ["{entry}"]']
        yield "evidence", [f"{finding.evidence}, confidence {finding.confidence}"]


def sides(finding: Finding) -> tuple[Site, ...]:
    """The sites that are told in full: the two of a race, all of a cycle."""
    return finding.sites[: _SIDES if finding.subject.kind == "lock" else 2]


def _thread(thread: ThreadInfo, *, is_another: bool = False) -> str:
    """`the main thread`, `thread Worker.run`, `another caller of Counter.inc`."""
    name = "the main thread" if thread.name == "main" else thread.name
    if not name.startswith(("a ", "an ", "the ")):
        name = f"thread {name}"
    if not is_another:
        return name
    return f"another {name.removeprefix('a ').removeprefix('an ').removeprefix('the ')}"


def _calls(site: Site) -> list[Frame]:
    """The stack, the site itself first."""
    path = list(site.path)
    last = path[-1] if path else None
    if last and (last.class_name, last.method) == (site.class_name, site.method):
        path.pop()
    # A method that a compiler puts before another one of its name has no lines.
    path = [it for it, above in zip(path, [None, *path], strict=False) if it.line or it != above]
    return [site.frame, *reversed(path)]


def _shortened(stack: list[str]) -> list[str]:
    left_out = len(stack) - _TOP - _BOTTOM
    if left_out <= 1:
        return stack
    return [*stack[:_TOP], f"... {left_out} more calls", *stack[-_BOTTOM:]]


def _starts(sites: Sequence[Site]) -> list[str]:
    """Where threads start, those that are started by something we see."""
    starts = [
        f"{_thread(site.thread)} is started{_by(site.thread)} at {site.thread.started}"
        for site in sites
        if site.thread.started is not None
    ]
    if len(starts) == 2 and starts[0] == starts[1]:
        thread = sites[0].thread
        return [f"both are started{_by(thread)} at {thread.started}"]
    return list(dict.fromkeys(starts))


def _by(thread: ThreadInfo) -> str:
    return f" by {_thread(ThreadInfo(thread.starter))}" if thread.starter else ""


def _held(site: Site) -> str:
    return f", holding {', '.join(site.locks)}" if site.locks else ""


def _some(rows: list[str]) -> list[str]:
    left_out = len(rows) - _SHOWN
    return rows if left_out <= 0 else [*rows[:_SHOWN], f"and {left_out} more"]
