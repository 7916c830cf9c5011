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
from typing import TYPE_CHECKING

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
    from snarl.program.harness import choose

    if rules is not None:
        _chosen(checkers(), rules)  # a rule that there is not is told at once
    settings = settings or Settings()
    seconds: dict[str, float] = {"load": 0.0}

    def solve(roots: Roots) -> Solution:
        return program.points_to(context, roots=roots, models=settings.models, progress=report)

    def judge(solution: Solution) -> tuple[Facts, list[Finding], dict[str, int]]:
        from snarl.facts import Facts

        facts = Facts(solution, settings, asked_open=bool(open), codes=codes)
        with _timed(seconds, "facts"), _bar(progress, "facts"):
            facts.compute()
        findings: list[Finding] = []
        stages: dict[str, int] = {}
        with _timed(seconds, "check"), _bar(progress, "checking"):
            for checker in chosen.values():
                found, counts = checker(facts)
                findings += found
                stages.update(counts)
        return facts, findings, stages

    with _timed(seconds, "points-to"), _bar(progress, "points-to") as report:
        roots = choose(program, main, open, settings.callbacks, start="light")
        with _meanwhile(program) as codes:
            reached = None
            library = None if main or open else _declared_library(program, roots, settings)
            if main or open or library or not roots.is_of_program:
                roots = library or roots
                solution = solve(roots)
            else:
                roots, solution, reached = _from_starts(program, roots, solve, settings)
    chosen = _chosen(checkers(), rules)
    facts, findings, stages = judge(solution)
    if reached is not None and roots.is_of_program and reached.is_small and _is_quiet(findings):
        instead = _as_library(program, settings)
        if instead is not None:
            reached = reached._replace(is_quiet=True)
            with _timed(seconds, "points-to"), _bar(progress, "points-to") as report:
                roots, solution = instead, solve(instead)
            facts, findings, stages = judge(solution)
    findings = numbered(sorted(findings, key=rank))
    return Report(
        tuple(findings),
        (),
        roots.mode,
        tuple(f"{method.owner.name}.{method.name}" for method in (*roots.methods, *roots.calls)),
        stages,
        (
            *_warnings(facts),
            *([_DECLARED] if library else []),
            *([] if main or open else _missed(facts, reached)),
        ),
        seconds,
        solution.is_complete,
    )


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


def _from_starts(
    program: Program, roots: Roots, solve: Callable[[Roots], Solution], settings: Settings
) -> tuple[Roots, Solution, MainReach]:
    """What is chosen and solved of a program that has main methods, or that frameworks call, or,
    where these say nothing, of a library, and how far they reach."""
    from snarl.main_reach import main_reach
    from snarl.program.harness import mains_alone

    # A mere bean is not what a program is for: a library may have one.
    has_beans = bool(roots.calls) and not roots.is_hosted
    solution = solve(mains_alone(program, start="light") if has_beans else roots)
    reached = main_reach(solution)
    library = _as_library(program, settings) if reached.says_nothing else None
    if library is not None:
        return library, solve(library), reached
    return roots, solve(roots) if has_beans else solution, reached


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


def _missed(facts: Facts, reached: MainReach | None) -> Iterator[str]:
    """A library with a small main method or a servlet of its own is easily taken for a program; and
    what it does not export is not called."""
    if not facts.solution.roots.is_of_program:
        if reached is not None:
            main = "; --main CLASS checks what starts there" if reached.has_mains else ""
            yield f"{reached}: it is checked as a library{main}"
        yield from _hidden(facts)
    elif reached is not None and (reached.is_small or reached.is_partial):
        package = _common_package(cls.name for cls in facts.program.classes("application"))
        pattern = f"{package}..*" if package else "*"
        yield f"{reached}; if this is a library, check it with --open '{pattern}'"


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
def _meanwhile(program: Program) -> Iterator[Codes]:
    """Imports what comes next while the engine computes, in threads of its own, and then reads code
    of the program; gives what is read."""
    codes: Codes = {}
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
        yield codes
    finally:
        stopped.set()
        working.join()


@contextmanager
def _timed(seconds: dict[str, float], name: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        seconds[name] = seconds.get(name, 0.0) + time.perf_counter() - start


def _bar(progress: Progress | None, what: str) -> AbstractContextManager[Bar]:
    return nullcontext() if progress is None else progress(what)
