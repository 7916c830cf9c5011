"""Names of types, methods and objects, as the programs write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.points_to import HeapObject
    from snarl.program import Method, Program


def simple(name: str) -> str:
    """`p.Outer$Inner[]` is `Inner[]`; `p.Outer$1` is `Outer$1`, `p.Outer$1Local` is `Local`."""
    base = name.rpartition(".")[2]
    element, brackets, dimensions = base.partition("[")
    last = element.rpartition("$")[2]
    named = re.sub(r"^\d+", "", last)
    return (named or element) + brackets + dimensions


def line_at(method: Method, bci: int) -> int:
    """The line of an instruction; 0 if the class does not say."""
    before = [row for row in method.line_table if row[0] <= bci]
    return max(before)[1] if before else 0


def first_line(method: Method) -> int:
    """The line where a method's code begins; 0 without code."""
    return line_at(method, 0) if method.has_code else 0


def method_label(method: Method, main: str) -> str:
    """`Class.method`; `method` of the main class; `lambda@7` by the line of its body."""
    if method.name.startswith("lambda$"):
        return f"lambda@{first_line(method)}"
    if method.owner.name == main:
        return method.name
    return f"{simple(method.owner.name)}.{method.name}"


def is_own(name: str, main: str) -> bool:
    """Whether a class is the main class or nested in it."""
    return name == main or name.startswith(main + "$")


def object_label(obj: HeapObject, program: Program) -> str:
    """`Type@line` of what the application makes, `lambda@line` of a lambda; else the type."""
    place = obj.place
    if place is None or place.method.owner.origin != "application" or not place.line:
        return simple(obj.type)
    cls = program.find_class(obj.type)
    is_lambda = cls is not None and cls.is_interface
    return f"{'lambda' if is_lambda else simple(obj.type)}@{place.line}"
