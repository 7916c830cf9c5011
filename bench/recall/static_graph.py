"""What a comparison needs to know of classes and of a static call graph.

`Classes` answers from class files alone, `PointsTo` from a solution of snarl. Both are asked with
the names that a recording uses.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from snarl.monitor.recording import MethodName
from snarl.points_to import Solution
from snarl.program import Class, LinkageError, Method
from snarl.program import Program as Loaded
from snarl.program.models import Purpose, load_models

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.program.model import Origin

MADE = ("java.lang.ClassLoader", "defineClass1")
"""What stands for the code of all classes that are made at run time."""
ANY_DESCRIPTOR = {"java.lang.invoke.MethodHandle", "java.lang.invoke.VarHandle"}
"""Classes with methods that fit each descriptor (JVMS 2.9.3)."""


def name_of(method: Method) -> MethodName:
    """The name under which recordings know a method."""
    return plain(MethodName(method.owner.name, method.name, method.descriptor))


def plain(name: MethodName) -> MethodName:
    """A method's name; where each descriptor fits, without one."""
    return MethodName(name.class_name, name.name, "") if _fits_all(name) else name


def _fits_all(name: MethodName) -> bool:
    if (name.class_name, name.name) == MADE:
        return True
    return name.class_name in ANY_DESCRIPTOR and not name.name.startswith(("<", "with", "as"))


class Classes:
    """The classes of a program, asked by the names that a recording uses."""

    def __init__(self, program: Loaded) -> None:
        self.program = program
        self.find = cache(self._find)
        self.method = cache(self._method)
        self.origin = cache(self._origin)
        self.selects = cache(self._selects)

    def _find(self, name: str) -> Class | None:
        found = self.program.find_class(name)
        return None if found is None or found.is_phantom else found

    def _method(self, name: MethodName) -> Method | None:
        owner = self.find(name.class_name)
        for method in owner.methods if owner else ():
            if method.name == name.name and name.descriptor in ("", method.descriptor):
                return method
        return None

    def _origin(self, class_name: str) -> Origin | None:
        """Where a class comes from; None for one that is in no file, so made at run time."""
        found = self.find(class_name)
        return found.origin if found else None

    def _selects(self, type_name: str, name: MethodName) -> bool:
        """Whether a call of a method on an object of a type runs this very method."""
        type_, method = self.find(type_name), self.method(name)
        if type_ is None or method is None or method.is_static:
            return False
        if not self.program.hierarchy.is_subtype(type_, method.owner):
            return False
        try:
            return self.program.hierarchy.select(type_, method) == method
        except LinkageError:
            return False

    def instruction(self, name: MethodName, bci: int) -> str:
        """The instruction at an index, as `javap -c` shows it; empty if there is none."""
        method = self.method(name)
        for row in method.bytecode if method else ():
            if row.bci == bci:
                return f"{row.mnemonic} {row.operands}"
        return ""


class StaticGraph(Protocol):
    """A call graph without contexts."""

    def reaches(self, method: MethodName) -> bool:
        """Whether a method is reached from the roots."""

    def callees(self, caller: MethodName, bci: int) -> frozenset[MethodName]:
        """What a site may run; with -1, what all sites of the caller may."""

    def unresolved(self, caller: MethodName, bci: int) -> str:
        """Why reflection at a site is not resolved; empty if it is, or is none."""

    def types(self, method: MethodName, value: int) -> frozenset[str]:
        """The types of the objects that a value may be."""

    def is_modelled(self, method: MethodName) -> bool:
        """Whether a model stands for a method's code."""

    def is_run_by_model(self, method: MethodName) -> bool:
        """Whether a model runs a method."""


class PointsTo:
    """The call graph of a solution."""

    def __init__(self, solution: Solution, classes: Classes, purpose: Purpose) -> None:
        self._solution = solution
        self._classes = classes
        self.types = cache(self._types)
        graph = solution.call_graph
        self._names = [name_of(method) for method in graph.methods]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._reached = {name_of(method) for method in solution.methods}
        self._sites = np.asarray(graph.sites)
        self._callees = np.asarray(graph.callees)
        callers = np.asarray(graph.callers)
        self._starts = np.searchsorted(callers, np.arange(len(self._names) + 1))
        program = classes.program
        models = load_models(program, purpose=purpose)
        self._modelled = {name_of(program.method(*it)) for it in models.entries}
        # What a model does has no place in the bytecode.
        self._run_by_models = {self._names[it] for it in self._callees[self._sites < 0].tolist()}
        self._unresolved = {
            (name_of(row.method), row.bci): f"{row.called.name}, {row.what}"
            for row in solution.unresolved
        }

    def reaches(self, method: MethodName) -> bool:
        """See `StaticGraph`."""
        return plain(method) in self._reached

    def callees(self, caller: MethodName, bci: int) -> frozenset[MethodName]:
        """See `StaticGraph`."""
        number = self._numbers.get(plain(caller))
        if number is None:
            return frozenset()
        rows = slice(self._starts[number], self._starts[number + 1])
        found = self._callees[rows]
        if bci >= 0:
            found = found[self._sites[rows] == bci]
        return frozenset(self._names[callee] for callee in found.tolist())

    def unresolved(self, caller: MethodName, bci: int) -> str:
        """See `StaticGraph`."""
        return self._unresolved.get((plain(caller), bci), "")

    def is_modelled(self, method: MethodName) -> bool:
        """See `StaticGraph`."""
        return plain(method) in self._modelled

    def is_run_by_model(self, method: MethodName) -> bool:
        """See `StaticGraph`."""
        return plain(method) in self._run_by_models

    def _types(self, method: MethodName, value: int) -> frozenset[str]:
        found = self._classes.method(method)
        if found is None or not self.reaches(method):
            return frozenset()
        objects = self._solution.engine.value(found.owner.id, found.index, value, None)
        types = np.unique(self._type_ids[objects])
        return frozenset(map(self._classes.program.engine.type_name, types.tolist()))

    @cached_property
    def _type_ids(self) -> NDArray[np.uint32]:
        engine = self._solution.engine
        count = self._solution.counts["objects"]
        return np.array([engine.object(number)[1] for number in range(count)], dtype=np.uint32)
