"""Once each: what a method does once for each object, however often it is called.

    Server() { new Thread(this::serve).start(); }                       it is a constructor's
    void start() {
        if (started.compareAndSet(false, true)) {                       a flag that stays set
            new Thread(this::serve).start();
        }
    }
    synchronized void start() {
        if (thread == null) {                                           a field that stays filled
            thread = new Thread(this::serve);
            thread.start();
        }
    }

A thread that is started there is the only one of its kind that the object has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from snarl.facts.code import made_anew
from snarl.facts.code.constants import comparison, constants
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.threads import Threads

_ATOMIC = "java.util.concurrent.atomic.AtomicBoolean"
_LOOKS = {"get", "getPlain", "getOpaque", "getAcquire"}
_NOT_SET, _SET = frozenset[object]({0}), frozenset[object]({1})
_DEEPEST = 3
"""Methods that call each other, up to a constructor."""


class OnceEach:
    """Which instructions run once for each `this`."""

    def __init__(self, calls: Calls, accesses: Accesses, threads: Threads) -> None:
        self._calls = calls
        self._accesses = accesses
        self._threads = threads

    def is_once(self, code: Code, inst: int, depth: int = _DEEPEST) -> bool:
        """Whether an instruction runs at most once for each object that its method is called on."""
        if code.method.is_static or not code.parameters or code.is_in_loop(inst):
            return False
        if code.method.name == "<init>":
            return True
        if self._is_latched(code, inst) or self._is_filled(code, inst):
            return True
        return bool(depth) and self._is_called_once(code, depth)

    def _is_called_once(self, code: Code, depth: int) -> bool:
        """Whether a method is called at one place, on the caller's own object, once for each, or on
        one that is made for the call."""
        calls = self._calls
        instances = calls.instances_of(code.place)
        roots = {root for thread in self._threads.all for root in thread.roots}
        sites = {
            (calls.places[caller], bci)
            for instance in instances
            for caller, bci, _ in calls.callers_of(instance)
        }
        if len(sites) != 1 or not roots.isdisjoint(instances):
            return False
        place, bci = sites.pop()
        above = calls.code(place) if calls.is_own_method[place] else None
        call = None if above is None else above.call_at(bci)
        if above is None or call is None or above.ops[call] != Op.INVOKE:
            return False
        receiver = above.source_of(above.operands(call)[0])
        made = above.definitions[receiver]
        if made >= 0 and above.ops[made] == Op.NEW:
            return made_anew(above, made, call)
        return _is_this(above, receiver) and self.is_once(above, call, depth - 1)

    # A flag that is set by whoever compares it first

    def _is_latched(self, code: Code, inst: int) -> bool:
        for call in _all(code, Op.INVOKE):
            named = code.reference(call)
            if named.name != "compareAndSet" or named.owner != _ATOMIC:
                continue
            load = code.definitions[code.source_of(code.operands(call)[0])]
            if not _is_own_load(code, load) or not _sets(code, call):
                continue
            if self._stays_set(code.field(load)) and _runs_only(code, inst, call, 1):
                return True
        return False

    def _stays_set(self, field: FieldKey | None) -> bool:
        """Whether nobody sets an atomic of a final field back."""
        if field is None or not self._calls.solution.program.field(*field).flags & Flag.FINAL:
            return False
        for place, load in self._accesses.read_fields.get(field, ()):
            code = self._calls.code(place)
            uses = () if code is None else code.uses.get(code.results[load], ())
            if code is None or not all(_looks_or_sets(code, it) for it in uses):
                return False
        return True

    # A field that is filled under a lock by whoever finds it empty

    def _is_filled(self, code: Code, inst: int) -> bool:
        for branch, op in enumerate(code.ops):
            asked = comparison(code, branch) if op == Op.IF else None
            load = -1 if asked is None else code.definitions[asked.value]
            if asked is None or not _is_own_load(code, load):
                continue
            empty = next((it for it in (0, None) if asked.with_ == it), 0)
            field = code.field(load)
            if field is None or not _runs_only(code, inst, load, empty):
                continue
            for store in self._fills(field, code.place, empty):
                if _is_one_section(code, load, store) and _comes_with(code, inst, store):
                    return True
        return False

    def _fills(self, field: FieldKey, place: int, empty: object) -> Iterator[int]:
        """Where a method fills a field of its own object, if nothing empties that again."""
        found = []
        for where, store in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(where)
            if code is None or code.ops[store] != Op.PUT_FIELD:
                return
            if code.method.name == "<init>" and _is_this(code, code.operands(store)[0]):
                continue
            if _may_be(code, code.operands(store)[-1], empty):
                return
            if where == place and _is_this(code, code.operands(store)[0]):
                found.append(store)
        yield from found


def _all(code: Code, wanted: Op) -> list[int]:
    return [inst for inst, op in enumerate(code.ops) if op == wanted]


def _is_this(code: Code, value: int) -> bool:
    return not code.method.is_static and code.source_of(value) == code.parameters[0]


def _is_own_load(code: Code, load: int) -> bool:
    is_load = load >= 0 and code.ops[load] == Op.GET_FIELD
    return is_load and _is_this(code, code.operands(load)[0])


def _sets(code: Code, call: int) -> bool:
    """Whether a comparison sets a flag that is not set."""
    _, expected, new = code.operands(call)
    return constants(code, expected) == _NOT_SET and constants(code, new) == _SET


def _looks_or_sets(code: Code, use: int) -> bool:
    if code.ops[use] != Op.INVOKE:
        return False
    name = code.reference(use).name
    if name == "compareAndSet":
        return _sets(code, use)
    return name in _LOOKS or (name == "set" and constants(code, code.operands(use)[1]) == _SET)


def _may_be(code: Code, value: int, constant: object) -> bool:
    known = constants(code, value)
    return known is None or constant in known


def _runs_only(code: Code, inst: int, look: int, constant: object) -> bool:
    """Whether an instruction runs only if what another one gave was a constant."""
    for branch, op in enumerate(code.ops):
        asked = comparison(code, branch) if op == Op.IF else None
        if asked is None or asked.value != code.results[look]:
            continue
        block = code.block_of[branch]
        ways = frozenset(
            (block, it)
            for position, it in enumerate(code.successors[block])
            if asked.at(position).holds(constant)
        )
        if len(ways) == 1 and not code.may_begin_without(inst, -1, ways):
            return True
    return False


def _is_one_section(code: Code, load: int, store: int) -> bool:
    """Whether a monitor that all who look take is held from a look to a store."""
    enters = _all(code, Op.MONITOR_ENTER)
    if len(enters) != 1 or not _is_fixed(code, code.operands(enters[0])[0]):
        return False
    return not code.may_begin_without(load, enters[0]) and not any(
        code.may_follow(it, store) for it in _all(code, Op.MONITOR_EXIT)
    )


def _is_fixed(code: Code, value: int) -> bool:
    """Whether a monitor is that of `this`, or of one of its fields that never change."""
    if _is_this(code, value):
        return True
    load = code.definitions[code.source_of(value)]
    if load < 0 or code.ops[load] not in (Op.GET_FIELD, Op.GET_STATIC):
        return False
    field = code.field(load)
    is_own = code.ops[load] == Op.GET_STATIC or _is_own_load(code, load)
    program = code.method.owner.program
    return is_own and field is not None and bool(program.field(*field).flags & Flag.FINAL)


def _comes_with(code: Code, inst: int, store: int) -> bool:
    """Whether an instruction never runs without a store, before it or behind it."""
    if not code.may_begin_without(inst, store):
        return True
    ends = _all(code, Op.RETURN)
    return not any(code.may_follow_without(inst, end, store) for end in ends)
