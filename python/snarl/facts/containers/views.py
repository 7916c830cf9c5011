"""Views: key sets, values and iterators, through which programs use a collection from elsewhere.

    synchronized Set<String> names() { return map.keySet(); }
    for (String name : registry.names()) …       reads the map, and holds no lock any more

What is done to a view is done to what is behind it. Where a method itself makes the view, that call
is an access already, which reads, with the same locks: what writes counts, and what is used after
they were given back. And it says what is behind the view, where iterators of many collections could
not be told apart.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.points_to import Solution

_SYNCHRONIZED = "java.util.Collections$Synchronized"
_SETS = {"java.util.HashSet": "map", "java.util.TreeSet": "m"}
"""Sets that keep their elements in a map, whose iterators they give, and the field of it."""
_INTERFACES = (
    *("java.util.Collection", "java.util.Iterator", "java.util.Map", "java.util.SortedMap"),
    "java.util.SequencedMap",
)
_FIELDS = {
    "java.util.ArrayList$SubList": "root",
    "java.util.AbstractList$SubList": "root",
    "java.util.TreeMap$NavigableSubMap": "m",
    "java.util.TreeMap$KeySet": "m",
    "java.util.Collections$UnmodifiableCollection": "c",
    "java.util.Collections$UnmodifiableMap": "m",
    **dict.fromkeys(
        (
            "java.util.ReverseOrderListView",
            "java.util.ReverseOrderDequeView",
            "java.util.ReverseOrderSortedSetView",
            "java.util.ReverseOrderSortedMapView",
            "java.util.LinkedHashMap$ReversedLinkedHashMapView",
        ),
        "base",
    ),
}
"""Fields in which parts of a collection have the whole; inner classes have it in `this$0`."""
_STATIC = int(Flag.STATIC)
_WRAPPERS = "java.util.Collections$"
_DEEPEST = 3
_MAKES_VIEW = frozenset(
    (
        *("iterator", "listIterator", "descendingIterator", "spliterator", "stream"),
        *("keySet", "values", "entrySet", "navigableKeySet", "descendingKeySet"),
        *("subList", "headMap", "tailMap", "subMap", "descendingMap", "reversed"),
        *("sequencedKeySet", "sequencedValues", "sequencedEntrySet"),
    )
)
_ITERABLE = "java.lang.Iterable"
_READS = frozenset(("next", "previous", "forEachRemaining"))
"""Of an iterator: it changes itself, and reads what is behind it."""


class Views:
    """What is behind the views of a program."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._engine = solution.program.engine
        self._behind: dict[int, frozenset[int]] = {}
        self._fields: dict[int, tuple[int, int] | None] = {}
        self._known_held: dict[int, set[int]] = {}

    def behind(self, number: int, of: int, depth: int = 0) -> frozenset[int]:
        """The collections that an object, of a type, is a view of."""
        if number not in self._behind:
            self._behind[number] = frozenset()
            self._behind[number] = frozenset(self._find(number, of, depth))
        return self._behind[number]

    def asked_from(self, numbers: Iterable[int]) -> frozenset[int]:
        """What may be behind a view that some collections are asked for. That of a wrapper, or of
        a library's collection, is most often a view of what it holds."""
        found: set[int] = set()
        for number in numbers:
            of = self._types[number]
            found |= self.behind(number, of) or {number}
            if self._gives_others(of):
                held = self._held(number)
                found.update(held, *map(self._held, held))
        return frozenset(found)

    def _gives_others(self, of: int) -> bool:
        """Whether a collection of a type may give views of another one."""
        class_id = self._engine.type_class(of)
        if class_id is None or self._engine.class_origin(class_id) != "jdk":
            return True
        return self._engine.class_name(class_id).startswith(_WRAPPERS)

    def _held(self, number: int) -> set[int]:
        """What an object holds in its fields."""
        if number in self._known_held:
            return self._known_held[number]
        found = self._known_held[number] = set()
        class_id = self._engine.type_class(self._types[number])
        while class_id is not None:
            for index, (_, descriptor, flags) in enumerate(self._engine.fields(class_id)):
                if descriptor[0] == "L" and not flags & _STATIC:
                    found.update(self._solution.engine.field(number, class_id, index).tolist())
            class_id = self._engine.super_class(class_id)
        return found

    def is_view(self, of: int) -> bool:
        """Whether objects of a type are views."""
        return self._field(of) is not None

    def _find(self, number: int, of: int, depth: int) -> set[int]:
        field = self._field(of)
        if field is None or depth > _DEEPEST:
            return set()
        types = self._types
        found: set[int] = set()
        for held in self._solution.engine.field(number, *field).tolist():
            further = self.behind(held, int(types[held]), depth + 1)
            found |= further or {held} | self._sets_of.get(held, set())
        return found - {number}

    @cached_property
    def _types(self) -> list[int]:
        found: list[int] = self._solution.engine.object_types().tolist()
        return found

    def _field(self, of: int) -> tuple[int, int] | None:
        """The field in which a view of a type has what is behind it."""
        if of not in self._fields:
            self._fields[of] = self._find_field(of)
        return self._fields[of]

    def _find_field(self, of: int) -> tuple[int, int] | None:
        engine = self._engine
        class_id = engine.type_class(of)
        if class_id is None or engine.class_origin(class_id) != "jdk":
            return None
        name = engine.class_name(class_id)
        if not name.startswith("java.util.") or not any(
            engine.is_subclass(class_id, above) for above in self._interfaces
        ):
            return None
        while class_id is not None:
            name = engine.class_name(class_id)
            wanted = "mutex" if name.startswith(_SYNCHRONIZED) else _FIELDS.get(name, "this$0")
            for index, (field, _, _) in enumerate(engine.fields(class_id)):
                if field == wanted:
                    return class_id, index
            class_id = engine.super_class(class_id)
        return None

    @cached_property
    def _interfaces(self) -> list[int]:
        found = (self._engine.find_class(name) for name in _INTERFACES)
        return [it for it in found if it is not None]

    @cached_property
    def _sets_of(self) -> dict[int, set[int]]:
        """The sets that keep their elements in each map."""
        found: dict[int, set[int]] = {}
        for name, field in _SETS.items():
            above = self._engine.find_class(name)
            names = [] if above is None else [row[0] for row in self._engine.fields(above)]
            if above is None or field not in names:
                continue
            below = {of for of in set(self._types) if self._is_below(of, above)}
            for number, of in enumerate(self._types):
                if of in below:
                    kept = self._solution.engine.field(number, above, names.index(field))
                    for held in kept.tolist():
                        found.setdefault(held, set()).add(number)
        return found

    def _is_below(self, of: int, above: int) -> bool:
        """Whether a type is of a class or what extends it."""
        class_id = self._engine.type_class(of)
        return class_id is not None and self._engine.is_subclass(class_id, above)


