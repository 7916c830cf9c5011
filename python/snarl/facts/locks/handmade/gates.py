"""Gates: locks that programs make of a monitor and of fields that say who is in.

    synchronized void lock() {                      synchronized void lockRead() {
        while (isLocked) { wait(); }                    while (writers > 0) { wait(); }
        isLocked = true;                                readers++;
    }                                               }

Who finds under the monitor that nobody is in, and says so before he lets it go, is in alone until
he says that he is out. Readers may be counted beside a writer: they come in where there is no
writer, and a writer where there are no readers either. A thread that is in may come in again, if
the object knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from snarl.facts.code import makes_its_receiver
from snarl.facts.code.constants import number, told_at, unconverted
from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import EVERYWHERE, Held, Lock, Mode, is_real, word_of_field
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values

_At = tuple[int, int]
"""An instruction of a method, by its place."""
_Way = tuple[int, int]
"""From one block to another."""
_Change = Literal["in", "out"]
Step = Literal["take", "free", "share", "unshare"]
_COUNTS = ("Z", "I")
_THREAD = "Ljava/lang/Thread;"
_DEEPEST = 3
_ENDS = (Op.INVOKE, Op.INVOKE_DYNAMIC, Op.MONITOR_EXIT)
"""What may let the monitor go, or let others say that they are in."""


class Gates(Idiom):
    """The fields of a program that say who is in, and what is done by writing them."""

    def __init__(
        self,
        calls: Calls,
        accesses: Accesses,
        values: Values,
        at: Callable[[int, int], Held],
        gives: Callable[[int, Lock], bool],
    ) -> None:
        """`at` tells what a method holds at an instruction, `gives` whether it hands a lock over to
        a task that it starts."""
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._at = at
        self._gives = gives
        self._changes = dict(self._find_changes())
        self._steps: dict[_At, tuple[Step, FieldKey]] = {}
        """What a write means for who is in, and the field that says so."""
        for field, changes in self._changes.items():
            self._learn(field, changes)

    @property
    def methods(self) -> set[int]:
        """The methods by which threads come in, or go out."""
        return {place for place, _ in self._steps}

    def verify(self, keeps: Callable[[int], Held]) -> set[int]:
        """Gives up gates through which nobody comes whom a method has let in, and then does
        something else; gives the methods for which that changes something. `keeps` tells what a
        method holds when it ends."""
        by_field: dict[FieldKey, list[_At]] = {}
        for it, (_, field) in self._steps.items():
            by_field.setdefault(field, []).append(it)
        wrong = {
            it for sites in by_field.values() if not self._is_used(sites, keeps) for it in sites
        }
        for it in wrong:
            del self._steps[it]
        return {place for place, _ in wrong}

    def _is_used(self, sites: list[_At], keeps: Callable[[int], Held]) -> bool:
        """Whether those who are in go out again: where they came in, or by another method than the
        one that has let them in."""
        for at in sites:
            step = self._steps[at][0]
            if step in ("take", "share"):
                continue
            code = self._calls.code(at[0])
            mode: Mode = "exclusive" if step == "free" else "shared"
            if code is not None and self._lock(code, at, mode) in self._at(*at):
                continue
            entering = "take" if step == "free" else "share"
            entries = [it for it in sites if self._steps[it][0] == entering]
            if code is None or not any(self._is_kept(it, keeps) for it in entries):
                return False
            if not self._is_for_those_inside(at[0], self._lock(code, at, mode)):
                return False
        return True

    def _is_for_those_inside(self, place: int, lock: Lock, deep: int = 0) -> bool:
        """Whether all who call a method that lets somebody out have come in themselves, on some of
        their ways at least; callers from outside are taken to do so."""
        calls = self._calls
        callers = {
            (int(calls.method_of[caller]), bci)
            for instance in calls.instances_of(place)
            for caller, bci, _ in calls.callers_of(instance)
        }
        if not callers:
            return lock.root.kind == "parameter" and self._starts.isdisjoint(
                calls.instances_of(place)
            )
        for caller, bci in callers:
            code = calls.code(caller) if caller < len(calls.methods) else None
            call = None if code is None else code.call_at(bci)
            there = None if code is None or call is None else self._outward(code, call, lock)
            if code is None or there is None:
                return False
            if any(there in self._at(caller, inst) for inst in range(len(code))):
                continue
            if deep == _DEEPEST or not self._is_for_those_inside(caller, there, deep + 1):
                return False
        return True

    @cached_property
    def _starts(self) -> set[int]:
        """What begins a thread."""
        calls = self._calls
        return set(calls.callees[~calls.is_in_thread].tolist())

    def _outward(self, code: Code, call: int, lock: Lock) -> Lock | None:
        """A callee's lock in the words of its caller."""
        if lock.root.kind != "parameter":
            return None if lock.root.kind == "value" else lock
        operands = code.operands(call)
        if lock.root.key[0] >= len(operands):
            return None
        path = self._values.path(code, operands[lock.root.key[0]])
        return lock._replace(root=path.root, down=path.fields + lock.down)

    def _is_kept(self, at: _At, keeps: Callable[[int], Held]) -> bool:
        """Whether who has come in is still in when the method has ended, or a task of his is."""
        code = self._calls.code(at[0])
        mode: Mode = "exclusive" if self._steps[at][0] == "take" else "shared"
        lock = None if code is None else self._lock(code, at, mode)
        return lock is not None and (lock in keeps(at[0]) or self._gives(at[0], lock))

    def after(self, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """What is held after an instruction. What it gives back that the method's callers have
        taken is added to `drops`."""
        at = (code.place, inst)
        if at not in self._steps:
            return held
        step = self._steps[at][0]
        alone, shared = self._lock(code, at, "exclusive"), self._lock(code, at, "shared")
        if step == "take":
            return held | {alone}
        if step == "share":
            return held | {shared}
        if not held & {alone, shared} and alone.root.kind != "value":
            drops.add(alone if step == "free" else shared)
        return held - {alone, shared}

    def _lock(self, code: Code, at: _At, mode: Mode) -> Lock:
        """The gate, as a lock."""
        path = self._owner(code, at[1])
        key = word_of_field(self._steps[at][1])
        return Lock(path.root, (), (*path.fields, key), mode, is_monitor=False)

    # Which fields are gates

    def _find_changes(self) -> Iterator[tuple[FieldKey, dict[_At, _Change]]]:
        """The fields that count from nobody on, and how each write under a lock changes them."""
        accesses = self._accesses
        read = accesses.read_fields
        for field, stores in accesses.written_fields.items():
            row = accesses.program.field(*field)
            if row.descriptor not in _COUNTS or field not in read:
                continue
            if len(stores) < 2 or not all(self._calls.is_own_method[it] for it, _ in stores):
                continue
            changes = self._changes_of(field, stores)
            if changes is not None and set(changes.values()) == {"in", "out"}:
                yield field, changes

    def _changes_of(self, field: FieldKey, stores: list[_At]) -> dict[_At, _Change] | None:
        """None if a write does not fit."""
        found: dict[_At, _Change] = {}
        for place, store in stores:
            code = self._calls.code(place)
            if code is None:
                return None
            if self._makes(code, field):
                if number(code, code.operands(store)[-1]) != 0:
                    return None
                continue
            change = self._change(code, store, field)
            if change is None:
                return None
            found[place, store] = change
        return found

    def _makes(self, code: Code, field: FieldKey) -> bool:
        method = code.method
        is_first = makes_its_receiver(method) or method.name == "<clinit>"
        return is_first and method.owner.id == field[0]

    def _change(self, code: Code, store: int, field: FieldKey) -> _Change | None:
        value = code.operands(store)[-1]
        constant = number(code, value)
        if constant is not None:
            return "in" if constant > 0 else "out" if constant == 0 else None
        made = code.definitions[unconverted(code, value)]
        if made < 0 or code.ops[made] != Op.BINARY:
            return None
        one, two = code.operands(made)
        load, by = code.definitions[unconverted(code, one)], number(code, two)
        sign = {"+": 1, "-": -1}.get(Instruction(code.body, made).operator or "")
        if sign is None or by not in (1, -1) or not self._is_load(code, load, field, store):
            return None
        return "in" if sign * by > 0 else "out"

    def _is_load(self, code: Code, load: int, field: FieldKey, store: int) -> bool:
        """Whether an instruction reads a field of the object into which a store writes."""
        if load < 0 or code.ops[load] not in (Op.GET_FIELD, Op.GET_STATIC):
            return False
        return code.field(load) == field and self._owner(code, load) == self._owner(code, store)

    def _owner(self, code: Code, inst: int) -> Path:
        if code.ops[inst] in (Op.GET_STATIC, Op.PUT_STATIC):
            field = code.field(inst)
            assert field is not None
            return Path(Root("static", field))
        return self._values.path(code, code.operands(inst)[0])

    def _learn(self, field: FieldKey, changes: dict[_At, _Change]) -> None:
        """Notes what writes mean if a field says that one is in who has found nobody in."""
        guard = self._guard(field, changes)
        entries = [it for it, change in changes.items() if change == "in"]
        if not guard or not all(self._is_told(it, field, guard) for it in entries):
            return
        steps: dict[_Change, Step] = {"in": "take", "out": "free"}
        self._steps |= {it: (steps[change], field) for it, change in changes.items()}
        for other, counted in self._changes.items():
            if other != field and other[0] == field[0] and guard & self._guard(other, counted):
                self._learn_readers(field, entries, other, counted, guard)

    def _learn_readers(
        self,
        field: FieldKey,
        entries: list[_At],
        other: FieldKey,
        counted: dict[_At, _Change],
        guard: frozenset[object],
    ) -> None:
        """Notes those who are counted beside the one who is in alone, and keep him out."""
        readers = [it for it, change in counted.items() if change == "in"]
        if any(self._is_told(it, other, guard) for it in readers):
            return  # a gate of its own
        if not all(self._is_told(it, field, guard) for it in readers):
            return
        if all(self._is_told(it, other, guard) for it in entries):
            steps: dict[_Change, Step] = {"in": "share", "out": "unshare"}
            self._steps |= {it: (steps[change], field) for it, change in counted.items()}

    def _guard(self, field: FieldKey, changes: dict[_At, _Change]) -> frozenset[object]:
        """The locks that all who change a field hold, as they are found from its object."""
        found: frozenset[object] | None = None
        for place, store in changes:
            code = self._calls.code(place)
            here = frozenset() if code is None else self._guards_at(code, store)
            found = here if found is None else found & here
        return found or frozenset()

    def _guards_at(self, code: Code, inst: int) -> frozenset[object]:
        owner = self._owner(code, inst)
        size = len(owner.fields)
        found: set[object] = set()
        for lock in self._at(code.place, inst):
            if lock.mode != "exclusive" or lock.up or not is_real(lock):
                continue
            if lock.root.kind in EVERYWHERE:
                found.add((lock.root, lock.down, lock.is_monitor))
            elif lock.root == owner.root and lock.down[:size] == owner.fields:
                found.add((lock.down[size:], lock.is_monitor))
        return frozenset(found)

    # What is known where somebody comes in

    def _is_told(self, at: _At, field: FieldKey, guard: frozenset[object]) -> bool:
        """Whether somebody who comes in has found, under the lock that he still holds, that a field
        says nobody is in, or that it is himself."""
        code = self._calls.code(at[0])
        if code is None:
            return False
        free = list(self._ways_if_free(code, at[1], field, guard))
        ways = {*free, *self._ways_of_owner(code, at[1])} if free else set()
        return bool(ways) and (
            code.block_of[at[1]] != 0 and not code.may_begin_without(at[1], -1, frozenset(ways))
        )

    def _ways_if_free(
        self, code: Code, store: int, field: FieldKey, guard: frozenset[object]
    ) -> Iterator[_Way]:
        """The ways on which a field has just said that nobody is in."""
        for block, position, target in _branches(code):
            told = told_at(code, code.block_offsets[block + 1] - 1, position)
            if told is None or told.holds(1) or told.holds(2) or not told.holds(0):
                continue
            load = code.definitions[told.value]
            if load < 0 or code.ops[load] not in (Op.GET_FIELD, Op.GET_STATIC):
                continue
            if code.field(load) != field or not self._is_of_one(code, load, store):
                continue
            if guard & self._guards_at(code, load) and not self._is_left(code, target, load, store):
                yield block, target

    def _is_of_one(self, code: Code, load: int, store: int) -> bool:
        """Whether two accesses are of fields of one object."""
        statics = (Op.GET_STATIC, Op.PUT_STATIC)
        if (code.ops[load] in statics) or (code.ops[store] in statics):
            return code.ops[load] in statics and code.ops[store] in statics
        return self._owner(code, load) == self._owner(code, store)

    def _is_left(self, code: Code, target: int, load: int, store: int) -> bool:
        """Whether the lock may have been let go between a way and a write, and the field not been
        asked again."""
        first = code.block_offsets[target]
        for inst, op in enumerate(code.ops):
            if op not in _ENDS or _asks_for_thread(code, inst):
                continue
            is_after = inst == first or code.may_follow_without(first, inst, load)
            if is_after and code.may_follow_without(inst, store, load):
                return True
        return False

    def _ways_of_owner(self, code: Code, store: int) -> Iterator[_Way]:
        """The ways on which the object knows the running thread as the one that is in."""
        for block, position, target in _branches(code):
            branch = code.block_offsets[block + 1] - 1
            operands = code.operands(branch)
            if len(operands) != 2 or code.details[branch] != position:
                continue
            loads = [code.definitions[code.source_of(it)] for it in operands]
            if not any(it >= 0 and _asks_for_thread(code, it) for it in loads):
                continue
            for load in loads:
                if load >= 0 and code.ops[load] in (Op.GET_FIELD, Op.GET_STATIC):
                    field = code.field(load)
                    is_known = field is not None and self._knows_who_is_in(field)
                    if is_known and self._is_of_one(code, load, store):
                        yield block, target

    def _knows_who_is_in(self, field: FieldKey) -> bool:
        """Whether threads put nobody else than themselves into a field, where others come in."""
        if self._accesses.program.field(*field).descriptor != _THREAD:
            return False
        for place, store in self._accesses.written_fields.get(field, ()):
            code = self._calls.code(place)
            if code is None:
                return False
            value = code.source_of(code.operands(store)[-1])
            made = code.definitions[value]
            if made < 0 or not (code.ops[made] == Op.CONSTANT or _asks_for_thread(code, made)):
                return False
        return True


def _branches(code: Code) -> Iterator[tuple[int, int, int]]:
    """The ways out of blocks that end by a question: the block, the answer, the next block."""
    for block, targets in enumerate(code.successors):
        is_asked = code.ops[code.block_offsets[block + 1] - 1] == Op.IF
        if is_asked and len(set(targets)) == len(targets):
            yield from ((block, position, target) for position, target in enumerate(targets))


def _asks_for_thread(code: Code, inst: int) -> bool:
    return code.ops[inst] == Op.INVOKE and code.reference(inst).name == "currentThread"
