"""`snarl callgraph`: what may call what, for people and other tools."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from snarl.cli.loading import (
    INCOMPLETE,
    UsageProblem,
    load_program,
    load_settings,
    program_options,
    progress,
    report_warnings,
    with_line,
)
from snarl.terminal import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from snarl.points_to import CallEdge, Solution
    from snarl.program import Method

_CONTEXTS = ("ci", "1obj", "2obj", "3obj", "1type", "2type", "3type", "auto")
_SHOWN = 20


@click.command("callgraph", short_help="Show what may call what.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@program_options
@click.option(
    "--main",
    multiple=True,
    metavar="CLASS",
    help="Start from the main method of this class; by default from all main methods. Can be given "
    "several times.",
)
@click.option(
    "--context",
    type=click.Choice(_CONTEXTS),
    default="auto",
    show_default=True,
    help="What tells calls of one method apart.",
)
@click.option(
    "--output",
    type=click.Choice(("stats", "json", "dot")),
    default="stats",
    show_default=True,
    help="The form of the answer.",
)
@click.option("--all", "everything", is_flag=True, help="Show the JDK's own calls too.")
def command(
    paths: tuple[str, ...],
    classpath: tuple[str, ...],
    jdk: str | None,
    main: tuple[str, ...],
    context: str,
    output: str,
    everything: bool,
) -> int:
    """Show what may call what, from the program's main methods on.

    Calls between methods of the JDK are left out, unless --all is given. What methods do that
    snarl cannot see into, [models] in snarl.toml can tell.

    \b
    Examples:
      snarl callgraph build/libs/app.jar
      snarl callgraph target/classes --main com.acme.Main --output dot | dot -Tsvg > calls.svg
      snarl callgraph app.jar --classpath lib --output json > calls.json
    """
    from snarl.points_to import RootError
    from snarl.program.models import ModelError

    settings = load_settings()
    program = load_program(paths, classpath, jdk)
    with progress("points-to") as report:
        try:
            solution = program.points_to(
                context,
                main=main or None,
                models=settings.models,
                purpose="calls",
                progress=report,
            )
        except RootError as error:
            report_warnings(program.warnings)
            raise UsageProblem(str(error)) from None
        except ModelError as error:
            raise with_line(error, settings) from None
    for line in _FORMS[output](solution, everything):
        sys.stdout.write(line + "\n")
    status = report_warnings(program.warnings)
    return status if solution.is_complete else INCOMPLETE


def _edges(solution: Solution, everything: bool) -> Iterator[CallEdge]:
    """The edges that are shown: those that the program has a part in, or all."""
    own: dict[int, bool] = {}

    def is_own(method: Method) -> bool:
        if method.owner.id not in own:
            own[method.owner.id] = method.owner.origin != "jdk"
        return own[method.owner.id]

    for edge in solution.call_graph.edges():
        if everything or is_own(edge.caller) or is_own(edge.callee):
            yield edge


def _name(method: Method) -> str:
    return printable(f"{method.owner.name}.{method.name}{method.descriptor}")


def _stats(solution: Solution, everything: bool) -> Iterator[str]:
    counts = solution.counts
    origins = Counter(method.owner.origin for method in solution.methods)
    kinds = Counter(edge.kind.name.lower().replace("_", "-") for edge in _edges(solution, True))
    yield f"roots       {len(solution.roots.methods):>11,}"
    for origin in ("application", "library", "jdk"):
        yield f"methods     {origins[origin]:>11,}  {origin}"
    for kind, count in sorted(kinds.items()):
        yield f"edges       {count:>11,}  {kind}"
    yield f"contexts    {counts['contexts']:>11,}"
    yield f"objects     {counts['objects']:>11,}"
    yield f"unresolved  {len(solution.unresolved):>11,}  reflective calls"
    for found in solution.unresolved[:_SHOWN]:
        guess = ", guessed" if found.is_guessed else ""
        yield f"  {_name(found.method)} at {found.bci}: {printable(found.called.name)}{guess}"
    if len(solution.unresolved) > _SHOWN:
        yield f"  and {len(solution.unresolved) - _SHOWN} more"
    if solution.degraded:
        yield f"degraded    {len(solution.degraded):>11,}  methods had too many contexts"
    yield f"seconds     {solution.seconds:>11.2f}"


def _json(solution: Solution, everything: bool) -> Iterator[str]:
    edges = list(_edges(solution, everything))
    methods = dict.fromkeys(
        method for edge in edges for method in (edge.caller, edge.callee)
    ) | dict.fromkeys(solution.roots.methods)
    places = {method: place for place, method in enumerate(methods)}
    document: dict[str, Any] = {
        "version": 1,
        "roots": [places[method] for method in solution.roots.methods],
        "methods": [
            {
                "class": method.owner.name,
                "method": method.name,
                "descriptor": method.descriptor,
                "origin": method.owner.origin,
            }
            for method in methods
        ],
        "edges": [
            {
                "caller": places[edge.caller],
                "bci": edge.bci,
                "callee": places[edge.callee],
                "kind": edge.kind.name.lower().replace("_", "-"),
            }
            for edge in edges
        ],
        "unresolved": [
            {
                "class": found.method.owner.name,
                "method": found.method.name,
                "descriptor": found.method.descriptor,
                "bci": found.bci,
                "called": found.called.name,
                "guessed": found.is_guessed,
            }
            for found in solution.unresolved
        ],
        "counts": solution.counts,
    }
    yield json.dumps(document, indent=1)


def _dot(solution: Solution, everything: bool) -> Iterator[str]:
    styles = {"SPAWN": ' [style=bold, label="spawn"]', "CLASS_INIT": " [style=dotted]"}
    yield "digraph calls {"
    yield "  node [shape=box];"
    seen = set()
    for edge in _edges(solution, everything):
        ends = (_quoted(_name(edge.caller)), _quoted(_name(edge.callee)))
        if (ends, edge.kind) not in seen:
            seen.add((ends, edge.kind))
            yield f"  {ends[0]} -> {ends[1]}{styles.get(edge.kind.name, '')};"
    yield "}"


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_FORMS: dict[str, Callable[[Solution, bool], Iterator[str]]] = {
    "stats": _stats,
    "json": _json,
    "dot": _dot,
}
