"""Points-to analysis and call graph: what may refer to what, and what may call what.

Paper 1, sections 2.2.1 and 2.2.2: inclusion-based, field-sensitive, with objects as contexts. The
engine solves; here is what the analysis starts from (`roots`) and what people ask of its answer
(`solution`, `call_graph`).

    solution = program.points_to(context="2obj")
    for edge in solution.call_graph.callees_of(method):
        print(edge.callee, edge.kind)
"""

from snarl.points_to.analysis import CONTEXTS, analyse
from snarl.points_to.call_graph import CallEdge, CallGraph, EdgeKind
from snarl.points_to.roots import RootError, Roots, find_mains
from snarl.points_to.solution import (
    Context,
    HandleAccess,
    HeapObject,
    Place,
    Solution,
    Spawn,
    Unresolved,
)
from snarl.points_to.starting import Start

__all__ = [
    "CONTEXTS",
    "CallEdge",
    "CallGraph",
    "Context",
    "EdgeKind",
    "HandleAccess",
    "HeapObject",
    "Place",
    "RootError",
    "Roots",
    "Solution",
    "Spawn",
    "Start",
    "Unresolved",
    "analyse",
    "find_mains",
]
