"""Checks programs, and shows where the findings differ from what they say."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from java_homes import jdks
from races.comparison import complaints, shown
from races.expectations import Source
from races.programs import analyse, compile_all, feature, home_for, sources


def main() -> int:
    """Checks the programs that are named, or all."""
    parser = argparse.ArgumentParser(prog="races", description=__doc__)
    parser.add_argument("names", nargs="*", help="programs; all if none is named")
    parser.add_argument(
        "--jdk", type=int, help="feature number; the oldest that will do by default"
    )
    parser.add_argument("--findings", action="store_true", help="show all that was found")
    options = parser.parse_args()
    known = sources()
    unknown = set(options.names) - {source.name for source in known}
    if unknown:
        parser.error(f"no such program: {', '.join(sorted(unknown))}")
    chosen = [it for it in known if it.name in (options.names or [it.name])]
    checked = different = 0
    for home, group in _by_home(chosen, options.jdk):
        with tempfile.TemporaryDirectory() as folder:
            compile_all(home, group, Path(folder))
            for source in group:
                checked += 1
                different += _show(home, source, Path(folder), options.findings)
    print(f"{checked} programs checked, {different} not as they say")
    return min(different, 1)


def _by_home(chosen: list[Source], jdk: int | None) -> Iterator[tuple[Path, list[Source]]]:
    homes = [home for home in jdks() if jdk in (None, feature(home))]
    for home in homes:
        group = [source for source in chosen if home_for(source, homes) == home]
        if group:
            yield home, group


def _show(home: Path, source: Source, folder: Path, with_findings: bool) -> bool:
    """Shows a program's differences; one that cannot be checked does not end the others."""
    try:
        report = analyse(home, source, folder)
    except Exception as error:
        print(f"{source.path.name}: {type(error).__name__}: {error}", flush=True)
        return True
    if with_findings:
        for finding in report.findings:
            print(f"{source.path.name}: found: {shown(finding)}")
    found = complaints(source, report)
    for line in found:
        print(line, flush=True)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
