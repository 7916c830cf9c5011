"""Swapped: two fields that exchange what they hold, and so never hold the same.

    List<Event> batch = back;
    back = front;                 double buffers: the one is filled, the other is emptied
    front = batch;

Who uses what the one field holds is apart from who uses what the other one holds, as long as
nobody exchanges the two meanwhile: for he would need a lock that the user holds, or he is the user
himself, or all exchanges come before or after the use, as those in a barrier's action.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snarl.facts.accesses import Kind
from snarl.facts.locks.words import REAL
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Point
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks import Locks
    from snarl.facts.ordering import Ordering
    from snarl.facts.threads import Thread, Threads

_GETS, _PUTS = (int(Op.GET_FIELD), int(Op.GET_STATIC)), (int(Op.PUT_FIELD), int(Op.PUT_STATIC))
_MAKES = (int(Op.NEW), int(Op.NEW_ARRAY), int(Op.NEW_MULTI_ARRAY))
_MAKES_ROWS, _ARRAY_LOAD = int(Op.NEW_MULTI_ARRAY), int(Op.ARRAY_LOAD)
_INVOKE, _MONITOR_EXIT = int(Op.INVOKE), int(Op.MONITOR_EXIT)
_GIVES_BACK = ("unlock", "release", "await", "wait")
_WAITS = ("await", "arriveAndAwaitAdvance", "acquire", "take", "poll", "join", "get", "exchange")
"""Beginnings of the names of methods behind which others may have gone on."""


class Seat(NamedTuple):
    """The field that holds what is accessed while it is, of the two that exchange it."""

    pair: frozenset[FieldKey]
    field: FieldKey

    def is_other(self, other: Seat) -> bool:
        """Whether two seats never hold the same at one time."""
        return self.pair == other.pair and self.field != other.field


class Swapped:
    """Finds such fields, and who uses what they hold."""

    def __init__(
        self, calls: Calls, accesses: Accesses, threads: Threads, ordering: Ordering, locks: Locks
    ) -> None:
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._ordering = ordering
        self._locks = locks
        self._rows_stay: dict[frozenset[FieldKey], bool] = {}
        self._reaching: dict[frozenset[FieldKey], tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}

    def concern(self, access: int) -> bool:
        """Whether an access may be of what such a field holds."""
        return bool(self._partners) and self._load(access) is not None

    def seat(self, access: int, instance: int, thread: Thread) -> Seat | None:
        """Where that sits what a thread accesses, as long as it does."""
        found = self._load(access)
        if found is None:
            return None
        code, load = found
        use = self._accesses.lists.insts[access]
        bound = self._bound(code, load, use)
        if bound is None:
            return None
        since, seat = bound
        stays = (
            self._is_swapped_by_itself(code, instance, since, use, seat, thread)
            or self._is_locked(code, instance, load, use, seat, thread)
            or self._is_swapped_at_other_times(code, instance, since, use, seat, thread)
        )
        return seat if stays else None

    # The fields

    @cached_property
    def _partners(self) -> dict[FieldKey, FieldKey]:
        """Fields that are first filled with what is new, and then only exchange it."""
        found = {field: self._partner(field) for field in self._accesses.written_fields}
        return {
            field: other
            for field, other in found.items()
            if other is not None and found.get(other) == field
        }

    def _partner(self, field: FieldKey) -> FieldKey | None:
        partners: set[FieldKey | None] = set()
        for place, put in self._accesses.written_fields[field]:
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is None:
                return None
            if not _is_first(code, put):
                partners.add(_swapped_with(code, put))
        return partners.pop() if len(partners) == 1 else None

    @cached_property
    def _swaps(self) -> dict[FieldKey, list[Point]]:
        """Where each field is given what the other one has held."""
        found: dict[FieldKey, list[Point]] = {}
        for field in self._partners:
            for place, put in self._accesses.written_fields[field]:
                code = self._calls.code(place)
                if code is not None and not _is_first(code, put):
                    instances = self._calls.instances_of(place)
                    found.setdefault(field, []).extend((it, put) for it in instances)
        return found

    def _points(self, seat: Seat) -> Iterator[tuple[Point, Thread]]:
        """All exchanges of two fields, and who makes them."""
        for field in seat.pair:
            for point in self._swaps[field]:
                yield from ((point, thread) for thread in self._threads.of(point[0]))

    # The uses

    def _load(self, access: int) -> tuple[Code, int] | None:
        """The read of such a field that gives what is accessed."""
        columns = self._accesses.lists
        place, base = columns.methods[access], columns.bases[access]
        code = self._calls.code(place)
        if code is None or not 0 <= base < len(code.definitions):
            return None
        load = code.definitions[code.source_of(base)]
        is_row = load >= 0 and code.ops[load] == _ARRAY_LOAD
        if is_row:
            load = code.definitions[code.source_of(code.operands(load)[0])]
        if load < 0 or code.ops[load] not in _GETS or columns.insts[access] == load:
            return None
        field = code.field(load)
        if field not in self._partners or (is_row and not self._have_own_rows(field)):
            return None
        return code, load

    def _have_own_rows(self, field: FieldKey) -> bool:
        """Whether two fields hold arrays of arrays that were made together and are never moved."""
        pair = frozenset((field, self._partners[field]))
        if pair not in self._rows_stay:
            self._rows_stay[pair] = self._find_own_rows(pair)
        return self._rows_stay[pair]

    def _find_own_rows(self, pair: frozenset[FieldKey]) -> bool:
        arrays: set[int] = set()
        for place, put in (it for field in pair for it in self._accesses.written_fields[field]):
            code = self._calls.code(place)
            if code is None or not _is_first(code, put):
                continue
            value = code.source_of(code.operands(put)[-1])
            if code.ops[code.definitions[value]] != _MAKES_ROWS:
                return False
            for instance in self._calls.instances_of(place):
                arrays.update(self._calls.objects(instance, value).tolist())
        return arrays.isdisjoint(self._stored_into)

    @cached_property
    def _stored_into(self) -> set[int]:
        """The arrays of which some element is ever set."""
        accesses = self._accesses
        is_write = (accesses.kinds == Kind.ARRAY) & accesses.writes
        rows = np.unique(accesses.rows[is_write[accesses.of]]).tolist()
        return {number for row in rows for number in accesses.sets[row].tolist()}

    def _bound(self, code: Code, load: int, use: int) -> tuple[int, Seat] | None:
        """Since when a field surely holds what is used, and which one."""
        field = code.field(load)
        assert field is not None
        other = self._partners[field]
        pair, value = frozenset((field, other)), code.source_of(code.results[load])
        puts = [it for it in range(len(code)) if code.ops[it] in _PUTS and code.field(it) in pair]
        mine = [it for it in puts if code.source_of(code.operands(it)[-1]) == value]
        if not mine or not any(code.may_follow(it, use) for it in mine):
            return load, Seat(pair, field)
        if len(puts) != 2 or len(mine) != 1:
            return None
        last = max(puts, key=lambda it: code.may_follow(puts[0], it))
        if code.may_follow_without(load, use, last):
            return None
        return last, Seat(pair, other)

    def _is_swapped_by_itself(
        self, code: Code, instance: int, since: int, use: int, seat: Seat, thread: Thread
    ) -> bool:
        """Whether nobody but the thread itself exchanges the two, and it does not do so between."""
        others = any(it != thread for _, it in self._points(seat))
        if others or self._ordering.overlaps_itself(thread):
            return False
        return not self._may_between(code, instance, since, use, seat, also_wait=False)

    def _is_locked(
        self, code: Code, instance: int, load: int, use: int, seat: Seat, thread: Thread
    ) -> bool:
        """Whether a lock is held from the read of the field to the use that all exchanges need."""
        guards = {
            it
            for it in self._locks.guards(instance, load, _base(code, load), thread)
            if it.kind in ("object", "self") and it.mode in REAL
        }
        for (there, put), by in self._points(seat) if guards else ():
            other = self._calls.code_of(there)
            if other is None:
                return False
            held = self._locks.guards(there, put, _base(other, put), by)
            guards = {it for it in guards if any(it.excludes(each) for each in held)}
        return bool(guards) and not any(
            _gives_back(code, it) and _is_between(code, load, it, use) for it in range(len(code))
        )

    def _is_swapped_at_other_times(
        self, code: Code, instance: int, since: int, use: int, seat: Seat, thread: Thread
    ) -> bool:
        """Whether all exchanges come before both the read of the field and the use, or after."""
        moment = self._ordering.moment
        now = moment(thread, (instance, use))
        if moment(thread, (instance, since)) != now:
            return False
        if self._may_between(code, instance, since, use, seat, also_wait=True):
            return False
        parallel = self._ordering.parallel
        return not any(
            parallel(thread, now, by, moment(by, point)) for point, by in self._points(seat)
        )

    def _may_between(
        self, code: Code, instance: int, since: int, use: int, seat: Seat, *, also_wait: bool
    ) -> bool:
        """Whether the thread may exchange the two between two instructions, or wait for others."""
        swaps, waits = self._leading(seat.pair)
        near = swaps | waits if also_wait else swaps
        for inst, op in enumerate(code.ops):
            if inst != use and not _is_between(code, since, inst, use):
                continue
            if op in _PUTS and code.field(inst) in seat.pair:
                return True
            if op == _INVOKE and near[self._calls.callees_at(instance, code.bcis[inst])].any():
                return True
        return False

    def _leading(self, pair: frozenset[FieldKey]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The instances that may come to an exchange of two fields, and those that may wait."""
        if pair not in self._reaching:
            calls = self._calls
            back = calls.in_thread.reversed()
            swaps = [instance for field in pair for instance, _ in self._swaps[field]]
            waits = [
                instance
                for place, method in enumerate(calls.methods)
                if not calls.is_own_method[place]
                and method.name.startswith(_WAITS)
                and method.owner.name.startswith(("java.util.concurrent.", "java.lang.Thread"))
                for instance in calls.instances_of(place)
            ]
            nobody = np.zeros(len(calls), bool)
            self._reaching[pair] = (
                back.reachable(swaps) if swaps else nobody,
                back.reachable(waits) if waits else nobody,
            )
        return self._reaching[pair]


