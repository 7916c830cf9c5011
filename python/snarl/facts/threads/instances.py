"""How often code runs: what runs at most once makes at most one object, and starts one thread."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY, Calls
from snarl.facts.code import Code
from snarl.program import Op
from snarl.program.body import Instruction
from snarl.program.model import Access

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.points_to import Solution

_MAKE = (Op.NEW, Op.NEW_ARRAY, Op.NEW_MULTI_ARRAY, Op.INVOKE, Op.INVOKE_DYNAMIC)
"""Instructions that give new objects."""
_RUN_ONCE = (
    "kotlinx.coroutines.BuildersKt",
    "kotlinx.coroutines.CoroutineScopeKt",
    "kotlinx.coroutines.SupervisorKt",
    "scala.concurrent.Future$",
    "scala.concurrent.impl.Promise$DefaultPromise",
)
"""Classes of modelled methods each call of which runs what it is given once."""
_STAGE = "java.util.concurrent.CompletableFuture$"
_RUNS_STAGE = {"tryFire", "run"}
"""What runs the function of a stage, which is done once."""


class Once:
    """Which methods and instructions run at most once in a run of the program."""

    def __init__(self, solution: Solution, calls: Calls) -> None:
        self._solution = solution
        self._calls = calls
        self._methods: dict[int, bool] = {}
        self._single: dict[int, bool] = {}
        self._allocations: dict[int, tuple[Code, int] | None] = {}
        from_outside = (*solution.roots.methods, *solution.roots.once)
        self._called_once = {solution.call_graph.place(method) for method in from_outside}
        self._outside = {int(calls.method_of[it]) for it in calls.outside}
        self._origins = solution.engine.origins()

    def runs_once(self, method: int) -> bool:
        """Whether a method, by its place, is called at most once: a static initializer, a main
        method, what a framework sets an object up with, or a method with one call that runs at most
        once itself."""
        if method not in self._methods:
            self._methods[method] = False  # a method that calls itself runs often
            self._methods[method] = self._find(method)
        return self._methods[method]

    def _find(self, method: int) -> bool:
        if self._calls.methods[method].name == "<clinit>":
            return True
        sites = self._solution.call_graph.sites_calling(method)
        if method in self._outside:
            return method in self._called_once and not sites
        if len(sites) != 1:
            return False
        ((caller, bci),) = sites
        if self._calls.methods[caller].owner.name in _RUN_ONCE:
            return self._is_given_once(method)
        above = self._calls.methods[caller]
        if above.owner.name.startswith(_STAGE) and above.name in _RUNS_STAGE:
            return self._is_run_by_one(method)
        return self.site_runs_once(caller, bci)

    def _is_run_by_one(self, method: int) -> bool:
        """Whether all that calls a method are methods of one object."""
        calls, found = self._calls, set()
        for instance in calls.instances_of(method):
            for caller, _, _ in calls.callers_of(instance):
                code = calls.code_of(caller)
                if code is None or not code.parameters:
                    return False
                found.update(calls.objects(caller, code.parameters[0]).tolist())
        return len(found) == 1 and self.is_single(found.pop())

    def _is_given_once(self, method: int) -> bool:
        """Whether a method is only called for one call of a modelled one, which runs once."""
        calls = self._calls
        models = {
            int(calls.callers[edge])
            for instance in calls.instances_of(method)
            for edge in calls.edges_to(instance)
        }
        sites = {
            (int(calls.method_of[calls.callers[edge]]), int(calls.sites[edge]))
            for model in models
            for edge in calls.edges_to(model)
        }
        return len(sites) == 1 and self.site_runs_once(*sites.pop())

    def site_runs_once(self, method: int, bci: int) -> bool:
        """Whether the instruction at a bytecode index of a method runs at most once."""
        if self._calls.code(method) is None or bci < 0:
            return False
        return self.runs_once(method) and not self._is_in_loop(method, bci)

    def _is_in_loop(self, method: int, bci: int) -> bool:
        code = self._calls.code(method)
        return code is None or any(
            code.is_in_loop(inst) for inst, at in enumerate(code.bcis) if at == bci
        )

    def is_single(self, number: int) -> bool:
        """Whether an abstract object stands for at most one object."""
        if number not in self._single:
            self._single[number] = self._find_single(number)
        return self._single[number]

    def _find_single(self, number: int) -> bool:
        kind = self._solution.engine.object(number)[0]
        if kind in ("class", "text"):
            return True
        if kind != "site":
            return False
        methods, bcis, _ = self._origins
        method, bci = int(methods[number]), int(bcis[number])
        if method == NOBODY or self._is_made_by_reference(number, method, bci):
            return False
        return self.site_runs_once(method, bci) or (
            not self._is_in_loop(method, bci) and self._is_made_for_one_call(number, method)
        )

    def is_never_made(self, number: int) -> bool:
        """Whether an object stands for what reflection is taken to make of a class that only makes
        its objects itself: all its constructors are private, and nothing opens them. Serialization
        asks no constructor."""
        kind, type_ = self._solution.engine.object(number)[:2]
        class_id = self._solution.program.engine.type_class(type_)
        if class_id is None or kind not in ("site", "type"):
            return False
        if class_id not in self._keeps_to_itself:
            self._keeps_to_itself[class_id] = self._find_whether_kept(class_id)
        if not self._keeps_to_itself[class_id]:
            return False
        made = self.allocation(number) if kind == "site" else None
        by_call = kind == "type" or (made is not None and made[0].ops[made[1]] == Op.INVOKE)
        return by_call and not self._calls.opens_constructors

    @cached_property
    def _keeps_to_itself(self) -> dict[int, bool]:
        return {}

    def _find_whether_kept(self, class_id: int) -> bool:
        program = self._solution.program
        if program.engine.class_origin(class_id) == "jdk":
            return False  # models make them
        serializable = program.find_class("java.io.Serializable")
        if serializable is None or program.engine.is_subclass(class_id, serializable.id):
            return False
        methods = program.engine.methods(class_id)
        made = [access for name, _, access in methods if name == "<init>"]
        return bool(made) and all(access & Access.PRIVATE for access in made)

    def _is_made_by_reference(self, number: int, method: int, bci: int) -> bool:
        """Whether whoever calls a reference to a constructor, as `Worker::new`, makes an object,
        and not the instruction that makes the reference."""
        engine = self._solution.program.engine
        class_id = self._solution.class_of(number)
        return self._is_dynamic(method, bci) and (
            class_id is None or not engine.class_access(class_id) & Access.INTERFACE
        )

    def _is_dynamic(self, method: int, bci: int) -> bool:
        code = self._calls.code(method)
        return code is not None and any(
            code.ops[inst] == Op.INVOKE_DYNAMIC for inst in code.insts_by_bci.get(bci, ())
        )

    def _is_made_for_one_call(self, number: int, method: int) -> bool:
        """Whether the context of an object says which call of a method made it, and that runs
        once; or for which object a constructor did, of which there is one."""
        graph = self._solution.call_graph
        for element in self._solution.object(number).context.elements[-1:]:
            place = None if element.place is None else graph.place(element.place.method)
            if element.place is None or place is None:
                return False
            if self._calls.methods[method].name == "<init>":
                # What a reference to a constructor makes, whoever calls it makes.
                is_made_there = not self._is_dynamic(place, element.place.bci)
                return is_made_there and self.site_runs_once(place, element.place.bci)
            called = self._calls.methods_called(place, element.place.bci)
            return method in called and self.site_runs_once(place, element.place.bci)
        return False

    def place(self, number: int) -> tuple[int, int] | None:
        """Where an object is made, whatever the context: a method and a bytecode index; what a
        harness made has its own place."""
        methods, bcis, _ = self._origins
        if self._solution.engine.object(number)[0] != "site":
            return None
        method = int(methods[number])
        return (-1, number) if method == NOBODY else (method, int(bcis[number]))

    def allocation(self, number: int) -> tuple[Code, int] | None:
        """The instruction that makes an object."""
        if number not in self._allocations:
            self._allocations[number] = self._find_allocation(number)
        return self._allocations[number]

    def _find_allocation(self, number: int) -> tuple[Code, int] | None:
        methods, bcis, _ = self._origins
        method, bci = int(methods[number]), int(bcis[number])
        code = None if method == NOBODY else self._calls.code(method)
        if code is None:
            return None
        found = (it for it, at in enumerate(code.bcis) if at == bci and code.ops[it] in _MAKE)
        inst = next(found, None)
        return None if inst is None else (code, inst)

    def constructor_call(self, code: Code, new: int) -> int | None:
        """The call of the constructor for a `NEW`."""
        value = code.results[new]
        for use in code.uses.get(value, ()):
            is_on_it = code.ops[use] == Op.INVOKE and code.operands(use)[0] == value
            if is_on_it and code.reference(use).name == "<init>":
                return use
        return None

    def constant_argument(self, number: int, position: int) -> object:
        """A constant that an object's constructor gets at a position; None if it is no constant."""
        found = self.allocation(number)
        if found is None:
            return None
        code, new = found
        call = self.constructor_call(code, new)
        if call is None or position + 1 >= len(code.operands(call)):
            return None
        inst = code.definitions[code.operands(call)[position + 1]]
        if inst < 0 or code.ops[inst] != Op.CONSTANT:
            return None
        return Instruction(code.body, inst).literal

    @property
    def makers(self) -> NDArray[np.uint32]:
        """The method that makes each object, by its place."""
        return self._origins[0]
