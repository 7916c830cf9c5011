"""Containers: classes of the JDK whose methods read and write state of their own.

`containers.toml` says which methods of a collection read and which write, and which locks they
take. The elements of arrays that a method of the JDK gets are told there too. Of libraries it is
found out (`of_libraries`).
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from snarl.facts.code.constants import number as constant_number
from snarl.facts.containers.of_libraries import (
    NOTHING,
    READS,
    WRITES,
    Effects,
    LibraryContainers,
    MethodKey,
)
from snarl.facts.containers.views import Views, is_read
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from snarl._engine import Program
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.signs import Signs
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution
    from snarl.program.body import MemberReference

    Parts = dict[tuple[bool, "OwnLock"], NDArray[np.uint32]]
    """Containers, by (is the call a write, which lock does it take)."""

_STATIC = int(Flag.STATIC)
_NO_CLASSES = frozenset({"shapes", "arrays", "arguments"})
"""Tables of `containers.toml` that are no class's."""

_COPYING = frozenset(
    ("addAll", "putAll", "containsAll", "removeAll", "retainAll", "addAllAbsent", "drainTo")
)
"""Methods of collections that go through another one."""
_COPIED = frozenset(
    f"Ljava/util/{name};"
    for name in (
        *("Collection", "List", "Set", "SortedSet", "EnumSet", "PriorityQueue"),
        *("Map", "SortedMap", "EnumMap"),
    )
)
_TYPE = re.compile(r"\[*(?:[BCDFIJSZ]|L[^;]+;)")
_ANYTHING = 64
"""Collections that a view may be asked from; with more of them nothing is said by that."""
_ORDERED_MAP = "java.util.LinkedHashMap"
_MOVING = frozenset({"get", "getOrDefault"})
"""Methods of such a map that change it if it is in the order of access."""


class OwnLock(IntEnum):
    """The lock that a container's method takes by itself."""

    NONE = 0
    ITSELF = 1
    WRAPPER = 2
    """That of the synchronized wrapper through which it is called."""
    UNSEEN = 3
    """Any that is held: it is called through a view (`views`) that was made elsewhere, and how a
    lock relates to what is behind it is not seen."""
    GIVEN_BACK = 4
    """The same, wherever it was made: a wrapper that locks each call gives its lock back."""


THROUGH_VIEWS = (OwnLock.UNSEEN, OwnLock.GIVEN_BACK)


@dataclass(frozen=True, slots=True)
class Container:
    """What the methods of a class of containers do."""

    name: str
    reads: frozenset[str]
    writes: frozenset[str]
    locked: bool
    unlocked: frozenset[str]
    safe: bool
    backing: frozenset[str]
    """Fields of a wrapper that hold what it wraps."""

    def effects(self, name: str) -> Effects:
        """What a method does with it, by the method's name."""
        if self.safe:
            return NOTHING
        return WRITES if name in self.writes else READS if name in self.reads else NOTHING