def _is_first(code: Code, put: int) -> bool:
    """Whether an object, or a class, gets something new where it is made, which is put nowhere
    else."""
    if code.method.name not in ("<init>", "<clinit>"):
        return False
    value = code.source_of(code.operands(put)[-1])
    made = code.definitions[value]
    return (
        made >= 0
        and code.ops[made] in _MAKES
        and all(
            use == put
            or (
                code.ops[use] == _INVOKE
                and code.reference(use).name == "<init>"
                and code.operands(use)[0] == value
                and value not in code.operands(use)[1:]
            )
            for use in code.uses.get(value, ())
        )
    )


def _swapped_with(code: Code, put: int) -> FieldKey | None:
    """The field whose value another one is given, if it gets that one's value at once."""
    field = code.field(put)
    other = _read(code, put)
    if field is None or other is None or other == field:
        return None
    for back in range(len(code)):
        is_back = (
            code.ops[back] == code.ops[put]
            and code.field(back) == other
            and _read(code, back) == field
            and _base(code, back) == _base(code, put)
        )
        if is_back and _is_at_once(code, put, back):
            return other
    return None


def _is_at_once(code: Code, put: int, back: int) -> bool:
    """Whether two fields are read, and then given each other's value, whatever happens."""
    loads = {code.definitions[code.source_of(code.operands(it)[-1])] for it in (put, back)}
    first, last = (put, back) if code.may_follow(put, back) else (back, put)
    way = next((found for it in loads if loads <= set(found := _way(code, it, last))), [])
    fields = (code.field(put), code.field(back))
    puts = [it for it in way if code.ops[it] in _PUTS and code.field(it) in fields]
    return puts == [first, last] and all(way.index(it) < way.index(first) for it in loads)


