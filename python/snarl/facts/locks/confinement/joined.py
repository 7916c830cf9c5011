"""Joined threads: what an object's own thread has done, once somebody has waited for its end.

    Sum(int[] data) { thread = new Thread(() -> add(data)); thread.start(); }
    long get() throws InterruptedException { thread.join(); return sum; }

Who has joined the thread that an object has started when it was made reads as if he were that
thread: it does nothing any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.locks.words import NOTHING, Held, once_for
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey

_GET_FIELD, _INVOKE, _RETURN = int(Op.GET_FIELD), int(Op.INVOKE), int(Op.RETURN)
_THREAD = "java.lang.Thread"


class Joined:
    """What is read by whoever has joined the thread of an object."""

    def __init__(self, calls: Calls, accesses: Accesses) -> None:
        self._calls = calls
        self._accesses = accesses
        self._lambdas = Lambdas(calls)
        self._joins: dict[int, list[tuple[int, FieldKey]]] = {}
        """By the method, the calls that wait for threads of its object."""
        self._functions: dict[FieldKey, frozenset[int]] = {}

    def locks(self, code: Code, load: int) -> Held:
        """What is as good as held where a method reads a field of its object."""
        if code.ops[load] != _GET_FIELD or not _is_this(code, code.operands(load)[0]):
            return NOTHING
        if code.place not in self._joins:
            fields = ((it, _field_of(code, it, "join")) for it in code.having(_INVOKE))
            self._joins[code.place] = [(it, field) for it, field in fields if field is not None]
        return frozenset(
            once_for(0, function)
            for join, field in self._joins[code.place]
            if _is_behind(code, load, join)
            for function in self._run_by(field)
        )

    def _run_by(self, field: FieldKey) -> frozenset[int]:
        """The methods that the thread runs first which a field holds, if its object has made and
        started it as it was made itself."""
        if field not in self._functions:
            self._functions[field] = self._find(field)
        return self._functions[field]

    def _find(self, field: FieldKey) -> frozenset[int]:
        if not self._calls.solution.program.field(*field).flags & Flag.FINAL:
            return frozenset()
        each = [
            frozenset(self._started(place, store, field))
            for place, store in self._accesses.written_fields.get(field, ())
        ]
        return frozenset.intersection(*each) if each else frozenset()

    def _started(self, place: int, store: int, field: FieldKey) -> Iterator[int]:
        """What a thread runs that a constructor makes, keeps and starts."""
        code = self._calls.code(place)
        if code is None or not _is_this(code, code.operands(store)[0]):
            return
        thread = code.source_of(code.operands(store)[1])
        made = code.definitions[thread]
        ends = code.having(_RETURN)
        starts = [
            it
            for it in code.having(_INVOKE)
            if _field_of(code, it, "start") == field or _calls_thread(code, it, "start", thread)
        ]
        if made < 0 or code.ops[made] != Op.NEW or len(starts) != 1:
            return
        if any(code.may_begin_without(end, starts[0]) for end in ends):
            return
        for call in code.uses.get(thread, ()):
            if _calls_thread(code, call, "<init>", thread):
                for task in code.operands(call)[1:]:
                    yield from self._function(code, task)

    def _function(self, code: Code, task: int) -> Iterator[int]:
        """The method that a lambda runs on the object that makes it."""
        made = code.definitions[code.source_of(task)]
        if made < 0 or code.ops[made] != Op.INVOKE_DYNAMIC:
            return
        body = self._lambdas.body(code, made)
        operands = code.operands(made)
        if body is not None and operands and _is_this(code, operands[0]):
            yield body.place


def _is_behind(code: Code, inst: int, join: int) -> bool:
    """Whether an instruction runs only behind a call that has not failed."""
    if code.may_begin_without(inst, join):
        return False
    there = code.block_of[inst]
    return not any(
        there == handler or there in code.blocks_after(handler)
        for handler in code.handlers[code.block_of[join]]
    )


def _field_of(code: Code, call: int, name: str) -> FieldKey | None:
    """The field of its object on whose thread a method calls another one."""
    operands = code.operands(call) if code.reference(call).name == name else ()
    if not operands:
        return None
    load = code.definitions[code.source_of(operands[0])]
    if load < 0 or code.ops[load] != _GET_FIELD or not _is_this(code, code.operands(load)[0]):
        return None
    return code.field(load) if _calls_thread(code, call, name, code.results[load]) else None


def _calls_thread(code: Code, call: int, name: str, thread: int) -> bool:
    if code.ops[call] != _INVOKE or code.operands(call)[:1] != [thread]:
        return False
    named = code.reference(call)
    is_plain = name == "<init>" or named.descriptor == "()V"
    return (named.owner, named.name) == (_THREAD, name) and is_plain


def _is_this(code: Code, value: int) -> bool:
    return not code.method.is_static and code.source_of(value) == code.parameters[0]
