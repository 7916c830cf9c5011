"""Running the analysis: roots, models and resources go to the engine, a solution comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from snarl import _engine
from snarl.points_to.roots import Roots, find_mains, of_methods
from snarl.points_to.solution import Solution
from snarl.points_to.starting import Start
from snarl.program.models import Purpose, load_models
from snarl.program.resources import read_resources

if TYPE_CHECKING:
    from snarl.program.model import Method, Program

    Bodies = list[tuple[int, int, _engine.Synthetic]]

CONTEXTS = ("ci", "1obj", "2obj", "3obj", "1type", "2type", "3type", "auto")
"""Kinds of contexts: none, k allocation sites of receivers, k of the classes that allocate, and
`auto`, allocation sites where they pay."""

MEMORY = 3 * 1024**3
"""Bytes that `auto` may take before it merges contexts."""


def analyse(
    program: Program,
    context: str = "auto",
    *,
    main: Sequence[str] | None = None,
    roots: Sequence[Method] | Roots | None = None,
    models: Mapping[str, Mapping[str, object]] | None = None,
    memory: int = MEMORY,
    static_inherits: bool = True,
    start: Start = "full",
    purpose: Purpose = "threads",
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Analyses what some methods reach: `roots`, or the main methods of the classes `main`, or all
    main methods of the application. `Roots` are taken as they are (`snarl.program.harness`).

    `models` are the user's own, as under `[models]` in `snarl.toml`. `static_inherits` gives static
    methods their caller's context; Chord gives them none. `start` tells what the JVM does before
    the roots: in the light start, what programs see of it; with none, `System.out` is empty.
    For the purpose of threads, models stand for code of libraries that would blur them (Scala's
    futures); for that of calls, such code is read too.
    """
    begin = time.perf_counter()
    started = _roots(program, main, roots, start)
    known = load_models(program, models, purpose=purpose)
    resources = read_resources(program)
    engine = _engine.Solution.analyse(
        program.engine,
        context,
        started.bodies,
        cast("Bodies", known.bodies()),
        _class_ids(program, resources.mentioned),
        _class_ids(program, resources.mentioned_by_libraries),
        _services(program, resources.services),
        memory,
        static_inherits,
        progress,
    )
    return Solution(program, engine, started, known, time.perf_counter() - begin)


def _roots(
    program: Program,
    main: Sequence[str] | None,
    roots: Sequence[Method] | Roots | None,
    start: Start,
) -> Roots:
    if isinstance(roots, Roots):
        return roots
    methods = list(roots) if roots is not None else find_mains(program, main)
    return of_methods(program, methods, start=start)


def _class_ids(program: Program, names: Sequence[str]) -> list[int]:
    found = (program.find_class(name) for name in names)
    return [cls.id for cls in found if cls is not None and not cls.is_phantom]


def _services(
    program: Program, services: Mapping[str, Sequence[str]]
) -> list[tuple[int, list[int]]]:
    known = ((program.find_class(name), providers) for name, providers in services.items())
    return [(cls.id, _class_ids(program, providers)) for cls, providers in known if cls is not None]
