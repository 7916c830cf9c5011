"""`python -m bench.suites`: run programs plain and under the detectors, compare, keep the page."""

from __future__ import annotations

import sys

import click
from rich.console import Console

from bench import jdks, machine
from bench.options import program_option
from bench.suites import page, programs, runs
from bench.suites.programs import BOTH, PROGRAMS


@click.command()
@program_option(PROGRAMS)
@click.option(
    "--jdk",
    "features",
    multiple=True,
    type=click.Choice([str(feature) for feature in BOTH]),
    help="Only this JDK.  [default: both]",
)
@click.option(
    "--instrument",
    "modes",
    multiple=True,
    type=click.Choice(runs.MODES),
    help="Only these accesses.  [default: all, and shared]",
)
@click.option("--limit", default=300.0, show_default=True, help="Seconds for one run.")
def main(
    names: tuple[str, ...], features: tuple[str, ...], modes: tuple[str, ...], limit: float
) -> None:
    """Compare what programs do under the detectors. Older records of others are kept."""
    notices = Console(stderr=True)
    homes = {feature: jdks.find(feature) for feature in BOTH}
    if missing := [str(feature) for feature, home in homes.items() if home is None]:
        raise click.UsageError(f"JDK {' and '.join(missing)} not found: set JAVA_HOME")
    found = {feature: home for feature, home in homes.items() if home}
    here = machine.describe()
    chosen = programs.named(names)
    records = []
    with notices.status("preparing") as status:
        try:
            runs.prepare(chosen, found[BOTH[0]], found[BOTH[-1]])
        except runs.RunError as problem:
            raise click.ClickException(str(problem)) from None
        for program in chosen:
            for feature in program.jdks:
                if features and str(feature) not in features:
                    continue
                try:
                    made = runs.compare(
                        program, found[feature], modes or runs.MODES, limit, status.update
                    )
                except runs.RunError as problem:
                    notices.print(str(problem), markup=False, soft_wrap=True)
                    continue
                records += made
                runs.keep(made)
    Console(width=None if sys.stdout.isatty() else 200).print(page.table(records))
    for line in page.notes(records):
        notices.print(line, markup=False, soft_wrap=True)
    page.write(here, runs.read())
    notices.print(f"written: {page.PAGE.relative_to(runs.ROOT)}")
    if not all(record.is_same for record in records):
        sys.exit(1)


if __name__ == "__main__":
    main(prog_name="python -m bench.suites")
