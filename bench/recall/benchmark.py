"""The benchmark as a whole: for each program a recording, a solution, and a comparison of both."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rich.table import Table

from bench import jdks
from bench.jdks import Jdk
from bench.machine import Machine
from bench.recall import report, runs
from bench.recall.causes import find_roots
from bench.recall.comparison import compare
from bench.recall.programs import Program, named
from bench.recall.report import Row
from bench.recall.static_graph import Classes, PointsTo
from snarl.points_to import Solution
from snarl.program import load
from snarl.program.models import Purpose, load_models

RESULTS = Path(__file__).parents[1] / "results" / "recall.md"

Progress = Callable[[str], object]


@dataclass(slots=True)
class Outcome:
    """The rows of all programs that could be compared, and what went wrong with the others."""

    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    roots: str = ""

    def tables(self) -> list[Table]:
        """What the terminal shows."""
        return [report.table(self.rows), report.causes_table(self.rows)] if self.rows else []

    def markdown(self, here: Machine) -> str:
        """The page that is kept."""
        return report.markdown(here, self.rows)


def run(
    names: tuple[str, ...] = (),
    *,
    context: str = "auto",
    jdk: Jdk | None = None,
    limit: int = 40,
    seconds: float = 900.0,
    progress: Progress = lambda _: None,
) -> Outcome:
    """Compares the programs of these names, or all, each on its own JDK or on a given one.

    `limit` is the number of roots that are shown of each program, `seconds` what its analysis may
    take at most.
    """
    progress("fetching the libraries")
    runs.fetch()
    outcome = Outcome()
    for program in named(names):
        home = jdk or jdks.find(program.jdk)
        if home is None or home.feature < program.jdk:
            outcome.problems.append(
                f"{program.name} was not compared: it needs a JDK {program.jdk}"
            )
            continue
        try:
            row, page = _compare(program, home, context, limit, seconds, progress)
        except runs.RunError as problem:
            outcome.problems.append(str(problem))
            continue
        except TimeoutError:
            problem_text = f"{program.name}: points-to did not end within {seconds:.0f} s"
            outcome.problems.append(problem_text)
            continue
        outcome.rows.append(row)
        outcome.roots += page + "\n"
    return outcome


def _compare(
    program: Program, jdk: Jdk, context: str, limit: int, seconds: float, progress: Progress
) -> tuple[Row, str]:
    progress(f"{program.name}: recording a run")
    done = runs.record(program, jdk)
    progress(f"{program.name}: points-to")
    start = time.perf_counter()
    loaded = load([done.classes], classpath=program.libraries, jdk=jdk.home)

    def watch(_done: int, _total: int) -> None:
        if time.perf_counter() - start > seconds:
            raise TimeoutError

    def solve(purpose: Purpose) -> Solution:
        return loaded.points_to(
            context=context, main=[program.main], purpose=purpose, progress=watch
        )

    solution = solve("calls")
    needed = time.perf_counter() - start
    progress(f"{program.name}: comparing")
    classes = Classes(loaded)
    graph = PointsTo(solution, classes, "calls")
    comparison = compare(done.recording, classes, graph)
    checked = comparison
    if (
        load_models(loaded, purpose="threads").entries
        != load_models(loaded, purpose="calls").entries
    ):
        progress(f"{program.name}: as it is checked")
        start = time.perf_counter()
        checked = compare(done.recording, classes, PointsTo(solve("threads"), classes, "threads"))
    roots = find_roots(done.recording, comparison, classes, graph)
    methods = len(solution.methods)
    row = Row(program, jdk.version, context, methods, needed, comparison, checked, roots)
    return row, report.roots_page(row, classes, graph, limit)
