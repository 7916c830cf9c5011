"""Containers: classes of the JDK whose methods read and write state of their own.

`containers.toml` says which methods of a collection read and which write, and which locks they
take (`table`, `kinds`); of libraries it is found out (`of_libraries`). The elements of arrays that
a method of the JDK gets are told there too. Who uses a view uses what is behind it (`views`).
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.containers.access_order import AccessOrder
from snarl.facts.containers.kinds import Kinds
from snarl.facts.containers.of_libraries import NOTHING, Effects, LibraryContainers, MethodKey
from snarl.facts.containers.table import (
    Container,
    argument_table,
    container_methods,
    container_table,
)
from snarl.facts.containers.views import Views, is_read
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.signs import Signs
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

    Parts = dict[tuple[bool, "OwnLock"], NDArray[np.uint32]]
    """Containers, by (is the call a write, which lock does it take)."""

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
_MOVING = frozenset({"get", "getOrDefault"})
"""Methods of a map that change it if it is in the order of access."""


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
        self._of_libraries = LibraryContainers(solution, calls, signs, self._known_effects)
        self._views = Views(solution)
        self._kinds = Kinds(solution.program.engine)
        self._order = AccessOrder(solution, calls, once)

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
        known = argument_table().get(f"{owner}.{name}")
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
            container = self._kinds.of(of, "" if is_super else name)
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
            is_write = effects.writes or (name in _MOVING and self._order.holds(number))
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
        container = self._kinds.of(int(self._types[number]), name)
        if container is None:
            return None
        return NOTHING if container.locked else container.effects(name)

    def _changes(self, name: str, container: Container | None) -> bool | None:
        """Whether a method of a view changes what is behind it, or (false) reads it; None if it
        does neither, or holds the lock that it should."""
        if container is not None and container.locked:
            return False if name in container.unlocked else None
        shape = container or container_table()["java.util.ArrayList"]
        if name in shape.reads or is_read(name):
            return False
        return True if name in shape.writes else None

    def _is_unsafe(self, number: int) -> bool:
        container = self._kinds.of(int(self._types[number]), "")
        return container is not None and not container.safe

    def _takes_no_lock(self, number: int) -> bool:
        container = self._kinds.of(int(self._types[number]), "")
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
