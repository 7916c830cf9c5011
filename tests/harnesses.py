"""What an analysis of a program starts from, and what that reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from snarl.points_to import Roots, Solution
from snarl.program import Program, harness

MAIN = "public static void main(String[] args) { }"


def opened(program: Program, *patterns: str) -> Roots:
    return harness.open_program(program, patterns, start="none")


def chosen(
    program: Program,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    callbacks: Mapping[str, object] | None = None,
) -> Roots:
    return harness.choose(program, main, open, callbacks, start="none")


def solved(program: Program, roots: Roots, context: str = "1obj") -> Solution:
    return program.points_to(context, roots=roots)


def names(methods: Sequence[object]) -> list[str]:
    return sorted(f"{it.owner.name}.{it.name}" for it in methods)  # type: ignore[attr-defined]


def reached(solution: Solution) -> set[str]:
    return {
        f"{it.owner.name}.{it.name}" for it in solution.methods if it.owner.origin == "application"
    }


def argument_types(solution: Solution, cls: str, method: str, place: int) -> set[str]:
    """The types of what a parameter points to; place 0 is the receiver."""
    found = solution.points_to(solution.program[cls].method(method), place)
    return {it.type for it in found}
