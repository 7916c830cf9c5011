"""Checking a program: from what it starts from to a report of what is wrong with it.

program = snarl.load(["build/libs/app.jar"])
for finding in check(program).findings:
    print(finding.message)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from difflib import get_close_matches
from itertools import takewhile
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from snarl.findings import Finding, Report, Severity, numbered, rank
from snarl.parallel import has_second_processor
from snarl.settings import Settings

if TYPE_CHECKING:
    from snarl.checkers import Checker
    from snarl.facts import Facts
    from snarl.facts.code.reading import Codes
    from snarl.main_reach import MainReach
    from snarl.points_to import Roots, Solution
    from snarl.program import Program

    Bar = Callable[[int, int], None] | None
    Progress = Callable[[str], AbstractContextManager[Bar]]


_DECLARED = (
    "it says which packages others may use, and not where it starts: it is checked as a library; "
    "--main CLASS checks what starts there"
)


class RuleError(ValueError):
    """A rule that there is not."""


def check(
    program: Program,
    *,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    context: str = "auto",
    rules: Sequence[str] | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Report:
    """Checks a program that starts in the classes `main`, or is open at those that match `open`;
    with neither, at the main methods it has, or else at all that is public."""
    from snarl.checkers import checkers

    if rules is not None:
        _chosen(checkers(), rules)  # a rule that there is not is told at once
    checking = _Checking(program, settings or Settings(), context, progress, asked_open=bool(open))
    start = checking.start(main, open)
    chosen = _chosen(checkers(), rules)
    judged = checking.judge(start.solution, chosen)
    if start.is_small_program and _is_quiet(judged.findings):
        instead = checking.start_as_library(start)
        if instead is not None:
            start, judged = instead, checking.judge(instead.solution, chosen)
    roots = start.roots
    return Report(
        tuple(numbered(sorted(judged.findings, key=rank))),
        (),
        roots.mode,
        tuple(f"{method.owner.name}.{method.name}" for method in (*roots.methods, *roots.calls)),
        judged.stages,
        (*_warnings(judged.facts), *_about_start(judged.facts, start)),
        checking.seconds,
        start.solution.is_complete,
    )


class _Start(NamedTuple):
    """What a program starts from, and what follows from that."""

    roots: Roots
    solution: Solution
    is_asked: bool = False
    """Whether the user named it."""
    is_declared: bool = False
    """Whether the program says by itself that it is a library."""
    reached: MainReach | None = None
    """How far the main methods reach, if that was looked at."""

    @property
    def is_small_program(self) -> bool:
        """Whether it is taken for a program of which most is not reached."""
        is_small = self.reached is not None and self.reached.is_small
        return is_small and self.roots.is_of_program

    @property
    def is_partly_reached(self) -> bool:
        """Whether the same is worth telling."""
        is_partial = self.reached is not None and self.reached.is_partial
        return self.is_small_program or (is_partial and self.roots.is_of_program)


class _Judged(NamedTuple):
    """What the checkers say."""

    facts: Facts
    findings: list[Finding]
    stages: dict[str, int]


class _Checking:
    """The steps of a check, and how long they take."""

    def __init__(
        self,
        program: Program,
        settings: Settings,
        context: str,
        progress: Progress | None,
        *,
        asked_open: bool,
    ) -> None:
        self._program = program
        self._settings = settings
        self._context = context
        self._progress = progress
        self._asked_open = asked_open
        self._codes: Codes = {}
        self.seconds: dict[str, float] = {"load": 0.0}

    def start(self, main: Sequence[str] | None, open: Sequence[str] | None) -> _Start:
        """Chooses what the program starts from, and solves it from there."""
        from snarl.program.harness import choose

        program, settings = self._program, self._settings
        with self._step("points-to") as bar:
            roots = choose(program, main, open, settings.callbacks, start="light")
            with _meanwhile(program, self._codes):
                if main or open:
                    return _Start(roots, self._solve(roots, bar), is_asked=True)
                library = _declared_library(program, roots, settings)
                if library is not None:
                    return _Start(library, self._solve(library, bar), is_declared=True)
                if not roots.is_of_program:
                    return _Start(roots, self._solve(roots, bar))
                return self._start_program(roots, bar)

    def _start_program(self, roots: Roots, bar: Bar) -> _Start:
        """The same for what has main methods, or what frameworks call: where these say nothing, it
        is a library."""
        from snarl.main_reach import main_reach
        from snarl.program.harness import mains_alone

        # A mere bean is not what a program is for: a library may have one.
        has_beans = bool(roots.calls) and not roots.is_hosted
        first = mains_alone(self._program, start="light") if has_beans else roots
        solution = self._solve(first, bar)
        reached = main_reach(solution)
        library = _as_library(self._program, self._settings) if reached.says_nothing else None
        if library is not None:
            return _Start(library, self._solve(library, bar), reached=reached)
        if has_beans:
            solution = self._solve(roots, bar)
        return _Start(roots, solution, reached=reached)

    def start_as_library(self, start: _Start) -> _Start | None:
        """The same program as a library, where nothing was found in it; None if it is none."""
        roots = _as_library(self._program, self._settings)
        if roots is None:
            return None
        reached = None if start.reached is None else start.reached._replace(is_quiet=True)
        with self._step("points-to") as bar:
            return _Start(roots, self._solve(roots, bar), reached=reached)

    def _solve(self, roots: Roots, bar: Bar) -> Solution:
        return self._program.points_to(
            self._context, roots=roots, models=self._settings.models, progress=bar
        )

    def judge(self, solution: Solution, chosen: dict[str, Checker]) -> _Judged:
        """Asks checkers what is wrong."""
        from snarl.facts import Facts

        facts = Facts(solution, self._settings, asked_open=self._asked_open, codes=self._codes)
        with self._step("facts"):
            facts.compute()
        findings: list[Finding] = []
        stages: dict[str, int] = {}
        with self._step("check", "checking"):
            for checker in chosen.values():
                found, counts = checker(facts)
                findings += found
                stages.update(counts)
        return _Judged(facts, findings, stages)

    @contextmanager
    def _step(self, name: str, shown: str | None = None) -> Iterator[Bar]:
        """Times a step, and shows that it is being done."""
        begin = time.perf_counter()
        try:
            with nullcontext() if self._progress is None else self._progress(shown or name) as bar:
                yield bar
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - begin


def _chosen(known: dict[str, Checker], rules: Sequence[str] | None) -> dict[str, Checker]:
    if rules is None:
        return known
    for rule in rules:
        if rule not in known:
            close = get_close_matches(rule, known, 1)
            hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(known)}"
            raise RuleError(f"there is no rule {rule}; {hint}")
    return {rule: known[rule] for rule in known if rule in rules}


def _warnings(facts: Facts) -> Iterator[str]:
    from snarl.facts.unmatched import unmatched

    yield from unmatched(facts.program, facts.settings)
    if facts.solution.degraded:
        count = len(facts.solution.degraded)
        methods = "1 method" if count == 1 else f"{count:,} methods"
        yield f"{methods} had too many contexts: what is said there is less precise"


def _is_quiet(findings: list[Finding]) -> bool:
    """Whether there is nothing but notes: that all is well would be said of what was not looked
    at."""
    return all(it.severity is Severity.NOTE for it in findings)


def _declared_library(program: Program, roots: Roots, settings: Settings) -> Roots | None:
    """The roots of what says by itself that it is a library, although there is something to start
    from."""
    from snarl.program.exports import are_for_others

    is_library = roots.is_of_program and are_for_others(program)
    return _as_library(program, settings) if is_library else None


def _as_library(program: Program, settings: Settings) -> Roots | None:
    """The roots of a library that has a main method by the way, one that prints its version, or a
    servlet."""
    from snarl.points_to import RootError
    from snarl.program.harness import open_program

    try:
        return open_program(program, None, settings.callbacks, start="light")
    except RootError:
        return None


def _about_start(facts: Facts, start: _Start) -> Iterator[str]:
    """What to know of where a program was taken to start, if nobody named it: a library with a
    small main method or a servlet of its own is easily taken for a program; and what it does not
    export is not called."""
    if start.is_asked:
        return
    if start.is_declared:
        yield _DECLARED
    if start.is_partly_reached:
        package = _common_package(cls.name for cls in facts.program.classes("application"))
        pattern = f"{package}..*" if package else "*"
        yield f"{start.reached}; if this is a library, check it with --open '{pattern}'"
    if not start.roots.is_of_program:
        if start.reached is not None:
            main = "; --main CLASS checks what starts there" if start.reached.has_mains else ""
            yield f"{start.reached}: it is checked as a library{main}"
        yield from _hidden(facts)


def _hidden(facts: Facts) -> Iterator[str]:
    from snarl.program.exports import hidden
    from snarl.program.surface import Surface

    public = Surface(facts.program).public
    internal = hidden(facts.program, public)
    if internal and len(internal) < len(public):
        count = f"{len(internal):,} of {len(public):,} public classes"
        yield f"{count} are in packages that are not exported; --open '*' calls these too"


def _common_package(names: Iterable[str]) -> str:
    """The package that all classes are in, or below."""
    first, *others = (name.split(".")[:-1] for name in names)
    for other in others:
        both = zip(first, other, strict=False)
        first = [part for part, _ in takewhile(lambda it: it[0] == it[1], both)]
    return ".".join(first)


@contextmanager
def _meanwhile(program: Program, codes: Codes) -> Iterator[None]:
    """Imports what comes next while the engine computes, in threads of its own, and then reads code
    of the program."""
    stopped = Event()

    def work() -> None:
        from snarl.checkers import checkers
        from snarl.facts.code.reading import read_ahead

        checkers()
        if has_second_processor():
            read_ahead(program, codes, stopped)

    working = Thread(target=work, daemon=True)
    working.start()
    try:
        yield
    finally:
        stopped.set()
        working.join()
