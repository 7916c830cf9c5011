"""`python -m bench.points_to`: measure snarl and Tai-e on the same programs, write the pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from bench import jdks, machine, peer
from bench.machine import GIB
from bench.options import program_option
from bench.points_to import common, growth, measure, page, programs, taie
from bench.points_to.goals import GOALS, Goal
from bench.points_to.measure import Record
from bench.points_to.programs import PROGRAMS, Program


@click.command()
@program_option(PROGRAMS)
@click.option(
    "--context",
    "contexts",
    multiple=True,
    type=click.Choice(growth.CONTEXTS),
    help="Only these contexts; may be repeated.  [default: all]",
)
@click.option("--peers/--no-peers", default=True, help="Measure Tai-e too.  [default: peers]")
@click.option("--own/--no-own", default=True, help="Measure snarl.  [default: own]")
@click.option("--jdk17", type=click.Path(path_type=Path), help="Home of a JDK 17.")
@click.option("--repeat", default=3, show_default=True, help="Runs of snarl, for the median.")
@click.option("--limit", default=1200.0, show_default=True, help="Seconds for one run.")
def main(
    names: tuple[str, ...],
    contexts: tuple[str, ...],
    peers: bool,
    own: bool,
    jdk17: Path | None,
    repeat: int,
    limit: float,
) -> None:
    """Points-to and call graph, side by side with Tai-e. Older figures of other runs are kept."""
    notices = Console(stderr=True)
    here = machine.describe()
    jdk = jdks.read(jdk17) if jdk17 else jdks.find(17)
    if jdk is None or jdk.feature != 17:
        raise click.ClickException("no JDK 17 found: set JAVA_HOME or give --jdk17")
    chosen = [program for program in PROGRAMS if not names or program.name in names]
    wanted = [context for context in growth.CONTEXTS if not contexts or context in contexts]
    records = measure.read()
    with notices.status("preparing") as status:
        try:
            programs.prepare(chosen, jdk)
            if peers:
                peer.build()
        except (programs.ProgramError, peer.PeerError) as problem:
            raise click.ClickException(str(problem)) from problem
        run = _Run(jdk, repeat, limit, status.update, names)
        todo: list[Iterator[Record]] = []
        for program in chosen:
            todo += [run.own(program, context) for context in wanted if own]
            todo += [
                run.whole_api(goal)
                for goal in GOALS
                if own and goal.program == program.name and "auto" in wanted
            ]
            todo += [
                run.peer(program, context)
                for context in wanted
                if peers and program.is_compared and context in taie.VARIANTS
            ]
        for record in chain.from_iterable(todo):
            # Kept one by one, so that a run that is broken off loses nothing.
            records = measure.keep([record])
            notices.print(_said(record), highlight=False)
    if not records:
        raise click.ClickException("nothing was measured")
    compared = list(taie.VARIANTS)
    shared = common.count(chosen, compared)
    unexplained = page.write(here, records, shared, compared)
    written = [page.PAGE, *growth.write(here, records)]
    Console().print(_table(records))
    notices.print("written: " + ", ".join(str(path.relative_to(measure.ROOT)) for path in written))
    for difference in unexplained:
        notices.print(
            f"not explained in reasons.toml: {difference.program}, {difference.context}: "
            f"{difference.figure} {difference.percent}"
        )
    if own and any(r.tool == "snarl" and not r.figures for r in records):
        raise click.ClickException("snarl did not finish: see its row")


@dataclass(frozen=True, slots=True)
class _Run:
    """How to measure."""

    jdk: jdks.Jdk
    repeat: int
    limit: float
    progress: measure.Progress
    named: tuple[str, ...]
    """The programs that were asked for by name."""

    def own(self, program: Program, context: str) -> Iterator[Record]:
        yield measure.measure_snarl(
            program,
            context,
            self.jdk,
            repeat=self.repeat,
            limit=self.limit,
            progress=self.progress,
        )

    def whole_api(self, goal: Goal) -> Iterator[Record]:
        yield measure.measure_open(
            goal, self.jdk, repeat=self.repeat, limit=self.limit, progress=self.progress
        )

    def peer(self, program: Program, context: str) -> Iterator[Record]:
        return measure.measure_taie(
            program,
            context,
            self.jdk,
            limit=self.limit,
            progress=self.progress,
            anyway=program.name in self.named,
        )


def _said(record: Record) -> str:
    state = "" if record.figures else f" ({record.note})"
    cost = f"{record.wall:.1f} s, {record.peak / GIB:.2f} GiB"
    return f"{record.program}, {record.context}, {record.tool}: {cost}{state}"


def _table(records: list[Record]) -> Table:
    """All records, for a terminal."""
    made = Table(title="points-to", title_justify="left")
    goals = {(goal.program, goal.context): str(goal) for goal in GOALS}
    for column in ("program", "context", "tool", "wall s", "GiB", "methods", "of the app", "note"):
        right = column in ("wall s", "GiB", "methods", "of the app")
        made.add_column(column, justify="right" if right else "left")
    order = [program.name for program in PROGRAMS]
    ranked = sorted(records, key=lambda r: (order.index(r.program), r.context, r.tool))
    for record in ranked:
        figures = record.figures or {}
        cells = (
            f"{figures[name]:,.0f}" if name in figures else "–"
            for name in ("methods", "app_methods")
        )
        cost = f"{record.wall:.1f}", f"{record.peak / GIB:.2f}"
        note = record.note or goals.get((record.program, record.context), "")
        made.add_row(record.program, record.context, record.tool, *cost, *cells, note)
    return made


if __name__ == "__main__":
    main(prog_name="python -m bench.points_to")
