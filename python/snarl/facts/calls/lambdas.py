"""Lambdas: where the code makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.program import Op
from snarl.program.body import Instruction, MethodHandle
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.program import Method

Creation = tuple[int, int]
"""A method by its place, and an instruction of it."""
_ADAPTED = "$adapted"
_INVOKE_DYNAMIC = int(Op.INVOKE_DYNAMIC)


def function_of(code: Code, inst: int) -> MethodHandle | None:
    """The method that an instruction makes a function of: the body of a lambda, or a method that is
    referred to; None if it makes none."""
    if code.ops[inst] != _INVOKE_DYNAMIC:
        return None
    made = Instruction(code.body, inst).bootstrap
    handle = made.arguments[1] if made.kind == "lambda" else None
    return handle if isinstance(handle, MethodHandle) else None


class Lambdas:
    """Bodies of lambdas, and the instructions that make lambdas of them. A compiler puts a body
    next to what makes it, into the same class."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._of_classes: dict[int, dict[tuple[str, str], list[Creation]]] = {}
        self._places: dict[int, list[int]] = {}

    def creations(self, body: Method) -> list[Creation]:
        """The instructions that make lambdas with a body. Scala's compiler puts another one around
        a body that has numbers for its parameters or its result."""
        owner = body.owner.id
        if owner not in self._of_classes:
            self._of_classes[owner] = self._find(owner)
        known = self._of_classes[owner]
        return known.get((body.name, body.descriptor), []) or [
            made
            for (name, _), creations in known.items()
            if name == f"{body.name}{_ADAPTED}"
            for made in creations
        ]

    def captured(self, body: Method) -> int | None:
        """How many of its parameters the body of a lambda has captured. Of a method that is no such
        body, but is referred to, it is not known: others may refer to it in other ways."""
        is_body = body.flags & Flag.SYNTHETIC or (body.is_static and body.flags & Flag.PRIVATE)
        if not is_body:
            return None
        counts = {
            len(code.operands(inst))
            for place, inst in self.creations(body)
            if (code := self._calls.code(place)) is not None
        }
        return counts.pop() if len(counts) == 1 else None

    def body(self, code: Code, inst: int) -> Code | None:
        """The body of the lambda that an instruction makes, or the method that it refers to, if
        the program has its code."""
        handle = function_of(code, inst)
        if handle is None:
            return None
        member = handle.member
        owner = self._calls.solution.program.find_class(member.owner)
        for method in () if owner is None else owner.methods:
            if (method.name, method.descriptor) == (member.name, member.descriptor):
                place = self._calls.solution.call_graph.place(method)
                is_own = place is not None and self._calls.is_own_method[place]
                return self._calls.code(place) if place is not None and is_own else None
        return None

    def _find(self, owner: int) -> dict[tuple[str, str], list[Creation]]:
        if not self._places:
            for place, method in enumerate(self._calls.methods):
                self._places.setdefault(method.owner.id, []).append(place)
        found: dict[tuple[str, str], list[Creation]] = {}
        for place in self._places.get(owner, ()):
            code = self._calls.code(place)
            if code is None:
                continue
            for inst in code.having(_INVOKE_DYNAMIC):
                handle = function_of(code, inst)
                if handle is not None:
                    key = (handle.member.name, handle.member.descriptor)
                    found.setdefault(key, []).append((place, inst))
        return found
