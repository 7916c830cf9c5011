"""How far the main methods of a program reach, or what frameworks call of it: many a library has a
main that prints its version, or that its build runs, or a servlet for those who have a server. What
else is there is not called from them, and nothing would be found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from snarl.program.internal import is_internal_package

if TYPE_CHECKING:
    from snarl.points_to import Solution

_MANY_CLASSES = 20
_SMALL_PART = 0.25
_TINY_PART = 0.05
_HALF = 0.5


class MainReach(NamedTuple):
    """How many classes and methods are reached, and whether there is more than one thread."""

    classes: int
    of: int
    methods: int
    of_methods: int
    has_threads: bool
    is_quiet: bool = False
    """Whether nothing was found there."""
    has_mains: bool = True
    """Whether main methods reach them, and not frameworks alone."""
    is_internal: bool = False
    """Whether all that they start in is in packages that are not meant for others: a library that
    was copied into the program may have main methods."""

    @property
    def is_small(self) -> bool:
        """Whether most of a program is not reached."""
        return self.of >= _MANY_CLASSES and self.classes < self.of * _SMALL_PART

    @property
    def is_tiny(self) -> bool:
        """Whether hardly anything of it is."""
        return self.is_small and self.classes < self.of * _TINY_PART

    @property
    def is_partial(self) -> bool:
        """Whether less than half of the methods is reached: a class is soon reached by one."""
        return self.of >= _MANY_CLASSES and self.methods < self.of_methods * _HALF

    @property
    def says_nothing(self) -> bool:
        """Whether nothing would be found, whatever the rest is like."""
        has_few = self.is_partial and self.methods < self.of_methods * _SMALL_PART
        alone = (self.is_small or has_few) and not self.has_threads
        return self.is_tiny or alone or (self.is_internal and self.is_partial)

    def __str__(self) -> str:
        who = "the main methods reach" if self.has_mains else "what frameworks call reaches"
        if self.is_internal:
            who = "the main methods, all in internal packages, reach"
        alone = "" if self.is_tiny or self.has_threads else ", and start no thread"
        quiet = ", and nothing was found there" if self.is_quiet else ""
        count = f"{self.classes:,} of {self.of:,} classes"
        if not self.is_small:
            count = f"{self.methods:,} of {self.of_methods:,} methods"
        return f"{who} only {count}{alone}{quiet}"


def main_reach(solution: Solution) -> MainReach:
    """How far main methods reach, with what a framework calls."""
    program = solution.program
    of = {cls.name: cls for cls in program.classes("application")}
    methods = [it for it in solution.methods if it.owner.name in of]
    mains = [is_internal_package(it.owner.name) for it in solution.roots.methods]
    return MainReach(
        len({it.owner.name for it in methods}),
        len(of),
        len(methods),
        sum(not it.is_abstract for cls in of.values() for it in cls.methods),
        _has_threads(solution),
        has_mains=bool(mains),
        is_internal=bool(mains) and all(mains),
    )


def _has_threads(solution: Solution) -> bool:
    """Whether the environment calls a program, or it starts a thread that runs code of its own or
    of its libraries; the JDK has some for itself."""
    if solution.roots.calls:
        return True
    origin = solution.program.engine.class_origin
    classes = {it for site, _, root, *_ in solution.engine.spawns() for it in (site[0], root[0])}
    return any(origin(it) != "jdk" for it in classes)
