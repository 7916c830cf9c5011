"""Words that count: locks for many who read, or one who writes, that programs make of one atomic.

    int s = state.get();                                     if (state.compareAndSet(0, -1)) {
    if (s >= 0 && state.compareAndSet(s, s + 1)) {               write();
        read();                                                  state.set(0);
        state.decrementAndGet(); }                           }

A reader comes in only if there is no writer, and adds himself; a writer only if there is nobody.
The writer may be a bit below those in which readers are counted, and bits between the two may say
something else, that somebody waits say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from snarl.facts.code.constants import EQUAL, Comparison, comparison, number, unconverted
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.atomics import Change, Word
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.code.constants import Constants

Step = Literal["take", "free", "share", "unshare", "look"]
At = tuple[int, int]
Steps = dict[At, Step]


@dataclass(frozen=True, slots=True)
class _Count:
    """What a word is while one writes, and what each reader adds to it; nobody is 0."""

    writer: int
    reader: int

    @property
    def is_of_bits(self) -> bool:
        """Whether the writer is a bit, below those of readers."""
        return 0 < self.writer < self.reader and _is_bit(self.writer) and _is_bit(self.reader)

    @property
    def is_told_apart(self) -> bool:
        """Whether no number of readers looks like a writer."""
        return self.reader > 0 and (self.writer < 0 or self.is_of_bits)

    def concerns(self, bits: int) -> bool:
        """Whether some bits tell of writers or readers."""
        return bool(bits & (self.writer | -self.reader))

    def is_free_of_writers(self, told: Comparison, mask: int) -> bool:
        """Whether something that is known of a word, or of some of its bits, says that nobody
        writes."""
        if mask == -1 and not self.is_of_bits:
            return not told.holds(self.writer)
        if told.sign != EQUAL or not isinstance(told.with_, int):
            return False
        return self.is_of_bits and bool(mask & self.writer) and not told.with_ & self.writer

    def is_free(self, told: Comparison, mask: int) -> bool:
        """Whether something that is known of some of its bits says that there is nobody."""
        is_none = told.sign == EQUAL and told.with_ == 0
        return self.is_of_bits and is_none and not self.concerns(~mask)


def steps(
    calls: Calls,
    uses: Mapping[At, Change],
    by_word: Mapping[Word, list[At]],
    first: Callable[[Word], Constants | None],
) -> tuple[set[Word], Steps]:
    """The words that count, and what their uses mean."""
    found = {
        word: them
        for word, sites in by_word.items()
        if (them := _steps(calls, uses, sites)) and first(word) == frozenset({0})
    }
    while wrong := {word for word in found if not _agrees(word, uses, found)}:
        for word in wrong:
            del found[word]
    return set(found), {at: step for them in found.values() for at, step in them.items()}


def _agrees(word: Word, uses: Mapping[At, Change], found: Mapping[Word, Steps]) -> bool:
    """Whether the uses of a word mean the same for all that they may be uses of."""
    return all(
        found.get(other, {}).get(at) == step
        for at, step in found[word].items()
        for other in uses[at].words
    )


def _steps(calls: Calls, uses: Mapping[At, Change], sites: list[At]) -> Steps:
    """What the uses of a word mean; nothing if one of them fits no such lock."""
    codes = {at: code for at in sites if (code := calls.code(at[0])) is not None}
    added = {_added(code, at[1]) for at, code in codes.items() if uses[at].kind == "compare"}
    readers = {it for it in added if it is not None and it > 0}
    writers = {
        new
        for at in sites
        if uses[at].kind == "compare" and uses[at].expected == frozenset({0})
        for new in uses[at].new or ()
    }
    if len(readers) != 1 or len(writers) != 1 or len(codes) < len(sites):
        return {}
    reader, writer = readers.pop(), writers.pop()
    if not isinstance(writer, int) or not (count := _Count(writer, reader)).is_told_apart:
        return {}
    found: Steps = {}
    for at, code in codes.items():
        step = _step(code, at[1], uses[at], count)
        if step is None:
            return {}
        found[at] = step
    return found


def _step(code: Code, inst: int, use: Change, count: _Count) -> Step | None:
    if use.kind == "get":
        return "look"
    if use.kind == "set":
        return "free" if use.new == frozenset({0}) else None
    if use.kind == "add":
        return "unshare" if use.delta == -count.reader else None
    if use.kind != "compare" or use.gives != "success":
        return None
    nobody, writing = frozenset[object]({0}), frozenset[object]({count.writer})
    if use.expected is not None:
        known: dict[object, Step] = {(nobody, writing): "take", (writing, nobody): "free"}
        return known.get((use.expected, use.new))
    return _step_from(code, inst, use, count)


def _step_from(code: Code, inst: int, use: Change, count: _Count) -> Step | None:
    """What it means to go on from what the word was before."""
    old = unconverted(code, code.operands(inst)[-2])
    added, marked = _added(code, inst), _marked(code, inst)
    if added == -count.reader:
        return "unshare"
    if added == count.reader:
        is_open = any(count.is_free_of_writers(*it) for it in _told(code, old, inst))
        return "share" if is_open else None
    if marked is not None:
        return "look" if count.is_of_bits and marked > 0 and not count.concerns(marked) else None
    if use.new == frozenset({count.writer}):
        return "take" if any(count.is_free(*it) for it in _told(code, old, inst)) else None
    return None


def _told(code: Code, value: int, inst: int) -> Iterator[tuple[Comparison, int]]:
    """What is known of a value, or of some bits of it, wherever control has come to an instruction
    since it has the value."""
    made = code.definitions[value]
    for block, targets in enumerate(code.successors):
        asked = comparison(code, code.block_offsets[block + 1] - 1)
        mask = None if asked is None else _mask(code, asked.value, value)
        if asked is None or mask is None or len(set(targets)) < len(targets):
            continue
        for position, target in enumerate(targets):
            if not code.may_follow_without(made, inst, -1, frozenset({(block, target)})):
                yield asked.at(position), mask


def _mask(code: Code, asked: int, value: int) -> int | None:
    """Which bits of a value another one is."""
    if asked == value:
        return -1
    made = code.definitions[asked]
    if made < 0 or _operator(code, made) != "&":
        return None
    one, two = code.operands(made)
    return number(code, two) if unconverted(code, one) == value else None


def _added(code: Code, compare: int) -> int | None:
    """What a comparison adds to what it expects: `compareAndSet(s, s + 1)`."""
    return _changed(code, compare, {"+": 1, "-": -1})


def _marked(code: Code, compare: int) -> int | None:
    """Which bits a comparison adds to what it expects: `compareAndSet(s, s | 2)`."""
    return _changed(code, compare, {"|": 1})


def _changed(code: Code, compare: int, signs: Mapping[str, int]) -> int | None:
    expected, new = (unconverted(code, it) for it in code.operands(compare)[-2:])
    made = code.definitions[new]
    sign = None if made < 0 else signs.get(_operator(code, made))
    if sign is None:
        return None
    one, two = code.operands(made)
    by = number(code, two)
    return None if by is None or unconverted(code, one) != expected else sign * by


def _operator(code: Code, inst: int) -> str:
    return Instruction(code.body, inst).operator or "" if code.ops[inst] == Op.BINARY else ""


def _is_bit(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
