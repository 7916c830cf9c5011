"""Named calls: those of methods that wait and signal, which are known by their names.

A program has methods of the same names, which mean something else: only those of the JDK, of
threads, and of Kotlin's coroutines count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.program.model import Program

NamedCall = tuple[int, int, tuple[int, int]]
"""A call: the place of the method, the instruction, the method that is named."""


class NamedCalls:
    """Finds such calls."""

    def __init__(self, program: Program, accesses: Accesses) -> None:
        self._program = program
        self._accesses = accesses
        self._known: dict[tuple[str, ...], list[NamedCall]] = {}

    def of(self, names: set[str]) -> list[NamedCall]:
        """The calls of methods of some names."""
        key = tuple(sorted(names))
        if key not in self._known:
            self._known[key] = [
                (method, inst, called)
                for method, inst, called in self._accesses.calls_of(names)
                if self._is_known(called[0])
            ]
        return self._known[key]

    def _is_known(self, class_id: int) -> bool:
        """Whether a class is one whose methods are known by their names."""
        engine = self._program.engine
        return (
            engine.class_origin(class_id) == "jdk"
            or is_thread_class(self._program, class_id)
            or engine.class_name(class_id).startswith("kotlinx.coroutines.")
        )


def is_thread_class(program: Program, class_id: int) -> bool:
    """Whether a class is `Thread` or one below it."""
    thread = program.find_class("java.lang.Thread")
    return thread is not None and program.engine.is_subclass(class_id, thread.id)
