"""Where a receiver should have come from: a walk back over what the run did.

A call is missing at a reached site if no receiver of the right type arrives there. The walk goes
from the receiver back through the code that the run entered: parameters to recorded callers,
results to recorded callees, fields to stores, each time only where the right type does not arrive
either. It ends at edges that are missing themselves, at stores that are not reached, and where the
value comes out of the JDK, whose inside the recorder does not see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from bench.recall.comparison import caller_of
from bench.recall.static_graph import Classes, StaticGraph
from snarl.monitor.recording import CallEdge, MethodName, Recording
from snarl.program import Instruction, Method, Op
from snarl.program.body import MemberReference

LONGEST_WALK = 3000

Place = tuple[MethodName, int]
"""A value of a method."""


@dataclass(slots=True)
class Trace:
    """What a walk ended at."""

    edges: set[CallEdge] = field(default_factory=set)
    methods: set[MethodName] = field(default_factory=set)
    """Methods that are not reached, and that store what is missing."""
    ends: set[str] = field(default_factory=set)
    """Where else it ended, in words."""


class Traces:
    """Walks over one recording."""

    def __init__(
        self, recording: Recording, absent: list[CallEdge], classes: Classes, graph: StaticGraph
    ) -> None:
        self._recording = recording
        self._absent = set(absent)
        self._classes = classes
        self._graph = graph
        self._entering: dict[MethodName, list[CallEdge]] = defaultdict(list)
        self._leaving: dict[tuple[MethodName, int], list[CallEdge]] = defaultdict(list)
        for edge in sorted(recording.edges, key=str):
            self._entering[edge.callee].append(edge)
            if edge.caller:
                self._leaving[caller_of(edge.caller), edge.caller.bci].append(edge)

    def of_receiver(self, edge: CallEdge) -> Trace:
        """The walk from the receiver of a plain call."""
        trace = Trace()
        if edge.caller is None:
            return trace
        caller = caller_of(edge.caller)
        todo = [(caller, call.operands[0]) for call in self._calls(caller, edge.caller.bci)]
        seen = set(todo)
        while todo and len(seen) < LONGEST_WALK:
            method, value = todo.pop()
            if self._arrives(method, value, edge.callee):
                continue
            for place in self._before(method, value, edge.callee, trace):
                if place not in seen:
                    seen.add(place)
                    todo.append(place)
        trace.edges.discard(edge)
        return trace

    def _arrives(self, method: MethodName, value: int, callee: MethodName) -> bool:
        types = self._graph.types(method, value)
        return any(self._classes.selects(name, callee) for name in types)

    def _calls(self, name: MethodName, bci: int) -> list[Instruction]:
        """The calls at a site that have operands; copies of a subroutine make it several."""
        method = self._classes.method(name)
        body = method.body if method else None
        if body is None:
            return []
        at_site = [Instruction(body, int(index)) for index in (body.indices == bci).nonzero()[0]]
        return [found for found in at_site if found.op is Op.INVOKE and found.operands]

    def _before(
        self, name: MethodName, value: int, callee: MethodName, trace: Trace
    ) -> Iterator[Place]:
        method = self._classes.method(name)
        body = method.body if method else None
        if body is None:
            return
        places = (body.results == value).nonzero()[0]
        if not len(places):
            return
        instruction = Instruction(body, int(places[0]))
        match instruction.op:
            case Op.PARAMETER:
                yield from self._arguments(name, instruction.constant, trace)
            case Op.PHI | Op.CHECK_CAST:
                yield from ((name, operand) for operand in instruction.operands)
            case Op.INVOKE:
                yield from self._results(name, instruction, trace)
            case Op.GET_FIELD | Op.GET_STATIC:
                yield from self._stored(instruction.reference, callee, trace)
            case Op.NEW | Op.NEW_ARRAY | Op.NEW_MULTI_ARRAY | Op.CONSTANT:
                return
            case other:
                trace.ends.add(f"{other.name.lower()} in {name.class_name}.{name.name}")

    def _arguments(self, name: MethodName, position: int, trace: Trace) -> Iterator[Place]:
        for edge in self._entering[name]:
            caller = caller_of(edge.caller) if edge.caller else None
            origin = self._classes.origin(caller.class_name) if caller else "jdk"
            if edge in self._absent:
                trace.edges.add(edge)
            elif caller is None or edge.caller is None:
                trace.ends.add("an argument from the JVM")
            elif origin == "jdk" or edge.kind != "call":
                trace.ends.add(f"an argument by {edge.kind} from {caller.class_name}.{caller.name}")
            else:
                for call in self._calls(caller, edge.caller.bci):
                    if position < len(call.operands):
                        yield caller, call.operands[position]

    def _results(self, name: MethodName, call: Instruction, trace: Trace) -> Iterator[Place]:
        for edge in self._leaving[name, call.bci]:
            if edge.kind == "class-init":
                continue
            if edge in self._absent:
                trace.edges.add(edge)
                continue
            method = self._classes.method(edge.callee)
            if method is None or method.owner.origin == "jdk" or method.body is None:
                trace.ends.add(f"a result of {edge.callee.class_name}.{edge.callee.name}")
                continue
            for found in method.body:
                if found.op is Op.RETURN and found.operands:
                    yield edge.callee, found.operands[0]

    def _stored(
        self, reference: MemberReference, callee: MethodName, trace: Trace
    ) -> Iterator[Place]:
        found = self._stores.get((reference.name, reference.descriptor), [])
        if not found:
            trace.ends.add(f"a field without a store in the run: {reference}")
        for owner, name, value in found:
            if not self._is_same_field(owner, reference.owner):
                continue
            if not self._graph.reaches(name):
                trace.methods.add(name)
            elif self._arrives(name, value, callee):
                trace.ends.add(f"stored into another object's field: {reference}")
            else:
                yield name, value

    def _is_same_field(self, one: str, other: str) -> bool:
        below, above = self._classes.find(one), self._classes.find(other)
        if below is None or above is None:
            return False
        is_subtype = self._classes.program.hierarchy.is_subtype
        return is_subtype(below, above) or is_subtype(above, below)

    @cached_property
    def _stores(self) -> dict[tuple[str, str], list[tuple[str, MethodName, int]]]:
        """All stores into fields in code that the run entered: by name and descriptor."""
        stores: dict[tuple[str, str], list[tuple[str, MethodName, int]]] = defaultdict(list)
        for name in sorted(self._entering, key=str):
            method = self._classes.method(name)
            if method is None or method.owner.origin == "jdk":
                continue
            for instruction in _stores_of(method):
                reference = instruction.reference
                row = (reference.owner, name, instruction.operands[-1])
                stores[reference.name, reference.descriptor].append(row)
        return stores


def _stores_of(method: Method) -> list[Instruction]:
    body = method.body
    if body is None:
        return []
    is_store = (body.ops == Op.PUT_FIELD) | (body.ops == Op.PUT_STATIC)
    return [Instruction(body, int(index)) for index in is_store.nonzero()[0]]
