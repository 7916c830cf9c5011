"""`python -m bench.soundness`: run real programs, compare, print the table, keep the page."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from bench import jdks, machine
from bench.options import program_option
from bench.soundness import report
from bench.soundness.benchmark import JDK, RESULTS, run
from bench.soundness.programs import PROGRAMS
from bench.soundness.runs import RunError


@click.command()
@program_option(PROGRAMS, hint="Keeps nothing.")
@click.option("--rounds", default=4, show_default=True, help="How often each program runs.")
@click.option(
    "--jdk", "home", type=click.Path(path_type=Path), help="Home of a JDK: not that of the table."
)
def main(names: tuple[str, ...], rounds: int, home: Path | None) -> None:
    """Look up the races of real runs among the static ones."""
    notices = Console(stderr=True)
    jdk = jdks.read(home) if home else jdks.find(JDK)
    if jdk is None:
        raise click.UsageError(f"{home or f'JDK {JDK}'} is not to be found")
    with notices.status("…") as status:
        try:
            outcome = run(names, jdk=jdk, rounds=rounds, progress=status.update)
        except RunError as problem:
            raise click.ClickException(str(problem)) from None
    if outcome.rows:
        width = None if sys.stdout.isatty() else 200
        Console(width=width).print(report.table(outcome.rows))
    for line in (*report.unexplained(outcome.rows), *outcome.problems):
        notices.print(line, markup=False, soft_wrap=True)
    if not names and home is None and not outcome.problems:
        page = report.markdown(machine.describe(), jdk.version, outcome.rows)
        RESULTS.write_text(page, encoding="utf-8")
        notices.print(f"kept in bench/results/{RESULTS.name}")


if __name__ == "__main__":
    main(prog_name="python -m bench.soundness")
