"""Latches: what one thread does before it opens a latch, and others who have waited for it.

    if (done.compareAndSet(false, true)) { result = value; latch.countDown(); }
    …
    latch.await();
    return result;

Only who has taken the word opens the latch, and it is taken once. What he does before is before all
that is behind the latch, and nobody else does it. It is told as of a flag (`flags`). A latch may
also be opened by who has its object for himself (`openers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from snarl.facts.code.constants import number
from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.handmade.openers import Openers
from snarl.facts.locks.words import TAKEN, Held, Lock, Mode, word_of_field
from snarl.facts.stand_ins import StandIn
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.threads import Threads

_IF = int(Op.IF)
_LATCH = "java.util.concurrent.CountDownLatch"
_OPEN, _WAIT = "countDown", "await"
_USES = {_OPEN, _WAIT, "getCount", "toString"}
_TAKEN = StandIn.VALUE.value


class Latches(Idiom):
    """The latches of a program that are opened by one thread each, and where."""

    def __init__(
        self,
        calls: Calls,
        accesses: Accesses,
        values: Values,
        threads: Threads,
        at: Callable[[int, int], Held],
    ) -> None:
        """Finds them; `at` tells what a method holds at an instruction."""
        self._calls = calls
        self._accesses = accesses
        self._values = values
        self._uses: dict[tuple[int, int], FieldKey] = {}
        """The calls that open latches, or wait for them."""
        self._words: dict[FieldKey, frozenset[tuple[FieldKey, ...]]] = {}
        """By the latch, the words that all have taken who open it, as they are found from the
        object whose latch it is."""
        self._openings: dict[int, dict[int, list[tuple[FieldKey, Path]]]] = {}
        """By method and instruction: where the latch of an object is opened by who has the object
        for himself, and the path to it."""
        opened: dict[FieldKey, list[tuple[int, int]]] = {}
        for place, inst, _ in accesses.calls_of((_OPEN, _WAIT)):
            code = calls.code(place)
            field = None if code is None else self._field(code, inst)
            if code is None or field is None:
                continue
            self._uses[place, inst] = field
            if code.reference(inst).name == _OPEN:
                opened.setdefault(field, []).append((place, inst))
        openers = Openers(calls, values, threads, at)
        for field, sites in opened.items():
            if not self._is_of_its_object(field):
                continue
            words = self._words_at(sites, at)
            if words or self._is_opened_by_owner(field, openers.openings(sites)):
                self._words[field] = words
        self._uses = {at: field for at, field in self._uses.items() if field in self._words}

    def _is_opened_by_owner(
        self, field: FieldKey, openings: dict[tuple[int, int], Path] | None
    ) -> bool:
        for (place, inst), item in (openings or {}).items():
            here = self._openings.setdefault(place, {})
            here.setdefault(inst, []).append((field, item))
        return openings is not None

    @property
    def methods(self) -> set[int]:
        """The methods that open latches, or wait for them."""
        return {place for place, _ in self._uses} | self._openings.keys()

    def after(self, code: Code, inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is known after an instruction."""
        return self._of_owner(code, inst, self._used(code, inst, held))

    def behind(
        self, code: Code, branch: int, _position: int, held: Held, _drops: set[Lock]
    ) -> Held:
        """What is known behind a branch: who has taken a word there knows that the latch is not
        open yet."""
        return held | self._unopened_by_takers(held) if code.ops[branch] == _IF else held

    def _of_owner(self, code: Code, inst: int, held: Held) -> Held:
        """What is known after an instruction of latches that are opened by who has their objects
        for himself: that they are not open yet, as long as he has them and does not open them."""
        openings = self._openings.get(code.place)
        if openings is None:
            return held
        for field, item in openings.get(inst, ()):
            held = _without(held, field, item)
        fields = {it for here in openings.values() for it, _ in here}
        words = {word_of_field(it) for it in fields}
        others = {
            it for it in held if it.mode != "before" or not it.down or it.down[-1] not in words
        }
        return frozenset(others) | {
            _unopened(it, field) for it in others if _is_had(it) for field in fields
        }

    def left(self, code: Code, inst: int, held: Held) -> Held:
        """What is left at an instruction of what belonged to who called a method: a latch may have
        been opened there."""
        for opening, latches in self._openings.get(code.place, {}).items():
            if code.may_follow(opening, inst):
                for field, item in latches:
                    held = _without(held, field, item)
        return held

    def _used(self, code: Code, inst: int, held: Held) -> Held:
        """What is known after an instruction that may open a latch, or wait for one."""
        field = self._uses.get((code.place, inst))
        if field is None:
            return held
        is_open = self._lock(code, inst, field, "after")
        if code.reference(inst).name == _OPEN:
            # Who has taken the word has done with it, whatever comes of it on other ways.
            words = {(*is_open.down[:-1], *word) for word in self._words[field]}
            gone = {it for it in held if it.root == is_open.root and it.down in words}
            return held - gone - {is_open._replace(mode="before")} | {is_open}
        return held | {is_open} if len(code.operands(inst)) == 1 else held

    def told_by(self, code: Code, inst: int, *, is_true: bool) -> Held:
        """What is known if a call that waits for a while has given true, or false."""
        field = self._uses.get((code.place, inst)) if is_true else None
        if field is None or code.reference(inst).name != _WAIT:
            return frozenset()
        return frozenset({self._lock(code, inst, field, "after")})

    def _unopened_by_takers(self, held: Held) -> Held:
        """That latches are not open yet, where the words are taken by whose takers they are."""
        return frozenset(
            Lock(it.root, it.up, (*it.down[: -len(word)], word_of_field(field)), "before", False)
            for it in held
            if it.mode == "before" and it.down and it.down[-1][0] == _TAKEN
            for field, words in self._words.items()
            for word in words
            if it.down[-len(word) :] == word
        )

    def _lock(self, code: Code, inst: int, field: FieldKey, mode: Mode) -> Lock:
        path = self._values.path(code, code.operands(inst)[0])
        return Lock(path.root, (), (*path.fields[:-1], word_of_field(field)), mode, False)

    def _field(self, code: Code, inst: int) -> FieldKey | None:
        """The field whose latch a call uses."""
        if code.reference(inst).owner != _LATCH:
            return None
        path = self._values.path(code, code.operands(inst)[0])
        return path.fields[-1] if path.fields and path.fields[-1][0] >= 0 else None

    def _words_at(
        self, sites: list[tuple[int, int]], at: Callable[[int, int], Held]
    ) -> frozenset[tuple[FieldKey, ...]]:
        """The words that are taken once, for good, by who calls at each of some places; or by the
        constructor, which takes them for all others."""
        making = [it for it in sites if self._calls.methods[it[0]].name == "<init>"]
        found = [frozenset(self._words_of(*it, at(*it))) for it in sites if it not in making]
        return frozenset(
            word
            for word in (frozenset.intersection(*found) if found else ())
            if all(self._is_set_before(*it, word[:-1]) for it in making)
        )

    def _is_set_before(self, place: int, inst: int, word: tuple[FieldKey, ...]) -> bool:
        """Whether a constructor has set an atomic of the object that it makes, so that nobody takes
        it, whenever it comes to a call for a latch of that object."""
        code = self._calls.code(place)
        if code is None or not word:
            return False
        latch = self._values.path(code, code.operands(inst)[0])
        if latch.root != Root("parameter", (0,)) or len(latch.fields) != 1:
            return False
        return any(
            code.ops[it] == Op.INVOKE
            and code.reference(it).name == "set"
            and self._values.path(code, code.operands(it)[0]) == Path(latch.root, word)
            and number(code, code.operands(it)[-1]) == 1
            and not code.may_begin_without(inst, it)
            for it in range(len(code.ops))
        )

    def _words_of(self, place: int, inst: int, held: Held) -> Iterator[tuple[FieldKey, ...]]:
        code = self._calls.code(place)
        if code is None:
            return
        path = self._values.path(code, code.operands(inst)[0])
        owner = path.fields[:-1]
        for it in held:
            is_taken = it.mode == "before" and it.down and it.down[-1][0] == _TAKEN
            if is_taken and it.root == path.root and it.down[: len(owner)] == owner:
                yield it.down[len(owner) :]

    def _is_of_its_object(self, field: FieldKey) -> bool:
        """Whether each object has a latch of its own, which one call opens, and tells nobody."""
        if not self._calls.solution.program.field(*field).flags & Flag.FINAL:
            return False
        writes = self._accesses.written_fields.get(field, [])
        reads = self._accesses.read_fields.get(field, [])
        return (
            bool(writes)
            and all(self._makes(*it) for it in writes)
            and all(self._only_uses(*it) for it in reads)
        )

    def _makes(self, place: int, inst: int) -> bool:
        """Whether an instruction stores a new latch that one call opens, and nothing else does."""
        code = self._calls.code(place)
        if code is None or code.method.name != "<init>" or code.ops[inst] != Op.PUT_FIELD:
            return False
        base, value = code.operands(inst)
        made = code.definitions[value]
        if code.source_of(base) != code.parameters[0] or made < 0 or code.ops[made] != Op.NEW:
            return False
        return all(
            it == inst or (_is_call(code, it, "<init>") and number(code, code.operands(it)[1]) == 1)
            for it in code.uses.get(value, ())
        )

    def _only_uses(self, place: int, inst: int) -> bool:
        """Whether what an instruction loads is used as a latch, and not given to anybody."""
        code = self._calls.code(place)
        if code is None:
            return False
        value = code.results[inst]
        return all(
            code.ops[it] == Op.INVOKE
            and code.reference(it).name in _USES
            and value not in code.operands(it)[1:]
            for it in code.uses.get(value, ())
        )


def _is_had(lock: Lock) -> bool:
    """Whether it is an object that somebody has for himself."""
    return lock.mode == "own" and lock.depth == TAKEN and not lock.up


def _without(held: Held, field: FieldKey, item: Path) -> Held:
    """What is held without an object that others may have now, for its latch is open."""
    had = {it for it in held if _is_had(it) and (it.root, it.down) == item}
    return held - had - {_unopened(it, field) for it in had}


def _unopened(owned: Lock, field: FieldKey) -> Lock:
    """That the latch of an object is not open yet, which somebody has for himself."""
    return Lock(owned.root, (), (*owned.down, word_of_field(field)), "before", False)


def _is_call(code: Code, inst: int, name: str) -> bool:
    if code.ops[inst] != Op.INVOKE:
        return False
    named = code.reference(inst)
    return (named.owner, named.name) == (_LATCH, name)
