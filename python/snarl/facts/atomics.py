"""Atomics: where programs change words that threads compare and set, by whatever means.

A *word* is an object of `AtomicInteger` and its like, or a field that is accessed through a
`VarHandle`, an updater or `Unsafe`. All that changes one is known, so that it can be said what it
means for a word to have a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from snarl.facts.accesses.handles import is_ordered
from snarl.facts.code.constants import Constants, constants, number
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_CLASSES = tuple(
    f"java.util.concurrent.atomic.Atomic{name}"
    for name in ("Boolean", "Integer", "Long", "Reference")
)
_ARRAYS = ("java.util.concurrent.atomic.AtomicReferenceArray",)
_UNSAFE = ("jdk.internal.misc.Unsafe", "sun.misc.Unsafe")
_UPDATERS = "java.util.concurrent.atomic."
_WEAK = ("Plain", "Opaque")
"""Ends of the names of methods that order nothing."""
_MOST_OBJECTS = 64

Kind = Literal["compare", "swap", "set", "add", "get", "other"]
Gives = Literal["old", "new", "success", ""]

# By the beginning of the method's name; the first that fits.
_METHODS: tuple[tuple[str, Kind, Gives, int], ...] = (
    ("compareandset", "compare", "success", 0),
    ("weakcompareandset", "compare", "success", 0),
    ("compareandswap", "compare", "success", 0),
    ("compareandexchange", "compare", "old", 0),
    ("getandset", "swap", "old", 0),
    ("getandincrement", "add", "old", 1),
    ("incrementandget", "add", "new", 1),
    ("getanddecrement", "add", "old", -1),
    ("decrementandget", "add", "new", -1),
    ("getandadd", "add", "old", 0),
    ("addandget", "add", "new", 0),
    ("getand", "other", "old", 0),
    ("updateandget", "other", "new", 0),
    ("accumulateandget", "other", "new", 0),
    ("set", "set", "", 0),
    ("lazyset", "set", "", 0),
    ("put", "set", "", 0),
    ("get", "get", "old", 0),
)

Word = tuple[str, int, int]
"""A word: `("field", class, place)`, or `("object", number, 0)`."""


@dataclass(frozen=True, slots=True)
class Change:
    """A use of a word: a change, or a look at it."""

    kind: Kind
    gives: Gives
    words: frozenset[Word]
    """Those that it may be."""
    base: int | None
    """The value whose word it is; None if it is a static field's."""
    expected: Constants | None = None
    new: Constants | None = None
    delta: int | None = None
    """What is added, if it is known."""
    is_ordered: bool = True
    """Whether it orders what comes before or after it."""


