"""Locks under several names: a guard object gives back by its own field what it took by another
one's; a variable that goes from node to node is another node each time.

What is given back under a name that is not held was taken under another name. Which one is not
known, so nothing that it may be is held from then on. Only where a method goes from node to node,
with a lock on each, the lock that it gives back is taken for that of the node that it leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.code.values import Root, Values
from snarl.facts.locks.words import REAL, Held, Lock
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.points_to import Solution


class Aliases:
    """Which locks of a method may be one object."""

    def __init__(self, solution: Solution, values: Values) -> None:
        self._engine = solution.engine
        self._values = values
        self._known: dict[tuple[int, Lock], frozenset[int]] = {}

    def without(self, code: Code, held: Held, released: Lock) -> Held:
        """What is still held for sure once a lock is given back that is not held by its name."""
        if any(class_id < 0 for class_id, _ in released.down):
            return held  # a word of an object, and no object itself
        others = [it for it in held if it.mode in REAL and it.is_monitor == released.is_monitor]
        if not others:
            return held
        objects = self._objects(code, released)
        return held - {
            it
            for it in others
            if not _are_of_nodes(code, it, released) and objects & self._objects(code, it)
        }

    def released(self, code: Code, held: Held, after: Held, lock: Lock) -> Held:
        """What is held for sure once a lock is given back, where `after` is what is left by names.
        What is not held by its name, or is one of several, has other names."""
        if after == held or _is_one_of_several(code, lock):
            return self.without(code, after, lock)
        return after

    def along(self, code: Code, block: int, target: int, held: Held) -> Held:
        """What is held behind the way from one block to another, by the names that hold there: a
        variable that is set on this way is what it is set to."""
        locks = [it for it in held if it.mode in REAL]
        phis = _set_on_way(code, block, target) if locks else {}
        if not phis:
            return held
        stale = {it for it in locks if it.root.kind == "value" and it.root.key[0] in phis}
        named = {
            it._replace(root=Root("value", (phi,)), down=it.down[len(path.fields) :])
            for phi, operand in phis.items()
            for path in (self._values.path(code, operand),)
            for it in locks
            if not it.up and it.root == path.root and it.down[: len(path.fields)] == path.fields
        }
        return held - stale | named

    def _objects(self, code: Code, lock: Lock) -> frozenset[int]:
        key = (code.place, lock)
        if key not in self._known:
            self._known[key] = frozenset(self._find(code, lock))
        return self._known[key]

    def _find(self, code: Code, lock: Lock) -> set[int]:
        found = self._roots(code, lock)
        for class_id, index in lock.down:
            if class_id < 0:
                return set()
            found = {int(held) for it in found for held in self._engine.field(it, class_id, index)}
        return found

    def _roots(self, code: Code, lock: Lock) -> set[int]:
        kind, key = lock.root.kind, lock.root.key
        if kind == "object":
            return {key[0]}
        if kind == "static":
            return set(self._engine.static_field(key[0], key[1]).tolist())
        if kind not in ("value", "parameter"):
            return set()
        value = key[0] if kind == "value" else code.parameters[key[0]]
        owner = code.method.owner
        return set(self._engine.value(owner.id, code.method.index, value).tolist())


def _is_one_of_several(code: Code, lock: Lock) -> bool:
    made = code.definitions[lock.root.key[0]] if lock.root.kind == "value" else -1
    return made >= 0 and code.ops[made] == Op.PHI


def _set_on_way(code: Code, block: int, target: int) -> dict[int, int]:
    """The variables that are set on the way from one block to another, and to which values."""
    found = {}
    for inst in range(code.block_offsets[target], code.block_offsets[target + 1]):
        if code.ops[inst] != Op.PHI:
            break
        operand = code.chosen(inst, block)
        if operand is not None and code.source_of(operand) != code.results[inst]:
            found[code.results[inst]] = operand
    return found


def _are_of_nodes(code: Code, one: Lock, two: Lock) -> bool:
    """Whether both locks are of objects that a method has come to on its way, and which nothing
    else tells apart; elements of an array are no such objects."""
    roots = (one.root, two.root)
    if any(root.kind != "value" for root in roots):
        return False
    made = [code.definitions[root.key[0]] for root in roots]
    return not all(it >= 0 and code.ops[it] == Op.ARRAY_LOAD for it in made)
