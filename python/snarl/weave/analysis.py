"""The way in: what `snarl run` calls to get a plan for the program that is about to run.

::

    program = snarl.load(["app.jar"], classpath=["lib.jar"], jdk=home)
    plan = plan_shared(program, main=["com.acme.Main"])
    plan.write("plan.txt")
    print(plan.summary)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from snarl.settings import Settings
from snarl.weave.plan import Plan

if TYPE_CHECKING:
    from snarl.program import Program
    from snarl.weave.advice import Advice
    from snarl.weave.sharing import Sharing

    Progress = Callable[[int, int], None]


def find_sharing(
    program: Program,
    *,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    context: str = "auto",
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Sharing:
    """Analyses a program that starts in the classes `main`, or that others call where classes match
    `open`. What users promise of threads (`snarl.settings`) is not believed here: only callbacks
    and models count. Raises `RootError` if there is nothing to start from."""
    from snarl.facts import Facts
    from snarl.program.harness import choose
    from snarl.weave.sharing import Sharing

    settings = settings or Settings()
    roots = choose(program, main, open, settings.callbacks, start="light")
    solution = program.points_to(context, roots=roots, models=settings.models, progress=progress)
    return Sharing(Facts(solution))


def plan_shared(
    program: Program,
    *,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    context: str = "auto",
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Plan:
    """The plan of the detectors: accesses that may be shared."""
    from snarl.weave.weaving import plan_for_detectors

    sharing = find_sharing(
        program, main=main, open=open, context=context, settings=settings, progress=progress
    )
    return plan_for_detectors(program, sharing)


def plan_monitor(
    program: Program,
    advice: Sequence[Advice],
    *,
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    context: str = "auto",
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> Plan:
    """The plan of a monitor: what its advice selects. The program is analysed only if a pointcut
    says `maybeShared()`, and something else has not decided before."""
    from snarl.weave.weaving import MonitorWeaving

    def sharing() -> Sharing:
        return find_sharing(
            program, main=main, open=open, context=context, settings=settings, progress=progress
        )

    return MonitorWeaving(program, advice, sharing).plan()
