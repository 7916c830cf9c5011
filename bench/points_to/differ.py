"""Why the two tools' call graphs differ: `python -m bench.points_to.differ PROGRAM CONTEXT`.

Reads the call graphs that the last runs left in `target/calls`. A method of the application that
only one tool reaches has a cause: an edge of that tool's graph from a method that both reach. The
differ follows the edges back to there and groups methods by such edges; edges from methods that
both reach, it groups by what they call. From this, `reasons.toml` is written by hand.
"""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path

import click

from bench.points_to.measure import calls_file
from bench.points_to.programs import PROGRAMS

ONE_SIDED = ("CLASS_INIT", "MADE")
"""Edges that the other tool cannot have: Tai-e has none to class initializers; made-up calls."""
NO_CALLER = "(no caller: an entry, or a class initializer)"


@dataclass(slots=True)
class Graph:
    """A call graph by names: methods, callees with the kinds of their edges, clients' sites."""

    methods: set[str] = field(default_factory=set)
    callees: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    sites: dict[str, Counter[tuple[str, ...]]] = field(default_factory=lambda: defaultdict(Counter))

    @property
    def pairs(self) -> set[tuple[str, str]]:
        """Callers and callees."""
        return {(caller, callee) for caller, called in self.callees.items() for callee in called}


@dataclass(frozen=True, slots=True)
class Cause:
    """The edge from common ground through which a tool comes to methods of its own."""

    caller: str
    callee: str
    kind: str

    def __str__(self) -> str:
        return f"{self.caller} → {self.callee} [{self.kind}]"


def read(path: Path) -> Graph:
    """The graph that a tool wrote."""
    graph = Graph()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            what, *cells = line.rstrip("\n").split("\t")
            match what:
                case "method":
                    graph.methods.add(cells[0])
                case "edge":
                    caller, callee, _, kind = cells
                    # Two methods may be joined by edges of several kinds: a call counts most.
                    known = graph.callees[caller].get(callee, kind)
                    graph.callees[caller][callee] = kind if known in ONE_SIDED else known
                case _:
                    graph.sites[what][tuple(cells[:3])] += 1
    return graph


def causes(mine: Graph, other: Graph) -> dict[str, Cause]:
    """For each method that only `mine` has: the edge from a method of both that leads there."""
    only = mine.methods - other.methods
    found: dict[str, Cause] = {}
    queue: deque[str] = deque()
    for caller in sorted(mine.methods & other.methods):
        for callee, kind in sorted(mine.callees.get(caller, {}).items()):
            if callee in only and callee not in found:
                found[callee] = Cause(caller, callee, kind)
                queue.append(callee)
    while True:
        while queue:
            method = queue.popleft()
            for callee in sorted(mine.callees.get(method, {})):
                if callee in only and callee not in found:
                    found[callee] = found[method]
                    queue.append(callee)
        # What is left has no caller, or only such callers: the first of them is a cause itself.
        called = {it for method in only for it in mine.callees.get(method, {}) if it != method}
        left = sorted((method in called, method) for method in only - found.keys())
        if not left:
            return found
        start = left[0][1]
        found[start] = Cause(NO_CALLER, start, "-")
        queue.append(start)


def owner(method: str) -> str:
    """The class of a method."""
    return method[: method.index("(")].rpartition(".")[0]


def _name(method: str) -> str:
    return method[: method.index("(")].rpartition(".")[2]


def _print_methods(title: str, mine: Graph, other: Graph, own: set[str], most: int) -> None:
    found = causes(mine, other)
    total: Counter[Cause] = Counter(found.values())
    members: dict[Cause, list[str]] = defaultdict(list)
    for method, cause in found.items():
        if owner(method) in own:
            members[cause].append(method)
    count = sum(len(methods) for methods in members.values())
    click.echo(f"\n{title}: {count} methods ({len(found)} with those of the JDK)")
    ranked = sorted(members.items(), key=lambda item: (-len(item[1]), str(item[0])))
    for cause, methods in ranked[:most]:
        click.echo(f"  {len(methods):6} ({total[cause]}) through {cause}")


def _print_edges(title: str, mine: Graph, other: Graph, own: set[str], most: int) -> None:
    common = {method for method in mine.methods & other.methods if owner(method) in own}
    theirs = other.pairs
    groups: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for caller in sorted(common):
        for callee, kind in mine.callees.get(caller, {}).items():
            if kind not in ONE_SIDED and (caller, callee) not in theirs:
                groups[_name(callee), kind].append((caller, callee))
    count = sum(len(pairs) for pairs in groups.values())
    click.echo(f"\n{title}: {count} pairs from such methods that both reach")
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    for (name, kind), pairs in ranked[:most]:
        callers = len({caller for caller, _ in pairs})
        caller, callee = pairs[0]
        click.echo(f"  {len(pairs):6} to a {name} [{kind}] from {callers}: {caller} → {callee}")


def _print_sites(title: str, what: str, mine: Graph, other: Graph, most: int) -> None:
    common = mine.methods & other.methods
    rest = mine.sites[what] - other.sites[what]
    inside = Counter({site: number for site, number in rest.items() if site[0] in common})
    click.echo(f"\n{title}: {inside.total()} in methods that both reach, {rest.total()} in all")
    by_last: Counter[str] = Counter()
    for site, number in inside.items():
        by_last[site[2]] += number
    for last, number in by_last.most_common(most):
        example = next(site for site in inside if site[2] == last)
        click.echo(f"  {number:6} {last}, as in {example[0]} line {example[1]}")


@click.command()
@click.argument(
    "name", metavar="PROGRAM", type=click.Choice([program.name for program in PROGRAMS])
)
@click.argument("context")
@click.option("--jdk", is_flag=True, help="Methods of the JDK too, not of the application alone.")
@click.option("--most", default=15, show_default=True, help="Groups to show of each list.")
def main(name: str, context: str, jdk: bool, most: int) -> None:
    """List what only one of the two tools has, grouped by where it comes from."""
    files = [calls_file(name, tool, context) for tool in ("snarl", "taie")]
    for file in files:
        if not file.exists():
            raise click.ClickException(
                f"no call graph {file.name}: run `python -m bench.points_to`"
            )
    ours, theirs = (read(file) for file in files)
    own = next(program for program in PROGRAMS if program.name == name).class_names()
    if jdk:
        own = {owner(method) for graph in (ours, theirs) for method in graph.methods}
    for title, mine, other in (
        ("only snarl", ours, theirs),
        ("only Tai-e", theirs, ours),
    ):
        _print_methods(title, mine, other, own, most)
        _print_edges(title, mine, other, own, most)
        for what, words in (
            ("poly", "sites with more than one callee"),
            ("cast", "casts that may fail"),
        ):
            _print_sites(f"{title}, {words}", what, mine, other, most)


if __name__ == "__main__":
    main(prog_name="python -m bench.points_to.differ")