@cache
def _tables() -> dict[str, dict[str, Any]]:
    text = files(__name__).joinpath("containers.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _classes() -> Iterator[tuple[str, dict[str, Any]]]:
    return ((name, entry) for name, entry in _tables().items() if name not in _NO_CLASSES)


@cache
def _container_table() -> dict[str, Container]:
    shapes = _tables()["shapes"]
    found = {}
    for name, entry in _classes():
        methods = shapes[entry["like"]] if "like" in entry else entry
        found[name] = Container(
            name,
            frozenset(methods.get("reads", ())),
            frozenset(methods.get("writes", ())),
            entry.get("locked", False),
            frozenset(entry.get("unlocked", ())),
            entry.get("safe", False),
            frozenset(entry.get("backing", ())),
        )
    return found


@cache
def _collections() -> frozenset[str]:
    known = (name for name, entry in _classes() if entry.get("like") in ("list", "map"))
    return frozenset((*known, "java.util.Collection", "java.util.Map"))


def remedy(names: Iterable[str]) -> str:
    """What to do about containers that threads share, by the names of their classes and of what
    these extend: there are other collections, but a checksum or a format is each thread's own."""
    if any(name in _collections() for name in names):
        return "Guard all accesses with one lock, or use a collection of java.util.concurrent."
    return "Guard all accesses with one lock, or let each thread have its own."


def array_table() -> dict[str, dict[str, list[int]]]:
    """Methods that read or write the elements of arrays that are arguments of theirs."""
    found: dict[str, dict[str, list[int]]] = _tables()["arrays"]
    return found


@cache
def _argument_table() -> dict[str, tuple[tuple[int, str], ...]]:
    entries = _tables()["arguments"]
    return {
        name: tuple((position, entry["as"]) for position in entry["at"])
        for name, entry in entries.items()
    }


@cache
def container_methods() -> frozenset[str]:
    """The names of all methods that read or write a container of some class."""
    return frozenset(name for it in _container_table().values() for name in (*it.reads, *it.writes))


def nearest_container(engine: Program, class_id: int | None) -> Container | None:
    """What the table has of a class of the JDK, or of the nearest class above it."""
    while class_id is not None:
        found = _container_table().get(engine.class_name(class_id))
        if found is not None:
            return found
        class_id = engine.super_class(class_id)
    return None


def array_arguments(method: str) -> list[int]:
    """The places of the arguments whose elements a method of the JDK reads or writes."""
    entry = array_table().get(method, {})
    return sorted({place for places in entry.values() for place in places})


def _constructions(code: Code, made: int) -> Iterator[tuple[MemberReference, tuple[int, ...]]]:
    """The constructors that are called on an object, and with what."""
    for use in code.uses.get(code.results[made], ()):
        if code.ops[use] == Op.INVOKE and code.reference(use).name == "<init>":
            yield code.reference(use), tuple(code.operands(use))


def _order_asked_for(code: Code, made: int) -> tuple[Code, int] | None:
    """What says whether an object is made in the order of access, and where; None if nothing."""
    for named, operands in _constructions(code, made):
        if (named.owner, named.descriptor) == (_ORDERED_MAP, "(IFZ)V"):
            return code, operands[3]
    return None


def _is_ordered_by_access(code: Code, made: int) -> bool:
    """Whether the constructor that is called on an object asks for the order of access."""
    asked = _order_asked_for(code, made)
    return asked is not None and constant_number(*asked) == 1


def _is_passed_on(constructor: Code, value: int, code: Code, made: int, descriptor: str) -> bool:
    """Whether a value is an argument of a constructor, and an object is made by it with true: the
    class of `new LinkedHashMap<>(16, 0.75f, true) {…}` hands on what it is given."""
    source = constructor.definitions[constructor.source_of(value)]
    if source < 0 or constructor.ops[source] != Op.PARAMETER:
        return False
    position = constructor.constants[source]
    return any(
        named.descriptor == descriptor and constant_number(code, operands[position]) == 1
        for named, operands in _constructions(code, made)
    )


class _Parts:
    """Containers, by (is the call a write, which lock does it take)."""

    def __init__(self) -> None:
        self._found: dict[tuple[bool, OwnLock], set[int]] = {}
        self._first: dict[tuple[bool, OwnLock], tuple[int, int]] = {}
        """For which object each part is needed first, and as what."""

    def add(self, part: tuple[bool, OwnLock], at: tuple[int, int], numbers: Iterable[int]) -> None:
        """Adds objects to a part, for one of the objects that are looked at."""
        self._found.setdefault(part, set()).update(numbers)
        if at < self._first.setdefault(part, at):
            self._first[part] = at

    def in_order(self) -> dict[tuple[bool, OwnLock], NDArray[np.uint32]]:
        """All parts that have objects, in the order of those for which they are needed."""
        return {
            part: np.array(sorted(self._found[part]), np.uint32)
            for part in sorted(self._found, key=self._first.__getitem__)
            if self._found[part]
        }


class Containers:
    """Which objects of a program are containers."""

    def __init__(self, solution: Solution, calls: Calls, once: Once, signs: Signs) -> None:
        self._solution = solution
        self._program = solution.program
        self._calls = calls
        self._once = once
        self._of_libraries = LibraryContainers(solution, calls, signs, self._known_effects)
        self._views = Views(solution)
        self._moved: dict[int, bool] = {}

    def is_looked_at(self, method: MethodKey) -> bool:
        """Whether calls of a method, as it is named, may read or write a container: by its name, or
        because a library declares it."""
        name, _, flags = self._program.engine.method(*method)
        if flags & Flag.STATIC or name == "<init>":
            return False
        return name in container_methods() or self._is_of_library(method)

    def _is_of_library(self, method: MethodKey) -> bool:
        return self._program.engine.class_origin(method[0]) == "library"

    def split(
        self,
        objects: NDArray[np.uint32],
        method: MethodKey,
        *,
        by_application: bool,
        is_super: bool = False,
    ) -> dict[tuple[bool, OwnLock], NDArray[np.uint32]]:
        """Containers among objects, by (is the call a write, which lock does it take), perhaps of a
        method that the program overrides, and calls as `super.put(…)`. What libraries do with each
        other's containers is theirs."""
        name = self._program.engine.method(*method)[0]
        known = method if by_application else None
        return self._split(objects, name, known, is_super=is_super)

    def split_by_name(
        self, objects: NDArray[np.uint32], owner: int, name: str
    ) -> dict[tuple[bool, OwnLock], NDArray[np.uint32]]:
        """The same for a method of which only the name is known, and a class of the JDK has it."""
        if self._program.engine.class_origin(owner) != "jdk":
            return {}
        return self._split(objects, name, None)

    def narrowed(self, parts: Parts, collections: NDArray[np.uint32]) -> Parts:
        """The same parts, of a call through a view that was asked from some of the collections: of
        what may be behind such a view, only these are."""
        if len(collections) > _ANYTHING:
            return parts
        meant = sorted(self._views.asked_from(collections.tolist()))
        found = {}
        for key, objects in parts.items():
            if key[1] in THROUGH_VIEWS:
                left = objects[np.isin(objects, meant)]
                objects = left if len(left) else objects
            found[key] = objects
        return found

    def arguments(self, method: MethodKey) -> tuple[tuple[int, str], ...]:
        """The arguments of a method of the JDK that it reads or writes as containers: their
        positions among the operands, and a method of theirs that does the same."""
        engine = self._program.engine
        if engine.class_origin(method[0]) != "jdk":
            return ()
        owner, (name, descriptor, _) = engine.class_name(method[0]), engine.method(*method)
        known = _argument_table().get(f"{owner}.{name}")
        if known is not None:
            return known
        if not owner.startswith("java.util.") or not (name == "<init>" or name in _COPYING):
            return ()
        types = _TYPE.findall(descriptor.partition(")")[0])
        return tuple((place, "toString") for place, it in enumerate(types, 1) if it in _COPIED)

    def _split(
        self,
        objects: NDArray[np.uint32],
        name: str,
        method: MethodKey | None,
        *,
        is_super: bool = False,
    ) -> dict[tuple[bool, OwnLock], NDArray[np.uint32]]:
        by_type: dict[int, list[int]] = {}
        for number, of in zip(objects.tolist(), self._types[objects].tolist(), strict=True):
            by_type.setdefault(of, []).append(number)
        parts = _Parts()
        for of, numbers in by_type.items():
            container = self.container_of_type(of, "" if is_super else name)
            if self._views.is_view(of):
                self._add_viewed(parts, of, numbers, name, container)
            if container is not None:
                self._add_used(parts, numbers, name, container)
            elif method is not None and self._of_libraries.may_have_effects(of, method):
                for number in numbers:
                    effects = self._of_libraries.effects(number, method)
                    if effects != NOTHING:
                        parts.add((effects.writes, OwnLock.NONE), (number, 1), [number])
        return parts.in_order()

    def _add_viewed(
        self, parts: _Parts, of: int, numbers: list[int], name: str, container: Container | None
    ) -> None:
        """Adds what is behind views of a type."""
        changes = self._changes(name, container)
        if changes is None:
            return
        is_wrapper = container is not None and container.locked
        lock = OwnLock.GIVEN_BACK if is_wrapper else OwnLock.UNSEEN
        for number in numbers:
            viewed = [it for it in self._views.behind(number, of) if self._is_unsafe(it)]
            if viewed:
                parts.add((changes, lock), (number, 0), viewed)

    def _add_used(self, parts: _Parts, numbers: list[int], name: str, container: Container) -> None:
        """Adds containers of a type, and what they wrap."""
        effects = container.effects(name)
        if effects == NOTHING:
            return
        is_locked = container.locked and name not in container.unlocked
        own_lock = OwnLock.ITSELF if is_locked else OwnLock.NONE
        for number in numbers:
            is_write = effects.writes or (name in _MOVING and self._is_moved(number))
            if container.backing and not container.locked:
                wrapped = filter(self._takes_no_lock, self._behind(number, container))
                parts.add((is_write, own_lock), (number, 1), wrapped)
                continue
            parts.add((is_write, own_lock), (number, 1), [number])
            if container.backing and is_locked:
                behind = self._behind(number, container)
                parts.add((is_write, OwnLock.WRAPPER), (number, 2), behind)

    def _known_effects(self, number: int, name: str) -> Effects | None:
        """What a method does with an object that is a container of the JDK's, or extends one; if it
        takes a lock, nothing that matters."""
        container = self.container_of_type(int(self._types[number]), name)
        if container is None:
            return None
        return NOTHING if container.locked else container.effects(name)

    def _is_moved(self, number: int) -> bool:
        """Whether a map puts what is looked up last: one that is made in the order of access."""
        if number not in self._moved:
            self._moved[number] = self._find_moved(number)
        return self._moved[number]

    def _find_moved(self, number: int) -> bool:
        class_id = self._program.engine.type_class(int(self._types[number]))
        made = self._once.allocation(number)
        if class_id is None or made is None:
            return False
        if self._program.engine.class_name(class_id) == _ORDERED_MAP:
            return _is_ordered_by_access(*made)
        for index, (name, descriptor, _) in enumerate(self._program.engine.methods(class_id)):
            if name != "<init>":
                continue
            place = self._solution.call_graph.place(self._program.method(class_id, index))
            code = None if place is None else self._calls.code(place)
            if code is None or not code.parameters:
                continue
            asked = _order_asked_for(code, code.definitions[code.parameters[0]])
            if asked is None:
                continue
            if constant_number(*asked) == 1 or _is_passed_on(*asked, *made, descriptor):
                return True
        return False

    def _changes(self, name: str, container: Container | None) -> bool | None:
        """Whether a method of a view changes what is behind it, or (false) reads it; None if it
        does neither, or holds the lock that it should."""
        if container is not None and container.locked:
            return False if name in container.unlocked else None
        shape = container or _container_table()["java.util.ArrayList"]
        if name in shape.reads or is_read(name):
            return False
        return True if name in shape.writes else None

    def _is_unsafe(self, number: int) -> bool:
        container = self.container_of_type(int(self._types[number]), "")
        return container is not None and not container.safe

    def _takes_no_lock(self, number: int) -> bool:
        container = self.container_of_type(int(self._types[number]), "")
        return container is not None and not container.safe and not container.locked

    def _behind(self, number: int, container: Container) -> Iterator[int]:
        """What a wrapper wraps."""
        engine = self._program.engine
        class_id = engine.type_class(int(self._types[number]))
        while class_id is not None:
            for index, (name, _, _) in enumerate(engine.fields(class_id)):
                if name in container.backing:
                    held = self._solution.engine.field(number, class_id, index)
                    yield from held.tolist()
            class_id = engine.super_class(class_id)

    @cached_property
    def _types(self) -> NDArray[np.uint32]:
        return self._solution.engine.object_types()

    def container_of_type(self, of: int, name: str) -> Container | None:
        """What kind of container a type is, for a method that the program does not override, or
        without a name for whatever method."""
        key = (of, name)
        if key not in self._containers:
            self._containers[key] = self._find_container(of, name)
        return self._containers[key]

    @cached_property
    def _containers(self) -> dict[tuple[int, str], Container | None]:
        return {}

    def _find_container(self, of: int, name: str) -> Container | None:
        class_id = self._program.engine.type_class(of)
        table = _container_table()
        while class_id is not None:
            is_of_jdk = self._program.engine.class_origin(class_id) == "jdk"
            found = table.get(self._program.engine.class_name(class_id)) if is_of_jdk else None
            if found is not None:
                return found
            if not is_of_jdk and self._declares(class_id, name):
                return None
            class_id = self._program.engine.super_class(class_id)
        return self._by_interface(self._program.engine.type_class(of))

    def _by_interface(self, class_id: int | None) -> Container | None:
        """Classes of the JDK that are known by an interface: iterators."""
        engine = self._program.engine
        if class_id is None or engine.class_origin(class_id) != "jdk":
            return None
        if not self._has_state(class_id):
            return None
        for above, container in self._known_interfaces:
            if engine.is_subclass(class_id, above):
                return container
        return None

    def _has_state(self, class_id: int | None) -> bool:
        """Whether objects of a class have fields at all: an iterator over nothing has none."""
        engine = self._program.engine
        while class_id is not None:
            if any(not flags & _STATIC for _, _, flags in engine.fields(class_id)):
                return True
            class_id = engine.super_class(class_id)
        return False

    @cached_property
    def _known_interfaces(self) -> list[tuple[int, Container]]:
        engine = self._program.engine
        found = ((engine.find_class(name), it) for name, it in _container_table().items())
        return [
            (above, container)
            for above, container in found
            if above is not None and engine.class_access(above) & Flag.INTERFACE
        ]

    def _declares(self, class_id: int, name: str) -> bool:
        return any(row[0] == name for row in self._program.engine.methods(class_id))
