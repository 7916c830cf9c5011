"""Gatherings: calls of the JDK that wait for all threads, or futures, of a collection.

    threads.forEach(thread -> { … thread.join(); … });
    futures.stream().map(CompletableFuture::join).toList();

What comes behind the end of the walk comes after all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas, function_of
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_WAITS = ("join", "get", "resultNow")
_WAITED_FOR = ("java.lang.Thread", "java.util.concurrent.")
_WALKS = ("forEach", "forEachOrdered")
_STEPS = ("map", "mapToInt", "mapToLong", "mapToDouble", "mapToObj", "peek")
_TO_THE_END = {
    *("collect", "toList", "toArray", "forEach", "forEachOrdered", "reduce", "sum", "max", "min"),
    *("average", "summaryStatistics"),
}
"""What looks at all elements; others may stop early, or count them without a look."""
_SOURCES = ("stream", "parallelStream")
_STREAM = "java.util.stream."

Gathering = tuple["Code", int, int]
"""Some code, the call that waits, and the collection whose elements it waits for."""


class Gatherings:
    """Finds such calls in a program's own code."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lambdas = Lambdas(calls)

    def all(self) -> list[Gathering]:
        """All of them."""
        columns = self._calls.solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
        found: list[Gathering] = []
        for place, inst in zip(columns[0].tolist(), columns[1].tolist(), strict=True):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is not None and self._waits(code, inst):
                found += self._walks(code, code.results[inst])
        return found

    def _waits(self, code: Code, inst: int) -> bool:
        """Whether a lambda waits for what it is given, or is a reference to a method that does."""
        handle = function_of(code, inst)
        if handle is None or code.operands(inst):
            return False
        member = handle.member
        if member.owner.startswith(_WAITED_FOR):
            return member.name in _WAITS
        body = self._lambdas.body(code, inst)
        return body is not None and _always_waits(body)

    def _walks(self, code: Code, function: int) -> Iterator[Gathering]:
        """The calls that run a function for each element of a collection, to the end."""
        for call in code.uses.get(function, ()):
            if code.ops[call] != Op.INVOKE or function not in code.operands(call)[1:]:
                continue
            named, receiver = code.reference(call), code.operands(call)[0]
            end = call
            if named.owner.startswith(_STREAM) and named.name in _STEPS:
                end = _end_of_stream(code, call)
            elif named.name not in _WALKS or not named.owner.startswith("java.util."):
                continue
            if end >= 0:
                yield code, end, _source(code, receiver)


def _always_waits(code: Code) -> bool:
    """Whether a method waits for its only parameter whenever it returns."""
    ends = [inst for inst, op in enumerate(code.ops) if op == Op.RETURN]
    return len(code.parameters) == 1 and any(
        op == Op.INVOKE
        and code.reference(inst).name in _WAITS
        and code.operands(inst)
        and "TimeUnit" not in code.reference(inst).descriptor
        and not (code.reference(inst).name == "join" and len(code.operands(inst)) > 1)
        and code.source_of(code.operands(inst)[0]) == code.parameters[0]
        and not any(code.may_begin_without(end, inst) for end in ends)
        for inst, op in enumerate(code.ops)
    )


def _end_of_stream(code: Code, step: int) -> int:
    """The call that runs a stream from a step on; -1 if it is not in the same method."""
    while True:
        uses = [
            it
            for it in code.uses.get(code.results[step], ())
            if code.ops[it] == Op.INVOKE and code.operands(it)[0] == code.results[step]
        ]
        if len(uses) != 1:
            return -1
        (step,) = uses
        if not code.reference(step).descriptor.rpartition(")")[2].startswith("Ljava/util/stream/"):
            return step if code.reference(step).name in _TO_THE_END else -1


def _source(code: Code, value: int) -> int:
    """The collection behind a stream; or what is walked itself."""
    made = code.definitions[code.source_of(value)]
    if made >= 0 and code.ops[made] == Op.INVOKE and code.reference(made).name in _SOURCES:
        return code.operands(made)[0]
    return value
