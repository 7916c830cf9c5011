"""Attempts: calls that make something known only if they succeed.

    do { node.next = head; } while (!compareAndSetHead(node.next, node));

A compare-and-set that fails tells nobody; nor does a method that returns true only where it has let
its arguments be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.constants import constants
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.ownership.leaks import Leaking

_INVOKE, _RETURN, _IF, _PHI = int(Op.INVOKE), int(Op.RETURN), int(Op.IF), int(Op.PHI)
_COMPARES = ("compareandset", "weakcompareandset", "compareandswap")
_OF_JDK = ("java.", "jdk.", "sun.misc.")
_WRAPPERS = 2
Edge = tuple[int, int]
"""From one block to another one."""
_LONGEST = 100
"""Instructions of a method that tries something for its caller."""


class Attempts:
    """Which calls are attempts."""

    def __init__(self, calls: Calls, leaking: Leaking) -> None:
        self._calls = calls
        self._leaking = leaking
        self._known: dict[tuple[int, int], bool] = {}

    def closed(self, code: Code, call: int, depth: int = 0) -> frozenset[Edge]:
        """The ways between blocks on which control never goes once a call has made known what it
        was given: where its result, or a variable that keeps it, is asked for and is false."""
        if not code.uses.get(code.results[call]) or not self._is_attempt(code, call, depth):
            return frozenset()
        successes = _variables_of(code, call)
        return frozenset(
            # 0 is "==", 1 is "!=": successors are where it holds, and where not.
            (code.block_of[use], code.successors[code.block_of[use]][code.details[use]])
            for value in successes
            for use in code.uses.get(value, ())
            if code.ops[use] == _IF
            and code.operands(use) == [value]
            and code.details[use] in (0, 1)
        )

    def _is_attempt(self, code: Code, call: int, depth: int) -> bool:
        """Whether a call is a compare-and-set, or of a method that tells if it was successful."""
        if code.ops[call] != _INVOKE or depth > _WRAPPERS:
            return False
        named = code.reference(call)
        if named.name.lower().startswith(_COMPARES) and named.owner.startswith(_OF_JDK):
            return True
        callees = self._calls.methods_called(code.place, code.bcis[call])
        return bool(callees) and all(self._tells_success(it, depth + 1) for it in callees)

    def _tells_success(self, place: int, depth: int) -> bool:
        if (place, depth) not in self._known:
            code = self._calls.code(place) if place < len(self._calls.methods) else None
            self._known[place, depth] = code is not None and self._find_success(code, depth)
        return self._known[place, depth]

    def _find_success(self, code: Code, depth: int) -> bool:
        """Whether a method returns true wherever it has let one of its arguments be known."""
        if not code.method.descriptor.endswith(")Z") or len(code) > _LONGEST:
            return False
        leaks = set(self._leaks(code))
        return bool(leaks) and all(self._ends_true(code, leak, depth) for leak in leaks)

    def _leaks(self, code: Code) -> Iterator[int]:
        for value in code.parameters[0 if code.method.is_static else 1 :]:
            if value >= 0:
                found = self._leaking.leaks(code.place, code, value)
                yield from found.to_all
                yield from (inst for inst, _ in found.to_parameters)

    def _ends_true(self, code: Code, leak: int, depth: int) -> bool:
        """Whether a method returns true, or what an attempt gives, if an instruction has let
        something be known."""
        here = code.block_of[leak]
        if code.ops[code.block_offsets[here + 1] - 1] == _RETURN:
            end = code.operands(code.block_offsets[here + 1] - 1)[0]
            is_given_on = end == code.results[leak] and self._is_attempt(code, leak, depth)
            return is_given_on or _is_true(code, end)
        closed = self.closed(code, leak, depth)
        waiting = [it for it in _edges(code, here) if it not in closed]
        seen = {*waiting, *closed}
        while waiting:
            before, block = waiting.pop()
            last = code.block_offsets[block + 1] - 1
            if code.ops[last] == _RETURN and not _returns_true(code, last, before):
                return False
            found = set(_edges(code, block)) - seen
            seen |= found
            waiting += found
        return True


def _edges(code: Code, block: int) -> list[Edge]:
    return [(block, target) for target in code.flow[block]]


def _variables_of(code: Code, call: int) -> set[int]:
    """The result of a call, and the variables that surely have it whenever control goes on from
    there: of all that a loop may give them afterwards, each is the result or such a variable."""
    result = code.results[call]
    found, waiting = {result}, [result]
    while waiting:
        for use in code.uses.get(waiting.pop(), ()):
            if code.ops[use] == _PHI and code.results[use] not in found:
                found.add(code.results[use])
                waiting.append(code.results[use])
    afterwards = code.blocks_after(code.block_of[call]) | {code.block_of[call]}
    is_changed = True
    while is_changed:
        lost = {
            value
            for value in found - {result}
            if any(
                code.chosen(code.definitions[value], block) not in found
                for block in afterwards
                if code.block_of[code.definitions[value]] in code.flow[block]
            )
        }
        found -= lost
        is_changed = bool(lost)
    return found


def _returns_true(code: Code, end: int, before: int) -> bool:
    """Whether a method returns true at an end if control comes there from a block."""
    value: int | None = code.operands(end)[0]
    made = code.definitions[code.operands(end)[0]]
    if made >= 0 and code.ops[made] == _PHI and code.block_of[made] == code.block_of[end]:
        value = code.chosen(made, before)
    return value is not None and _is_true(code, value)


def _is_true(code: Code, value: int) -> bool:
    known = constants(code, value)
    return known is not None and 0 not in known
