"""Reductions: what a parallel stream collects into is one thread's at a time.

    numbers.parallelStream().collect(Sum::new, Sum::add, Sum::merge)

A stream makes a container for each of its tasks by the supplier, adds to it in one task, and merges
two when the tasks are done. So whoever adds or merges has the containers for himself: as long as
the supplier makes a new one each time, and nobody else calls these functions.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas, function_of
from snarl.facts.locks.words import Held, Lock, own_parameter
from snarl.facts.stand_ins import StandIn
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_OF_REDUCTION = (StandIn.REDUCTION.value, 0)
_STREAMS = tuple(f"java.util.stream.{kind}Stream" for kind in ("", "Int", "Long", "Double"))
_COLLECTED_BY = 4
"""Operands of a call of `collect`: the stream, and three functions."""
_COLLECTOR = "java.util.stream.Collector"


class Reductions:
    """The functions by which streams collect."""

    def __init__(self, calls: Calls, accesses: Accesses) -> None:
        self._calls = calls
        self._accesses = accesses
        self._lambdas = Lambdas(calls)

    @cached_property
    def turns(self) -> dict[int, Held]:
        """What instances have for themselves by which streams collect."""
        found: dict[int, set[Lock]] = {}
        for body, positions in self._functions():
            instances = self._calls.instances_of(body.place)
            if not all(map(self._is_called_by_streams, instances)):
                continue
            for instance in instances:
                found.setdefault(instance, set()).update(
                    own_parameter(position, _OF_REDUCTION) for position in positions
                )
        return {instance: frozenset(locks) for instance, locks in found.items()}

    def _functions(self) -> Iterator[tuple[Code, list[int]]]:
        """The functions that add to a container, or merge two, and which of their parameters these
        are."""
        for code, call in self._collecting():
            supplier, adds, merges = code.operands(call)[-3:]
            if code.reference(call).owner == _COLLECTOR:
                supplier, adds, merges = code.operands(call)[:3]
            if not self._makes_new(code, supplier):
                continue
            for function, count in ((adds, 1), (merges, 2)):
                made = code.definitions[code.source_of(function)]
                body = None if made < 0 else self._lambdas.body(code, made)
                if body is not None:
                    first = len(code.operands(made))
                    yield body, list(range(first, first + count))

    def _collecting(self) -> Iterator[tuple[Code, int]]:
        """Calls that tell a stream by which functions it collects."""
        for place, inst, _ in self._accesses.calls_of(("collect", "of")):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is None:
                continue
            owner, count = code.reference(inst).owner, len(code.operands(inst))
            if owner == _COLLECTOR or (owner in _STREAMS and count == _COLLECTED_BY):
                yield code, inst

    def _makes_new(self, code: Code, supplier: int) -> bool:
        """Whether a function makes a new object each time, and keeps it nowhere."""
        made = code.definitions[code.source_of(supplier)]
        if made < 0 or code.ops[made] != Op.INVOKE_DYNAMIC:
            return False
        body = self._lambdas.body(code, made)
        if body is None:
            return _is_constructor(code, made)
        if body.method.name == "<init>":
            return _keeps_to_itself(body)
        ends = [inst for inst, op in enumerate(body.ops) if op == Op.RETURN]
        return bool(ends) and all(_returns_new(body, inst) for inst in ends)

    def _is_called_by_streams(self, instance: int) -> bool:
        callers = self._calls.callers_of(instance)
        return bool(callers) and not any(self._calls.is_own[caller] for caller, _, _ in callers)


def _is_constructor(code: Code, made: int) -> bool:
    """Whether a function is a reference to a constructor of the JDK's."""
    handle = function_of(code, made)
    if handle is None or handle.member.name != "<init>":
        return False
    return handle.member.owner.startswith("java.")


def _keeps_to_itself(code: Code) -> bool:
    """Whether a constructor gives `this` to nobody but the constructor above."""
    this = code.parameters[0]
    return all(
        code.ops[use] == Op.GET_FIELD
        or (code.ops[use] == Op.PUT_FIELD and code.source_of(code.operands(use)[1]) != this)
        or (code.ops[use] == Op.INVOKE and code.reference(use).name == "<init>")
        for use in code.uses.get(this, ())
    )


def _returns_new(code: Code, end: int) -> bool:
    value = code.source_of(code.operands(end)[0]) if code.operands(end) else -1
    made = code.definitions[value] if value >= 0 else -1
    return (
        made >= 0
        and code.ops[made] == Op.NEW
        and all(
            code.ops[use] == Op.RETURN
            or (code.ops[use] == Op.INVOKE and code.reference(use).name == "<init>")
            for use in code.uses.get(value, ())
        )
    )
