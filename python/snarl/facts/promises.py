"""Promises: what people say of their code that no analysis need find out.

Annotations of "Java Concurrency in Practice" (known by their simple names, whoever declares them),
and what the project's settings say.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from snarl.findings import thread_local_entry
from snarl.settings import matches

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.findings import Subject
    from snarl.program import Class, Field
    from snarl.settings import Settings


class Promises:
    """What is promised of classes and fields."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._annotations: dict[int, frozenset[str]] = {}

    def annotations(self, cls: Class) -> frozenset[str]:
        """The simple names of a class's annotations."""
        if cls.id not in self._annotations:
            names = (it.name.replace("$", ".").rpartition(".")[2] for it in cls.annotations)
            self._annotations[cls.id] = frozenset(names)
        return self._annotations[cls.id]

    def is_immutable(self, cls: Class) -> bool:
        """Whether a class is said to be immutable: what it writes nobody can see."""
        return "Immutable" in self.annotations(cls)

    def is_not_for_threads(self, cls: Class) -> bool:
        """Whether a class is said not to be safe: its users take care."""
        return "NotThreadSafe" in self.annotations(cls)

    def is_for_threads(self, cls: Class) -> bool:
        """Whether a class is said to be safe, or to guard something."""
        return "ThreadSafe" in self.annotations(cls) or any(
            annotation.name.endswith("GuardedBy")
            for field in cls.fields
            for annotation in field.annotations
        )

    def is_thread_local(self, field: Field) -> bool:
        """Whether the settings say that no two threads use a field, or its class, at once."""
        return self._is_local(field.owner.name, field.name)

    def is_told_thread_local(self, subject: Subject) -> bool:
        """Whether the settings say that no two threads use at once what a finding is about: an
        array or a collection by the field or variable that holds it."""
        entry, patterns = thread_local_entry(subject), self._settings.thread_local
        return entry is not None and (matches(entry, patterns) or matches(str(subject), patterns))

    def is_of_thread_local(self, types: Iterable[str]) -> bool:
        """Whether the settings say so of all of some classes."""
        patterns = self._settings.thread_local
        return bool(patterns) and all(matches(it, patterns) for it in types)

    @cache  # noqa: B019 - one for each check
    def _is_local(self, owner: str, name: str) -> bool:
        patterns = self._settings.thread_local
        return matches(owner, patterns) or matches(f"{owner}.{name}", patterns)
