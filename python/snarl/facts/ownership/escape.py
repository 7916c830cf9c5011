"""Escape: which objects more than one thread may come to know.

Paper 1, section 2.2.3: what a static field, a started thread or the environment holds is shared,
and so is all that can be reached from it. What a `ThreadLocal` holds is not, if threads do not
inherit it, and what a caller from outside only gives as an argument is his own.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.graph import distinct
from snarl.program import Op
from snarl.program.model import Access

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution


_FOR_ONE = (
    "java.lang.ThreadLocal",
    "java.lang.ScopedValue$Carrier",
    "java.lang.ScopedValue$Snapshot",
)
_INHERITED = "java.lang.InheritableThreadLocal"


class Escape:
    """Which objects are shared."""

    def __init__(self, solution: Solution, calls: Calls, threads: Threads) -> None:
        self._solution = solution
        self._calls = calls
        self._threads = threads

    @cached_property
    def shared(self) -> NDArray[np.bool_]:
        """Whether each object may be known to more than one thread."""
        _, _, held = self._solution.engine.statics()
        threads = self._threads
        known = [it for it in threads.all if it.tasks and not threads.is_finalizer(it)]
        tasks = [task for thread in known for task in thread.tasks]
        parts = [held, np.array(tasks, np.uint32), self._of_roots()]
        roots = distinct(np.concatenate(parts)).astype(np.uint32)
        return self._solution.engine.reachable(roots, self._thread_locals())

    @cached_property
    def called(self) -> frozenset[int]:
        """The objects that callers from outside call by themselves."""
        found: set[int] = set()
        for thread in self._threads.all:
            for root in thread.roots if thread.kind == "environment" else ():
                code = self._calls.code_of(root)
                if code is None or code.method.is_static:
                    continue
                for this in code.parameters[:1]:
                    found.update(self._calls.objects(root, this).tolist() if this >= 0 else ())
        return frozenset(found)

    def _of_roots(self) -> NDArray[np.uint32]:
        return np.concatenate([np.zeros(0, np.uint32), *self.given()])

    def given(self) -> list[NDArray[np.uint32]]:
        """What threads get as arguments, captured variables of lambdas too.

        Of what callers of an open program give, only receivers count: whoever gives the same list
        to two calls has shared it himself. What a call keeps is found from its receiver, or from a
        static field.
        """
        found: list[NDArray[np.uint32]] = []
        for thread in self._threads.all:
            if thread.kind == "main" or self._threads.is_finalizer(thread):
                continue
            for root in thread.roots:
                code = self._calls.code_of(root)
                if code is None:
                    continue
                given = code.parameters
                if thread.kind == "environment":
                    given = [] if code.method.is_static else given[:1]
                found += [self._calls.objects(root, value) for value in given if value >= 0]
        return found

    def _thread_locals(self) -> NDArray[np.uint32]:
        """What holds values that each thread has for itself."""
        program = self._solution.program.engine
        above = [it for name in _FOR_ONE if (it := program.find_class(name)) is not None]
        types = self._solution.engine.object_types()
        wanted = [
            of
            for of in distinct(types).tolist()
            if (class_id := program.type_class(of)) is not None
            and any(program.is_subclass(class_id, it) for it in above)
            and not self._is_inherited(class_id)
        ]
        return np.flatnonzero(np.isin(types, wanted)).astype(np.uint32)

    def _is_inherited(self, class_id: int) -> bool:
        """Whether threads get the very value that a thread-local has for who starts them."""
        program = self._solution.program.engine
        above = program.find_class(_INHERITED)
        if above is None or not program.is_subclass(class_id, above):
            return False
        here: int | None = class_id
        while here is not None and here != above:
            for place, method in enumerate(self._calls.methods):
                is_its_own = method.owner.id == here and not method.flags & Access.SYNTHETIC
                if is_its_own and method.name == "childValue":
                    return not self._makes_anew(place)
            here = program.super_class(here)
        return True

    def _makes_anew(self, place: int) -> bool:
        """Whether all that a method returns is made in it."""
        code = self._calls.code(place)
        if code is None:
            return False
        for inst, op in enumerate(code.ops):
            if op == Op.RETURN:
                made = code.definitions[code.source_of(code.operands(inst)[0])]
                if made < 0 or code.ops[made] not in (Op.NEW, Op.CONSTANT):
                    return False
        return True
