"""Leaders: what only the one of many threads does that was given a certain number.

    for (int i = 0; i < n; i++) {
        int rank = i;
        new Thread(() -> work(rank)).start();
    }
    …
    if (rank == 0) rounds++;       the first thread, and no other

A thread keeps its number: who has once been where only the first comes is the first. It is told as
of a lock that there is one of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.calls.passing import Passed
from snarl.facts.calls.reach import Kills
from snarl.facts.code.constants import EQUAL, told_at
from snarl.facts.elements.counted import is_counted
from snarl.facts.locks.words import Guard
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.elements import Elements
    from snarl.facts.elements.parts import Leaf
    from snarl.facts.ordering import Ordering
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once

_NUMBERED = (int(Op.PARAMETER), int(Op.GET_FIELD))
"""What may be a number that a thread was given."""
_BRANCHES = (int(Op.IF), int(Op.SWITCH))
_MAKES = (int(Op.INVOKE), int(Op.INVOKE_DYNAMIC))
_RANGES = ("range", "rangeClosed")
_RUNS_ONCE = frozenset(("execute", "submit", "runAsync", "supplyAsync"))
"""Methods of pools that run once what they are given."""
_NOBODY: frozenset[Guard] = frozenset()


class _Gate(NamedTuple):
    """A block to which only those come of whom a value is a certain constant."""

    code: Code
    block: int
    value: int
    constant: int


class Leaders:
    """Where only one of many threads comes."""

    def __init__(
        self, calls: Calls, threads: Threads, once: Once, ordering: Ordering, elements: Elements
    ) -> None:
        self._calls = calls
        self._threads = threads
        self._once = once
        self._ordering = ordering
        self._elements = elements
        self._ranks: dict[tuple[int, int], Leaf | None] = {}
        self._known: dict[tuple[int, int], frozenset[Guard]] = {}

    @property
    def may_be(self) -> bool:
        """Whether there are threads with numbers of their own."""
        return bool(self._numbered)

    def guards(self, instance: int, inst: int, thread: Thread) -> frozenset[Guard]:
        """What tells that a thread that comes to an instruction is the one of its kind."""
        if thread.number not in self._numbered:
            return _NOBODY
        passed = self._passed.at(thread, instance, inst)
        if not passed:
            return _NOBODY
        key = (thread.number, passed)
        if key not in self._known:
            self._known[key] = frozenset(self._guards_behind(thread, passed))
        return self._known[key]

    def _guards_behind(self, thread: Thread, passed: int) -> Iterator[Guard]:
        """The same by the gates that a thread has passed, as bits."""
        for number, gate in enumerate(self._gates):
            rank = self._rank(thread, number) if passed >> number & 1 else None
            if rank is not None:
                yield Guard("object", ("leader", thread.number, rank, gate.constant), "own")

    @cached_property
    def _numbered(self) -> frozenset[int]:
        """The threads of which a loop, or a stream of a range, starts several, each with a number
        of its own, as it seems."""
        alike = Counter(map(self._ordering.likeness, self._threads.all))
        return frozenset(
            thread.number
            for thread in self._threads.all
            if thread.kind == "spawn"
            and thread.many
            and len(thread.sites) == 1
            # Of threads that are alike the first stands for all, and each has a leader.
            and alike[self._ordering.likeness(thread)] == 1
            and self._gives_numbers(*thread.sites[0])
        )

    def _gives_numbers(self, place: int, bci: int) -> bool:
        code = self._calls.code(place)
        if code is None:
            return False
        return any(
            (op == Op.INVOKE and code.reference(inst).name in _RANGES)
            or (
                code.is_in_loop(inst)
                and any(is_counted(code, inst, it) for it in code.operands(inst))
            )
            for inst, op in enumerate(code.ops)
            if op in _MAKES
        )

    @cached_property
    def _gates(self) -> list[_Gate]:
        """All gates of methods that such threads run."""
        calls, places = self._calls, set()
        for number in self._numbered:
            runs = self._threads.runs_in(self._threads.all[number]) & calls.is_own
            places |= set(calls.method_of[runs].tolist())
        codes = (calls.code(place) for place in sorted(places))
        return [gate for code in codes if code is not None for gate in _gates_of(code)]

    @cached_property
    def _passed(self) -> Passed:
        marks = [
            Kills(blocks={(it, gate.block) for it in self._calls.instances_of(gate.code.place)})
            for gate in self._gates
        ]
        return Passed(self._calls, self._threads, marks)

    def _rank(self, thread: Thread, number: int) -> Leaf | None:
        """The number that a gate asks for, if each thread of a kind was given another one."""
        key = (thread.number, number)
        if key not in self._ranks:
            gate = self._gates[number]
            leaf = self._elements.number_of(gate.code, gate.value, thread)
            self._ranks[key] = leaf if leaf is not None and self._is_once(leaf) else None
        return self._ranks[key]

    def _is_once(self, leaf: Leaf) -> bool:
        """Whether each number is given once, to one thread."""
        kind, of = leaf
        if kind == "loop":
            assert isinstance(of, tuple)
            return self._is_made_once(*of)
        if kind == "own":
            assert isinstance(of, tuple)
            return all(
                self._once.runs_once(code.place) and _counts_once(code, value)
                for code, _, value in self._elements.given(of)
            )
        if kind == "stream":
            assert isinstance(of, int)
            return all(self._runs_once(*made) for made in self._elements.ranges(of))
        return False

    def _runs_once(self, place: int, inst: int) -> bool:
        code = self._calls.code(place)
        return code is not None and self._once.runs_once(place) and not code.is_in_loop(inst)

    def _is_made_once(self, place: int, inst: int) -> bool:
        """Whether a loop, which runs once, makes a lambda for each number, and each is given to one
        thread."""
        code = self._calls.code(place)
        if code is None or not self._once.runs_once(place):
            return False
        counted = [it for it in code.operands(inst) if is_counted(code, inst, it)]
        uses = code.uses.get(code.results[inst], ())
        return (
            all(_counts_once(code, it) for it in counted)
            and len(uses) == 1
            and _gives_to_thread(code, uses[0])
            and not code.may_follow_without(uses[0], uses[0], inst)
        )


def _gives_to_thread(code: Code, inst: int) -> bool:
    """Whether an instruction makes a thread of what it is given, or gives it to a pool once."""
    if code.ops[inst] != Op.INVOKE:
        return False
    named = code.reference(inst)
    if (named.owner, named.name) == ("java.lang.Thread", "<init>"):
        return True
    return named.owner.startswith("java.util.concurrent.") and named.name in _RUNS_ONCE


def _gates_of(code: Code) -> Iterator[_Gate]:
    """Where control goes on if a number is a certain constant, and nowhere else from."""
    for block, targets in enumerate(code.successors):
        last = code.block_offsets[block + 1] - 1
        if code.ops[last] not in _BRANCHES:
            continue
        for position, target in enumerate(targets):
            told = told_at(code, last, position)
            if told is None or told.sign != EQUAL or not isinstance(told.with_, int):
                continue
            made = code.definitions[told.value]
            is_number = made >= 0 and code.ops[made] in _NUMBERED
            if is_number and code.predecessors(target) == [block] and targets.count(target) == 1:
                yield _Gate(code, target, told.value, told.with_)


def _counts_once(code: Code, value: int) -> bool:
    """Whether a value counts the rounds of a loop that does not begin again."""
    value = code.source_of(value)
    made = code.definitions[value]
    if made < 0 or code.ops[made] != Op.PHI:
        return False
    block = code.block_of[made]
    inside = code.blocks_after(block)
    return all(
        before not in inside or _is_step(code, value, operand)
        for before, operand in zip(code.predecessors(block), code.operands(made), strict=True)
    )


def _is_step(code: Code, value: int, operand: int) -> bool:
    made = code.definitions[code.source_of(operand)]
    return made >= 0 and code.ops[made] == Op.BINARY and value in code.operands(made)
