"""Announcements: words that one thread sets and another one looks at before it goes on.

Who sees a value in a volatile field or an atomic that was not there at first comes after the thread
that has set it, and so after all that this one did before. That holds for values that a branch has
asked for, where it goes on if the answer is the one that only a later write gives. It holds for a
plain field too that one lock guards (`guarded`); and if that is counted down, who sees that nothing
is left comes after all who have counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code import Code, FieldKey
from snarl.facts.code.constants import EQUAL, Comparison, Constants, comparison, constants, number
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics, Change, Word
    from snarl.facts.calls import Calls
    from snarl.facts.calls.reach import Point
    from snarl.facts.ordering.guarded import Guarded
    from snarl.points_to import Solution


_IF, _RETURN = int(Op.IF), int(Op.RETURN)
ONE_OF = -1
"""In place of a sign: it was found to be one of some constants."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a branch, or several, have found out of a word."""

    word: Word
    sign: int
    with_: object

    def may_be(self, values: Constants | None) -> bool:
        """Whether some values, or any, are among those that were found."""
        if self.sign == ONE_OF:
            assert isinstance(self.with_, frozenset)
            return values is None or bool(values & self.with_)
        asked = Comparison(-1, self.sign, self.with_)
        return values is None or any(map(asked.holds, values))

    @property
    def is_nothing(self) -> bool:
        """Whether a number was found to be none, and no other one."""
        if self.sign == ONE_OF:
            return False
        asked = Comparison(-1, self.sign, self.with_)
        return asked.with_ is not None and asked.holds(0) and not asked.holds(1)


@dataclass(slots=True)
class Announcement:
    """A word with some of its values: where it is set to one, and where it surely had one."""

    asked: Asked
    sets: set[Point]
    seen: set[tuple[int, int]]
    """Instances and blocks."""
    enough: int | None = 1
    """How many have to set it; None if it is not known."""


