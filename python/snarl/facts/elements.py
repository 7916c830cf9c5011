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
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.code.constants import number as constant_number
from snarl.facts.code.loops import goes_through
from snarl.facts.code.neighbours import reaches_beyond
from snarl.program import Op
from snarl.program.body import Instruction

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
_WITH_BOUNDS = re.compile(r"\(\[(?:[A-Z]|L[^;]*;)II")
"""Methods of an array, from an element to another one."""
_KEEPS_APART = {"+", "-", "*"}
_HALVES = {"/": 2, ">>": 1, ">>>": 1}
_STREAM = "java.util.stream."
_RANGES = frozenset(("range", "rangeClosed"))
_KEEPS_NUMBERS = frozenset(
    (
        *(
            "parallel",
            "sequential",
            "unordered",
            "onClose",
            "filter",
            "peek",
            "boxed",
            "asLongStream",
        ),
        *("limit", "skip", "takeWhile", "dropWhile", "distinct", "sorted"),
    )
)
"""Methods of streams that give a stream of the same numbers, or of some of them."""
_OF_ONE = frozenset(("loop", "stream"))
_ATOMICS = ("java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong")
_TICKETS = frozenset(("getAndIncrement", "incrementAndGet", "getAndDecrement", "decrementAndGet"))
_RESETS = frozenset(
    (
        *("set", "lazySet", "setPlain", "setOpaque", "setRelease", "setVolatile", "getAndSet"),
        *("compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "getAndAdd", "addAndGet"),
        *("getAndUpdate", "updateAndGet", "getAndAccumulate", "accumulateAndGet"),
    )
)
"""Methods of atomics after which a number may be given once more."""

Leaf = tuple[str, object]
"""What an index is computed from: a number of a loop that starts threads (`loop`), of a stream
(`stream`), that a task was made with (`field`), the same of a task that a loop has made for its
thread alone (`own`), that an atomic gives to nobody else (`ticket`), or a constant."""


@dataclass(frozen=True, slots=True)
class Part:
    """What the index of an access is computed from, in one thread."""

    leaves: frozenset[Leaf]
    is_plain: bool
    """Whether it is a number as it was given, not computed."""

    is_beyond: bool = False
    """Whether it reaches beyond the part that the numbers tell of: the neighbour of its end."""

    @property
    def is_of_numbers(self) -> bool:
        """Whether it is computed from more than constants."""
        return any(kind != "constant" for kind, _ in self.leaves)

    def is_surely_apart(self, thread: Thread, other: Part, others: Thread) -> bool:
        """Whether two accesses are of different elements."""
        if not (self.is_plain and other.is_plain and self.leaves == other.leaves):
            return False
        kinds = {kind for kind, _ in self.leaves}
        if kinds & {"ticket", "own"}:
            return True
        return thread == others and not kinds.isdisjoint(_OF_ONE)

    def is_likely_apart(self, thread: Thread, other: Part, others: Thread) -> bool:
        """Whether two accesses are of different elements, for all that numbers can tell."""
        if self.is_beyond or other.is_beyond:
            return False
        common = self.leaves & other.leaves
        if any(kind in ("field", "own", "ticket") for kind, _ in common):
            return True
        if thread == others:
            return any(kind in _OF_ONE for kind, _ in common)
        kinds = {kind for kind, _ in self.leaves | other.leaves}
        return kinds == {"constant"} and self.leaves != other.leaves


class Elements:
    """Finds out where indices come from."""

    def __init__(
        self, calls: Calls, accesses: Accesses, threads: Threads, values: Values, locks: Locks
    ) -> None:
        self._locks = locks
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._values = values
        self._lambdas = Lambdas(calls)
        self._parts: dict[tuple[int, int], Part | None] = {}
        self._fields: dict[FieldKey, bool] = {}
        self._counted: dict[FieldKey, bool] = {}
        self._counting: dict[FieldKey, bool] = {}

    def part(self, access: int, thread: Thread) -> Part | None:
        """The part of an array that an access is to, in a thread; None if nothing is known."""
        key = (access, thread.number)
        if key not in self._parts:
            self._parts[key] = self._find(access, thread)
        return self._parts[key]

    def number_of(self, code: Code, value: int, thread: Thread) -> Leaf | None:
        """The number that a value is in a thread, just as the thread was given it."""
        trace = _Trace(self, thread, self._threads.runs_in(thread), None)
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
            trace = _Trace(self, thread, runs, field_read(code, array))
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
                trace = _Trace(self, thread, runs, None)
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
        trace = _Trace(self, thread, self._threads.runs_in(thread), field_read(code, array))
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
            (there := self._calls.code(place)) is not None and _serves_range(there, inst)
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

    def is_counting(self, field: FieldKey, array: FieldKey | None) -> bool:
        """Whether a field always has one atomic, which counts and is never set: a static field, or
        one of the object that has made an array, which another field of it always has."""
        if field not in self._counting:
            self._counting[field] = self._values.is_stable(field) and self._is_never_reset(field)
        if not self._counting[field] or self._accesses.program.field(*field).is_static:
            return self._counting[field]
        return array is not None and array[0] == field[0] and self._is_made_there(array)

    def _is_made_there(self, array: FieldKey) -> bool:
        """Whether a field always has one array, which was made for it."""
        writes = self._accesses.written_fields.get(array, ())
        return self._values.is_stable(array) and all(
            (code := self._calls.code(place)) is not None
            and code.ops[code.definitions[code.source_of(code.operands(store)[-1])]]
            in (Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY)
            for place, store in writes
        )

    def _is_never_reset(self, field: FieldKey) -> bool:
        calls = self._accesses.calls_of(_RESETS | _TICKETS)
        ways = set()
        for place, inst, _ in calls:
            code = self._calls.code(place)
            if code is None or code.reference(inst).owner not in _ATOMICS:
                continue
            if field_read(code, code.operands(inst)[0]) == field:
                ways.add(code.reference(inst).name)
        return len(ways) == 1 and ways <= _TICKETS

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


class _Trace:
    """Where one index comes from."""

    def __init__(
        self,
        elements: Elements,
        thread: Thread,
        runs: NDArray[np.bool_],
        array: FieldKey | None,
    ) -> None:
        """For an array that is read from a field, if it is known from which."""
        self._elements = elements
        self._thread = thread
        self._runs = runs
        self._array = array
        self._seen: set[tuple[int, int]] = set()
        self.leaves: set[Leaf] = set()
        self.is_plain = True

    def follow(self, code: Code, value: int, depth: int) -> bool:
        """Adds what a value is computed from; says whether that is known."""
        value = code.source_of(value)
        if (code.place, value) in self._seen:
            return True
        self._seen.add((code.place, value))
        made = code.definitions[value]
        if made < 0 or depth == 0:
            return False
        op, operands = code.ops[made], code.operands(made)
        if op == Op.CONSTANT:
            self.leaves.add(("constant", constant_number(code, value)))
            return True
        if op in (Op.PHI, Op.BINARY):
            self.is_plain = False
            if op == Op.BINARY and not _keeps_apart(code, made):
                return False
            return all(self.follow(code, it, depth) for it in operands)
        if op == Op.CONVERT or (op == Op.INVOKE and code.reference(made).name == "intValue"):
            return self.follow(code, operands[0], depth)
        if op == Op.PARAMETER:
            return self._follow_parameter(code, code.constants[made], depth)
        if op == Op.INVOKE:
            return self._follow_ticket(code, made)
        if op == Op.ARRAY_LENGTH:
            self.is_plain = False
            return True
        field = code.field(made) if op in (Op.GET_FIELD, Op.GET_STATIC) else None
        if field is None:
            return False
        if op == Op.GET_STATIC or not self._elements.differs(field):
            self.is_plain = False
            return self._elements.never_changes(field)
        is_own = self._elements.is_own_number(code, made, field, self._thread)
        self.leaves.add(("own" if is_own else "field", field))
        return True

    def part(self) -> Part | None:
        """What was found so far."""
        if not self.leaves:
            return None
        return Part(frozenset(self.leaves), self.is_plain and len(self.leaves) == 1)

    def _follow_ticket(self, code: Code, call: int) -> bool:
        """A number that an atomic has given: each call gets another one."""
        named = code.reference(call)
        if named.owner not in _ATOMICS or named.name not in _TICKETS:
            return False
        field = field_read(code, code.operands(call)[0])
        if field is None or not self._elements.is_counting(field, self._array):
            return False
        self.leaves.add(("ticket", field))
        return True

    def _follow_parameter(self, code: Code, position: int, depth: int) -> bool:
        captured = self._elements.captured(code, position)
        if captured is not None:
            return all(self.add_captured(there, inst, value) for there, inst, value in captured)
        if self._elements.is_of_range(code):
            self.leaves.add(("stream", code.place))
            return True
        given = self._elements.arguments(code, position, self._runs)
        return given is not None and all(
            self.follow(there, value, depth - 1) for there, _, value in given
        )

    def add_captured(self, code: Code, inst: int, value: int) -> bool:
        """What a lambda captures: the number of the loop or of the stream that makes it, or what
        is the same for all that are made."""
        if is_counted(code, inst, value) or self._elements.is_made_of_range(code, inst, value):
            self.leaves.add(("loop", (code.place, inst)))
        elif is_counted(code, inst, value, is_likely=True):
            self.is_plain = False
            self.leaves.add(("loop", (code.place, inst)))
        else:
            constant = constant_number(code, value)
            if constant is not None:
                self.leaves.add(("constant", constant))
        return True


def _keeps_apart(code: Code, inst: int) -> bool:
    """Whether what is computed from different numbers is likely different: a sum, a product, a
    part of one (`n * i / parts`), or the middle between two numbers."""
    operator = Instruction(code.body, inst).operator
    if operator in _KEEPS_APART:
        return True
    first, second = code.operands(inst)
    if operator == "/" and _is_product(code, first):
        return True
    if operator not in _HALVES or _HALVES[operator] != constant_number(code, second):
        return False
    made = code.definitions[code.source_of(first)]
    return (
        made >= 0
        and code.ops[made] == Op.BINARY
        and Instruction(code.body, made).operator in ("+", "-")
        and all(constant_number(code, it) is None for it in code.operands(made))
    )


def _serves_range(code: Code, inst: int) -> bool:
    """Whether what an instruction makes is only given to streams of the numbers of a range."""
    uses = code.uses.get(code.results[inst], ())
    return bool(uses) and all(
        code.ops[use] == Op.INVOKE
        and code.reference(use).owner.startswith(_STREAM)
        and _is_range(code, code.operands(use)[0])
        for use in uses
    )


def _is_range(code: Code, value: int) -> bool:
    """Whether a stream is of the numbers of a range, or of some of these."""
    made = code.definitions[code.source_of(value)]
    while made >= 0 and code.ops[made] == Op.INVOKE:
        named = code.reference(made)
        if not named.owner.startswith(_STREAM):
            return False
        if named.name in _RANGES:
            return True
        if named.name not in _KEEPS_NUMBERS:
            return False
        made = code.definitions[code.source_of(code.operands(made)[0])]
    return False


def field_read(code: Code, value: int) -> FieldKey | None:
    """The field that a value was read from."""
    made = code.definitions[code.source_of(value)]
    if made < 0 or code.ops[made] not in (Op.GET_FIELD, Op.GET_STATIC):
        return None
    return code.field(made)


def is_counted(code: Code, inst: int, value: int, *, is_likely: bool = False) -> bool:
    """Whether a value is another one each time round the loop of an instruction: its counter, or
    what is computed from it; or likely is, as the beginning of the part `n * i / parts`."""
    value = code.source_of(value)
    made = code.definitions[value]
    if made < 0:
        return False
    op, operands = code.ops[made], code.operands(made)
    if op == Op.BINARY and Instruction(code.body, made).operator in _KEEPS_APART:
        return any(is_counted(code, inst, it, is_likely=is_likely) for it in operands)
    if is_likely and op == Op.BINARY and Instruction(code.body, made).operator == "/":
        return _is_product(code, operands[0]) and is_counted(
            code, inst, operands[0], is_likely=True
        )
    if is_likely and op == Op.CONVERT:
        return is_counted(code, inst, operands[0], is_likely=True)
    if op != Op.PHI:
        return False
    block, here = code.block_of[made], code.block_of[inst]
    if block not in code.blocks_after(here) or here not in code.blocks_after(block):
        return False
    steps = [code.definitions[it] for it in operands]
    return any(
        step >= 0
        and code.ops[step] == Op.BINARY
        and value in code.operands(step)
        and Instruction(code.body, step).operator in ("+", "-")
        for step in steps
    )


def _is_product(code: Code, value: int) -> bool:
    made = code.definitions[code.source_of(value)]
    is_computed = made >= 0 and code.ops[made] == Op.BINARY
    return is_computed and Instruction(code.body, made).operator == "*"


def _key(code: Code, value: int) -> object:
    constant = constant_number(code, value)
    return constant if constant is not None else (code.place, code.source_of(value))