class Atomics:
    """All uses of words, by (method, instruction)."""

    def __init__(self, solution: Solution, calls: Calls, accesses: Accesses, once: Once) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self.is_vague = False
        """Whether some changes may be of any object, and are not told; known once they are."""

    @cached_property
    def uses(self) -> dict[tuple[int, int], Change]:
        """Changes and looks."""
        if not self._accesses.calls_of(self._telling_names):
            return {}  # as in most programs of before Java 5
        found = {**self.of_objects, **self.of_handles}
        compared = {
            word
            for it in found.values()
            if it.kind in ("compare", "swap", "add")
            for word in it.words
        }
        found = {at: it for at, it in found.items() if it.words & compared}
        found.update(self._by_name({(it[1], it[2]) for it in compared if it[0] == "field"}))
        return found

    @cached_property
    def of_objects(self) -> dict[tuple[int, int], Change]:
        """Changes of, and looks at, objects of the classes of atomics."""
        return dict(self._by_objects(_CLASSES))

    @cached_property
    def of_elements(self) -> dict[tuple[int, int], Change]:
        """The same of elements of arrays: the array is the word, whichever element it is."""
        return dict(self._by_objects(_ARRAYS, in_front=1))

    @cached_property
    def of_handles(self) -> dict[tuple[int, int], Change]:
        """The same of fields, through handles."""
        return dict(self._by_handles())

    def first(self, word: Word) -> Constants | None:
        """The values that a word may begin with."""
        if word[0] == "field":
            descriptor = self._solution.program.field(word[1], word[2]).descriptor
            return frozenset({None if descriptor[0] in "L[" else 0})
        made = self._once.allocation(word[1])
        if made is None or made[0].ops[made[1]] != Op.NEW:
            return None
        code, new = made
        call = self._once.constructor_call(code, new)
        owner = "" if call is None else code.reference(call).owner
        if call is not None and owner in _CLASSES and len(code.operands(call)) > 1:
            return constants(code, code.operands(call)[1])
        if owner not in _CLASSES:
            return None  # of a class of its own, which may begin with anything
        return frozenset({None if owner == _CLASSES[-1] else 0})

    def _by_objects(
        self, classes: tuple[str, ...], in_front: int = 0
    ) -> Iterator[tuple[tuple[int, int], Change]]:
        """Calls of some classes; each has some arguments in front that say what of the object."""
        engine = self._solution.program.engine
        above = [it for it in map(engine.find_class, classes) if it is not None]
        names = {}
        known: dict[FieldKey, bool] = {}
        for place, inst, called in self._accesses.calls_of(self._names):
            if called not in known:
                known[called] = any(engine.is_subclass(called[0], it) for it in above)
                names[called] = engine.method(*called)[0]
            code = self._calls.code(place) if known[called] else None
            if code is None:
                continue
            receiver, *arguments = code.operands(inst)
            arguments = arguments[in_front:]
            objects = self._solution.numbers(code.method, receiver)
            self.is_vague |= classes is _CLASSES and len(objects) > _MOST_OBJECTS
            if 0 < len(objects) <= _MOST_OBJECTS:
                words = frozenset(("object", int(it), 0) for it in objects)
                name = names[called]
                change = _change(code, name, words, receiver, arguments)
                if change is not None:
                    yield (place, inst), replace(change, is_ordered=not name.endswith(_WEAK))

    @cached_property
    def _names(self) -> list[str]:
        """The names of all methods of the classes of atomics."""
        engine = self._solution.program.engine
        above = [it for it in map(engine.find_class, _CLASSES) if it is not None]
        found = {row[0] for it in above for row in engine.methods(it)}
        return sorted(it for it in found if _method(it) is not None)

    @cached_property
    def _telling_names(self) -> list[str]:
        """Those that take a word, which are nobody else's."""
        takes = ("compare", "swap", "add")
        names = {*self._names, *(access.mode for access in self._solution.accesses_by_handle)}
        return sorted(it for it in names if (method := _method(it)) and method[0] in takes)

    def _by_handles(self) -> Iterator[tuple[tuple[int, int], Change]]:
        graph = self._solution.call_graph
        found: dict[tuple[int, int], tuple[str, set[tuple[FieldKey, bool]]]] = {}
        for access in self._solution.accesses_by_handle:
            place = graph.place(access.method)
            code = None if place is None else self._calls.code(place)
            call = None if code is None else code.call_at(access.bci)
            if place is None or call is None or access.field is None:
                continue
            field = access.field
            _, fields = found.setdefault((place, call), (access.mode, set()))
            fields.add(((field.owner.id, field.index), bool(field.is_static)))
        for (place, call), (mode, fields) in found.items():
            code = self._calls.code(place)
            if code is None or len({is_static for _, is_static in fields}) > 1:
                continue
            is_static = next(iter(fields))[1]
            _, *arguments = code.operands(call)
            base = None if is_static or not arguments else arguments.pop(0)
            if code.reference(call).owner in _UNSAFE:
                arguments = arguments[1:]
            words = frozenset(("field", *field) for field, _ in fields)
            change = _change(code, mode, words, base, arguments)
            if change is not None:
                is_updater = code.reference(call).owner.startswith(_UPDATERS)
                yield (place, call), replace(change, is_ordered=is_updater or is_ordered(mode))

    def _by_name(self, fields: set[FieldKey]) -> Iterator[tuple[tuple[int, int], Change]]:
        """Plain looks at, and stores to, fields that are changed through handles too."""
        for field, place, inst in self._accesses.volatile_points(writes=False):
            code = self._calls.code(place)
            if field in fields and code is not None and code.ops[inst] != Op.INVOKE:
                base = code.operands(inst)[0] if code.operands(inst) else None
                yield (place, inst), Change("get", "old", frozenset({("field", *field)}), base)
        for field in sorted(fields):
            for place, inst in self._accesses.written_fields.get(field, ()):
                code = self._calls.code(place)
                if code is None:
                    continue
                *bases, value = code.operands(inst)
                yield (
                    (place, inst),
                    Change(
                        "set",
                        "",
                        frozenset({("field", *field)}),
                        bases[0] if bases else None,
                        new=constants(code, value),
                    ),
                )


def _method(name: str) -> tuple[Kind, Gives, int] | None:
    """What a method of an atomic does."""
    lower = name.lower()
    return next((entry[1:] for entry in _METHODS if lower.startswith(entry[0])), None)


def _change(
    code: Code, name: str, words: frozenset[Word], base: int | None, arguments: list[int]
) -> Change | None:
    found = _method(name)
    if found is None:
        return None
    kind, gives, delta = found
    if kind == "compare" and len(arguments) >= 2:
        expected, new = (constants(code, it) for it in arguments[:2])
        return Change(kind, gives, words, base, expected, new)
    if kind in ("set", "swap") and arguments:
        return Change(kind, gives, words, base, new=constants(code, arguments[0]))
    if kind == "add":
        added = number(code, arguments[0]) if arguments else delta
        return Change(kind, gives, words, base, delta=added)
    return Change(kind, gives, words, base)
