"""Staged functions: what a future runs once when others are complete, in whatever thread.

    for (Part part : parts) {
        int[] box = new int[1];
        boxes.add(box);
        all.add(load(part).thenAccept(number -> box[0] = number));
    }

One thread runs the function for each box: that which completes the future, or that which is late.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code import made_anew
from snarl.facts.locks.words import Held, once_for
from snarl.graph import distinct
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_STAGES = ("java.util.concurrent.CompletableFuture", "java.util.concurrent.CompletionStage")
_OF_ONE_LAMBDA = Flag.SYNTHETIC | Flag.PRIVATE
"""A method that a compiler has made of a lambda: it is run by what one instruction makes."""


class Staged:
    """What functions of stages have for themselves."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lambdas = Lambdas(calls)

    @cached_property
    def all(self) -> dict[int, Held]:
        """What is held where such functions begin."""
        calls = self._calls
        edges = calls.is_in_thread & ~calls.is_own[calls.callers] & calls.is_own[calls.callees]
        found = {}
        for entry in distinct(calls.callees[np.flatnonzero(edges)]).tolist():
            if held := self._captured(entry):
                found[entry] = held
        return found

    def _captured(self, entry: int) -> Held:
        """What a function has captured that is made anew for each lambda."""
        body = self._calls.code_of(entry)
        if body is None or body.method.flags & _OF_ONE_LAMBDA != _OF_ONE_LAMBDA:
            return frozenset()
        made = self._lambdas.creations(body.method)
        code = self._calls.code(made[0][0]) if len(made) == 1 else None
        if code is None or not _is_for_stage(code, made[0][1]):
            return frozenset()
        return frozenset(
            once_for(position, body.place)
            for position, operand in enumerate(code.operands(made[0][1]))
            if _is_new(code, operand, made[0][1])
        )


def _is_for_stage(code: Code, made: int) -> bool:
    """Whether a lambda is given to one stage, which runs it once."""
    uses = code.uses.get(code.results[made], ())
    if len(uses) != 1 or code.ops[uses[0]] != Op.INVOKE:
        return False
    return code.reference(uses[0]).owner in _STAGES and made_anew(code, made, uses[0])


def _is_new(code: Code, value: int, used: int) -> bool:
    """Whether each run of an instruction gets a new object."""
    made = code.definitions[code.source_of(value)]
    is_new = made >= 0 and code.ops[made] in (Op.NEW, Op.NEW_ARRAY)
    return is_new and made_anew(code, made, used)
