"""Kinds: what kind of container a type is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.containers.table import Container, container_table
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl._engine import Program

_STATIC = int(Flag.STATIC)


class Kinds:
    """Looks types up in the table, and what they extend."""

    def __init__(self, engine: Program) -> None:
        self._engine = engine
        self._known: dict[tuple[int, str], Container | None] = {}

    def of(self, of: int, name: str) -> Container | None:
        """What kind of container a type is, for a method that the program does not override."""
        key = (of, name)
        if key not in self._known:
            self._known[key] = self._find(of, name)
        return self._known[key]

    def _find(self, of: int, name: str) -> Container | None:
        class_id = self._engine.type_class(of)
        table = container_table()
        while class_id is not None:
            is_of_jdk = self._engine.class_origin(class_id) == "jdk"
            found = table.get(self._engine.class_name(class_id)) if is_of_jdk else None
            if found is not None:
                return found
            if not is_of_jdk and self._declares(class_id, name):
                return None
            class_id = self._engine.super_class(class_id)
        return self._by_interface(self._engine.type_class(of))

    def _by_interface(self, class_id: int | None) -> Container | None:
        """Classes of the JDK that are known by an interface: iterators."""
        engine = self._engine
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
        engine = self._engine
        while class_id is not None:
            if any(not flags & _STATIC for _, _, flags in engine.fields(class_id)):
                return True
            class_id = engine.super_class(class_id)
        return False

    @cached_property
    def _known_interfaces(self) -> list[tuple[int, Container]]:
        engine = self._engine
        found = ((engine.find_class(name), it) for name, it in container_table().items())
        return [
            (above, container)
            for above, container in found
            if above is not None and engine.class_access(above) & Flag.INTERFACE
        ]

    def _declares(self, class_id: int, name: str) -> bool:
        return any(row[0] == name for row in self._engine.methods(class_id))
