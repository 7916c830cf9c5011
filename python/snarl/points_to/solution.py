"""What a points-to analysis found, in words that people use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.points_to.call_graph import CallGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from snarl import _engine
    from snarl.points_to.roots import Roots
    from snarl.program.model import Field, Method, Program
    from snarl.program.models import Models


@dataclass(frozen=True, slots=True)
class Place:
    """An instruction of a method: its bytecode index, or -1 if it has none."""

    method: Method
    bci: int

    @property
    def line(self) -> int:
        """Its line; 0 if the class does not say."""
        return self.source_place[1]

    @property
    def source_place(self) -> tuple[str | None, int]:
        """The source file and the line; None and 0 if the class does not say."""
        line = 0
        for start, number in sorted(self.method.line_table) if self.bci >= 0 else ():
            if start > self.bci:
                break
            line = number
        return self.method.owner.source_place(line)

    def __str__(self) -> str:
        """`a.b.C.m:12`, with the line if there is one."""
        line = self.line
        return f"{self.method.owner.name}.{self.method.name}" + (f":{line}" if line else "")


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a context: an allocation site, or a type."""

    type: str
    place: Place | None

    def __str__(self) -> str:
        """The type, and where it is made."""
        return f"{self.type}@{self.place}" if self.place else self.type


@dataclass(frozen=True, slots=True)
class Context:
    """A string of allocation sites, the oldest first. The empty one is of code that has none."""

    id: int
    elements: tuple[Element, ...]

    def __str__(self) -> str:
        """The elements in brackets."""
        return "[" + ", ".join(map(str, self.elements)) + "]"


@dataclass(frozen=True, slots=True)
class HeapObject:
    """An abstract object: what one allocation site makes in one heap context."""

    id: int
    type: str
    kind: str
    """`site` (an instruction makes it), `type` (one for all of its type), `empty` (one for
    all arrays of its type without elements), `class` (a `Class`),
    `text` (a string constant), `method`, `field` or `elements` (what stands for these)."""
    place: Place | None
    context: Context
    meaning: str | None
    """The text of a string constant; what a `Class`, `Method` or field handle stands for."""

    @property
    def method(self) -> Method | None:
        """The method that makes it."""
        return self.place.method if self.place else None

    @property
    def bci(self) -> int:
        """The instruction that makes it; -1 if none does."""
        return self.place.bci if self.place else -1

    @property
    def line(self) -> int:
        """The line where it is made; 0 if that is not known."""
        return self.place.line if self.place else 0

    @property
    def origin(self) -> str:
        """Whose code makes it: 'application', 'library' or 'jdk'."""
        return self.place.method.owner.origin if self.place else "jdk"

    def __str__(self) -> str:
        """The type, and where it is made or what it stands for."""
        if self.meaning is not None:
            return f"{self.type}({self.meaning})"
        return f"{self.type}@{self.place}" if self.place else self.type


