"""Elements: which part of an array is a thread's own, as its index tells.

    for (int i = 0; i < n; i++) {
        int me = i;
        new Thread(() -> sums[me] = sum(me)).start();
    }

Each thread was given another number, and works on the element with it. Where the index is computed
from such numbers (`for (int k = from; k < to; k++)`), threads that were given different ones are
likely apart; to prove it would take arithmetic.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code.constants import number as constant_number
from snarl.facts.code.loops import goes_through
from snarl.facts.code.neighbours import reaches_beyond
from snarl.facts.elements.counted import is_counted
from snarl.facts.elements.parts import Leaf, Part
from snarl.facts.elements.ranges import serves_range
from snarl.facts.elements.tickets import Tickets, field_read
from snarl.facts.elements.trace import Trace
from snarl.program import Op

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.locks import Locks
    from snarl.facts.threads import Thread, Threads

_DEEPEST = 5
"""Methods, and arrays of arrays, that an index is followed through."""
_WITH_BOUNDS = re.compile(r"\(\[(?:[A-Z]|L[^;]*;)II")
"""Methods of an array, from an element to another one."""


class Elements:
    """Finds out where indices come from."""

    def __init__(
        self, calls: Calls, accesses: Accesses, threads: Threads, values: Values, locks: Locks
    ) -> None:
        self.tickets = Tickets(calls, accesses, values)
        self._locks = locks
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._values = values
        self._lambdas = Lambdas(calls)
        self._parts: dict[tuple[int, int], Part | None] = {}
        self._fields: dict[FieldKey, bool] = {}
        self._counted: dict[FieldKey, bool] = {}

    def part(self, access: int, thread: Thread) -> Part | None:
        """The part of an array that an access is to, in a thread; None if nothing is known."""
        key = (access, thread.number)
        if key not in self._parts:
            self._parts[key] = self._find(access, thread)
        return self._parts[key]

    def number_of(self, code: Code, value: int, thread: Thread) -> Leaf | None:
        """The number that a value is in a thread, just as the thread was given it."""
        trace = Trace(self, thread, self._threads.runs_in(thread), None)
        part = trace.part() if trace.follow(code, value, _DEEPEST) else None
        return None if part is None or not part.is_plain else next(iter(part.leaves))

    def given(self, field: FieldKey) -> list[tuple[Code, int, int]]:
        """What constructors are given for a field, and where; nothing if that is not known."""
        return self._given(field) or []

    def ranges(self, place: int) -> list[tuple[int, int]]:
        """Where a lambda is made that streams call with the numbers of ranges."""
        return self._lambdas.creations(self._calls.methods[place])

    def _find(self, access: int, thread: Thread) -> Part | None:
        code = self._calls.code(int(self._accesses.methods[access]))
        inst = int(self._accesses.insts[access])
        if thread.kind != "spawn" or code is None:
            return None
        if code.ops[inst] == Op.INVOKE:
            return self._part_of_call(code, inst, int(self._accesses.bases[access]), thread)
        if code.ops[inst] not in (Op.ARRAY_LOAD, Op.ARRAY_STORE):
            return None
        runs = self._threads.runs_in(thread)
        last: Part | None = None
        # Of an array of arrays, a row of one's own is as good as an element.
        for _ in range(_DEEPEST):
            array, index = code.operands(inst)[:2]
            trace = Trace(self, thread, runs, field_read(code, array))
            is_known = not goes_through(code, array, index)
            part = trace.part() if is_known and trace.follow(code, index, _DEEPEST) else None
            if part is not None and part.is_of_numbers:
                return replace(part, is_beyond=reaches_beyond(self._values, code, inst))
            last = part or last
            row = self._row(code, array, runs)
            if row is None:
                return last
            code, inst, made = row
            if made is not None:
                # The loop that makes lambdas has given each a row.
                trace = Trace(self, thread, runs, None)
                trace.add_captured(code, made, code.operands(inst)[1])
                return trace.part() or last
        return last

    def _row(
        self, code: Code, array: int, runs: NDArray[np.bool_]
    ) -> tuple[Code, int, int | None] | None:
        """Where an array is taken out of an array of arrays: here, by the one who gives it, or
        where a lambda is made that captures it; with the instruction that makes that."""
        for _ in range(_DEEPEST):
            value = code.source_of(array)
            inst = code.definitions[value]
            if inst < 0:
                return None
            if code.ops[inst] == Op.ARRAY_LOAD:
                return code, inst, None
            if code.ops[inst] != Op.PARAMETER:
                return None
            captured = self.captured(code, code.constants[inst])
            given = captured or self.arguments(code, code.constants[inst], runs)
            if given is None or len(given) != 1:
                return None
            code, site, array = given[0]
            taken = code.definitions[code.source_of(array)]
            if captured is not None:
                is_row = taken >= 0 and code.ops[taken] == Op.ARRAY_LOAD
                return (code, taken, site) if is_row else None
        return None

    def _part_of_call(self, code: Code, call: int, array: int, thread: Thread) -> Part | None:
        """The part of an array that a method of the JDK works on: it is told where that begins
        behind the array, as in `Arrays.fill(array, from, to, value)`."""
        named = code.reference(call)
        has_bounds = named.owner == "java.util.Arrays" and _WITH_BOUNDS.match(named.descriptor)
        if not has_bounds and (named.owner, named.name) != ("java.lang.System", "arraycopy"):
            return None
        operands = code.operands(call)
        sources = [code.source_of(it) for it in operands]
        behind = sources.index(code.source_of(array)) + 1
        trace = Trace(self, thread, self._threads.runs_in(thread), field_read(code, array))
        if not trace.follow(code, operands[behind], _DEEPEST) or not trace.leaves:
            return None
        return Part(frozenset(trace.leaves), is_plain=False)

    # What is given

    def captured(self, code: Code, position: int) -> list[tuple[Code, int, int]] | None:
        """The values that lambdas with this body capture as a parameter, and where; None if it is
        not captured."""
        found = []
        for place, inst in self._lambdas.creations(code.method):
            there = self._calls.code(place)
            if there is None or position >= len(there.operands(inst)):
                return None
            found.append((there, inst, there.operands(inst)[position]))
        return found or None

    def is_of_range(self, code: Code) -> bool:
        """Whether a method is a lambda that streams call with the numbers of a range: all are
        different."""
        made = self._lambdas.creations(code.method)
        return bool(made) and all(
            (there := self._calls.code(place)) is not None and serves_range(there, inst)
            for place, inst in made
        )

    def is_made_of_range(self, code: Code, inst: int, value: int) -> bool:
        """Whether an instruction makes one thing for each number of a range, and with it: in a
        lambda that a stream, which is run once, calls with the numbers."""
        made = code.definitions[code.source_of(value)]
        if made < 0 or code.ops[made] != Op.PARAMETER or code.is_in_loop(inst):
            return False
        if self.captured(code, code.constants[made]) is not None or not self.is_of_range(code):
            return False
        return all(
            (there := self._calls.code(place)) is not None and not there.is_in_loop(creation)
            for place, creation in self._lambdas.creations(code.method)
        )

    def arguments(
        self, code: Code, position: int, runs: NDArray[np.bool_] | None
    ) -> list[tuple[Code, int, int]] | None:
        """What callers give as a parameter, and where; None if that is not known."""
        calls = self._calls
        found: dict[tuple[int, int], tuple[Code, int, int]] = {}
        for instance in calls.instances_of(code.place):
            for caller, bci, _ in calls.callers_of(instance):
                if runs is not None and not runs[caller]:
                    continue
                there = calls.code_of(caller) if calls.is_own[caller] else None
                call = None if there is None else there.call_at(bci)
                if there is None or call is None or position >= len(there.operands(call)):
                    return None
                found[there.place, call] = (there, call, there.operands(call)[position])
        return list(found.values()) or None

    def differs(self, field: FieldKey) -> bool:
        """Whether a field never changes, and objects are made with different values of it."""
        if field not in self._fields:
            self._fields[field] = self._values.is_stable(field) and self._find_differs(field)
        return self._fields[field]

    def never_changes(self, field: FieldKey) -> bool:
        """Whether a field never changes: the width of a grid, by which a number is multiplied."""
        return self._values.is_stable(field)

    def is_own_number(self, code: Code, read: int, field: FieldKey, thread: Thread) -> bool:
        """Whether a field is read from an object that a thread has for itself, and the loop that
        makes such objects has given each another number."""
        if field not in self._counted:
            given = self._given(field) or []
            self._counted[field] = len(given) == 1 and is_counted(*given[0])
        if not self._counted[field]:
            return False
        base, runs = code.operands(read)[0], self._threads.runs_in(thread)
        return all(
            any(
                guard.kind == "self" and guard.mode == "own"
                for guard in self._locks.guards(instance, read, base, thread)
            )
            for instance in self._calls.instances_of(code.place)
            if runs[instance]
        )

    def _find_differs(self, field: FieldKey) -> bool:
        given = self._given(field)
        if given is None:
            return False
        if any(is_counted(code, call, value, is_likely=True) for code, call, value in given):
            return True
        kinds = {_key(code, value) for code, _, value in given}
        return len(given) > 1 and len(kinds) == len(given)

    def _given(self, field: FieldKey) -> list[tuple[Code, int, int]] | None:
        """What constructors are given for a field, and where; None if that is not known."""
        given: list[tuple[Code, int, int]] = []
        for place, store in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(place)
            value = -1 if code is None else code.source_of(code.operands(store)[-1])
            made = -1 if code is None or value < 0 else code.definitions[value]
            if code is None or made < 0 or code.ops[made] != Op.PARAMETER:
                return None
            found = self.arguments(code, code.constants[made], None)
            if found is None:
                return None
            given += found
        return given


def _key(code: Code, value: int) -> object:
    constant = constant_number(code, value)
    return constant if constant is not None else (code.place, code.source_of(value))
