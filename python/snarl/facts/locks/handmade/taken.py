"""Words that are taken: locks that programs make of one atomic.

    while (!taken.compareAndSet(false, true)) { }     if (wip.getAndIncrement() == 0) {
    count++;                                              do { drain(); }
    taken.set(false);                                     while (wip.decrementAndGet() != 0); }

Only one thread at a time can find the word free and take it, if nobody but who has it sets it free.
A word that is never set free again is taken once: whoever sees what its taker has set it to in the
end comes after all that the taker has done before.

    if (state.compareAndSet(NEW, BUSY)) { result = value; state.set(DONE); }
    if (state.get() == DONE) use(result);

Or it is past the value that its taker works at (`past`). A word may also count those who share it
(`counted`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from snarl.facts.code.constants import (
    DIFFERENT,
    EQUAL,
    Comparison,
    comparison,
    told_at,
    unconverted,
)
from snarl.facts.code.values import Path, Root
from snarl.facts.locks.handmade.counted import steps
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.handmade.past import Past
from snarl.facts.locks.words import ATOM, DEEPEST, NOTHING, Held, Lock, Mode, word_of_field
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.atomics import Atomics, Change, Word
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.values import Values

Effect = Literal["take", "free", "count down", "set", "look", "share", "unshare"]
_SHARED = ("share", "unshare")
_FREEING = ("free", "count down", "unshare")
_DEEPEST = 3


class Taken(Idiom):
    """The words of a program that are locks."""

    def __init__(self, calls: Calls, values: Values, atomics: Atomics) -> None:
        self._calls = calls
        self._values = values
        self._uses = atomics.uses
        self._free: dict[Word, object] = {}
        """What each word is when it is free."""
        self._ends: dict[Word, frozenset[object]] = {}
        """What a word that is taken once may be set to in the end."""
        self._others: dict[Word, frozenset[object] | None] = {}
        """All else that it may ever be."""
        self._past = Past()
        self._by_word: dict[Word, list[tuple[int, int]]] = {}
        for at, use in self._uses.items():
            for word in use.words:
                self._by_word.setdefault(word, []).append(at)
        for word, sites in self._by_word.items():
            found, first = self._free_values(sites), atomics.first(word)
            if len(set(found)) > 1:
                # It goes on from one state to the next: it is free in the first one.
                found = [it for it in found if first == frozenset({it})]
            if found:
                self._free[word] = found[0]
                self._others[word] = first
        counted, self._steps = steps(calls, self._uses, self._by_word, atomics.first)
        self._free.update(dict.fromkeys(counted, 0))
        self._others.update({word: atomics.first(word) for word in counted})
        self._forget_uses()

    def _free_values(self, sites: list[tuple[int, int]]) -> list[object]:
        """The values that a word may be when it can be taken."""
        found: list[object] = []
        for at in sites:
            use = self._uses[at]
            if use.kind == "compare" and use.expected is not None and len(use.expected) == 1:
                found += [it for it in use.expected if use.new is not None and it not in use.new]
            elif use.kind == "swap" and use.new is not None and len(use.new) == 1:
                found += [0 if 1 in use.new else None] if use.new & {1, "something"} else []
            elif use.kind == "add" and use.delta is not None and use.delta > 0:
                found.append(0)
        return found

    @property
    def methods(self) -> set[int]:
        """The methods that use such words."""
        return {place for place, _ in self._uses}

    def verify(self, at: Callable[[int, int], Held], keeps: Callable[[int], Held]) -> set[int]:
        """Gives up words that others set free than those who have them, and finds what words are
        set to in the end. `at` tells what a method holds at an instruction, `keeps` what it holds
        when it ends. Gives the methods for which something has changed."""
        given_up: set[Word] = set()
        while wrong := {it for it in self._free if not self._is_lock(it, at, keeps)}:
            given_up |= wrong
            for word in wrong:
                del self._free[word]
            self._forget_uses()
        once: set[Word] = set()
        for word in self._free:
            if self._find_values(word, at):
                once.add(word)
            ends = self._find_ends(word, at)
            if ends:
                self._ends[word] = ends
        words = given_up | once | self._ends.keys()
        return {place for word in words for place, _ in self._by_word[word]}

    def _forget_uses(self) -> None:
        """Leaves those of words that are locks, for all that is known."""
        self._uses = {at: use for at, use in self._uses.items() if use.words <= self._free.keys()}

    def _is_lock(
        self, word: Word, at: Callable[[int, int], Held], keeps: Callable[[int], Held]
    ) -> bool:
        sites = self._by_word[word]
        if not any(self._effect(it) == "take" for it in sites):
            return False
        if any(self._uses.get(it) is None for it in sites):
            return False  # one that may be another word too
        return self._is_paired(sites, "take", ("free", "count down"), at, keeps) and (
            self._is_paired(sites, "share", ("unshare",), at, keeps)
        )

    def _is_paired(
        self,
        sites: list[tuple[int, int]],
        taking: Effect,
        freeing: tuple[Effect, ...],
        at: Callable[[int, int], Held],
        keeps: Callable[[int], Held],
    ) -> bool:
        """Whether those who have a word give it back, and nobody else."""
        if all(self._is_held(*it, at) for it in sites if self._effect(it) in freeing):
            return True
        # A pair of methods: one that ends with the word taken, one that frees it.
        return any(self._lock(*it) in keeps(it[0]) for it in sites if self._effect(it) == taking)

    def _find_ends(self, word: Word, at: Callable[[int, int], Held]) -> frozenset[object]:
        """What a word that is never free again is set to by who has taken it, and by nobody else
        and no earlier."""
        early, sites = self._before(word)
        if early is None or any(self._effect(it) in _FREEING for it in sites):
            return frozenset()
        ends: set[object] = set()
        for it in sites:
            use = self._uses[it]
            if use.kind == "get":
                continue
            if use.new is None:
                return frozenset()
            is_by_taker = self._effect(it) == "set" and self._is_held(*it, at)
            (ends if is_by_taker else early).update(use.new)
        self._others[word] = frozenset(early)
        return frozenset(ends - early)

    def _find_values(self, word: Word, at: Callable[[int, int], Held]) -> bool:
        """Notes which values a word leaves for good that is taken once, by comparison; whether
        there are any. Only who has taken it changes it then."""
        early, sites = self._before(word)
        takes = []
        for it in sites:
            use, effect = self._uses[it], self._effect(it)
            if effect == "look":
                continue
            if effect not in ("take", "set") or use.new is None:
                return False
            if effect == "take" and use.kind != "compare":
                return False
            if effect == "set" and not self._is_held(*it, at):
                return False
            takes += [use.new] if effect == "take" else []
        return early is not None and self._past.learn(word, frozenset(early), takes)

    def _before(self, word: Word) -> tuple[set[object] | None, list[tuple[int, int]]]:
        """What a word may be before it is taken, if that is known, and its uses but for those by
        which it is made."""
        first, sites = self._others[word], self._by_word[word]
        made = [it for it in sites if self._makes(*it)]
        values = [first, *(self._uses[it].new for it in made)]
        known = [it for it in values if it is not None]
        early = {self._free[word]}.union(*known) if len(known) == len(values) else None
        return early, [it for it in sites if it not in made]

    def _makes(self, place: int, inst: int) -> bool:
        """Whether a constructor gives a word of its own object its first value."""
        code, use = self._calls.code(place), self._uses[place, inst]
        return (
            code is not None
            and code.method.name == "<init>"
            and use.kind == "set"
            and use.base is not None
            and code.source_of(use.base) == code.parameters[0]
        )

    def _is_held(
        self, place: int, inst: int, at: Callable[[int, int], Held], deep: int = 0
    ) -> bool:
        """Whether a word is held where it is set: by the method, or by all of its callers; or it
        is its own constructor's."""
        code = self._calls.code(place)
        if code is not None and code.method.name == "<init>":
            return True
        lock = self._lock(place, inst)
        return lock is not None and self._is_held_at(place, inst, lock, at, deep)

    def _is_held_at(
        self, place: int, inst: int, lock: Lock, at: Callable[[int, int], Held], deep: int
    ) -> bool:
        if lock in at(place, inst):
            return True
        if deep > _DEEPEST or lock.root.kind == "value":
            return False
        calls = self._calls
        callers = [
            (int(calls.method_of[caller]), bci)
            for instance in calls.instances_of(place)
            for caller, bci, _ in calls.callers_of(instance)
        ]
        if not callers or not self._roots.isdisjoint(calls.instances_of(place)):
            return False
        for caller, bci in dict.fromkeys(callers):
            code = calls.code(caller) if caller < len(calls.methods) else None
            call = None if code is None else code.call_at(bci)
            if code is None or call is None:
                return False
            there = self._outward(code, call, lock)
            if there is None or not self._is_held_at(caller, call, there, at, deep + 1):
                return False
        return True

    @cached_property
    def _roots(self) -> set[int]:
        """What is called from outside, or begins a thread."""
        calls = self._calls
        return {*calls.outside.tolist(), *calls.callees[~calls.is_in_thread].tolist()}

    def _outward(self, code: Code, call: int, lock: Lock) -> Lock | None:
        """A callee's lock in the words of its caller."""
        if lock.root.kind != "parameter":
            return lock
        operands = code.operands(call)
        if lock.root.key[0] >= len(operands):
            return None
        path = self._values.path(code, operands[lock.root.key[0]])
        return lock._replace(root=path.root, down=path.fields + lock.down)

    # What instructions and branches do

    def _effect(self, at: tuple[int, int]) -> Effect:
        """What a use means for who has the word."""
        use = self._uses.get(at)
        if use is None:
            return "free"
        if at in self._steps:
            return self._steps[at]
        if use.kind == "get":
            return "look"
        free = self._free[next(iter(use.words))]
        if use.kind == "add" and free == 0:
            return "take" if use.delta is not None and use.delta > 0 else "count down"
        if use.new is None or free in use.new:
            return "free"
        is_taken = use.kind == "swap" or (
            use.kind == "compare" and use.expected == frozenset({free})
        )
        return "take" if is_taken else "set"

    def _lock(self, place: int, inst: int) -> Lock | None:
        """The word that is used, as a lock, if it is near enough to be followed."""
        lock = self._find_lock(place, inst)
        return lock if lock is None or len(lock.down) <= DEEPEST else None

    def _find_lock(self, place: int, inst: int) -> Lock | None:
        use, code = self._uses.get((place, inst)), self._calls.code(place)
        if use is None or code is None or len({self._free[it] for it in use.words}) != 1:
            return None
        word = min(use.words)
        mode: Mode = "shared" if self._steps.get((place, inst)) in _SHARED else "exclusive"
        if word[0] == "object":
            assert use.base is not None
            path = self._values.path(code, use.base)
            return Lock(path.root, (), (*path.fields, ATOM), mode, is_monitor=False)
        if len(use.words) > 1:
            return None
        key = word_of_field((word[1], word[2]))
        path = (
            Path(Root("static", (word[1], word[2])))
            if use.base is None
            else self._values.path(code, use.base)
        )
        return Lock(path.root, (), (*path.fields, key), mode, is_monitor=False)

    def after(self, code: Code, inst: int, held: Held, drops: set[Lock]) -> Held:
        """What is held after an instruction, but for what a branch tells. What it may give back
        that the method's callers have taken is added to `drops`."""
        use = self._uses.get((code.place, inst))
        lock = None if use is None else self._lock(code.place, inst)
        if use is None or lock is None:
            return held
        if self._effect((code.place, inst)) not in ("take", "look"):
            held = self._past.after(lock, use, held, drops)
        effect = self._effect_for_taker((code.place, inst))
        if effect == "look":
            return held
        if effect == "count down" and self._is_asked(code, inst):
            return held
        if lock not in held:
            drops.update(_outward(lock))
        elif effect == "set":
            return held - {lock} | {lock._replace(mode="after")}
        return held - {lock}

    def _effect_for_taker(
        self, at: tuple[int, int]
    ) -> Literal["free", "count down", "set", "look"]:
        """How a use ends that a word is taken: it is free, perhaps, or set for the last time. All
        else does not, as if it only looked."""
        use = self._uses.get(at)
        effect = "look" if use is None else self._effect(at)
        if effect in ("free", "unshare"):
            return "free"
        if effect == "count down":
            return effect
        if use is None or effect != "set" or use.new is None:
            return "look"
        is_last = all(use.new <= self._ends.get(word, frozenset()) for word in use.words)
        return "set" if is_last else "look"

    def _is_asked(self, code: Code, inst: int) -> bool:
        """Whether the next branch asks what a use gives."""
        last = code.block_offsets[code.block_of[inst] + 1] - 1
        asked = comparison(code, last)
        return asked is not None and code.definitions[asked.value] == inst

    def behind(self, code: Code, branch: int, position: int, held: Held, drops: set[Lock]) -> Held:
        """What is held behind a branch, by which something may be given back, too."""
        told = told_at(code, branch, position)
        used = None if told is None else self._used(code, told.value)
        if told is None or used is None:
            return held
        lock, use, effect = used
        if effect in ("take", "share") and self._is_taken(use, told):
            return held | {lock} | self._past.taken(lock, use)
        if effect == "count down" and self._may_be_free(use, told):
            drops.update(_outward(lock) if lock not in held else ())
            return held - {lock}
        if effect == "look":
            held = held | self._past.seen(lock, use, told)
        if effect == "look" and self._has_ended(use, told):
            return held | {lock._replace(mode="after")}
        return held

    def _used(self, code: Code, value: int, deep: int = 0) -> tuple[Lock, Change, Effect] | None:
        """The word, the use and its effect that have given a value. One of several looks at one
        word stands for all; a method may have looked that was called."""
        made = code.definitions[unconverted(code, value)]
        use = self._uses.get((code.place, made))
        if use is not None:
            lock = self._lock(code.place, made)
            return None if lock is None else (lock, use, self._effect((code.place, made)))
        if made < 0 or deep > _DEEPEST:
            return None
        if code.ops[made] == Op.PHI:
            return _alike(self._used(code, it, deep + 1) for it in code.operands(made))
        if code.ops[made] != Op.INVOKE:
            return None
        callees = self._calls.methods_called(code.place, code.bcis[made])
        found = _alike(it for callee in callees for it in self._returned(callee, deep))
        if found is None or found[0].root.kind == "value":
            return None
        lock = self._outward(code, made, found[0])
        return None if lock is None else (lock, *found[1:])

    def _returned(self, place: int, deep: int) -> Iterator[tuple[Lock, Change, Effect] | None]:
        """What has given all that a method returns."""
        code = self._calls.code(place) if place < len(self._calls.methods) else None
        ends = [] if code is None else [it for it, op in enumerate(code.ops) if op == Op.RETURN]
        if code is None or not ends or not code.operands(ends[0]):
            yield None
            return
        for end in ends:
            yield self._used(code, code.operands(end)[0], deep + 1)

    def told_by(self, code: Code, inst: int, *, is_true: bool) -> Held:
        """The word that is taken if a use has given true, or false."""
        use, lock = self._uses.get((code.place, inst)), self._lock(code.place, inst)
        if use is None or lock is None:
            return NOTHING
        if self._effect((code.place, inst)) not in ("take", "share"):
            return NOTHING
        told = Comparison(code.results[inst], DIFFERENT if is_true else EQUAL, 0)
        if not self._is_taken(use, told):
            return NOTHING
        return self._past.taken(lock, use) | {lock}

    def _is_taken(self, use: Change, told: Comparison) -> bool:
        """Whether what is known of a use's result says that it has taken the word."""
        if use.gives == "success":
            return told.sign == DIFFERENT and told.with_ == 0
        free = self._free[next(iter(use.words))]
        wanted = use.delta if use.gives == "new" else free
        if told.sign == EQUAL:
            return told.with_ == wanted
        # Of a boolean, what is not the one is the other.
        return (
            use.kind == "swap"
            and use.new == frozenset({1})
            and told.sign == DIFFERENT
            and told.with_ == 1
        )

    def _may_be_free(self, use: Change, told: Comparison) -> bool:
        if use.gives == "new":
            return told.holds(0)
        return use.delta is None or told.holds(-use.delta)

    def _has_ended(self, use: Change, told: Comparison) -> bool:
        """Whether what is known of a word says that its taker has set it for the last time."""
        for word in use.words:
            ends, others = self._ends.get(word), self._others[word]
            if not ends or others is None or any(map(told.holds, others)):
                return False
        return True


def _alike(
    found: Iterable[tuple[Lock, Change, Effect] | None],
) -> tuple[Lock, Change, Effect] | None:
    """The last of some looks, if all are at one word that a caller can name. One that is not ends
    the search, which may lead through many methods."""
    last: tuple[Lock, Change, Effect] | None = None
    for it in found:
        if it is None or it[2] != "look":
            return None
        if last is not None and (it[0], it[1].words) != (last[0], last[1].words):
            return None
        last = it
    return last


def _outward(lock: Lock) -> tuple[Lock, ...]:
    """A lock, if a caller can name it too."""
    return (lock,) if lock.root.kind != "value" else ()