class Announcements:
    """The announcements of a program."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        atomics: Atomics,
        guarded: Guarded,
    ) -> None:
        self._guarded = guarded
        self._program = solution.program
        self._calls = calls
        self._accesses = accesses
        self._atomics = atomics

    def all(self) -> Iterator[Announcement]:
        """All of which it says something that they were seen."""
        seen: dict[Asked, set[tuple[int, int]]] = {}
        together: dict[tuple[Word, int], tuple[Code, set[int]]] = {}
        for word, instance, code, look in self._looks():
            together.setdefault((word, instance), (code, set()))[1].add(look)
            for block, known in blocks_behind(code, look):
                asked = Asked(word, known.sign, known.with_)
                seen.setdefault(asked, set()).add((instance, block))
        for (word, instance), (code, looks) in together.items():
            for block, values in _blocks_behind_any(code, looks) if len(looks) > 1 else ():
                asked = Asked(word, ONE_OF, values)
                seen.setdefault(asked, set()).add((instance, block))
        for asked in sorted(seen, key=repr):
            is_last = asked.is_nothing and self._is_counted_down(asked.word)
            if not is_last and asked.may_be(self._first(asked.word)):
                continue
            if self._is_set_weakly(asked):
                continue
            sets = {
                (instance, inst)
                for place, inst, values in self._writes.get(asked.word, ())
                if asked.may_be(values)
                for instance in self._calls.instances_of(place)
            }
            if sets:
                yield Announcement(asked, sets, seen[asked], None if is_last else 1)

    def _is_counted_down(self, word: Word) -> bool:
        """Whether a lock guards a field, and all who write it, but for those who make what it
        belongs to, take one off."""
        field = (word[1], word[2])
        writes = [
            (place, inst)
            for it, place, inst in self._guarded.points(writes=True)
            if it == field and not self._makes(place, field)
        ]
        return word[0] == "field" and bool(writes) and all(self._counts(*it) for it in writes)

    def _counts(self, place: int, store: int) -> bool:
        code = self._calls.code(place)
        made = -1 if code is None else code.definitions[code.source_of(code.operands(store)[-1])]
        if code is None or made < 0 or code.ops[made] != Op.BINARY:
            return False
        value, step = code.operands(made)
        read, operator = code.definitions[code.source_of(value)], Instruction(code.body, made)
        return (
            (operator.operator, number(code, step)) in (("-", 1), ("+", -1))
            and read >= 0
            and code.ops[read] in (Op.GET_FIELD, Op.GET_STATIC)
            and code.field(read) == code.field(store)
        )

    def _is_set_weakly(self, asked: Asked) -> bool:
        """Whether a write may give a word one of its values that orders nothing before it."""
        return any(asked.may_be(values) for values in self._weak_writes.get(asked.word, ()))

    @cached_property
    def _weak_writes(self) -> dict[Word, list[Constants | None]]:
        found: dict[Word, list[Constants | None]] = {}
        for change in (*self._of_objects.values(), *self._atomics.of_handles.values()):
            if change.kind != "get" and not change.is_ordered:
                for word in change.words:
                    found.setdefault(word, []).append(change.new)
        return found

    def _looks(self) -> Iterator[tuple[Word, int, Code, int]]:
        """Where words are looked at: in a field, through a method that gives it, in an atomic."""
        for field, place, inst in self._points(writes=False):
            code = self._calls.code(place)
            if code is None:
                continue
            word: Word = ("field", *field)
            for instance in self._calls.instances_of(place):
                yield word, instance, code, inst
            if _is_all_that_it_returns(code, inst):
                for instance, there, call in self._calls_of(place):
                    yield word, instance, there, call
        for (place, inst), change in self._of_objects.items():
            code = self._calls.code(place)
            if code is None or not change.is_ordered:
                continue
            if change.kind == "get" and len(change.words) == 1:
                (word,) = change.words
                for instance in self._calls.instances_of(place):
                    yield word, instance, code, inst

    def _points(self, *, writes: bool) -> Iterator[tuple[FieldKey, int, int]]:
        """Where fields that order are read, or written."""
        yield from self._accesses.volatile_points(writes=writes)
        yield from self._guarded.points(writes=writes)

    def _calls_of(self, place: int) -> Iterator[tuple[int, Code, int]]:
        """The calls that surely mean a method."""
        for instance in self._calls.instances_of(place):
            for caller, site, _ in self._calls.callers_of(instance):
                code = self._calls.code_of(caller)
                call = None if code is None else code.call_at(site)
                if code is None or call is None:
                    continue
                if self._calls.callees_at(caller, site) == [instance]:
                    yield caller, code, call

    @cached_property
    def _of_objects(self) -> dict[tuple[int, int], Change]:
        found = self._atomics.of_objects
        return {} if self._atomics.is_vague else found

    @cached_property
    def _writes(self) -> dict[Word, list[tuple[int, int, Constants | None]]]:
        """Where each word is written after it was made, and with what."""
        found: dict[Word, list[tuple[int, int, Constants | None]]] = {}
        for field, place, inst, values in self._stores:
            if not self._makes(place, field):
                found.setdefault(("field", *field), []).append((place, inst, values))
        for (place, inst), change in (*self._of_objects.items(), *self._atomics.of_handles.items()):
            if change.kind != "get":
                for word in change.words:
                    found.setdefault(word, []).append((place, inst, change.new))
        return found

    @cached_property
    def _stores(self) -> list[tuple[FieldKey, int, int, Constants | None]]:
        """Where fields that order are stored to, and what."""
        found = []
        for field, place, inst in self._points(writes=True):
            code = self._calls.code(place)
            if code is not None and code.ops[inst] != Op.INVOKE:
                values = constants(code, code.operands(inst)[-1])
                found.append((field, place, inst, values))
        return found

    def _makes(self, place: int, field: FieldKey) -> bool:
        """Whether a method makes the object, or the class, that a field belongs to."""
        method = self._calls.methods[place]
        return method.name in ("<init>", "<clinit>") and method.owner.id == field[0]

    def _first(self, word: Word) -> Constants | None:
        """What a word may be before anybody writes it but those who make it; None for anything."""
        if word[0] == "object":
            return self._atomics.first(word)
        field = (word[1], word[2])
        made = {
            place: values
            for it, place, _, values in self._stores
            if it == field and self._makes(place, it)
        }
        found = (
            self._atomics.first(word) if not self._is_always_written(field, made) else frozenset()
        )
        for values in made.values():
            if values is None or found is None:
                return None
            found |= values
        return found

    def _is_always_written(self, field: FieldKey, makers: Collection[int]) -> bool:
        """Whether whoever makes what a field belongs to has written it."""
        declared = self._program.field(*field)
        if declared.is_static:
            return bool(makers)
        constructors = sum(it.name == "<init>" for it in declared.owner.methods)
        return len(makers) == constructors


def _is_all_that_it_returns(code: Code, read: int) -> bool:
    """Whether a method gives just what an instruction has read."""
    returns = code.having(_RETURN)
    return bool(returns) and all(code.operands(it) == [code.results[read]] for it in returns)


def _blocks_behind_any(code: Code, looks: set[int]) -> Iterator[tuple[int, Constants]]:
    """Blocks that run only if one of some looks at one object has found a constant, each another
    one: `if (state == DONE || state == FAILED)`."""
    if len({tuple(map(code.source_of, code.operands(it))) for it in looks}) != 1:
        return
    results = {code.results[it] for it in looks}
    offsets, items = code.body.predecessors
    for target in range(len(code.successors)):
        first, end = offsets[target : target + 2].tolist()
        before = items[first:end].tolist()
        found = [_found_between(code, it, target, results) for it in before]
        values = frozenset(it for it in found if it is not None)
        if len(values) > 1 and None not in found:
            yield target, values


def _found_between(code: Code, block: int, target: int, results: set[int]) -> object:
    """The constant that one of some values is found to be where a block is followed by another."""
    asked = comparison(code, code.block_offsets[block + 1] - 1)
    ways = [it for it, after in enumerate(code.successors[block]) if after == target]
    if asked is None or asked.value not in results or len(ways) != 1:
        return None
    told = asked.at(ways[0])
    return told.with_ if told.sign == EQUAL else None


def blocks_behind(code: Code, look: int) -> Iterator[tuple[int, Comparison]]:
    """Blocks that run only if what was looked at compares in some way with a constant."""
    value = code.results[look]
    offsets, items = code.body.predecessors
    for branch in code.having(_IF):
        asked = comparison(code, branch)
        if asked is None or asked.value != value:
            continue
        for position, target in enumerate(code.successors[code.block_of[branch]]):
            first, end = offsets[target : target + 2].tolist()
            if items[first:end].tolist() == [code.block_of[branch]]:
                yield target, asked.at(position)
