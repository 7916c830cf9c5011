"""`python -m bench.recall`: record real runs, compare, print the tables, keep them."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console

from bench import jdks, machine
from bench.options import program_option
from bench.recall.benchmark import RESULTS, run
from bench.recall.programs import PROGRAMS, TARGET
from bench.recall.runs import RunError


@click.command()
@program_option(PROGRAMS, hint="Keeps nothing.")
@click.option("--context", default="auto", show_default=True, help="The context selector.")
@click.option(
    "--jdk", "home", type=click.Path(path_type=Path), help="Home of a JDK: not that of the table."
)
@click.option(
    "--roots",
    type=click.Path(path_type=Path),
    default=TARGET / "roots.md",
    help="Where to write the roots of the misses.",
)
@click.option("--limit", default=40, show_default=True, help="How many roots of each program.")
@click.option("--seconds", default=900.0, show_default=True, help="For the analysis of a program.")
def main(
    names: tuple[str, ...], context: str, home: Path | None, roots: Path, limit: int, seconds: float
) -> None:
    """Look up the calls of real runs in the static call graph."""
    notices = Console(stderr=True)
    report = Console(width=None if sys.stdout.isatty() else 220)
    jdk = jdks.read(home) if home else None
    if home and jdk is None:
        raise click.UsageError(f"--jdk: {home} is not the home of a JDK")
    with notices.status("…") as status:
        try:
            outcome = run(
                names,
                context=context,
                jdk=jdk,
                limit=limit,
                seconds=seconds,
                progress=status.update,
            )
        except RunError as problem:
            raise click.ClickException(str(problem)) from None
    for made in outcome.tables():
        report.print(made)
    for text in outcome.problems:
        notices.print(text)
    roots.parent.mkdir(parents=True, exist_ok=True)
    roots.write_text(outcome.roots, encoding="utf-8")
    notices.print(f"roots of the misses: {roots}")
    if not names and home is None and not outcome.problems:
        RESULTS.write_text(outcome.markdown(machine.describe()), encoding="utf-8")
        notices.print(f"kept in bench/results/{RESULTS.name}")


if __name__ == "__main__":
    main(prog_name="python -m bench.recall")
