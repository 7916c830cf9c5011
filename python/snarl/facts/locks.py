"""Locks: what is surely held at each instruction, in each context.

Paper 1, section 2.2.4, and past it. Within a method it is a dataflow over all paths, exceptions
too, so that monitors, `java.util.concurrent` locks, try-finally and `tryLock` are one thing. Over
calls it is what all callers hold. A lock is named by what it surely is, never by its allocation
site alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from snarl.facts.calls import Calls
from snarl.facts.code import Code, FieldKey
from snarl.facts.values import CONTENTS, ELEMENTS, Path, Root, RootKind, Values
from snarl.graph import Graph
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.instances import Once
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution

Mode = Literal["exclusive", "shared", "own"]
"""`own`: no lock, but an object that only one thread has; nobody else can be in its place."""
_DEEPEST = 4
_TASKS = ("java.lang.Thread", "java.util.concurrent.ForkJoinTask")
_MANY_OBJECTS = 16
_EVERYWHERE = ("static", "class", "object", "site")
"""Roots that mean the same in all methods."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock that is held, seen from a method: `root` is a value or parameter of the method; there
    is an object q such that root = q.up and the lock = q.down."""

    root: Root
    up: tuple[FieldKey, ...] = ()
    down: tuple[FieldKey, ...] = ()
    mode: Mode = "exclusive"
    is_monitor: bool = True
    """Whether it is the object's monitor; else it is a lock of `java.util.concurrent`, of which the
    monitor knows nothing."""

    depth: int = 0
    """How often it was held already when it was taken."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What two holds of one lock in one method have in common."""
        return (self.root, self.down, self.is_monitor)

    def __str__(self) -> str:
        return f"{self.root.kind}{self.root.key}{self.up}{self.down}"


Held = frozenset[Lock]
NOTHING: Held = frozenset()


