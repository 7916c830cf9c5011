"""Revealed: whether a method may have made a value known before one of its instructions.

A value is revealed where it is put where others find it, where it is put into what is not fresh
itself, where another value is made known that leads to it, and where a thread is started that
knows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from snarl.facts.code.consistent import may_follow_again
from snarl.facts.ownership.alone import Alone
from snarl.facts.ownership.attempts import Attempts
from snarl.facts.ownership.starts import Starts
from snarl.facts.ownership.waited import Waited
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking
    from snarl.points_to import Solution

NOWHERE = -1
"""In place of a block: wherever control goes on."""
_INVOKE = int(Op.INVOKE)


class IsFresh(Protocol):
    """Whether a value is fresh at an instruction of an instance."""

    def __call__(self, instance: int, inst: int, value: int, /) -> bool: ...


class Revealed:
    """Finds out whether values were made known."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        leaking: Leaking,
        starts: Starts,
        is_fresh: IsFresh,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._leaking = leaking
        self._starts = starts
        self._is_fresh = is_fresh
        self._attempts = Attempts(calls, leaking)
        self._alone = Alone(calls, leaking)
        self._waited = Waited(calls, leaking)
        self.leading: dict[tuple[int, int, int], bool] = {}
        """Whether a value of an instance may lead to another one, as far as that was asked."""

    def is_before(
        self,
        instance: int,
        code: Code,
        value: int,
        inst: int,
        to: int,
        since: int | None = None,
    ) -> bool:
        """Whether a method may have made a value known before an instruction, after which control
        goes on to some block: since it was made, or since another instruction."""
        leaks = self._leaking.leaks(code.place, code, value)
        made = code.definitions[value] if since is None else since
        if any(
            self._precedes(code, leak, inst, made, to)
            and not self._waited.is_over(code, value, leak, inst)
            for leak in leaks.to_all
        ):
            return True
        return any(
            self._precedes(code, store, inst, made, to)
            and not self._is_fresh(instance, store, code.parameters[position])
            for store, position in leaks.to_parameters
        ) or self._is_started(instance, code, value, inst, made)

    def is_with_others(self, instance: int, code: Code, value: int, inst: int, to: int) -> bool:
        """Whether a method may have made another argument known by a call before an instruction,
        which is the same as a parameter or leads to it. What it is stored into may be as new."""
        if len(code.parameters) < 2 or not code.having(_INVOKE):
            return False
        own = code.constants[code.definitions[value]]
        stored = {it for _, it in self._leaking.leaks(code.place, code, value).to_parameters}
        return any(
            other >= 0
            and other != value
            and self._leads_to(instance, other, value)
            and (position in stored or not self._alone.is_given(instance, own))
            and any(
                self._precedes(code, leak, inst, code.definitions[other], to)
                for leak in self._calls_that_leak(instance, code, other)
            )
            for position, other in enumerate(code.parameters)
        )

    def _calls_that_leak(self, instance: int, code: Code, value: int) -> Iterator[int]:
        """The calls that make a value known, to all or to what others know."""
        leaks = self._leaking.leaks(code.place, code, value)
        yield from (it for it in leaks.to_all if code.ops[it] == _INVOKE)
        for it, position in leaks.to_parameters:
            other = code.parameters[position]
            if code.ops[it] == _INVOKE and not self._is_fresh(instance, it, other):
                yield it

    def _leads_to(self, instance: int, one: int, other: int) -> bool:
        """Whether a value may refer to what another one does, or to what holds that."""
        key = (instance, one, other)
        if key not in self.leading:
            self.leading[key] = self._solution.engine.leads_in(*key)
        return self.leading[key]

    def _is_started(self, instance: int, code: Code, value: int, inst: int, made: int) -> bool:
        """Whether a thread that knows a value may have been started before an instruction, after it
        was kept somewhere: in a list, or in an array."""
        starts = self._starts.of(code.place)
        if not starts:
            return False
        objects = set(self._calls.objects(instance, value).tolist())
        return any(
            self._precedes(code, start, inst, made)
            and objects & known
            and not self._waited.is_over(code, value, start, inst)
            for start, known in starts.items()
        )

    def _precedes(self, code: Code, leak: int, inst: int, made: int, to: int = NOWHERE) -> bool:
        """Whether a leak of an object that was made somewhere may come before an instruction, after
        which control may have to go on to some block."""
        if leak == inst and not code.is_in_loop(inst):
            return False
        closed = self._attempts.closed(code, leak)
        if (code.block_of[inst], to) in closed:
            return False
        return code.may_follow_without(leak, inst, made, closed) and may_follow_again(
            code, leak, inst, made, closed
        )
