"""Open classes: the environment calls what is public of them (paper 1, section 2.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.points_to.roots import RootError
from snarl.program.exports import hidden
from snarl.program.harness.patterns import Selection, select
from snarl.program.models.linking import split
from snarl.program.surface import ABSTRACT, STATIC, Row

if TYPE_CHECKING:
    from snarl.program.harness.pools import Pools
    from snarl.program.surface import Surface


def selected(surface: Surface, patterns: Sequence[str] | None) -> Selection:
    """The classes that patterns match; without patterns, all that is public and, where a library
    says which packages others may use, in one of these."""
    if not surface.application:
        raise RootError("the input has no classes: there is nothing to analyse")
    if patterns:
        return select(surface, patterns)
    public = surface.public
    if not public:
        raise RootError(
            "there is no main method and no public class to open: "
            "name a class with --main, or classes with --open"
        )
    internal = frozenset(hidden(surface.program, public))
    # What exports only hidden classes is called at all that is public.
    public = [it for it in public if it not in internal] or public
    return Selection(
        [it for it in public if not surface.is_interface(it)],
        [it for it in public if surface.is_interface(it)],
    )


def implementations(surface: Surface, interfaces: Sequence[int]) -> list[int]:
    """The concrete classes of the application that implement one of some interfaces."""
    wanted = set(interfaces)
    return [
        it
        for it in surface.application
        if surface.is_concrete(it) and not wanted.isdisjoint(surface.above(it))
    ]


class Calls:
    """The calls of the environment: each method once, at the highest selected type that has it.

    What is selected below is in the pool of the type above, so one call reaches all overrides.

    What is hidden behind a type of the JDK or a library is called too: where a method of a selected
    class returns an `Iterator`, and a class of the application that is not public is one, its
    `next` is called.
    """

    def __init__(self, surface: Surface, selection: Selection) -> None:
        self._surface = surface
        self._types = [*selection.interfaces, *selection.classes]
        self._selected = frozenset(self._types)
        self._receivers: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._rows: dict[Row, None] = {}
        self._found: list[tuple[Row, int]] = []
        for of in self._types:
            for row in self._rows_of(of):
                self._add(row, of)
        self._returned: dict[int, list[Row]] = {}
        for of in selection.classes:
            self._add_returned(surface.callable(of))

    def _add_returned(self, rows: Iterable[Row]) -> None:
        """Adds what rows return if it is a type behind which there are hidden classes."""
        for descriptor in dict.fromkeys(split(row.descriptor)[1] for row in rows):
            of = self._surface.find(descriptor[1:-1]) if descriptor[0] == "L" else None
            if of is None or of in self._returned or of not in self._behind:
                continue
            declared = {
                row.key
                for it in self._behind[of]
                for above in filter(self._surface.is_application, self._surface.above(it))
                for row in self._surface.methods(above)
            }
            called = {
                row.key: row
                for above in self._surface.above(of)
                for row in self._surface.callable(above)
                if row.key in declared and not row.flags & STATIC
            }
            self._returned[of] = list(called.values())
            self._add_returned(called.values())

    @cached_property
    def _behind(self) -> dict[int, list[int]]:
        """The hidden classes of the application behind the types of others."""
        surface = self._surface
        behind = defaultdict(list)
        for of in surface.application:
            if surface.is_concrete(of) and not surface.is_makeable(of):
                for above in surface.above(of):
                    if not surface.is_application(above) and surface.super_class(above) is not None:
                        behind[above].append(of)
        return behind

    def _rows_of(self, of: int) -> list[Row]:
        """The public methods of a type, and those that it inherits from types that the environment
        does not call itself: hidden classes, and what an interface extends."""
        surface = self._surface
        rows = list(surface.callable(of))
        for above in surface.above(of)[1:]:
            if above not in self._selected and (
                surface.is_application(above)
                or (surface.is_interface(of) and surface.is_interface(above))
            ):
                rows += (row for row in surface.callable(above) if not row.flags & STATIC)
        return rows

    def _add(self, row: Row, of: int) -> None:
        self._found.append((row, of))
        if not row.flags & STATIC:
            self._receivers[row.key].add(of)
        if not row.flags & ABSTRACT and self._surface.is_application(row.owner):
            self._rows[row] = None

    def run(self, pools: Pools) -> list[Row]:
        """Makes the calls; the methods of the application that they run, in its order."""
        for row, of in self._found:
            if row.flags & STATIC or self._is_highest(row, of):
                pools.call(row, of)
        for of, rows in self._returned.items():
            for row in rows:
                pools.call_hidden(row, of, self._behind[of])
        for of in self._types:
            pools.constants(of)
            # Of what can only be made, the constructors may start threads.
            if self._surface.is_makeable(of) and all(it.flags & STATIC for it in self._rows_of(of)):
                pools.made(of)
        self._add_overrides()
        return sorted(self._rows)

    def _is_highest(self, row: Row, of: int) -> bool:
        receivers = self._receivers[row.key]
        return len(receivers) == 1 or receivers.isdisjoint(self._surface.above(of)[1:])

    def _add_overrides(self) -> None:
        """What the calls run in classes that are not selected themselves."""
        surface = self._surface
        for of, rows in self._returned.items():
            for row in rows:
                self._receivers[row.key].update(self._behind[of])
        for of in surface.application:
            for row in surface.methods(of):
                receivers = self._receivers.get(row.key)
                if not receivers or row.flags & (ABSTRACT | STATIC):
                    continue
                if not receivers.isdisjoint(surface.above(of)):
                    self._rows[row] = None