@dataclass(frozen=True, slots=True)
class Guard:
    """How a lock that is held relates to what is accessed. Two accesses of one object with equal
    guards hold one lock."""

    kind: Literal["object", "self", "owner", "site"]
    """`object`: a lock of which there is one; `self`: found from what is accessed; `owner`: found
    from the object that owns it; `site`: one of those that are made at one place, which proves
    nothing."""
    key: tuple[object, ...]
    mode: Mode
    through: frozenset[FieldKey] = frozenset()
    """For `owner`: the fields that hold what is accessed; they must hold nothing else's."""

    def excludes(self, other: Guard) -> bool:
        """Whether two threads cannot both be in."""
        if (self.kind, self.key) != (other.kind, other.key):
            return False
        if "own" in (self.mode, other.mode):
            return self.mode == other.mode
        return "exclusive" in (self.mode, other.mode)


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a call does to locks."""

    kind: Literal["acquire", "try", "release", "view", "take", "optimistic"]
    mode: Mode


@cache
def _table() -> dict[str, Any]:
    text = files("snarl.facts").joinpath("locks.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _lock_table() -> dict[str, dict[str, _Effect]]:
    found: dict[str, dict[str, _Effect]] = {}
    for name, entry in _table().items():
        if name == "takes":
            for owner, methods in entry.items():
                found[owner] = {method: _effect("take", "own") for method in methods}
            continue
        effects: dict[str, _Effect] = {}
        for kind in ("acquire", "try", "release", "optimistic"):
            for suffix, mode in (("", "exclusive"), ("-shared", "shared")):
                for method in entry.get(kind + suffix, ()):
                    effects[method] = _effect(kind, mode)
        for method, mode in entry.get("view", {}).items():
            effects[method] = _effect("view", mode)
        found[name] = effects
    return found


def _effect(kind: Any, mode: Any) -> _Effect:
    return _Effect(kind, mode)


@dataclass(frozen=True, slots=True)
class _Summary:
    """What a method does to locks between its entry and its end."""

    gains: Held = NOTHING
    drops: Held = NOTHING


_NO_CHANGE = _Summary()


class Locks:
    """What is held where."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        threads: Threads,
        values: Values,
        once: Once,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._values = values
        self._once = once
        self._summaries: dict[int, _Summary] = {}
        self._within: dict[int, dict[int, Held]] = {}
        self._find_within()

    # What is held within methods

    @cached_property
    def _lock_calls(self) -> dict[tuple[int, int], tuple[_Effect, int]]:
        """Calls of the JDK's locks by (method, instruction): the effect, and the receiver."""
        hierarchy = self._solution.program.engine
        table = {
            class_id: effects
            for name, effects in _lock_table().items()
            if (class_id := hierarchy.find_class(name)) is not None
        }
        names = {name for effects in table.values() for name in effects}
        known: dict[FieldKey, _Effect | None] = {}
        found = {}
        for method, inst, called in self._accesses.calls_of(names):
            if called not in known:
                name = hierarchy.method(*called)[0]
                known[called] = next(
                    (
                        effects[name]
                        for above, effects in table.items()
                        if name in effects and hierarchy.is_subclass(called[0], above)
                    ),
                    None,
                )
            effect = known[called]
            code = self._calls.code(method)
            if effect is not None and code is not None and self._is_lock(method, inst, called):
                found[method, inst] = (effect, code.operands(inst)[0])
        return found

    def _is_lock(self, method: int, inst: int, called: FieldKey) -> bool:
        """Whether a call means a lock of the JDK: not one that the program implements itself, and
        of semaphores only those with one permit."""
        calls = self._calls
        code = calls.code(method)
        if code is None:
            return False
        for instance in calls.instances_of(method):
            for callee in calls.callees_at(instance, code.bcis[inst]):
                if calls.is_own[callee]:
                    return False
        if self._solution.program.engine.class_name(called[0]).endswith(".Semaphore"):
            return self._has_one_permit(method, code.operands(inst)[0])
        return True

    def _has_one_permit(self, method: int, value: int) -> bool:
        found = self._calls.methods[method]
        objects = self._solution.engine.value(found.owner.id, found.index, value)
        return len(objects) > 0 and all(
            self._once.constant_argument(int(number), 0) == 1 for number in objects
        )

    def path(self, code: Code, value: int) -> tuple[Path, Mode]:
        """The path of a lock; the read or write lock of a pair stands for the pair, in a mode."""
        mode: Mode = "exclusive"
        for _ in range(_DEEPEST):
            path = self._values.path(code, value)
            view = self._view(code, path, value)
            if view is None:
                return path, mode
            base, mode = view
            if isinstance(base, Path):
                return base, mode
            value = base
        return self._values.path(code, value), mode

    def _view(self, code: Code, path: Path, value: int) -> tuple[int | Path, Mode] | None:
        """What a lock stands for, where it is a view of another."""
        if path.root.kind == "value" and not path.fields:
            inst = code.definitions[path.root.key[0]]
            if inst >= 0 and code.ops[inst] == Op.INVOKE:
                return self._view_by_call(code, inst)
        if path.fields:
            assigned = self._view_fields.get(path.fields[-1])
            if assigned is not None:
                fields, mode = assigned
                return Path(path.root, path.fields[:-1] + fields), mode
        elif path.root.kind == "static":
            assigned = self._view_fields.get((path.root.key[0], path.root.key[1]))
            if assigned is not None and len(assigned[0]) == 1:
                return Path(Root("static", assigned[0][0])), assigned[1]
        return None

    def _view_by_call(self, code: Code, inst: int) -> tuple[int, Mode] | None:
        reference = code.reference(inst)
        for effects in _lock_table().values():
            effect = effects.get(reference.name)
            if effect is not None and effect.kind == "view" and len(code.operands(inst)) == 1:
                return code.operands(inst)[0], effect.mode
        return None

    @cached_property
    def _view_fields(self) -> dict[FieldKey, tuple[tuple[FieldKey, ...], Mode]]:
        """Fields that hold a view for good: `this.r = this.both.readLock()`."""
        found: dict[FieldKey, tuple[tuple[FieldKey, ...], Mode]] = {}
        names = [
            name
            for effects in _lock_table().values()
            for name, effect in effects.items()
            if effect.kind == "view"
        ]
        for place, inst, _ in self._accesses.calls_of(names):
            code = self._calls.code(place)
            view = None if code is None else self._view_by_call(code, inst)
            if code is None or view is None:
                continue
            base = self._values.path(code, view[0])
            for use in code.uses.get(code.results[inst], ()):
                field = code.field(use) if code.ops[use] in (Op.PUT_FIELD, Op.PUT_STATIC) else None
                if field is None or not self._values.is_stable(field):
                    continue
                if base.root.kind == "parameter" and base.fields:
                    found[field] = (base.fields, view[1])
                elif base.root.kind == "static" and not base.fields:
                    found[field] = (((base.root.key[0], base.root.key[1]),), view[1])
                elif base.root.kind == "value":
                    held = self._field_of_new(code, base.root.key[0])
                    if held is not None:
                        found[field] = ((held,), view[1])
        return found

    def _field_of_new(self, code: Code, value: int) -> FieldKey | None:
        """The field that a value is put into for good, in the same method."""
        for use in code.uses.get(value, ()):
            if code.ops[use] in (Op.PUT_FIELD, Op.PUT_STATIC):
                field = code.field(use)
                if field is not None and self._values.is_stable(field):
                    return field
        return None

    def _find_within(self) -> None:
        """Solves the methods that take locks, then those that call methods that keep them."""
        calls = self._calls
        waiting = set(self._methods_with_locks())
        rounds = 0
        while waiting and rounds < _DEEPEST:
            changed = set()
            for place in sorted(waiting):
                code = calls.code(place)
                if code is None:
                    continue
                held, summary = self._solve(place, code)
                self._within[place] = held
                if summary != self._summaries.get(place, _NO_CHANGE):
                    self._summaries[place] = summary
                    changed.add(place)
            waiting = self._callers_of(changed)
            rounds += 1

    def _methods_with_locks(self) -> Iterator[int]:
        columns = self._solution.engine.instructions([int(Op.MONITOR_ENTER)])
        yield from columns[0].tolist()
        yield from (method for method, _ in self._lock_calls)
        yield from self._task_joins

    @cached_property
    def _task_joins(self) -> dict[int, set[int]]:
        """Calls that wait for the end of a task which is an object of the program's own class."""
        engine = self._solution.program.engine
        above = [engine.find_class(name) for name in _TASKS]
        found: dict[int, set[int]] = {}
        for method, inst, called in self._accesses.calls_of(("join", "get", "invoke")):
            code = self._calls.code(method)
            if code is None or len(code.operands(inst)) != 1:
                continue
            named = engine.find_class(code.reference(inst).owner)
            if (
                named is not None
                and engine.class_origin(named) != "jdk"
                and any(it is not None and engine.is_subclass(called[0], it) for it in above)
            ):
                found.setdefault(method, set()).add(inst)
        return found

    def _callers_of(self, methods: Iterable[int]) -> set[int]:
        calls = self._calls
        found = set()
        for method in methods:
            for instance in calls.instances_of(method):
                for edge in calls.edges_to(instance):
                    caller = int(calls.callers[edge])
                    if calls.is_own[caller] and calls.is_in_thread[edge]:
                        found.add(int(calls.method_of[caller]))
        return found

    def _solve(self, place: int, code: Code) -> tuple[dict[int, Held], _Summary]:
        """What is held before each instruction of a method, beyond what its callers hold."""
        count = len(code.block_offsets) - 1
        entry: list[Held | None] = [None] * count
        entry[0] = NOTHING
        waiting = [0]
        before: dict[int, Held] = {}
        ends: list[Held] = []
        drops: set[Lock] = set()
        while waiting:
            block = waiting.pop()
            held = entry[block]
            assert held is not None
            thrown = held
            tries: dict[int, Lock] = {}
            for inst in range(code.block_offsets[block], code.block_offsets[block + 1]):
                before[inst] = held
                after = self._after(place, code, inst, held, drops, tries)
                if code.ops[inst] in (Op.MONITOR_EXIT, Op.INVOKE) and after < held:
                    # A release that throws has still released, for all that we know.
                    thrown = thrown & after
                held = after
            if code.ops[code.block_offsets[block + 1] - 1] == Op.RETURN:
                ends.append(held)
            for target, state in self._leaving(code, block, held, tries):
                self._flow(entry, waiting, target, state)
            for target in code.handlers[block]:
                self._flow(entry, waiting, target, thrown)
        gains = frozenset.intersection(*ends) if ends else NOTHING
        outward = frozenset(lock for lock in gains if lock.root.kind != "value")
        return {inst: held for inst, held in before.items() if held}, _Summary(
            outward, frozenset(drops)
        )

    @staticmethod
    def _flow(entry: list[Held | None], waiting: list[int], target: int, state: Held) -> None:
        old = entry[target]
        new = state if old is None else old & state
        if new != old:
            entry[target] = new
            waiting.append(target)

    def _after(
        self,
        place: int,
        code: Code,
        inst: int,
        held: Held,
        drops: set[Lock],
        tries: dict[int, Lock],
    ) -> Held:
        op = code.ops[inst]
        if op == Op.MONITOR_ENTER:
            return _acquired(held, self._lock(code, code.operands(inst)[0]))
        if op == Op.MONITOR_EXIT:
            return _released(held, self._lock(code, code.operands(inst)[0]))
        if op != Op.INVOKE:
            return held
        found = self._lock_calls.get((place, inst))
        if found is None and inst in self._task_joins.get(place, ()):
            # Whoever has waited for a task's end is the only one who has it.
            return held | {replace(self._lock(code, code.operands(inst)[0]), mode="own")}
        if found is None:
            return self._after_call(place, code, inst, held, drops)
        effect, receiver = found
        if effect.kind == "take":
            return held | {replace(self._lock(code, code.results[inst]), mode="own")}
        lock = self._lock(code, receiver, effect.mode, is_monitor=False)
        if effect.kind == "acquire":
            return _acquired(held, lock)
        if effect.kind == "optimistic":
            return _acquired(held, lock) if self._is_validated(place, code, inst) else held
        if effect.kind == "try":
            tries[code.results[inst]] = lock
            return held
        if effect.kind == "release":
            after = _released(held, lock)
            if after == held and lock.root.kind != "value":
                drops.add(lock)
            return after
        return held

    def _is_validated(self, place: int, code: Code, start: int) -> bool:
        """Whether an optimistic read is validated afterwards."""
        return any(
            method == place and effect.kind == "release" and code.may_follow(start, inst)
            for (method, inst), (effect, _) in self._lock_calls.items()
            if method == place and code.reference(inst).name == "validate"
        )

    def _lock(
        self, code: Code, value: int, mode: Mode = "exclusive", *, is_monitor: bool = True
    ) -> Lock:
        path, found = self.path(code, value)
        mode = "shared" if "shared" in (mode, found) else mode
        return Lock(path.root, (), path.fields, mode, is_monitor)

    def _after_call(self, place: int, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """The effect of methods that end with more or fewer locks than they began with."""
        if not self._summaries:
            return held
        callees = self._calls.methods_called(place, code.bcis[inst])
        found = [self._summaries.get(callee, _NO_CHANGE) for callee in callees]
        if not found or all(summary == _NO_CHANGE for summary in found):
            return held
        operands = code.operands(inst)
        gained = [frozenset(self._outward(code, operands, it.gains)) for it in found]
        dropped = {lock for it in found for lock in self._outward(code, operands, it.drops)}
        keys = {lock.identity for lock in dropped}
        drops.update(
            lock
            for lock in dropped
            if lock.root.kind != "value" and not any(it.identity == lock.identity for it in held)
        )
        kept = frozenset(it for it in held if it.identity not in keys)
        return kept | frozenset.intersection(*gained)

    def _outward(self, code: Code, operands: list[int], locks: Held) -> Iterator[Lock]:
        """A callee's locks in the words of its caller."""
        for lock in locks:
            if lock.root.kind in _EVERYWHERE:
                yield lock
            elif lock.root.kind == "parameter" and lock.root.key[0] < len(operands):
                path = self._values.path(code, operands[lock.root.key[0]])
                fields = path.fields + lock.down
                # What a wrapper hides may itself be a view.
                yield replace(lock, root=path.root, down=fields)

    def _leaving(
        self, code: Code, block: int, held: Held, tries: dict[int, Lock]
    ) -> Iterator[tuple[int, Held]]:
        """Where control goes, and what is held there: a `tryLock` counts where it gave true."""
        successors = code.successors[block]
        last = code.block_offsets[block + 1] - 1
        lock = None
        if code.ops[last] == Op.IF and len(code.operands(last)) == 1:
            lock = tries.get(code.operands(last)[0]) or self._try_before(code, last)
        detail = int(code.body.details[last])
        for position, target in enumerate(successors):
            # 0 is "==", 1 is "!=": successors are where it holds, and where not.
            is_true = (detail == 1 and position == 0) or (detail == 0 and position == 1)
            yield target, held | {lock} if lock is not None and is_true else held

    def _try_before(self, code: Code, branch: int) -> Lock | None:
        """The lock of a `tryLock` in another block, whose result only this branch looks at."""
        value = code.operands(branch)[0]
        inst = code.definitions[value]
        if inst < 0 or code.ops[inst] != Op.INVOKE:
            return None
        found = self._lock_calls.get((code.place, inst))
        if found is None or found[0].kind != "try":
            return None
        return self._lock(code, found[1], found[0].mode, is_monitor=False)

    def within(self, method: int, inst: int) -> Held:
        """What a method itself holds before an instruction."""
        return self._within.get(method, {}).get(inst, NOTHING)

    # What is held over calls

    @cached_property
    def _edge_insts(self) -> dict[tuple[int, int], int]:
        return {}

    @cached_property
    def entries(self) -> dict[int, Held]:
        """What is held whenever an instance is called, in its own words; only where it is not
        nothing.

        Most instances can be reached without any lock. What is left is small, and is solved as
        what holds on all paths.
        """
        calls = self._calls
        edges = np.flatnonzero(calls.is_in_thread)
        is_locked = np.zeros(len(calls.callers), bool)
        for edge in edges[self._may_be_locked(edges)].tolist():
            if self._at_edge(edge):
                is_locked[edge] = True
        roots = [root for thread in self._threads.all for root in thread.roots]
        confined = self._threads.confined
        is_entry = np.isin(calls.callees, list(confined))
        free = edges[~is_locked[edges] & ~is_entry[edges]]
        graph = Graph.from_edges(len(calls), calls.callers[free], calls.callees[free])
        starts = [root for root in set(roots) if root not in confined]
        unlocked = graph.reachable(starts) if starts else np.zeros(len(calls), bool)
        return self._solve_entries(unlocked, confined)

    def _may_be_locked(self, edges: Any) -> Any:
        within = np.zeros(len(self._calls.methods) + 1, bool)
        within[list(self._within)] = True
        places = self._calls.method_of[self._calls.callers[edges]].astype(np.int64)
        places[places >= len(self._calls.methods)] = len(self._calls.methods)
        return within[places]

    def _at_edge(self, edge: int) -> Held:
        """What the caller itself holds at a call."""
        method = int(self._calls.method_of[self._calls.callers[edge]])
        held = self._within.get(method)
        code = self._calls.code(method)
        if not held or code is None:
            return NOTHING
        inst = code.call_at(int(self._calls.sites[edge]))
        return NOTHING if inst is None else held.get(inst, NOTHING)

    def _solve_entries(self, unlocked: Any, confined: dict[int, Held]) -> dict[int, Held]:
        calls = self._calls
        entries: dict[int, Held] = dict(confined)
        in_threads = self._threads.runs
        candidates = np.flatnonzero(in_threads & ~unlocked)
        waiting = [int(it) for it in candidates]
        queued = set(waiting)
        unknown = set(waiting) - set(confined)
        while waiting:
            instance = waiting.pop()
            queued.discard(instance)
            new: Held | None = None
            for edge in calls.edges_to(instance):
                caller = int(calls.callers[edge])
                if not calls.is_in_thread[edge] or not in_threads[caller] or caller in unknown:
                    continue
                held = self._translated(edge, entries.get(caller, NOTHING))
                new = held if new is None else new & held
            if instance in confined:
                new = confined[instance] | (new or NOTHING)
            if new is None:
                continue
            if instance in unknown or entries.get(instance, NOTHING) != new:
                unknown.discard(instance)
                entries[instance] = new
                for edge in calls.edges_from(instance):
                    callee = int(calls.callees[edge])
                    if calls.is_in_thread[edge] and not unlocked[callee] and callee not in queued:
                        queued.add(callee)
                        waiting.append(callee)
        return {instance: held for instance, held in entries.items() if held}

    def _translated(self, edge: int, entry: Held) -> Held:
        """What is held at a call, in the words of the callee."""
        calls = self._calls
        caller = int(calls.callers[edge])
        code = calls.code_of(caller)
        held = entry | self._with_objects(caller, self._at_edge(edge))
        if not held:
            return NOTHING
        operands: list[int] = []
        inst = None if code is None else code.call_at(int(calls.sites[edge]))
        if code is not None and inst is not None and calls.kinds[edge] == EdgeKind.CALL:
            operands = code.operands(inst)
        return frozenset(self._inward(code, operands, held))

    def _with_objects(self, instance: int, held: Held) -> Held:
        """Locks by the object that they are, besides their paths: surely, if there is only one such
        object, else for a hint."""
        found = set(held)
        for lock in held:
            number = self._object_of(instance, lock)
            if number is not None:
                kind: RootKind = "object" if self._once.is_single(number) else "site"
                found.add(Lock(Root(kind, (number,)), (), (), lock.mode, lock.is_monitor))
        return frozenset(found)

    def _object_of(self, instance: int, lock: Lock) -> int | None:
        """The one abstract object that a lock may be."""
        if lock.up or lock.root.kind not in ("value", "parameter") or lock.mode == "own":
            return None
        code = self._calls.code_of(instance)
        if code is None:
            return None
        is_value = lock.root.kind == "value"
        if is_value and not lock.down:
            made = code.definitions[lock.root.key[0]]
            if made >= 0 and code.ops[made] == Op.NEW:
                return None  # each call has its own
        value = lock.root.key[0] if is_value else code.parameters[lock.root.key[0]]
        context = int(self._calls.context_of[instance])
        engine, method = self._solution.engine, code.method
        objects = set(engine.value(method.owner.id, method.index, value, context).tolist())
        for field in lock.down:
            if len(objects) > _MANY_OBJECTS:
                return None
            objects = {it for number in objects for it in engine.field(number, *field).tolist()}
        return objects.pop() if len(objects) == 1 else None

    def _inward(self, code: Code | None, operands: list[int], held: Held) -> Iterator[Lock]:
        for lock in held:
            if lock.root.kind in _EVERYWHERE:
                yield lock
                continue
            if code is None:
                continue
            for position, operand in enumerate(operands):
                yield from self._through(code, operand, position, lock)

    def _through(self, code: Code, operand: int, position: int, lock: Lock) -> Iterator[Lock]:
        fields: list[FieldKey] = []
        ways: set[tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]] = set()
        if not self._covers(code, operand, lock, fields, ways, set()) or len(ways) != 1:
            return
        ((up, down),) = ways
        up = (*up, *dict.fromkeys(reversed(fields)))
        if len(up) <= _DEEPEST and len(down) <= _DEEPEST:
            yield Lock(Root("parameter", (position,)), up, down, lock.mode, lock.is_monitor)

    # What guards an access

    def held(self, instance: int, inst: int) -> Held:
        """All that is surely held before an instruction of an instance."""
        within = self.within(int(self._calls.method_of[instance]), inst)
        return self._with_objects(instance, within) | self.entries.get(instance, NOTHING)

    def guards(self, instance: int, inst: int, base: int | None) -> frozenset[Guard]:
        """How the locks held at an access relate to what it accesses through a value."""
        code = self._calls.code_of(instance)
        if code is None:
            return frozenset()
        found = set()
        for lock in self.held(instance, inst):
            guard = self._guard(code, lock, base)
            if guard is not None:
                found.add(guard)
        return frozenset(found)

    def _guard(self, code: Code, lock: Lock, base: int | None) -> Guard | None:
        if lock.root.kind in _EVERYWHERE:
            kind: Any = "site" if lock.root.kind == "site" else "object"
            return Guard(kind, lock.identity, lock.mode)
        if base is None:
            return None
        fields: list[FieldKey] = []
        ways: set[tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]] = set()
        if not self._covers(code, base, lock, fields, ways, set()):
            return None
        downs = {down for _, down in ways}
        if len(downs) != 1:
            return None
        through = frozenset(fields).union(*(up for up, _ in ways))
        if not through:
            return Guard("self", (*downs, lock.is_monitor), lock.mode)
        first = min((up[0] for up, _ in ways if up), default=fields[-1] if fields else None)
        return Guard("owner", (first and first[0], *downs, lock.is_monitor), lock.mode, through)

    def _takes_from(self, code: Code, call: int) -> bool:
        """Whether a call gives what a collection of the JDK holds."""
        named = code.reference(call)
        return bool(code.operands(call)) and named.owner.startswith("java.util.")

    def _covers(
        self,
        code: Code,
        value: int,
        lock: Lock,
        fields: list[FieldKey],
        ways: set[tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]],
        seen: set[int],
    ) -> bool:
        """Whether a value is, on all ways, found from what the lock is found from."""
        value = code.source_of(value)
        if value in seen:
            return True
        seen.add(value)
        path = self._values.path(code, value)
        if path.root == lock.root:
            ways.add(_without_common(lock.up + path.fields, lock.down))
            return True
        inst = code.definitions[value]
        if inst < 0:
            return False
        op = code.ops[inst]
        if op == Op.CONSTANT:
            return int(code.body.details[inst]) == 0
        if op == Op.PHI:
            return all(
                self._covers(code, operand, lock, fields, ways, seen)
                for operand in code.operands(inst)
            )
        if op == Op.GET_FIELD:
            field = code.field(inst)
            if field is None:
                return False
            fields.append(field)
            return self._covers(code, code.operands(inst)[0], lock, fields, ways, seen)
        if op == Op.INVOKE and self._takes_from(code, inst):
            fields.append(CONTENTS)
            return self._covers(code, code.operands(inst)[0], lock, fields, ways, seen)
        if op == Op.ARRAY_LOAD:
            fields.append(ELEMENTS)
            return self._covers(code, code.operands(inst)[0], lock, fields, ways, seen)
        return False


def _acquired(held: Held, lock: Lock) -> Held:
    """What is held once a lock is taken, perhaps again."""
    depth = sum(1 for it in held if (it.identity, it.mode) == (lock.identity, lock.mode))
    return held | {replace(lock, depth=depth)}


def _released(held: Held, lock: Lock) -> Held:
    """What is held once a lock is given back as often as it is said."""
    same = [it for it in held if it.identity == lock.identity and it.mode != "own"]
    same = [it for it in same if it.mode == lock.mode] or same
    return held - {max(same, key=lambda it: it.depth)} if same else held


def _without_common(
    up: tuple[FieldKey, ...], down: tuple[FieldKey, ...]
) -> tuple[tuple[FieldKey, ...], tuple[FieldKey, ...]]:
    """Two ways from one object, without what they have in common at their start.

    The fields of `down` never change, so a common start leads to one object.
    """
    common = 0
    while common < min(len(up), len(down)) and up[common] == down[common]:
        common += 1
    return up[common:], down[common:]
