"""Super types and subtypes, and which member a reference means (JVMS 5.4.3 to 5.4.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from snarl import _engine

if TYPE_CHECKING:
    from snarl.program.model import Class, Field, Method, Program

InvokeKind = Literal["virtual", "special", "static", "interface"]


class Hierarchy:
    """What the JVM knows about the classes of a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._engine = program.engine

    def _classes(self, ids: list[int]) -> list[Class]:
        from snarl.program.model import Class

        return [Class(self._program, class_id) for class_id in ids]

    def super_types(self, of: Class) -> list[Class]:
        """All super types, the class itself left out."""
        return [
            found
            for found in self._classes(self._engine.super_types(of.id).tolist())
            if found != of
        ]

    def subtypes(self, of: Class) -> list[Class]:
        """All subtypes among all classes of the program, the class itself left out."""
        return [
            found for found in self._classes(self._engine.subtypes(of.id).tolist()) if found != of
        ]

    def direct_subtypes(self, of: Class) -> list[Class]:
        """The classes that name it as super class or interface."""
        return self._classes(self._engine.direct_subtypes(of.id).tolist())

    def is_subtype(self, below: Class, above: Class) -> bool:
        """Whether each instance of one is an instance of the other; a class is its own subtype."""
        return self._engine.is_subclass(below.id, above.id)

    def resolve_field(
        self,
        owner: str,
        name: str,
        descriptor: str,
        *,
        caller: str | None = None,
        static: bool | None = None,
    ) -> Field:
        """The field that a reference means.

        With `caller` and `static`, as an instruction in that class: with access control, and the
        check that a static instruction means a static field. Raises `LinkageError`.
        """
        from snarl.program.model import LinkageError

        try:
            if caller is None or static is None:
                found, index = self._engine.resolve_field(owner, name, descriptor)
            else:
                found, index = self._engine.link_field(caller, owner, name, descriptor, static)
        except _engine.LinkageError as error:
            raise LinkageError(str(error), f"{owner}.{name}:{descriptor}") from None
        return self._program.field(found, index)

    def resolve_method(
        self, owner: str, name: str, descriptor: str, *, interface: bool = False
    ) -> Method:
        """The method that a reference means, access control left out. Raises `LinkageError`."""
        try:
            found = self._engine.resolve_method(owner, name, descriptor, interface)
        except _engine.LinkageError as error:
            raise self._linkage_error(error, owner, name, descriptor) from None
        return self._method(*found)

    def select(self, receiver: Class, resolved: Method) -> Method:
        """The method that a virtual or interface call runs for a receiver; or `LinkageError`."""
        owner = resolved.owner
        try:
            found = self._engine.select(receiver.id, owner.id, resolved.index)
        except _engine.LinkageError as error:
            name, descriptor = resolved.name, resolved.descriptor
            raise self._linkage_error(error, owner.name, name, descriptor) from None
        return self._method(*found)

    def target(
        self,
        kind: InvokeKind,
        *,
        caller: str,
        owner: str,
        name: str,
        descriptor: str,
        interface: bool = False,
        receiver: str | None = None,
    ) -> Method:
        """The whole way of a call: resolution, access control, the checks of its kind, selection.

        Raises `LinkageError` with the error that the JVM throws.
        """
        try:
            found = self._engine.target(kind, caller, owner, name, descriptor, interface, receiver)
        except _engine.LinkageError as error:
            raise self._linkage_error(error, owner, name, descriptor) from None
        return self._method(*found)

    def _method(self, class_id: int, index: int) -> Method:
        return self._program.method(class_id, index)

    @staticmethod
    def _linkage_error(error: Exception, owner: str, name: str, descriptor: str) -> Exception:
        from snarl.program.model import LinkageError

        return LinkageError(str(error), f"{owner}.{name}{descriptor}")
