"""The way in: what `snarl run` calls to get a plan for the program that is about to run.

::

    plan, was_kept = plan_for_run(["app.jar"], classpath=["lib.jar"], main=["com.acme.Main"])
    plan.write("plan.txt")
    print(plan.summary)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from snarl.settings import Settings
from snarl.weave.plan import Plan
from snarl.weave.pointcuts import formals_of

if TYPE_CHECKING:
    from snarl.program import Program
    from snarl.weave.advice import Advice
    from snarl.weave.sharing import Sharing

    Progress = Callable[[int, int], None]
    PathLike = str | Path


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
    only_racing: bool = False,
) -> Plan:
    """The plan of the detectors: accesses that may be shared, or only those that may race, too."""
    from snarl.weave.racing import Racing
    from snarl.weave.weaving import plan_for_detectors

    sharing = find_sharing(
        program, main=main, open=open, context=context, settings=settings, progress=progress
    )
    return plan_for_detectors(program, sharing, Racing(sharing) if only_racing else None)


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


def plan_for_run(
    paths: Sequence[PathLike],
    *,
    classpath: Sequence[PathLike] = (),
    jdk: PathLike | None = None,
    advice: Sequence[Advice] = (),
    main: Sequence[str] | None = None,
    open: Sequence[str] | None = None,
    context: str = "auto",
    settings: Settings | None = None,
    progress: Progress | None = None,
    only_racing: bool = False,
) -> tuple[Plan, bool]:
    """The plan of a monitor's advice, or without any of the detectors, for a program in some files;
    and whether it was made before. Raises `InputError` and `RootError`."""
    from snarl.cache import Question
    from snarl.cache.plans import find_or_make
    from snarl.program import find_jdk, load

    home = find_jdk(jdk).home
    settings = settings or Settings()
    options = {
        "advice": [str(it) for it in advice],
        "formals": [_formals(it) for it in advice],
        "main": main,
        "open": open,
        "context": context,
        "models": settings.models,
        "callbacks": settings.callbacks,
        "only-racing": only_racing,
    }
    named, libraries = [Path(it) for it in paths], [Path(it) for it in classpath]

    def make() -> Plan:
        program = load(named, classpath=libraries, jdk=home)
        if advice:
            return plan_monitor(
                program,
                advice,
                main=main,
                open=open,
                context=context,
                settings=settings,
                progress=progress,
            )
        return plan_shared(
            program,
            main=main,
            open=open,
            context=context,
            settings=settings,
            progress=progress,
            only_racing=only_racing,
        )

    return find_or_make(Question(named, libraries, home, options), make)


def _formals(advice: Advice) -> list[str]:
    """The types of an advice's names, which its text does not show."""
    return sorted({f"{it.name}: {it.type}" for it in formals_of(advice.pointcut)})
