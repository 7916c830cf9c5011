"""What an analysis starts from: main methods, callbacks of frameworks, open classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from snarl.points_to.roots import RootError, Roots, find_mains, of_methods, started
from snarl.program.callbacks import Finder, Found, load
from snarl.program.harness.frameworks import Served, serve
from snarl.program.harness.opening import Calls, implementations, selected
from snarl.program.harness.pools import Pools
from snarl.program.surface import Surface

if TYPE_CHECKING:
    from snarl import _engine
    from snarl.points_to.starting import Start
    from snarl.program.model import Method, Program
    from snarl.program.surface import Row


def choose(
    program: Program,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    callbacks: Mapping[str, object] | None = None,
    *,
    start: Start = "full",
) -> Roots:
    """The roots that the command line asks for.

    With `main`, the main methods of these classes; with `open`, what the environment does with the
    classes that match; with both, both. With neither, the main methods of the application; if there
    are none, what frameworks call; if that is nothing either, all that is public. Beside main
    methods frameworks call too, for a main method may start one; beside classes that the user opens
    only what the user says they call.

    `callbacks` are the user's own, as under `[callbacks]` in `snarl.toml`. Raises `RootError`.
    """
    surface = Surface(program)
    finder = Finder(surface, load(callbacks))
    found = finder.find()
    mains = find_mains(program, main or None) if main or not open else []
    if mains:
        found = [it for it in found if it.callbacks.beside_main]
        closed = of_methods(program, mains, start=start)
        beside = _harness(surface, open or None, found, start="none")
        return _joined(closed, beside, is_hosted=_suffice(found))
    if open:
        own = [it for it in found if it.callbacks.is_own]
        return _harness(surface, open, own, start=start)
    found += finder.find_most(found)
    if _suffice(found):
        hosted = _harness(surface, None, found + finder.find_unmade(), start=start)
        return replace(hosted, is_hosted=True)
    return _harness(surface, [], found, start=start)


def mains_alone(program: Program, *, start: Start = "full") -> Roots:
    """The main methods of the application, without what frameworks call."""
    return of_methods(program, find_mains(program), start=start)


def open_program(
    program: Program,
    patterns: Sequence[str] | None = None,
    callbacks: Mapping[str, object] | None = None,
    *,
    start: Start = "full",
) -> Roots:
    """The harness for the classes that match; without patterns, for all that is public, and for
    what frameworks call beside it. Raises `RootError`."""
    surface = Surface(program)
    found = [] if patterns else Finder(surface, load(callbacks)).find()
    return _harness(surface, patterns or [], found, start=start)


def _suffice(found: list[Found]) -> bool:
    """Whether what frameworks call is what a program is for."""
    return any(it.callbacks.sufficient and it.methods for it in found)


def _joined(closed: Roots, beside: Roots, *, is_hosted: bool) -> Roots:
    if not (beside.calls or beside.setup or beside.methods):
        return closed
    return Roots(
        closed.bodies + beside.bodies,
        closed.methods + beside.methods,
        beside.calls,
        beside.setup,
        beside.fresh,
        beside.once,
        beside.alone,
        beside.in_turn,
        is_hosted,
    )


def _harness(
    surface: Surface, patterns: Sequence[str] | None, found: list[Found], *, start: Start
) -> Roots:
    """What the environment does with classes that match, with all that are public if there are no
    patterns, with none if there is not even a list; and with what frameworks use."""
    if patterns is not None:
        # Most of the application is reached then: its code is read while the harness is made.
        surface.program.engine.prepare()
    selection = None if patterns is None else selected(surface, patterns)
    hidden = [it.of for it in found]
    if selection and patterns and not surface.program.is_of_jdk:
        hidden += implementations(surface, selection.interfaces)
    body = started(surface.program, start)
    pools = Pools(surface, body, hidden, injects=bool(found))
    opened = Calls(surface, selection).run(pools) if selection else []
    served = serve(pools, found)
    pools.finish()
    if patterns is not None and not opened and not served.calls:
        raise RootError(_nothing_to_call(patterns))
    return _roots(surface, body, opened, served)


def _roots(surface: Surface, body: _engine.Synthetic, opened: list[Row], served: Served) -> Roots:
    others = set(opened)
    # What is called both ways is not only called with what is made for it.
    fresh = {row: places for row, places in served.fresh.items() if row not in others}
    return Roots(
        [body],
        [surface.method(row) for row in dict.fromkeys(served.single)],
        [surface.method(row) for row in dict.fromkeys((*opened, *served.calls))],
        [surface.method(row) for row in dict.fromkeys(served.setup)],
        {surface.method(row): places for row, places in fresh.items()},
        _of_one(surface, served.set_up, others),
        _of_one(surface, served.by_itself, others),
        frozenset(map(surface.method, served.in_turn)),
    )


def _of_one(surface: Surface, counts: Counter[Row], others: set[Row]) -> frozenset[Method]:
    """Methods that are called on one object, and by frameworks alone."""
    rows = (row for row, count in counts.items() if count == 1 and row not in others)
    return frozenset(surface.method(row) for row in rows)


def _nothing_to_call(patterns: Sequence[str]) -> str:
    if patterns:
        return f"no class that matches --open {' '.join(patterns)} has a public method to call"
    return "no public class has a public method to call: name a class with --main"
