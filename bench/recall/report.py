"""The tables of the recall benchmark: one line a program, and why edges are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from bench.machine import Machine
from bench.recall.causes import Root
from bench.recall.comparison import Comparison, caller_of
from bench.recall.programs import Program
from bench.recall.static_graph import Classes, StaticGraph
from snarl.monitor.recording import CallEdge, MethodName

HEADERS = (
    "program",
    "JDK",
    "methods reached",
    "edges recorded",
    "in the graph",
    "%",
    "% without run-time classes",
    "% as checked",
    "initializers at their site",
    "initializers reached",
    "entries reached",
    "seconds",
)
EXAMPLES = 3
SHOWN_ENDS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """One program: what was compared and what it took."""

    program: Program
    jdk: str
    context: str
    methods: int
    seconds: float
    comparison: Comparison
    checked: Comparison
    """The same with the models that a check for races has besides."""
    roots: list[Root]


def cells(row: Row) -> list[str]:
    """The row's cells, in the order of the headers."""
    result = row.comparison
    total = result.total
    return [
        row.program.name,
        row.jdk,
        f"{row.methods:,}",
        f"{total.recorded:,}",
        f"{total.found:,}",
        f"{total.percent:.2f}",
        f"{result.in_files.percent:.2f}",
        f"{row.checked.total.percent:.2f}",
        f"{result.initializers.found} of {result.initializers.recorded}",
        f"{result.initializers_reached.found} of {result.initializers_reached.recorded}",
        f"{result.entries.found} of {result.entries.recorded}",
        f"{row.seconds:.1f}",
    ]


def table(rows: Sequence[Row]) -> Table:
    """What the terminal shows."""
    made = Table(title=f"recall against real runs, context {rows[0].context}")
    for number, header in enumerate(HEADERS):
        made.add_column(header, justify="left" if number < 2 else "right")
    for row in rows:
        made.add_row(*cells(row))
    return made


def causes_table(rows: Sequence[Row]) -> Table:
    """The misses of all programs by cause."""
    made = Table(title="why edges are missing")
    made.add_column("misses", justify="right")
    made.add_column("roots", justify="right")
    made.add_column("cause")
    made.add_column("programs")
    for misses, roots, cause, programs in _by_cause(rows):
        made.add_row(f"{misses:,}", f"{roots:,}", cause, programs)
    return made


def _by_cause(rows: Sequence[Row]) -> list[tuple[int, int, str, str]]:
    misses: Counter[str] = Counter()
    roots: Counter[str] = Counter()
    where: dict[str, list[str]] = {}
    for row in rows:
        for root in row.roots:
            if root.explains:
                misses[root.cause] += len(root.explains)
                roots[root.cause] += 1
                where.setdefault(root.cause, []).append(row.program.name)
    return [
        (count, roots[cause], cause, ", ".join(dict.fromkeys(where[cause])))
        for cause, count in misses.most_common()
    ]


def markdown(here: Machine, rows: Sequence[Row]) -> str:
    """The page that is kept."""
    lines = [
        "# Recall against real runs",
        "",
        "Of the call edges that a real run of each program showed, those that the static call"
        f" graph has, with context `{rows[0].context}`. Counted are edges whose caller is in"
        f" application or library code. Measured on {here}.",
        "",
        *_lines([HEADERS, *map(cells, rows)]),
        "",
        "*Without run-time classes*: callees left out that are in no file, as the program generates"
        " their class while it runs. *As checked*: for `snarl check`, models stand for some code of"
        " Kotlin's and Scala's libraries, so that threads and what they make stay apart; what that"
        " code calls for itself is then not in the graph. All else is of the call graph as"
        " `snarl callgraph` has it. *Initializers*: static initializers, counted apart; the run"
        " shows the first site that triggers each. *Entries*: methods that the JDK or the JVM"
        " calls.",
        "",
        "## By kind of edge",
        "",
        *_kinds(rows),
        "",
        "## Why edges are missing",
        "",
        "A miss often hangs below another one: its caller, or what makes its receiver, is not"
        " reached because of it. Each miss is put down to the root that explains the most.",
        "",
        *_lines(
            [
                ("misses", "roots", "cause", "programs"),
                *((f"{a:,}", f"{b:,}", c, d) for a, b, c, d in _by_cause(rows)),
            ]
        ),
        "",
        "## Set aside",
        "",
        *_set_aside(rows),
        "",
    ]
    return "\n".join(lines)