def is_read(name: str) -> bool:
    """Whether a method that changes an iterator only reads what is behind it."""
    return name in _READS


def viewed(calls: Calls, code: Code, use: int) -> int | None:
    """The collection of which a call uses a view that the same method has asked it for: `names` of
    `names.keySet().iterator()`. A class of the program's gives a view of what it likes."""
    found, made = None, code.definitions[code.source_of(code.operands(use)[0])]
    while made >= 0 and _makes_view(code, made) and not _may_be_own(calls, code, made):
        found = code.operands(made)[0]
        made = code.definitions[code.source_of(found)]
    return found


def _makes_view(code: Code, inst: int) -> bool:
    if code.ops[inst] != Op.INVOKE:
        return False
    named = code.reference(inst)
    return named.name in _MAKES_VIEW and (
        named.owner.startswith("java.util.") or named.owner == _ITERABLE
    )


def _may_be_own(calls: Calls, code: Code, call: int) -> bool:
    """Whether a call may run a method of the program, not of the JDK or a library."""
    called = calls.methods_called(code.place, code.bcis[call])
    return any(calls.is_application_method[it] for it in called)


def is_elsewhere(calls: Calls, code: Code, use: int) -> bool:
    """Whether a view is used away from where it was made: it comes from another method, or a lock
    was given back since."""
    made = code.definitions[code.source_of(code.operands(use)[0])]
    if made < 0 or not _makes_view(code, made):
        return True
    if code.reference(made).owner == _ITERABLE and _may_be_own(calls, code, made):
        return True  # what a class of the program's goes through is its own affair
    return any(
        (op == Op.MONITOR_EXIT or (op == Op.INVOKE and code.reference(inst).name == "unlock"))
        and code.may_follow(made, inst)
        and code.may_follow(inst, use)
        for inst, op in enumerate(code.ops)
    )
