"""Watching a run: from a command to a report of what its threads did.

report = watch(["java", "-jar", "app.jar"])
for finding in report.findings:
    print(finding.message)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from snarl.findings import Finding, Report, Run, WatchedJvm
from snarl.monitor import launch
from snarl.monitor.agent import PathError, detection, launchers
from snarl.monitor.plan import plan
from snarl.own_environment import for_programs
from snarl.settings import Settings

if TYPE_CHECKING:
    from snarl.monitor.plan import Instrument, Plan
    from snarl.monitor.sightings import JvmSightings, Sightings

Detector = Literal["racer", "eraser", "fasttrack"]
DEFAULT_DETECTORS: tuple[Detector, ...] = ("racer", "fasttrack")
_SHOWN_COMMAND = 60


class WatchError(Exception):
    """A run that could not begin, and why."""


def watch(
    command: Sequence[str],
    *,
    detectors: Sequence[Detector] = DEFAULT_DETECTORS,
    instrument: Instrument = "shared",
    noise: int = 0,
    timeout: float | None = None,
    keep: Path | None = None,
    derived: Sequence[Finding] = (),
    settings: Settings | None = None,
) -> Report:
    """Runs a command under the agent, and reports what the detectors saw.

    Args:
        command: The program and its arguments: `java …`, or whatever starts JVMs.
        detectors: Those that look at the run.
        instrument: Which accesses are looked at.
        noise: If not 0, short pauses are drawn from it, so that threads take turns differently.
        timeout: Seconds after which the program is ended.
        keep: A folder for what the agent writes, which is kept; a temporary one without it.
        derived: Static findings: those that the run shows have its evidence.
        settings: What the project promises; what a run has shown to be otherwise is reported.

    Raises:
        WatchError: The program cannot be run.
    """
    with _folder(keep) as folder:
        # RACER and ERASER alone tell of what a start or a join keeps apart, too.
        chosen = plan(instrument, command, folder, only_racing="fasttrack" in detectors)
        try:
            with detection(
                folder,
                detectors,
                plan=chosen.file,
                noise=noise,
                off=launchers(),
                children=launch.is_java(command),
            ) as option:
                prepared, environment = launch.prepared(command, option, for_programs())
                ended = launch.launch(prepared, environment, timeout)
                running = launch.wait_for(lambda: _unfinished(folder / "jvms"))
        except (launch.LaunchError, PathError) as error:
            raise WatchError(str(error)) from None
        # What is needed only now must not keep the program from starting.
        from snarl.monitor import sightings
        from snarl.monitor.merging import merge
        from snarl.monitor.verdicts import believed, findings

        seen = sightings.read_all(folder / "jvms")
    found = believed(findings(seen.jvms), settings or Settings())
    return _report(command, detectors, chosen, ended, seen, running, merge(derived, found))


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    """A folder for one run."""
    if keep is None:
        with TemporaryDirectory(prefix="snarl-run-", ignore_cleanup_errors=True) as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        is_used = any(keep.iterdir())
    except OSError as error:
        raise WatchError(f"{keep}: cannot be used ({error.strerror})") from None
    if is_used:
        raise WatchError(f"{keep}: is not empty, and what this run shows must be told from it")
    yield keep.absolute()


def _unfinished(folder: Path) -> list[int]:
    """The JVMs that did not yet come to their end, as far as they have told."""
    return [
        int(path.stem)
        for path in folder.glob("*.txt")
        if path.stem.isdecimal() and not _is_finished(path)
    ]


def _is_finished(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 256))
            lines = file.read().splitlines()
    except OSError:
        return True
    return b"end" in lines[-1:] or b"off" in lines


def _report(
    command: Sequence[str],
    detectors: Sequence[str],
    chosen: Plan,
    ended: launch.Ended,
    seen: Sightings,
    running: Sequence[int],
    found: Sequence[Finding],
) -> Report:
    jvms = seen.jvms
    run = Run(
        tuple(command),
        ended.exit_code,
        tuple(detectors),
        chosen.told,
        tuple(map(_watched, jvms)),
        {name: why for jvm in jvms for name, why in jvm.untransformed.items()},
        sum(jvm.counts.get("left-out", 0) for jvm in jvms),
        ended.is_timed_out,
    )
    run = replace(run, unwatched=_why_nothing(run))
    return Report(
        tuple(found),
        (),
        "run",
        tuple(dict.fromkeys(jvm.command.split(" ")[0] for jvm in jvms if not jvm.is_off)),
        {},
        (*_warnings(jvms, running), *seen.problems),
        {"run": ended.seconds},
        not (run.unwatched or seen.problems or any(jvm.stopped for jvm in jvms)),
        run,
    )


def _watched(jvm: JvmSightings) -> WatchedJvm:
    counts = (jvm.counts.get(what, 0) for what in ("classes", "sites", "threads"))
    return WatchedJvm(jvm.pid, jvm.java, jvm.command, jvm.is_off, *counts)


def _warnings(jvms: Sequence[JvmSightings], running: Sequence[int]) -> Iterator[str]:
    for jvm in jvms:
        if jvm.is_off:
            continue
        name = f"JVM {jvm.pid} ({_shortened(jvm.command)})"
        if jvm.stopped is not None:
            yield f"{name} was not watched to its end: {jvm.stopped}"
        if lost := jvm.counts.get("lost", 0):
            yield f"{name} ran out of memory: {lost} of its accesses were not looked at"
        if unplanned := jvm.counts.get("unplanned", 0):
            yield (
                f"{name} has loaded classes that were not known when it was started ({unplanned}): "
                "what they share with others is not all looked at, but with --instrument all"
            )
        if jvm.pid in running:
            yield f"{name} still runs: what it does from now on is not seen"
        elif not jvm.is_complete:
            yield f"{name} was killed: up to a second of what it did was not seen"


def _shortened(command: str) -> str:
    return command if len(command) <= _SHOWN_COMMAND else f"{command[:_SHOWN_COMMAND]}..."


def _why_nothing(run: Run) -> str:
    """Why no class at all was instrumented; empty if some were."""
    if run.classes:
        return ""
    program = run.command[0]
    if not run.jvms:
        if not launch.is_java(run.command):
            ended = f"ended with exit code {run.exit_code}, and " if run.exit_code else ""
            return (
                f"{program} {ended}started no JVM, or started it without the variable "
                "JAVA_TOOL_OPTIONS, which names the agent"
            )
        feature = launch.asked_version(program)
        if feature is not None and feature < launch.OLDEST_JAVA:
            return launch.too_old(program, feature)
        return (
            f"{program} ended with exit code {run.exit_code} before the agent began; what it has "
            "printed says why"
        )
    if not run.watched:
        names = ", ".join(sorted({jvm.command.split(" ")[0] for jvm in run.jvms}))
        return (
            f"only JVMs of build tools ran ({names}). Tests must run in a JVM of their own "
            "(Maven: forkCount of at least 1), and must not be up to date already"
        )
    if run.untransformed:
        name, why = next(iter(run.untransformed.items()))
        return (
            f"none of {len(run.untransformed):,} classes could be instrumented; "
            f"the first is {name}: {why}"
        )
    if run.exit_code:
        return f"the JVM ended with exit code {run.exit_code} before it loaded the program"
    return "the JVM loaded no class outside the JDK"
