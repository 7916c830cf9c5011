"""Lets monitors of the user's own hear a program: what `snarl run --monitor` does.

What a monitor waits for is looked for in the class path of the command, so that only these join
points are instrumented.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from snarl.monitor import launch
from snarl.monitor.agent import event_stream
from snarl.monitor.dispatch import Dispatcher
from snarl.monitor.monitors import Monitor, MonitorError, monitors_in
from snarl.monitor.plan import understand
from snarl.own_environment import for_programs

if TYPE_CHECKING:
    from snarl.monitor.streaming import Heard


class HearingError(Exception):
    """Monitors or a program that cannot be run, and why."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What monitors heard of a run."""

    summary: str
    """What was instrumented."""
    heard: tuple[Heard, ...]
    """Of each JVM."""
    exit_code: int
    """The program's own."""
    is_timed_out: bool
    warnings: tuple[str, ...]
    is_deaf: bool
    """Whether no pointcut selects anything: there was nothing to hear."""


def hear(command: Sequence[str], files: Sequence[Path], timeout: float | None = None) -> Hearing:
    """Runs a command, and lets the monitors of some Python files hear it.

    Raises:
        HearingError: A file has no monitors, or the program cannot be run or analysed.
    """
    from snarl.monitor.streaming import Listener
    from snarl.points_to.roots import RootError
    from snarl.program import InputError
    from snarl.weave import plan_for_run

    java = understand(command, os.environ)
    if isinstance(java, str):
        raise HearingError(f"monitors need `java` with a class path, but {java}")
    try:
        types = [it for file in files for it in monitors_in(file)]
    except MonitorError as error:
        raise HearingError(str(error)) from None

    def monitors() -> list[Monitor]:
        return [it() for it in types]

    try:
        advice = Dispatcher(monitors()).advice
        plan, _ = plan_for_run(java.class_path, jdk=java.home, advice=advice, main=[java.main])
    except (InputError, RootError) as error:
        raise HearingError(f"the program cannot be analysed: {error}") from None
    with TemporaryDirectory(prefix="snarl-run-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "plan.txt"
        plan.write(file)
        try:
            with (
                Listener(monitors, plan.actions) as listener,
                event_stream(file, listener.port, listener.token) as option,
            ):
                prepared, environment = launch.prepared(command, option, for_programs())
                ended = launch.launch(prepared, environment, timeout)
        except launch.LaunchError as error:
            raise HearingError(str(error)) from None
    return Hearing(
        plan.summary,
        tuple(listener.heard),
        ended.exit_code,
        ended.is_timed_out,
        plan.warnings,
        not plan.actions,
    )
