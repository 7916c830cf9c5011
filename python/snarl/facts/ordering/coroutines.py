"""Coroutines of Kotlin: what waits for them, and which of them run one after the other.

    coroutineScope {                      returns when all that was launched in it has ended
        launch(single) { count++ }        one thread runs all that is launched with this dispatcher
    }
    runBlocking { launch { count++ } }    runs in the thread that waits, when that has nothing to do

A coroutine is a thread of its own here (`models/coroutines.toml`), whichever threads run it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.ordering.pools import executors_of, is_limited
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_PACKAGE = "kotlinx.coroutines."
_BUILDERS = f"{_PACKAGE}BuildersKt"
_LAUNCHES = {"launch", "launch$default", "async", "async$default"}
_BLOCKS_HERE = "runBlocking$default"
_BLOCKS = {"runBlocking", _BLOCKS_HERE}
_SCOPES = {
    **dict.fromkeys(("coroutineScope",), f"{_PACKAGE}CoroutineScopeKt"),
    **dict.fromkeys(("supervisorScope",), f"{_PACKAGE}SupervisorKt"),
    **dict.fromkeys(("withContext", *_BLOCKS), _BUILDERS),
    **dict.fromkeys(("withTimeout", "withTimeoutOrNull"), f"{_PACKAGE}TimeoutKt"),
}
"""Calls that return when all coroutines of the scope that they make have ended."""
_MOVES = {"withContext"}
"""Runs a part of a coroutine elsewhere."""
_LOOP = f"{_PACKAGE}BlockingCoroutine"
AWAITS = {
    (f"{_PACKAGE}Job", "join"): 0,
    (f"{_PACKAGE}Deferred", "await"): 0,
    (f"{_PACKAGE}JobKt", "cancelAndJoin"): 0,
    (f"{_PACKAGE}AwaitKt", "joinAll"): 0,
    (f"{_PACKAGE}AwaitKt", "awaitAll"): 0,
}
"""Calls that wait for an argument, by its position."""


class Coroutines:
    """What the library of coroutines promises of those that a program launches."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        once: Once,
        threads: Threads,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self._threads = threads

    @cached_property
    def scope_ends(self) -> list[tuple[Code, int]]:
        """The calls that return when all coroutines of a scope have ended."""
        engine, found = self._solution.program.engine, []
        for method, inst, called in self._accesses.calls_of(set(_SCOPES)):
            code = self._calls.code(method)
            name = engine.method(*called)[0]
            if code is not None and engine.class_name(called[0]) == _SCOPES[name]:
                found.append((code, inst))
        return found

    def is_all_of_scope(self, thread: Thread, code: Code, inst: int) -> bool:
        """Whether all coroutines of a kind are launched in the scope that a call makes."""
        scopes = self._scopes(thread)
        wanted = (code.place, code.bcis[inst])
        if not scopes or any(self._once.place(it) != wanted for it in scopes):
            return False
        return not self._calls_itself(code, inst)

    def _calls_itself(self, code: Code, inst: int) -> bool:
        """Whether a call may come back to where it is made: the scope within ends before the one
        around it."""
        calls = self._calls
        for instance in self._instances(code.place):
            below = calls.in_thread.reachable(calls.callees_at(instance, code.bcis[inst]))
            if below[instance]:
                return True
        return False

    def executors(self, thread: Thread) -> set[int] | None:
        """The executors that run all coroutines of a kind, or, in place of one, the scope whose
        maker does; None if it is not for coroutines alone."""
        found: set[int] = set()
        for place, bci in thread.sites:
            code = self._launch(place, bci)
            if code is None:
                return None
            here = [self._executors(instance, code, bci) for instance in self._instances(place)]
            if not all(here):
                return set()
            found.update(*here)
        if self._runs_elsewhere(thread):
            return set()
        return found if thread.sites else None

    def is_loop(self, number: int) -> bool:
        """Whether an object is a scope whose maker runs what is launched in it: no context was
        given that may have another dispatcher."""
        made = self._blocking_call(number)
        return made is not None and made[0].reference(made[1]).name == _BLOCKS_HERE

    def _blocking_call(self, number: int) -> tuple[Code, int] | None:
        """The call that has made an object and waits for all that is launched in it."""
        place = self._once.place(number)
        if place is None or self._solution.object(number).type != _LOOP:
            return None
        code = self._calls.code(place[0])
        call = None if code is None else code.call_at(place[1])
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return None
        return code, call

    def is_run_by(self, thread: Thread, other: Thread) -> bool:
        """Whether all of a thread is run by another one, in the loop where that waits."""
        executors = self.executors(thread) if thread.kind == "spawn" else None
        if not executors or other.many or self._runs_elsewhere(other):
            return False
        for number in executors:
            place = self._once.place(number)
            if place is None or not self.is_loop(number) or not self._once.is_single(number):
                return False
            for instance in self._instances(place[0]):
                if any(it != other for it in self._threads.of(instance)):
                    return False
        return True

    def _runs_elsewhere(self, thread: Thread) -> bool:
        """Whether some part of a thread is moved to another dispatcher."""
        runs = self._threads.runs_in(thread)
        return any(
            runs[instance]
            for method, _, called in self._accesses.calls_of(_MOVES)
            if self._solution.program.engine.class_name(called[0]) == _BUILDERS
            for instance in self._instances(method)
        )

    def _instances(self, place: int) -> list[int]:
        return [int(it) for it in self._calls.instances_of(place)]

    def _launch(self, place: int, bci: int) -> Code | None:
        """The code that launches a coroutine at a call, if it does."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return None
        named = code.reference(call)
        return code if named.owner == _BUILDERS and named.name in _LAUNCHES else None

    def _scopes(self, thread: Thread) -> set[int]:
        found: set[int] = set()
        for place, bci in thread.sites:
            code = self._launch(place, bci)
            if code is None:
                return set()
            for instance in self._instances(place):
                here = self._given(instance, code, bci, 0)
                if not here:
                    return set()
                found |= here
        return found

    def _given(self, instance: int, code: Code, bci: int, position: int) -> set[int]:
        call = code.call_at(bci)
        assert call is not None
        return set(self._calls.objects(instance, code.operands(call)[position]).tolist())

    def _executors(self, instance: int, code: Code, bci: int) -> set[int]:
        call = code.call_at(bci)
        assert call is not None
        if _is_null(code, code.operands(call)[1]):
            here = list(map(self._runners, self._given(instance, code, bci, 0)))
            return set().union(*here) if all(here) else set()
        return self._of_contexts(self._given(instance, code, bci, 1))

    def _runners(self, scope: int) -> set[int]:
        """What runs the coroutines of a scope that are launched without a context of their own."""
        if self.is_loop(scope):
            return {scope}
        made = self._blocking_call(scope)
        if made is None:
            return set()
        code, call = made
        given = [
            self._given(instance, code, code.bcis[call], 0)
            for instance in self._instances(code.place)
        ]
        return self._of_contexts(set().union(*given))

    def _of_contexts(self, contexts: set[int]) -> set[int]:
        """The executors of contexts that are dispatchers of executors, and dispatchers that have
        a limit themselves; nothing for others."""
        found: set[int] = set()
        for number in contexts:
            limited = is_limited(self._solution, number)
            here = [number] if limited else executors_of(self._solution, number)
            if not here:
                return set()
            found.update(here)
        return found


def _is_null(code: Code, value: int) -> bool:
    """Whether a context is left out, so that it is that of the scope."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] != Op.CONSTANT:
        return False
    return Instruction(code.body, made).literal is None
