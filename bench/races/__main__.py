"""`python -m bench.races`: check real programs, beside SpotBugs, and write the page."""

import compileall
from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console

from bench import jdks, machine, maven
from bench.jdks import Jdk
from bench.options import program_option
from bench.races import measure, page, programs, spotbugs, versions
from bench.races.programs import PROGRAMS, Program

Say = Callable[[str], None]


@click.command()
@program_option(PROGRAMS)
@click.option("--peer/--no-peer", default=True, help="Measure SpotBugs too.  [default: peer]")
@click.option("--own/--no-own", default=True, help="Measure snarl.  [default: own]")
@click.option(
    "--versions", "by_version", is_flag=True, help="Compare releases, instead of measuring."
)
@click.option(
    "--pair",
    "pairs",
    multiple=True,
    type=click.Choice([pair.name for pair in versions.read()]),
    help="With --versions, only this pair; may be repeated.  [default: all]",
)
@click.option("--jdk17", type=click.Path(path_type=Path), help="Home of a JDK 17.")
@click.option("--repeat", default=3, show_default=True, help="Runs of snarl, for the median.")
@click.option("--limit", default=180.0, show_default=True, help="Seconds for one run.")
def main(
    names: tuple[str, ...],
    peer: bool,
    own: bool,
    by_version: bool,
    pairs: tuple[str, ...],
    jdk17: Path | None,
    repeat: int,
    limit: float,
) -> None:
    """Data races in real programs, beside SpotBugs. Older figures of other runs are kept."""
    notices = Console(stderr=True)
    here = machine.describe()
    jdk = jdks.read(jdk17) if jdk17 else jdks.find(17)
    if jdk is None or jdk.feature != 17:
        raise click.ClickException("no JDK 17 found: set JAVA_HOME or give --jdk17")

    def say(text: str) -> None:
        notices.print(text, highlight=False, markup=False, soft_wrap=True)

    with notices.status("preparing") as status:
        try:
            if by_version:
                _compare(pairs, jdk, limit, status.update, say)
            else:
                chosen = [it for it in PROGRAMS if not names or it.name in names]
                _measure(chosen, jdk, repeat if own else 0, peer, limit, status.update, say)
        except (programs.ProgramError, maven.MavenError) as problem:
            raise click.ClickException(str(problem)) from problem
    page.write(here, jdk.version, measure.read())
    say(f"written: {page.PAGE.relative_to(measure.ROOT)}")


def _measure(
    chosen: list[Program],
    jdk: Jdk,
    repeat: int,
    peer: bool,
    limit: float,
    progress: measure.Progress,
    say: Say,
) -> None:
    """Kept one by one, so that a run that is broken off loses nothing."""
    programs.prepare(chosen, jdk)
    # As an installer leaves it: where Python may not write, each start would compile it again.
    compileall.compile_dir(measure.ROOT / "python", quiet=1)
    if peer:
        spotbugs.fetch()
    for program in chosen:
        if repeat:
            ours = measure.measure_snarl(
                program, jdk, repeat=repeat, limit=limit, progress=progress
            )
            measure.keep([ours])
            say(f"{program.name}, snarl: {page.cost(ours)}")
        if peer:
            theirs = spotbugs.measure(program, jdk, limit=limit, progress=progress)
            measure.keep([theirs])
            say(f"{program.name}, {spotbugs.NAME}: {page.cost(theirs)}")


def _compare(
    names: tuple[str, ...], jdk: Jdk, limit: float, progress: measure.Progress, say: Say
) -> None:
    for pair in versions.read():
        if names and pair.name not in names:
            continue
        difference = versions.compare(pair, jdk, limit=limit, progress=progress)
        versions.keep(difference)
        for line in versions.lines(pair, difference):
            say(line)


if __name__ == "__main__":
    main(prog_name="python -m bench.races")