def _way(code: Code, first: int, last: int) -> list[int]:
    """The instructions from one to another one, if control can go no other way; else none."""
    block, end = code.block_of[first], code.block_of[last]
    found = list(range(first, code.block_offsets[block + 1]))
    while block != end:
        targets = code.successors[block]
        if len(targets) != 1 or code.predecessors(targets[0]) != [block]:
            return []
        block = targets[0]
        if code.block_offsets[block] in found:
            return []
        found += range(code.block_offsets[block], code.block_offsets[block + 1])
    return found[: found.index(last) + 1] if last in found else []


def _read(code: Code, put: int) -> FieldKey | None:
    """The field of the same object whose value is stored."""
    load = code.definitions[code.source_of(code.operands(put)[-1])]
    if load < 0 or code.ops[load] not in _GETS or _base(code, load) != _base(code, put):
        return None
    return code.field(load)


def _base(code: Code, inst: int) -> int | None:
    """The object whose field is accessed; None for a static one."""
    is_static = code.ops[inst] in (int(Op.GET_STATIC), int(Op.PUT_STATIC))
    return None if is_static else code.source_of(code.operands(inst)[0])


def _is_between(code: Code, since: int, inst: int, use: int) -> bool:
    """Whether an instruction may run after one and before another one."""
    if inst in (since, use):
        return False
    return code.may_follow(since, inst) and code.may_follow_without(inst, use, since)


def _gives_back(code: Code, inst: int) -> bool:
    """Whether an instruction gives a lock back, as it seems."""
    if code.ops[inst] == _MONITOR_EXIT:
        return True
    return code.ops[inst] == _INVOKE and code.reference(inst).name.startswith(_GIVES_BACK)
