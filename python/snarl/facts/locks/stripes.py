"""Stripes: the lock of an element, which is found by the element's own index.

    synchronized (locks[i % locks.length]) {
        counts[i]++;
    }

Whoever is at the same element has found the same lock, if the one index is computed from the other
by what never changes, and the array of locks is never changed once others know it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import Kind
from snarl.facts.code.values import Path
from snarl.facts.locks.words import Guard, Lock
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values
    from snarl.facts.locks.words import Held
    from snarl.facts.ownership.publication import Publication
    from snarl.facts.threads.instances import Once

Term = tuple[object, ...]
"""How a number is computed: an operator and what it is applied to, down to constants, paths of
fields that never change, and values of the method."""
_INDEX: Term = ("index",)
"""In place of the index of what is accessed."""
_ELEMENT = (Op.ARRAY_LOAD, Op.ARRAY_STORE)
_DEEPEST = 3
_LONGEST = 24
"""Instructions of a method that computes an index, or chooses a lock."""
_PURE = frozenset(("java.lang.Math", "java.lang.StrictMath"))


class Stripes:
    """Finds locks of elements."""

    def __init__(
        self,
        calls: Calls,
        accesses: Accesses,
        values: Values,
        once: Once,
        publication: Publication,
    ) -> None:
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._once = once
        self._publication = publication
        self._fixed: dict[tuple[int, ...], bool] = {}

    def guards(
        self,
        instance: int,
        inst: int,
        held: Held,
        by_lock: Callable[[Code, Lock], Iterator[Guard]],
    ) -> Iterator[Guard]:
        """How locks that are held relate to the element that an instruction accesses, as elements
        of an array of locks; that array is found from what is accessed as any lock is."""
        code = self._calls.code_of(instance)
        if code is None or code.ops[inst] not in _ELEMENT:
            return
        for lock in held:
            if lock.root.kind != "value" or lock.up:
                continue
            chosen = self._chosen(code, lock.root.key[0])
            if chosen is None:
                continue
            array, term = chosen
            accessed = self._term(code, code.operands(inst)[1], (), _DEEPEST)
            rule = None if accessed is None else _rule(term, accessed, array)
            arrays = () if rule is None else self._arrays(instance, code, lock.root.key[0])
            if not arrays or not self._are_fixed(arrays):
                continue
            which = ("element", rule, lock.down, lock.is_monitor)
            if len(arrays) == 1 and self._once.is_single(arrays[0]):
                yield Guard("object", (arrays[0], *which), lock.mode)
            if array.root.kind == "value":
                continue
            for guard in by_lock(code, lock._replace(root=array.root, down=array.fields)):
                if guard.kind in ("object", "self", "owner"):
                    yield guard._replace(key=(*guard.key, *which))

    # Which lock it is

    def _chosen(self, code: Code, value: int) -> tuple[Path, Term] | None:
        """The array that a value is an element of, and its index; by a method that chooses it,
        too."""
        made = code.definitions[value]
        if made < 0:
            return None
        if code.ops[made] == Op.ARRAY_LOAD:
            return self._element(code, made, ())
        there = self._helper(code, made)
        if there is None:
            return None
        end = there.ops.index(Op.RETURN)
        load = there.definitions[there.source_of(there.operands(end)[0])]
        if load < 0 or there.ops[load] != Op.ARRAY_LOAD:
            return None
        given = self._given(code, made, (), _DEEPEST)
        return self._element(there, load, given) if given else None

    def _element(self, code: Code, load: int, given: Sequence[_Given]) -> tuple[Path, Term] | None:
        array, index = code.operands(load)
        path, term = self._path(code, array, given), self._term(code, index, given, _DEEPEST)
        return None if path is None or term is None else (path, term)

    def _path(self, code: Code, value: int, given: Sequence[_Given]) -> Path | None:
        """The path of a value, in the words of whoever has called."""
        path = self._values.path(code, value)
        if not given or path.root.kind not in ("parameter", "value"):
            return path
        if path.root.kind == "value" or path.root.key[0] >= len(given):
            return None
        before = given[path.root.key[0]][0]
        return None if before is None else Path(before.root, before.fields + path.fields)

    def _helper(self, code: Code, call: int) -> Code | None:
        """A short method of the program that a call surely calls, and that has no branches."""
        if code.ops[call] != Op.INVOKE:
            return None
        callees = self._calls.methods_called(code.place, code.bcis[call])
        if len(callees) != 1 or not self._calls.is_own_method[callees[0]]:
            return None
        there = self._calls.code(callees[0])
        if there is None or len(there) > _LONGEST or there.ops.count(Op.RETURN) != 1:
            return None
        return None if any(op in (Op.IF, Op.SWITCH, Op.PHI) for op in there.ops) else there

    def _given(self, code: Code, call: int, given: Sequence[_Given], depth: int) -> list[_Given]:
        """What a call gives to its callee."""
        return [
            (self._path(code, it, given), self._term(code, it, given, depth))
            for it in code.operands(call)
        ]

    # How an index is computed

    def _term(self, code: Code, value: int, given: Sequence[_Given], depth: int) -> Term | None:
        """How a number is computed; None if that cannot be said in the words of the caller."""
        value = code.source_of(value)
        return self._computed(code, value, given, depth) or (None if given else ("value", value))

    def _computed(self, code: Code, value: int, given: Sequence[_Given], depth: int) -> Term | None:
        made = code.definitions[value]
        if made < 0:
            return None
        op, operands = code.ops[made], code.operands(made)
        if op == Op.CONSTANT:
            return ("constant", Instruction(code.body, made).literal)
        if op == Op.PARAMETER:
            position = code.constants[made]
            return given[position][1] if position < len(given) else None
        if op in (Op.BINARY, Op.CONVERT, Op.NEGATE):
            sign = "-" if op == Op.NEGATE else Instruction(code.body, made).operator
            return self._applied((op, sign), code, operands, given, depth)
        if op == Op.ARRAY_LENGTH:
            return self._fixed_path("length", self._path(code, operands[0], given))
        if op in (Op.GET_FIELD, Op.GET_STATIC):
            return self._fixed_path("field", self._path(code, value, given))
        if op == Op.INVOKE:
            return self._result(code, made, given, depth)
        return None

    def _applied(
        self,
        what: Term,
        code: Code,
        operands: Sequence[int],
        given: Sequence[_Given],
        depth: int,
    ) -> Term | None:
        terms = [self._term(code, it, given, depth) for it in operands]
        return None if None in terms else (*what, *terms)

    def _fixed_path(self, what: str, path: Path | None) -> Term | None:
        return None if path is None or path.root.kind == "value" else (what, path)

    def _result(self, code: Code, call: int, given: Sequence[_Given], depth: int) -> Term | None:
        """What a call computes. An object's hash is taken to stay: keys of tables promise that."""
        named = code.reference(call)
        is_hash = named.name == "hashCode" and named.descriptor == "()I"
        if named.owner in _PURE or is_hash:
            what = named.name if is_hash else f"{named.name}{named.descriptor}"
            return self._applied((what,), code, code.operands(call), given, depth)
        there = self._helper(code, call) if depth else None
        if there is None:
            return None
        end = there.ops.index(Op.RETURN)
        if not there.operands(end):
            return None
        arguments = self._given(code, call, given, depth)
        if not arguments:
            return None
        return self._term(there, there.operands(end)[0], arguments, depth - 1)

    # Whether the locks stay

    def _arrays(self, instance: int, code: Code, value: int) -> tuple[int, ...]:
        """The arrays that a value may be an element of."""
        made = code.definitions[value]
        if code.ops[made] == Op.ARRAY_LOAD:
            return tuple(self._calls.objects(instance, code.operands(made)[0]).tolist())
        objects: set[int] = set()
        for callee in self._calls.callees_at(instance, code.bcis[made]):
            there = self._calls.code_of(callee)
            for load, op in enumerate(() if there is None else there.ops):
                if there is not None and op == Op.ARRAY_LOAD:
                    found = self._calls.objects(callee, there.operands(load)[0])
                    objects.update(found.tolist())
        return tuple(sorted(objects))

    def _are_fixed(self, arrays: tuple[int, ...]) -> bool:
        """Whether arrays of locks are changed by whoever makes them alone, before others know
        them."""
        if arrays not in self._fixed:
            self._fixed[arrays] = all(map(self._fills, self._writes_to(arrays)))
        return self._fixed[arrays]

    def _writes_to(self, objects: tuple[int, ...]) -> list[int]:
        """The occurrences of writes to some arrays."""
        accesses = self._accesses
        rows = accesses.rows[self._array_writes]
        touching = [
            row for row in np.unique(rows).tolist() if np.isin(accesses.sets[row], objects).any()
        ]
        found: list[int] = self._array_writes[np.isin(rows, touching)].tolist()
        return found

    @cached_property
    def _array_writes(self) -> NDArray[np.int64]:
        accesses = self._accesses
        is_chosen = (accesses.kinds == Kind.ARRAY) & accesses.writes
        return np.flatnonzero(is_chosen[accesses.of])

    def _fills(self, write: int) -> bool:
        """Whether a write is to an array that nobody else knows yet."""
        accesses = self._accesses
        access, instance = int(accesses.of[write]), int(accesses.instances[write])
        if self._calls.methods[int(accesses.methods[access])].name == "<clinit>":
            return True
        return self._publication.is_fresh(
            instance, int(accesses.insts[access]), int(accesses.bases[access])
        )


_Given = tuple[Path | None, Term | None]
"""What a parameter is: where it is found, and how it is computed."""


def _rule(term: Term, accessed: Term, array: Path) -> Term | None:
    """How the index of a lock is computed from that of what is accessed; None if it takes more."""
    if term == accessed:
        return _INDEX
    if term[0] == "value":
        return None
    if term[0] in ("length", "field"):
        path = term[1]
        assert isinstance(path, Path)
        return _beside(str(term[0]), path, array)
    parts: list[object] = []
    for part in term:
        rule = _rule(part, accessed, array) if isinstance(part, tuple) else part
        if rule is None:
            return None
        parts.append(rule)
    return tuple(parts)


def _beside(what: str, path: Path, array: Path) -> Term | None:
    """A number that an array of locks, or a field beside it, has for good."""
    if path.root.kind == "static":
        return (what, path.root, path.fields)
    if path.root != array.root or path.fields[:-1] != array.fields[:-1] or not path.fields:
        return None
    return (what, path.fields[-1])
