"""`python -m bench`: measure, print the tables, and keep them in `bench/results`."""

import sys
from pathlib import Path

import click
from rich.console import Console

from bench import engine, jdks, machine, peer


def _jdk(feature: int, given: Path | None) -> jdks.Jdk | None:
    if given is None:
        return jdks.find(feature)
    found = jdks.read(given)
    if found is None or found.feature != feature:
        raise click.UsageError(f"--jdk{feature}: {given} is not the home of a JDK {feature}")
    return found


@click.command()
@click.option("--quick", is_flag=True, help="One repetition, java.base of 17 alone; keeps nothing.")
@click.option("--jdk17", type=click.Path(path_type=Path), help="Home of a JDK 17.")
@click.option("--jdk25", type=click.Path(path_type=Path), help="Home of a JDK 25.")
@click.option("--peers/--no-peers", default=True, help="Measure the peers too.  [default: peers]")
@click.option("--repeat", default=3, show_default=True, help="Runs of snarl, for the median.")
@click.option("--limit", default=600.0, show_default=True, help="Seconds for one run of a peer.")
def main(
    quick: bool, jdk17: Path | None, jdk25: Path | None, peers: bool, repeat: int, limit: float
) -> None:
    """Measure the engine, and its peers on the same classes."""
    notices = Console(stderr=True)
    # A table that is cut to 80 columns says nothing; a pipe gets it whole.
    report = Console(width=None if sys.stdout.isatty() else 200)
    here = machine.describe()
    homes = {17: _jdk(17, jdk17), 25: _jdk(25, jdk25)}
    for feature, home in homes.items():
        if home is None and not (quick and feature == 25):
            notices.print(f"no JDK {feature} found: set JAVA_HOME or give --jdk{feature}")
    todo = list(engine.subjects(homes[17], homes[25], quick=quick))
    if not todo:
        raise click.ClickException("nothing was measured: no JDK 17 or 25 was found")
    repeat = 1 if quick else repeat

    rivals = peer.PEERS if peers else ()
    grouped: dict[engine.Subject, list[engine.Row]] = {}
    with notices.status("…") as status:
        if rivals:
            status.update("building the peers")
            try:
                peer.build()
            except peer.PeerError as problem:
                notices.print(str(problem))
                rivals = ()
        for subject in todo:
            rows = [
                engine.measure_snarl(subject, repeat=repeat, limit=limit, progress=status.update)
            ]
            rows += [
                engine.measure_peer(rival, subject, limit=limit, progress=status.update)
                for rival in rivals
            ]
            grouped[subject] = engine.compare(rows)

    report.print(f"engine, on {here}", highlight=False)
    for subject, rows in grouped.items():
        report.print(engine.table(subject, rows))
    failed = any(row.failed for rows in grouped.values() for row in rows)
    if not quick and rivals and not failed and all(homes.values()):
        engine.RESULTS.parent.mkdir(exist_ok=True)
        page = engine.markdown(here, grouped, repeat=repeat)
        engine.RESULTS.write_text(page, encoding="utf-8")
        notices.print(f"kept in bench/results/{engine.RESULTS.name}")
    if failed:
        raise click.ClickException("snarl did not finish: see the note in its row")


if __name__ == "__main__":
    main(prog_name="python -m bench")