def _kinds(rows: Sequence[Row]) -> list[str]:
    kinds = sorted({kind for row in rows for kind in row.comparison.calls})
    body = [("program", *kinds)]
    for row in rows:
        tallies = [row.comparison.calls.get(kind) for kind in kinds]
        texts = [f"{tally.found:,} of {tally.recorded:,}" if tally else "" for tally in tallies]
        body.append((row.program.name, *texts))
    return _lines(body)


def _set_aside(rows: Sequence[Row]) -> list[str]:
    reasons = sorted({reason for row in rows for reason in row.comparison.set_aside})
    body: list[Sequence[str]] = [("edges", "why", "programs")]
    for reason in reasons:
        having = [row for row in rows if row.comparison.set_aside[reason]]
        count = sum(row.comparison.set_aside[reason] for row in having)
        body.append((f"{count:,}", reason, ", ".join(row.program.name for row in having)))
    return _lines(body) if reasons else ["Nothing."]


def _lines(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]


def roots_page(row: Row, classes: Classes, graph: StaticGraph, limit: int) -> str:
    """The roots of one program, for those who mend them."""
    total = row.comparison.total
    lines = [
        f"## {row.program.name} on {row.jdk}, {row.context}",
        "",
        f"{total.recorded:,} edges, {total.recorded - total.found:,} missing"
        f" ({total.percent:.2f} %), {len(row.roots):,} roots.",
        "",
    ]
    ends: Counter[str] = Counter()
    for root in row.roots:
        ends.update(dict.fromkeys(root.ends, len(root.explains)))
    if ends:
        shown = (f"{end} ({count})" for end, count in ends.most_common(limit))
        lines += ["Where receivers that do not arrive come from: " + "; ".join(shown) + ".", ""]
    for root in row.roots[:limit]:
        lines.append(
            f"- **{root.below:,}** below ({len(root.explains):,} put down to it),"
            f" {len(root.edges)} sites: {root.cause}"
        )
        lines.append(f"  - to `{text(root.callee)}`" + _reached(graph, root.callee))
        if root.ends:
            more = f" and {len(root.ends) - SHOWN_ENDS} more" if len(root.ends) > SHOWN_ENDS else ""
            lines.append(f"  - the walk back ends at: {'; '.join(root.ends[:SHOWN_ENDS])}{more}")
        lines += [f"  - {_site_text(edge, classes, graph)}" for edge in root.edges[:EXAMPLES]]
    return "\n".join([*lines, ""])


def text(method: MethodName) -> str:
    """A method as people write it."""
    return f"{method.class_name}.{method.name}{method.descriptor}"


def _reached(graph: StaticGraph, method: MethodName) -> str:
    return "" if graph.reaches(method) else " (not reached)"


def _site_text(edge: CallEdge, classes: Classes, graph: StaticGraph) -> str:
    if edge.caller is None:
        return f"{edge.kind} from the JVM"
    caller, bci = caller_of(edge.caller), edge.caller.bci
    instruction = classes.instruction(caller, bci)
    found = sorted(f"{name.class_name}.{name.name}" for name in graph.callees(caller, bci))
    shown = ", ".join(found[:EXAMPLES]) + (
        f" and {len(found) - EXAMPLES} more" if len(found) > EXAMPLES else ""
    )
    return (
        f"{edge.kind} from `{text(caller)}` at {bci}{_reached(graph, caller)}: `{instruction}`;"
        f" the graph has: {shown or 'nothing'}"
    )
