"""`python -m bench.detection`: run programs plain and under the agent, keep what it costs."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from bench import jdks, machine
from bench.detection import measure, page, programs
from bench.detection.programs import PROGRAMS
from bench.options import program_option

JDK = 17


@click.command()
@program_option(PROGRAMS)
@click.option("--repeat", default=3, show_default=True, help="Runs of each kind; the best counts.")
@click.option("--limit", default=300.0, show_default=True, help="Seconds for one run.")
@click.option("--quick", is_flag=True, help="Little work, where the start counts. Keeps nothing.")
@click.option(
    "--jdk",
    "home",
    type=click.Path(path_type=Path),
    help="Home of a JDK: not that of the page. Keeps nothing.",
)
def main(names: tuple[str, ...], repeat: int, limit: float, quick: bool, home: Path | None) -> None:
    """What the detectors cost. Older figures of other programs are kept."""
    notices = Console(stderr=True)
    here = machine.describe()
    jdk = jdks.read(home) if home else jdks.find(JDK)
    if jdk is None:
        raise click.UsageError(f"{home or f'JDK {JDK}'} is not to be found")
    keeps = not quick and home is None
    chosen = programs.named(names)
    records = []
    with notices.status("compiling") as status:
        try:
            programs.prepare(chosen, jdk)
            for program in chosen:
                record = measure.measure(
                    program,
                    jdk,
                    repeat=repeat,
                    limit=limit,
                    is_quick=quick,
                    progress=status.update,
                )
                records.append(record)
                if keeps:
                    measure.keep(record)
        except (programs.ProgramError, measure.MeasureError) as problem:
            raise click.ClickException(str(problem)) from None
    Console(width=None if sys.stdout.isatty() else 200).print(page.table(records))
    for line in page.means(records):
        notices.print(line, markup=False, soft_wrap=True)
    if keeps:
        page.write(here, measure.read())
        notices.print(f"written: {page.PAGE.relative_to(measure.ROOT)}")


if __name__ == "__main__":
    main(prog_name="python -m bench.detection")
