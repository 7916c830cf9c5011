"""Shows what was expected and found in programs; with `--update`, writes what was found."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import snarl
from java_homes import jdks
from points_to.expectations import SELECTORS, Expectation, Kind, Mode, Source, rewritten
from points_to.findings import Findings, Sites
from points_to.programs import analyse, compile_all, feature, groups, sources


def main() -> int:
    """Runs the programs that are named, or all."""
    parser = argparse.ArgumentParser(prog="points_to", description=__doc__)
    parser.add_argument("names", nargs="*", help="programs; all if none is named")
    parser.add_argument("--context", nargs="*", help="selectors; those of the programs by default")
    parser.add_argument("--jdk", type=int, help="feature number; all by default")
    parser.add_argument("--update", action="store_true", help="write what was found")
    options = parser.parse_args()
    failures = 0
    for home in jdks():
        if options.jdk not in (None, feature(home)):
            continue
        chosen = [it for it in sources(feature(home)) if it.name in (options.names or [it.name])]
        with tempfile.TemporaryDirectory() as folder:
            compile_all(home, chosen, Path(folder))
            program = snarl.load([folder], jdk=home)
            for group in groups(chosen):
                failures += _show(program, group, options.context, options.update)
    return min(failures, 1)


def _show(
    program: snarl.Program, group: list[Source], selectors: list[str] | None, update: bool
) -> int:
    sites = {source.name: Sites(program, source) for source in group}
    findings: dict[str, dict[str, Findings]] = {source.name: {} for source in group}
    failures: dict[str, int] = dict.fromkeys(findings, 0)
    for selector in SELECTORS:
        using = [it for it in group if selector in it.selectors]
        if not using or selector not in (selectors or [selector]):
            continue
        solution = analyse(program, using, selector)
        for source in using:
            found = Findings(sites[source.name], solution)
            findings[source.name][selector] = found
            differences = list(found.differences(selector, program.jdk_version))
            failures[source.name] += len(differences)
            if differences:
                print(f"{source.name}, {selector}, JDK {program.jdk_version}")
                print(*differences, sep="\n", flush=True)
    if update:
        for source in group:
            if failures[source.name]:
                rewrite(source, findings[source.name], program.jdk_version)
    return sum(failures.values())


def rewrite(source: Source, findings: dict[str, Findings], jdk: int) -> None:
    """Writes what was found in place of what was expected, where that is not met."""
    lines = list(source.lines)
    for number in sorted({each.line for each in source.expectations}):
        kinds = dict.fromkeys(it.kind for it in source.expectations if it.line == number)
        kept: list[Expectation] = []
        for kind in kinds:
            kept += _updated(source, findings, jdk, number, kind)
        lines[number - 1] = rewritten(lines[number - 1], kept)
    source.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _updated(
    source: Source, findings: dict[str, Findings], jdk: int, line: int, kind: Kind
) -> list[Expectation]:
    old = [it for it in source.expectations if (it.line, it.kind) == (line, kind)]
    named = {name for it in old for name in it.names}
    groups: dict[tuple[frozenset[str], Mode], list[str]] = {}
    is_met = True
    for selector, found in findings.items():
        at = found.at(line, kind)
        for each in source.expected(selector, jdk):
            if (each.line, each.kind) != (line, kind):
                continue
            met = each.is_met_by(at.names, at.own)
            is_met &= met
            if not (met and each.mode == "at least"):
                mode: Mode = "exactly" if each.mode == "exactly" else "exact"
                names = at.names if mode == "exactly" else at.own | (at.names & named)
                groups.setdefault((names, mode), []).append(selector)
    if is_met or kind == "unresolved":
        return old
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    return [
        Expectation(line, kind, names, mode, frozenset(selectors if place else ()))
        for place, ((names, mode), selectors) in enumerate(ordered)
    ]


if __name__ == "__main__":
    sys.exit(main())
