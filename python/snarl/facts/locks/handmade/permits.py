"""Permits: semaphores between which one permit goes round.

    ping.acquire();  ball++;  pong.release();        of `ping` there is one permit at first,
    pong.acquire();  ball--;  ping.release();        of `pong` none

Who releases one of them has acquired another one before. So there is never more than one permit in
all, and whoever has it is as good as a holder of one lock.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code.constants import number
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Path, Values
    from snarl.facts.threads.instances import Once

_SEMAPHORE = "java.util.concurrent.Semaphore"
_TAKES = {"acquire", "acquireUninterruptibly"}
_OTHERS = {"tryAcquire", "drainPermits", "reducePermits"}
"""What makes it too hard to tell who has the permit."""


class Permits:
    """Fields with semaphores that are one lock together."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values, once: Once) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._once = once

    @cached_property
    def stand_for(self) -> dict[FieldKey, FieldKey]:
        """For each such field, the one of them that stands for all."""
        found: dict[FieldKey, FieldKey] = {}
        for group in self._groups():
            if len(group) > 1 and self._is_one_permit(group) and self._is_handed_on(group):
                found |= dict.fromkeys(group, min(group))
        return found

    def field(self, path: Path) -> FieldKey | None:
        """The field that a path ends in."""
        if path.fields:
            return path.fields[-1]
        return (path.root.key[0], path.root.key[1]) if path.root.kind == "static" else None

    @cached_property
    def _uses(self) -> dict[int, list[tuple[int, FieldKey | None, str]]]:
        """The calls of semaphores in each method: the instruction, the field, the name."""
        engine = self._accesses.program.engine
        found: dict[int, list[tuple[int, FieldKey | None, str]]] = {}
        for place, inst, called in self._accesses.calls_of(_TAKES | _OTHERS | {"release"}):
            code = self._calls.code(place)
            if code is None or engine.class_name(called[0]) != _SEMAPHORE:
                continue
            name = code.reference(inst).name
            if len(code.operands(inst)) != 1 and name not in _OTHERS:
                name = "several"
            field = self.field(self._values.path(code, code.operands(inst)[0]))
            found.setdefault(place, []).append((inst, field, name))
        return found

    def _groups(self) -> Iterator[set[FieldKey]]:
        """Fields of which one is acquired where another one is released."""
        groups: list[set[FieldKey]] = []
        spoilt: set[FieldKey] = set()
        for uses in self._uses.values():
            here = {field for _, field, _ in uses if field is not None}
            if any(field is None or name not in {*_TAKES, "release"} for _, field, name in uses):
                spoilt |= here
            apart = [it for it in groups if it.isdisjoint(here)]
            groups = [*apart, here.union(*(it for it in groups if it not in apart))]
        if any(field is None for uses in self._uses.values() for _, field, _ in uses):
            return  # it may be any of them
        yield from (it for it in groups if it.isdisjoint(spoilt))

    def _is_one_permit(self, group: set[FieldKey]) -> bool:
        """Whether semaphores have one permit at first, all together, for each owner."""
        if len({owner for owner, _ in group}) != 1:
            return False
        if len({self._accesses.program.field(*it).is_static for it in group}) != 1:
            return False
        permits = [self._permits(it) for it in group]
        return None not in permits and sum(it for it in permits if it is not None) == 1

    def _permits(self, field: FieldKey) -> int | None:
        """With how many permits the one semaphore is made that a field always has."""
        stores = self._accesses.written_fields.get(field, ())
        if len(stores) != 1 or not self._values.is_stable(field):
            return None
        code = self._calls.code(stores[0][0])
        if code is None:
            return None
        made = code.definitions[code.source_of(code.operands(stores[0][1])[-1])]
        call = self._once.constructor_call(code, made) if made >= 0 else None
        if made < 0 or code.ops[made] != Op.NEW or call is None:
            return None
        return number(code, code.operands(call)[1])

    def _is_handed_on(self, group: set[FieldKey]) -> bool:
        """Whether whoever releases one of some semaphores has surely acquired one of them just
        before, of the same owner."""
        for place, uses in self._uses.items():
            here = {inst: name for inst, field, name in uses if field in group}
            code = self._calls.code(place)
            if here and (code is None or not self._is_taken_first(code, here)):
                return False
        return True

    def _is_taken_first(self, code: Code, uses: dict[int, str]) -> bool:
        owners = {self._owner(code, inst) for inst in uses}
        if len(owners) != 1:
            return False
        before: dict[int, bool] = {0: False}
        waiting = [0]
        while waiting:
            block = waiting.pop()
            held = before[block]
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                name = uses.get(inst)
                if name == "release" and not held:
                    return False
                held = held if name is None else name != "release"
            for after in code.flow[block]:
                known = before.get(after, True)
                # What throws on the way to a handler has not said whether it has the permit.
                here = held and before[block]
                found = known and (held if after in code.successors[block] else here)
                if after not in before or found != known:
                    before[after] = found
                    waiting.append(after)
        return True

    def _owner(self, code: Code, inst: int) -> tuple[object, ...]:
        path = self._values.path(code, code.operands(inst)[0])
        return (path.root.kind, path.root.key if path.fields else (), path.fields[:-1])
