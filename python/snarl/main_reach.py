"""How far the main methods of a program reach, or what frameworks call of it: many a library has a
main that prints its version, or that its build runs, or a servlet for those who have a server. What
else is there is not called from them, and nothing would be found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from snarl.points_to import Solution

_MANY_CLASSES = 20
_SMALL_PART = 0.25
_TINY_PART = 0.05


class MainReach(NamedTuple):
    """How many classes are reached, and whether there is more than one thread."""

    classes: int
    of: int
    has_threads: bool
    is_quiet: bool = False
    """Whether nothing was found there."""
    has_mains: bool = True
    """Whether main methods reach them, and not frameworks alone."""

    @property
    def is_small(self) -> bool:
        """Whether most of a program is not reached."""
        return self.of >= _MANY_CLASSES and self.classes < self.of * _SMALL_PART

    @property
    def is_tiny(self) -> bool:
        """Whether hardly anything of it is."""
        return self.is_small and self.classes < self.of * _TINY_PART

    @property
    def says_nothing(self) -> bool:
        """Whether nothing would be found, whatever the rest is like."""
        return self.is_tiny or (self.is_small and not self.has_threads)

    def __str__(self) -> str:
        who = "the main methods reach" if self.has_mains else "what frameworks call reaches"
        alone = "" if self.is_tiny or self.has_threads else ", and start no thread"
        quiet = ", and nothing was found there" if self.is_quiet else ""
        return f"{who} only {self.classes:,} of {self.of:,} classes{alone}{quiet}"


def main_reach(solution: Solution) -> MainReach:
    """How far main methods reach, with what a framework calls."""
    names = {cls.name for cls in solution.program.classes("application")}
    classes = {method.owner.name for method in solution.methods} & names
    has_mains = bool(solution.roots.methods)
    return MainReach(len(classes), len(names), _has_threads(solution), has_mains=has_mains)


def _has_threads(solution: Solution) -> bool:
    """Whether the environment calls a program, or it starts a thread that runs code of its own or
    of its libraries; the JDK has some for itself."""
    if solution.roots.calls:
        return True
    origin = solution.program.engine.class_origin
    classes = {it for site, _, root, *_ in solution.engine.spawns() for it in (site[0], root[0])}
    return any(origin(it) != "jdk" for it in classes)
