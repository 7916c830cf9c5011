"""Events: what monitors hear of a run, one for each moment that a pointcut of theirs selects.

Names survive the process (DESIGN, section 7): a thread is its path of creation, `main/1/3`. Objects
have a number each, which says whether two are the same, and their class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from snarl.monitor.recording import Site
from snarl.weave.residue import TARGET

EventKind = Literal["get", "set", "arrayget", "arrayset", "call", "execution", "lock", "unlock"]


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the run."""

    number: int
    class_name: str

    def __str__(self) -> str:
        return f"{self.class_name}#{self.number}"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens in a thread, at a site; before it happens, or after."""

    kind: EventKind
    when: Literal["before", "after"]
    thread: str
    site: Site
    line: int = 0
    """0 if the class does not say."""
    member: str = ""
    """The field or method: `a.b.C.count`; nothing for elements of arrays and for monitors."""
    target: Object | None = None
    """The object that is accessed or called, the array; None if there is none, or it is null."""
    args: tuple[Object | None, ...] = ()
    """Arguments, the value written, or the lock; None for null and for what is no object."""
    index: int | None = None
    """The place of the element, in an array."""
    time: int = 0
    """Nanoseconds from some moment before."""

    @property
    def lock(self) -> Object | None:
        """The lock that is acquired or given back."""
        return self.args[0] if self.kind in ("lock", "unlock") and self.args else None

    @property
    def variable(self) -> tuple[Object | None, str | int | None]:
        """What is accessed, so that the same place of the same object is equal to itself."""
        return (self.target, self.member or self.index)

    @property
    def place(self) -> str:
        """The site, for people: `a.b.C.run:12`."""
        line = f":{self.line}" if self.line else ""
        return f"{self.site.class_name}.{self.site.method}{line}"

    def object_at(self, position: int) -> Object | None:
        """The target, or an argument by its place."""
        if position == TARGET:
            return self.target
        return self.args[position] if position < len(self.args) else None

    def class_at(self, position: int) -> str | None:
        """The class of the target or of an argument; None without an object."""
        found = self.object_at(position)
        return None if found is None else found.class_name


@dataclass(frozen=True, slots=True)
class Happened:
    """An event of a stream, and the numbers of the plan's actions that it is for."""

    numbers: tuple[int, ...]
    event: Event