@dataclass(frozen=True, slots=True)
class Spawn:
    """A thread that is started: by a call, for task objects, with a first method of its own."""

    caller: Method
    bci: int
    context: Context
    root: Method
    root_context: Context
    tasks: list[HeapObject]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Reflection that the analysis could not decide."""

    method: Method
    bci: int
    called: Method
    what: str
    is_guessed: bool
    """Whether the analysis goes on with a guess: classes that resources or parts of names mean,
    members that fit, code that is made at run time."""


@dataclass(frozen=True, slots=True)
class HandleAccess:
    """An access through a `VarHandle`, `Unsafe`, a field updater or a `Field`."""

    method: Method
    bci: int
    field: Field | None
    """The field; None for the elements of an array."""
    mode: str
    """The method called: `compareAndSet`, `getAcquire`, `putReferenceVolatile`."""


class Solution:
    """The answer of a points-to analysis. Objects and contexts are numbers until asked for."""

    def __init__(
        self,
        program: Program,
        engine: _engine.Solution,
        roots: Roots,
        models: Models,
        seconds: float,
    ) -> None:
        self.program = program
        self.engine = engine
        self.roots = roots
        self.models = models
        self.seconds = seconds
        self._objects: dict[int, HeapObject] = {}
        self._contexts: dict[int, Context] = {}

    @property
    def is_complete(self) -> bool:
        """Whether it came to its end."""
        return self.engine.is_complete

    @cached_property
    def counts(self) -> dict[str, int]:
        """How much there is: methods, contexts, objects, facts."""
        return dict(self.engine.counts())

    @cached_property
    def call_graph(self) -> CallGraph:
        """The call graph, contexts left out."""
        return CallGraph(self.program, self.engine)

    @property
    def methods(self) -> list[Method]:
        """The methods that are reached."""
        return self.call_graph.methods

    def reaches(self, method: Method) -> bool:
        """Whether a method is reached."""
        return self.call_graph.place(method) is not None

    def contexts(self, method: Method) -> list[Context]:
        """The contexts in which a method is analysed."""
        found = self.engine.contexts_of(method.owner.id, method.index)
        return [self.context(number) for number in found]

    def context(self, number: int) -> Context:
        """A context by its number."""
        if number not in self._contexts:
            elements = tuple(
                Element(self.program.engine.type_name(of), self._place(place))
                for _, of, place in self.engine.context(number)
            )
            self._contexts[number] = Context(number, elements)
        return self._contexts[number]

    def object(self, number: int) -> HeapObject:
        """An object by its number."""
        if number not in self._objects:
            kind, of, place, context = self.engine.object(number)
            name = self.program.engine.type_name(of)
            meaning = self.engine.meaning(number)
            self._objects[number] = HeapObject(
                number, name, kind, self._place(place), self.context(context), meaning
            )
        return self._objects[number]

    def _place(self, row: tuple[int, int, int] | None) -> Place | None:
        return row and Place(self.program.method(row[0], row[1]), row[2])

    def _all(self, numbers: Iterable[int]) -> list[HeapObject]:
        return [self.object(number) for number in numbers]

    def points_to(
        self, method: Method, value: int, context: Context | None = None
    ) -> list[HeapObject]:
        """What an SSA value of a method's body points to, in one context or in all."""
        number = None if context is None else context.id
        found = self.engine.value(method.owner.id, method.index, value, number)
        return self._all(found.tolist())

    def numbers(self, method: Method, value: int) -> NDArray[np.uint32]:
        """The same in all contexts, as the numbers of the objects."""
        return self.engine.value(method.owner.id, method.index, value)

    def class_of(self, number: int) -> int | None:
        """The class of an object, by its id; None if it is an array."""
        return self.program.engine.type_class(self.engine.object(number)[1])

    def field(self, obj: HeapObject, field: Field) -> list[HeapObject]:
        """What a field of an object points to."""
        return self._all(self.engine.field(obj.id, field.owner.id, field.index).tolist())

    def elements(self, obj: HeapObject) -> list[HeapObject]:
        """What the elements of an array point to."""
        return self._all(self.engine.elements(obj.id).tolist())

    def static(self, field: Field) -> list[HeapObject]:
        """What a static field points to."""
        return self._all(self.engine.static_field(field.owner.id, field.index).tolist())

    @cached_property
    def spawns(self) -> list[Spawn]:
        """The threads that are started, in the order of their sites."""
        method = self.program.method
        return [
            Spawn(
                method(site[0], site[1]),
                site[2],
                self.context(context),
                method(*root),
                self.context(root_context),
                self._all(tasks),
            )
            for site, context, root, root_context, tasks in self.engine.spawns()
        ]

    @cached_property
    def unresolved(self) -> list[Unresolved]:
        """Reflection that could not be decided, in the order of its sites."""
        method = self.program.method
        return [
            Unresolved(method(site[0], site[1]), site[2], method(*called), what, guessed)
            for site, called, what, guessed in self.engine.unresolved()
        ]

    @cached_property
    def accesses_by_handle(self) -> list[HandleAccess]:
        """Accesses through handles, offsets, updaters and `Field`, in the order of their sites."""
        method = self.program.method
        return [
            HandleAccess(
                method(site[0], site[1]),
                site[2],
                field and self.program.field(*field),
                method(*called).name,
            )
            for site, called, field in self.engine.accesses()
        ]

    @cached_property
    def degraded(self) -> list[Method]:
        """Methods whose contexts were merged to stay within the budget."""
        return [self.program.method(*row) for row in self.engine.degraded()]
