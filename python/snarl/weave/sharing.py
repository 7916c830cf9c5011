"""`maybeShared()`: which accesses may be of something that more than one thread accesses.

Paper 5, section 3.2: whatever is read or written by several threads is matched; what else is
matched costs time, and nothing more. So an access is left out only for one of two reasons, and only
where the analysis has seen all of the code that could tell otherwise:

- no other thread can ever come to know the object: not a static field, nor a started thread, nor
  code that is not there reaches it (paper 1, section 2.2.3, without exceptions for convenience);
- the field of the object is accessed by one and the same thread, of which there is one (the
  classification of fields that paper 5, section 3.2.1, describes).

Both speak of an object's whole life: what becomes shared later is shared now. Locks, order and
publication play no part. Methods that are not reached are left alone: their accesses are matched.
If the program runs code that nobody can see, because it makes classes, names them by computed names
or does not have them, only arrays that never leave their method are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.containers.table import array_arguments, container_methods
from snarl.graph import BitSets
from snarl.points_to import EdgeKind
from snarl.program import Op
from snarl.program.model import Access
from snarl.weave.classes import OWN
from snarl.weave.shadows import FIELD_NAMES, reference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts import Facts
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread

_NO_CLASS = 2**32 - 1
_STATIC = (Op.GET_STATIC, Op.PUT_STATIC)
_FIELD = (*_STATIC, Op.GET_FIELD, Op.PUT_FIELD)
_ELEMENT = (Op.ARRAY_LOAD, Op.ARRAY_STORE)
_UNKNOWN = -1
"""In place of a thread: several, or nobody knows which."""

_DEFINES = frozenset({"defineClass", "defineHiddenClass", "defineAnonymousClass"})
_LOADS = frozenset(
    {
        ("java.net.URLClassLoader", "<init>"),
        ("java.net.URLClassLoader", "newInstance"),
        ("javax.script.ScriptEngine", "eval"),
        ("javax.script.Compilable", "compile"),
    }
)

MethodKey = tuple[int, int]
"""A method: its class, and its place there."""


class Sharing:
    """What is left out of `maybeShared()`."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._calls = facts.calls
        self._solution = facts.solution
        self._engine = facts.solution.engine
        self._program = facts.program
        operations = [int(op) for op in (*_ELEMENT, *_FIELD, Op.INVOKE)]
        columns = self._engine.instructions(operations)
        self._methods = columns[0].astype(np.int64)
        self._insts = columns[1]
        self._ops = columns[2]
        self._bcis = columns[3].astype(np.int64)
        self._bases = columns[5]
        self._classes = columns[7].astype(np.int64)
        self._members = columns[8].astype(np.int64)
        self._makers: dict[tuple[int, int], bool] = {}

    @property
    def is_all_known(self) -> bool:
        """Whether the analysis knows the whole program."""
        return self._solution.is_complete and not self.blind

    @cached_property
    def left_out(self) -> dict[MethodKey, frozenset[int]]:
        """The bytecode offsets of accesses that are surely of one thread only, by method."""
        if not self._solution.is_complete:
            return {}
        if self.blind:
            rows = np.flatnonzero(np.isin(self._ops, [int(it) for it in _ELEMENT]))
            is_local = self._are_of_method(rows)
        else:
            rows, bases = self._sites
            is_local = self._are_local(rows, bases)
        keys = self._methods[rows] << 16 | self._bcis[rows]
        distinct, of = np.unique(keys, return_inverse=True)
        found = np.ones(len(distinct), bool)
        np.logical_and.at(found, of, is_local)  # code of old `finally` blocks is there twice
        by_method: dict[int, list[int]] = {}
        for key in distinct[found].tolist():
            by_method.setdefault(key >> 16, []).append(key & 0xFFFF)
        methods = self._calls.methods
        return {
            (methods[place].owner.id, methods[place].index): frozenset(offsets)
            for place, offsets in by_method.items()
        }

    def is_shared(self, method: MethodKey, offset: int) -> bool:
        """Whether an access may be of something shared."""
        return offset not in self.left_out.get(method, ())

    @cached_property
    def reached(self) -> frozenset[MethodKey]:
        """The methods that the analysis reaches."""
        return frozenset((it.owner.id, it.index) for it in self._calls.methods)

    # Code that nobody can see

    @cached_property
    def blind(self) -> str | None:
        """Why there is code that the analysis cannot see, for people; None if there is none."""
        calls = np.flatnonzero(self._ops == Op.INVOKE)
        missing = calls[self._classes[calls] == _NO_CLASS]
        if missing.size:
            return f"{self._place(int(missing[0]))} calls code that is not there"
        for row in calls.tolist():
            if self._makes_classes(int(self._classes[row]), int(self._members[row])):
                return f"{self._place(row)} makes classes or loads them from elsewhere"
        for it in self._solution.unresolved:
            return f"{it.method.owner.name}.{it.method.name} uses reflection with computed names"
        return None

    def _place(self, row: int) -> str:
        method = self._calls.methods[int(self._methods[row])]
        return f"{method.owner.name}.{method.name}"

    def _makes_classes(self, class_id: int, index: int) -> bool:
        key = (class_id, index)
        if key not in self._makers:
            engine = self._program.engine
            name, owner = engine.method(*key)[0], engine.class_name(class_id)
            self._makers[key] = name in _DEFINES or (owner, name) in _LOADS
        return self._makers[key]

    def _are_of_method(self, sites: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each site is of an array that its method makes and gives to nobody."""
        known: dict[tuple[int, int], bool] = {}  # an initializer may use one array very often
        found = np.zeros(len(sites), bool)
        for at, row in enumerate(sites.tolist()):
            key = (int(self._methods[row]), int(self._bases[row]))
            if key not in known:
                code = self._calls.code(key[0])
                known[key] = code is not None and _stays(code, key[1])
            found[at] = known[key]
        return found

    # Sites

    @cached_property
    def _sites(self) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """The rows of accesses, and the value that each accesses; a call may have several."""
        plain = np.flatnonzero(self._ops != Op.INVOKE)
        calls, operands = self._container_calls()
        rows = np.concatenate([plain, np.array(calls, np.int64)])
        return rows, np.concatenate([self._bases[plain], np.array(operands, np.uint32)])

    def _container_calls(self) -> tuple[list[int], list[int]]:
        """Calls that may access a container or the elements of an array, with what they access."""
        rows: list[int] = []
        values: list[int] = []
        positions: dict[tuple[int, int], list[int]] = {}
        for row in np.flatnonzero((self._ops == Op.INVOKE) & (self._classes != _NO_CLASS)).tolist():
            key = (int(self._classes[row]), int(self._members[row]))
            if key not in positions:
                positions[key] = list(self._accessed_by(*key))
            if not positions[key]:
                continue
            if positions[key] == [0]:
                rows.append(row)
                values.append(int(self._bases[row]))
                continue
            code = self._calls.code(int(self._methods[row]))
            operands = [] if code is None else code.operands(int(self._insts[row]))
            found = [operands[it] for it in positions[key] if it < len(operands)]
            rows += [row] * len(found)
            values += found
        return rows, values

    def _accessed_by(self, class_id: int, method: int) -> Iterator[int]:
        """The places of the operands that a method may access."""
        engine = self._program.engine
        name, _, flags = engine.method(class_id, method)
        if flags & Access.STATIC:
            yield from array_arguments(f"{engine.class_name(class_id)}.{name}")
        elif name in container_methods():
            yield 0

    # Occurrences: sites in contexts

    def _are_local(self, sites: NDArray[np.int64], bases: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Whether all that each site accesses, in all contexts, belongs to one thread."""
        of, instances = self._calls.in_instances(self._methods[sites])
        found_rows, offsets, items = self._engine.values(instances.astype(np.uint32), bases[of])
        rows = found_rows.astype(np.int64)
        rows[np.isin(self._ops[sites[of]], [int(it) for it in _STATIC])] = _UNKNOWN
        groups = self._groups(sites)[of]
        local = self._judge(rows, groups, self._thread_of[instances], offsets, items)
        found = np.ones(len(sites), bool)
        np.logical_and.at(found, of, local)
        known = np.zeros(len(sites), bool)
        known[of] = True
        result: NDArray[np.bool_] = found & known & self.has_code[self._methods[sites]]
        return result

    @cached_property
    def has_code(self) -> NDArray[np.bool_]:
        """Whether each method was analysed as it is written: a model may stand for it."""
        mask = np.zeros(len(self._calls.methods), bool)
        for place in np.unique(self._methods).tolist():
            method = self._calls.methods[place]
            mask[place] = bool(self._engine.contexts_of(method.owner.id, method.index))
        return mask

    def _groups(self, sites: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for the field of each site; -1 where accesses may be elsewhere as well: elements
        of arrays, and fields that the JDK's code, handles or methods not reached may access."""
        keys = self._classes[sites] << 16 | self._members[sites]
        is_field = np.isin(self._ops[sites], [int(it) for it in _FIELD])
        is_field &= self._classes[sites] != _NO_CLASS
        distinct, of = np.unique(keys, return_inverse=True)
        elsewhere = self.fields_elsewhere
        engine = self._program.engine
        is_plain = np.array(
            [
                key >> 16 != _NO_CLASS
                and engine.class_origin(key >> 16) != "jdk"
                and (key >> 16, key & 0xFFFF) not in elsewhere
                for key in distinct.tolist()
            ],
            bool,
        )
        groups: NDArray[np.int64] = np.where(is_field & is_plain[of], of, _UNKNOWN)
        return groups

    @cached_property
    def fields_elsewhere(self) -> set[tuple[int, int]]:
        """Fields that handles access, or methods that the analysis holds for dead."""
        engine = self._program.engine
        found = {
            (it.field.owner.id, it.field.index)
            for it in self._solution.accesses_by_handle
            if it.field is not None
        }
        named: set[str] = set()
        for class_id in (it.id for origin in OWN for it in self._program.classes(origin)):
            for index in range(len(engine.methods(class_id))):
                if (class_id, index) not in self.reached and engine.has_code(class_id, index):
                    code = engine.bytecode(class_id, index)
                    named.update(operand for _, name, operand in code if name in FIELD_NAMES)
        for operand in named:
            member = reference(operand)
            try:
                found.add(engine.resolve_field(member.owner, member.name, member.descriptor))
            except LookupError:
                continue
        return found

    def _judge(
        self,
        rows: NDArray[np.int64],
        groups: NDArray[np.int64],
        threads: NDArray[np.int64],
        offsets: NDArray[np.uint64],
        items: NDArray[np.uint32],
    ) -> NDArray[np.bool_]:
        """Whether each occurrence is of one thread only. Those that agree are looked at once."""
        triples = np.stack([rows, groups, threads], axis=1)
        distinct, of = np.unique(triples, axis=0, return_inverse=True)
        rows, groups, threads = distinct.T
        is_static = rows == _UNKNOWN
        first = offsets[np.where(is_static, 0, rows)].astype(np.int64)
        counts = offsets[np.where(is_static, 0, rows) + 1].astype(np.int64) - first
        counts[is_static] = 0
        # One row for each object that may be touched; a static field is its class's own object.
        at = np.repeat(np.arange(len(rows)), counts)
        starts = np.repeat(first - np.cumsum(counts) + counts, counts)
        touched = items[starts + np.arange(len(at))].astype(np.int64)
        at = np.concatenate([at, np.flatnonzero(is_static)])
        objects = np.concatenate([touched, np.full(int(is_static.sum()), -1)])
        is_known = np.append(self.known, True)[objects]
        shared = is_known & ~self._is_of_one_thread(groups[at], objects, threads[at])
        found = counts + is_static > 0  # of what nobody knows, everybody may
        found[at[shared]] = False
        judged: NDArray[np.bool_] = found[of.reshape(-1)]
        return judged

    def _is_of_one_thread(
        self, groups: NDArray[np.int64], objects: NDArray[np.int64], threads: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Whether the field of the object in each row is accessed by one thread in all rows."""
        keys = groups * (len(self.known) + 1) + objects + 1
        distinct, of = np.unique(keys, return_inverse=True)
        low = np.full(len(distinct), np.iinfo(np.int64).max)
        high = np.full(len(distinct), _UNKNOWN)
        np.minimum.at(low, of, threads)
        np.maximum.at(high, of, threads)
        one = (low == high) & (low != _UNKNOWN)
        result: NDArray[np.bool_] = one[of] & (groups != _UNKNOWN) & self.is_all_seen[objects]
        return result

    @cached_property
    def is_all_seen(self) -> NDArray[np.bool_]:
        """Whether only code that is there accesses each object; the last one is for static fields.

        What is given away is out of sight.
        """
        mask = np.ones(len(self.known) + 1, bool)
        if self._given_away.size:
            mask[:-1] = ~self._engine.reachable(self._given_away, np.zeros(0, np.uint32))
        return mask

    # Threads

    @cached_property
    def _thread_of(self) -> NDArray[np.int64]:
        """The one thread that runs each instance, if there is one alone and one of it.

        What starts threads inside the JDK counts like any other: if their code seems to come to the
        program's own, it may.
        """
        calls = self._calls
        single = {root for it in self.facts.threads.all if self.is_one(it) for root in it.roots}
        spawned = np.unique(calls.callees[calls.kinds == EdgeKind.SPAWN]).tolist()
        starts = sorted({*spawned, *calls.outside.tolist()})
        starts = [it for it in starts if self.facts.threads.reaches_own[it]]
        pairs = list(enumerate(starts))
        own = BitSets.from_pairs(
            len(calls), len(starts), [it for _, it in pairs], [number for number, _ in pairs]
        )
        running = calls.in_thread.union(own)
        sizes = running.sizes()
        found = np.full(len(calls), _UNKNOWN, np.int64)
        for number, start in pairs:
            if start in single:
                nodes = running.nodes_with(number)
                found[nodes[sizes[nodes] == 1]] = number
        if len(starts) == 1 and starts[0] in single:
            found[sizes == 0] = 0  # class initializers: nobody else is there to run them
        return found

    def is_one(self, thread: Thread) -> bool:
        """Whether it is one thread of the JVM: a task that runs once more may meet another one."""
        if thread.many or len(thread.roots) != 1:
            return False
        if thread.kind == "main":
            return True
        calls = self._calls
        starters = {
            (method.owner.name, method.name)
            for edge in calls.edges_to(thread.roots[0])
            if (method := calls.method(int(calls.callers[edge]))) is not None
        }
        return thread.kind == "spawn" and starters == {("java.lang.Thread", "start")}

    # Objects

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Whether each object may come to be known to more than one thread."""
        parts = [self._engine.statics()[2], *self._of_threads(), self._given_away]
        roots = np.unique(np.concatenate(parts)).astype(np.uint32)
        return self._engine.reachable(roots, self._thread_locals())

    def _thread_locals(self) -> NDArray[np.uint32]:
        """What holds a value for each thread. Children inherit those of some."""
        engine = self._program.engine
        above = engine.find_class("java.lang.ThreadLocal")
        but = engine.find_class("java.lang.InheritableThreadLocal")
        if above is None or but is None:
            return np.zeros(0, np.uint32)
        types = self._engine.object_types()
        wanted = [
            of
            for of in np.unique(types).tolist()
            if (class_id := engine.type_class(of)) is not None
            and engine.is_subclass(class_id, above)
            and not engine.is_subclass(class_id, but)
        ]
        return np.flatnonzero(np.isin(types, wanted)).astype(np.uint32)

    def _of_threads(self) -> Iterator[NDArray[np.uint32]]:
        """What threads start with: tasks, and the arguments of their first methods; and what the
        environment of an open program gives."""
        for *_, tasks in self._engine.spawns():
            yield np.array(tasks, np.uint32)
        calls = self._calls
        mains = {root for it in self.facts.threads.all if it.kind == "main" for root in it.roots}
        spawned = np.unique(calls.callees[calls.kinds == EdgeKind.SPAWN]).tolist()
        for instance in {*spawned, *calls.outside.tolist()} - mains:
            code = calls.code_of(instance)
            if code is not None:
                context = int(calls.context_of[instance])
                yield from self._values(code, code.parameters, context)

    def _values(
        self, code: Code, values: list[int], context: int | None = None
    ) -> Iterator[NDArray[np.uint32]]:
        method = code.method
        for value in values:
            if value >= 0:
                yield self._engine.value(method.owner.id, method.index, value, context)

    @cached_property
    def _given_away(self) -> NDArray[np.uint32]:
        """What goes to code that is not there: to calls that nobody answers, to natives of the
        program, to reflection that is not resolved, and to fields of missing classes."""
        found = [np.zeros(0, np.uint32)]
        for place, inst in self._unanswered():
            code = self._calls.code(place)
            if code is not None:
                found += self._values(code, code.operands(inst))
        return np.unique(np.concatenate(found)).astype(np.uint32)

    def _unanswered(self) -> Iterator[tuple[int, int]]:
        graph = self._solution.call_graph
        native = [
            bool(it.flags & Access.NATIVE) and own
            for it, own in zip(graph.methods, self._calls.is_own_method.tolist(), strict=True)
        ]
        is_answered = ~np.array(native, bool)[graph.callees]
        keys = graph.callers.astype(np.int64) << 16 | graph.sites.astype(np.int64) & 0xFFFF
        answered = np.unique(keys[is_answered])
        given = np.unique(keys[~is_answered])
        mine = self._methods << 16 | self._bcis
        is_call = self._ops == Op.INVOKE
        lost = is_call & (~np.isin(mine, answered) | np.isin(mine, given))
        lost |= np.isin(self._ops, [int(Op.PUT_FIELD), int(Op.PUT_STATIC)]) & (
            self._classes == _NO_CLASS
        )
        lost |= np.isin(mine, self._unresolved())
        for row in np.flatnonzero(lost).tolist():
            yield int(self._methods[row]), int(self._insts[row])

    def _unresolved(self) -> NDArray[np.int64]:
        graph = self._solution.call_graph
        places = [(graph.place(it.method), it.bci) for it in self._solution.unresolved]
        return np.array([p << 16 | bci for p, bci in places if p is not None], np.int64)


def _stays(code: Code, value: int) -> bool:
    """Whether a value is an array of which only elements and length are used."""
    made = code.definitions[value]
    if made < 0 or code.ops[made] not in (Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY):
        return False
    return all(
        code.ops[use] in (Op.ARRAY_LOAD, Op.ARRAY_LENGTH)
        or (code.ops[use] == Op.ARRAY_STORE and code.operands(use)[2] != value)
        for use in code.uses.get(value, ())
    )
