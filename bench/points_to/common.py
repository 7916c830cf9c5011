"""Figures of the application's methods that both tools reach: precision without reach.

A tool that reaches more methods has more sites and casts in them. Here each tool's are counted only
in methods that both have, from the call graphs that the last runs left behind.
"""

import json
from collections.abc import Iterable

from bench.points_to.differ import Graph, owner, read
from bench.points_to.measure import RECORDS, calls_file
from bench.points_to.programs import Program

FILE = RECORDS.with_name("points-to-common.json")
MEANINGS = {
    "methods": "methods of the application that both reach",
    "pairs": "pairs of such a caller and a callee",
    "poly_sites": "sites with more than one callee in them",
    "may_fail_casts": "casts in them that may fail",
}
TOOLS = ("snarl", "taie")
CALLS = {
    *("CALL", "LAMBDA"),
    *("VIRTUAL", "INTERFACE", "SPECIAL", "STATIC", "DYNAMIC", "OTHER.LambdaCallEdge"),
}
"""Kinds of edges, of either tool, that count as calls."""

Figures = dict[str, int]


def count(programs: Iterable[Program], contexts: Iterable[str]) -> dict[str, dict[str, Figures]]:
    """The figures by `program context` and tool; those of other runs are kept."""
    known: dict[str, dict[str, Figures]] = {}
    if FILE.exists():
        known = json.loads(FILE.read_text(encoding="utf-8"))
    for program in programs:
        for context in contexts:
            files = [calls_file(program.name, tool, context) for tool in TOOLS]
            if not all(file.exists() for file in files):
                continue
            graphs = [read(file) for file in files]
            own = program.class_names()
            both = {it for it in graphs[0].methods & graphs[1].methods if owner(it) in own}
            pairs = zip(TOOLS, graphs, strict=True)
            known[f"{program.name} {context}"] = {tool: _figures(it, both) for tool, it in pairs}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return known


def _figures(graph: Graph, methods: set[str]) -> Figures:
    sites = {
        what: sum(number for site, number in graph.sites[what].items() if site[0] in methods)
        for what in ("poly", "cast")
    }
    calls = sum(
        kind in CALLS for method in methods for kind in graph.callees.get(method, {}).values()
    )
    return {
        "methods": len(methods),
        "pairs": calls,
        "poly_sites": sites["poly"],
        "may_fail_casts": sites["cast"],
    }
