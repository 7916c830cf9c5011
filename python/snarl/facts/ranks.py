"""Ranks: what only the thread with one number does.

    for (int i = 0; i < n; i++) {
        int rank = i;
        new Thread(() -> { work(); if (rank == 0) report(); }).start();
    }

The loop gives each thread another number, and runs once, so that one thread at most has this one.
Numbers are found as for indices of arrays (`elements`). Where a branch asks for anything else than
one constant (`rank <= 1`), where several threads may run one task, or where the loop may run again,
nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.code.constants import DIFFERENT, EQUAL, comparison
from snarl.facts.locks import Guard
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.elements import Elements, Leaf
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once

_ASKED_OF = frozenset((int(Op.PARAMETER), int(Op.GET_FIELD)))
_CALLS_UP = 4
_NONE: frozenset[Guard] = frozenset()


class _Branch(NamedTuple):
    """A branch that asks whether a value is a constant, and the blocks that run only if it is."""

    value: int
    constant: int
    blocks: frozenset[int]


class Ranks:
    """Finds what one thread of many does, as it asks for its number."""

    def __init__(self, calls: Calls, threads: Threads, elements: Elements, once: Once) -> None:
        self._calls = calls
        self._threads = threads
        self._elements = elements
        self._once = once
        self._asking: dict[int, dict[int, list[tuple[Guard, frozenset[int]]]]] = {}
        self._entries: dict[tuple[int, int], frozenset[Guard]] = {}

    def guards(self, instance: int, inst: int, thread: Thread) -> frozenset[Guard]:
        """The numbers of which a thread surely has one where it runs an instruction."""
        if thread.kind != "spawn" or not self._branches or not self._asked_by(thread):
            return _NONE
        return self._at(instance, inst, thread, _CALLS_UP)

    def _at(self, instance: int, inst: int, thread: Thread, way: int) -> frozenset[Guard]:
        code = self._calls.code_of(instance)
        if code is None:
            return _NONE
        block = code.block_of[inst]
        asked = self._asked_by(thread).get(code.place, ())
        return frozenset(guard for guard, blocks in asked if block in blocks) | self._at_entry(
            instance, thread, way
        )

    def _at_entry(self, instance: int, thread: Thread, way: int) -> frozenset[Guard]:
        """The same wherever an instance is called from."""
        if way == 0 or instance in thread.roots:
            return _NONE
        key = (instance, thread.number)
        if key not in self._entries:
            self._entries[key] = _NONE  # for who calls itself
            self._entries[key] = self._find_entry(instance, thread, way - 1)
        return self._entries[key]

    def _find_entry(self, instance: int, thread: Thread, way: int) -> frozenset[Guard]:
        found: frozenset[Guard] | None = None
        runs = self._threads.runs_in(thread)
        for caller, site, _ in self._calls.callers_of(instance):
            if not runs[caller]:
                continue
            code = self._calls.code_of(caller)
            call = None if code is None or site < 0 else code.call_at(site)
            here = _NONE if call is None else self._at(caller, call, thread, way)
            found = here if found is None else found & here
            if not found:
                return _NONE
        return found or _NONE

    def _asked_by(self, thread: Thread) -> dict[int, list[tuple[Guard, frozenset[int]]]]:
        """What is asked of the numbers of some threads, by methods."""
        if thread.number not in self._asking:
            self._asking[thread.number] = self._find_asked(thread)
        return self._asking[thread.number]

    def _find_asked(self, thread: Thread) -> dict[int, list[tuple[Guard, frozenset[int]]]]:
        runs = self._threads.runs_in(thread)
        found: dict[int, list[tuple[Guard, frozenset[int]]]] = {}
        for place, branches in self._branches.items():
            code = self._calls.code(place)
            if code is None or not any(runs[it] for it in self._calls.instances_of(place)):
                continue
            for branch in branches:
                leaf = self._number(code, branch.value, thread)
                if leaf is not None:
                    key = ("rank", thread.number, leaf, branch.constant)
                    guard = Guard("object", key, "own")
                    found.setdefault(place, []).append((guard, branch.blocks))
        return found

    def _number(self, code: Code, value: int, thread: Thread) -> Leaf | None:
        """What a value is, if each of some threads has another one: no two of one time do."""
        found = self._elements.number(code, value, thread)
        if found is None:
            return None
        leaf, there, inst = found
        if not self._once.runs_once(there.place) or not _is_outermost(there, inst):
            return None
        return leaf

    @cached_property
    def _branches(self) -> dict[int, list[_Branch]]:
        """What methods of the program ask of numbers that somebody gave them."""
        calls, found = self._calls, {}
        for place in sorted(set(calls.method_of[calls.is_own].tolist())):
            code = calls.code(place)
            branches = [] if code is None else list(_branches(code))
            if branches:
                found[place] = branches
        return found


def _branches(code: Code) -> Iterator[_Branch]:
    for inst in code.having(Op.IF):
        asked = comparison(code, inst)
        if asked is None or asked.sign not in (EQUAL, DIFFERENT):
            continue
        if not isinstance(asked.with_, int) or code.body.type_name(asked.value) != "int":
            continue
        made = code.definitions[asked.value]
        if made < 0 or code.ops[made] not in _ASKED_OF:
            continue
        block = code.block_of[inst]
        targets = code.successors[block]
        taken = 0 if asked.sign == EQUAL else 1
        if len(targets) == 2 and targets[0] != targets[1]:
            yield _Branch(asked.value, asked.with_, _only_behind(code, block, targets[taken]))


def _only_behind(code: Code, block: int, target: int) -> frozenset[int]:
    """The blocks to which control comes by one way between blocks alone."""
    seen, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for there in code.flow[here]:
            if (here, there) != (block, target) and there not in seen:
                seen.add(there)
                waiting.append(there)
    return frozenset(code.blocks_after(block)) - seen


def _is_outermost(code: Code, inst: int) -> bool:
    """Whether a loop around an instruction is in no other one: it has one way in, which is where
    its counter begins."""
    here = code.block_of[inst]
    loop = {it for it in code.blocks_after(here) if here in code.blocks_after(it)}
    heads = {it for it in loop if any(before not in loop for before in code.predecessors(it))}
    counters = {
        code.block_of[it]
        for it in code.having(Op.PHI)
        if code.block_of[it] in loop and code.body.type_name(code.results[it]) == "int"
    }
    return len(heads) == 1 and counters == heads
