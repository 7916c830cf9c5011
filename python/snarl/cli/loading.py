"""What commands share that load a program: options, progress, warnings, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

import click

from snarl.terminal import printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from snarl.program import Program, Warning
    from snarl.program.callbacks import CallbackError
    from snarl.program.models import ModelError
    from snarl.settings import Settings

INCOMPLETE = 3
_SHOWN_MISSING = 5
_SHOWN_OTHERS = 20
_PATIENCE = 0.7
"""Seconds after which somebody at a terminal wants to know how far it is."""

F = TypeVar("F", bound=Callable[..., object])


def program_options(function: F) -> F:
    """The options that say what belongs to the program."""
    for option in (
        click.option(
            "--classpath",
            "-cp",
            multiple=True,
            metavar="PATH",
            help="What the program uses: jars and folders, as java takes them (a.jar:lib/*). Can "
            "be given several times.",
        ),
        click.option(
            "--jdk",
            metavar="HOME",
            help="Home of the JDK to use; by default JAVA_HOME, else that of java on the PATH.",
        ),
    ):
        function = option(function)
    return function


def load_settings() -> Settings:
    """The project's settings; a file that cannot be used ends the command with exit code 2."""
    from snarl import settings

    try:
        return settings.read()
    except settings.SettingsError as error:
        raise UsageProblem(str(error)) from None


def with_line(error: ModelError | CallbackError, settings: Settings) -> UsageProblem:
    """What is wrong with a table of the settings, which only the program could show."""
    return UsageProblem(str(settings.error(error.keys, error.message) if error.keys else error))


def load_program(
    paths: Sequence[str], classpath: Sequence[str], jdk: str | None, of_jdk: Sequence[str] = ()
) -> Program:
    """Loads with progress; what cannot be used at all ends the command with exit code 2."""
    from snarl.program import InputError, load

    with progress("loading") as report:
        try:
            return load(
                paths, classpath=class_path(classpath), jdk=jdk, progress=report, of_jdk=of_jdk
            )
        except InputError as error:
            raise UsageProblem(str(error)) from None


def class_path(given: Sequence[str]) -> list[str]:
    """The paths in class paths; `lib/*` means the jars in a folder, as the folder alone does."""
    paths = [path for several in given for path in several.split(os.pathsep) if path]
    return [path.removesuffix(f"{os.sep}*") for path in paths]


class UsageProblem(click.ClickException):
    """Bad usage or input, said in one sentence without the usage text."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Prints to stderr."""
        click.echo(f"snarl: {printable(self.message)}", err=True)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on stderr, if that is a terminal and the work is long."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    began = monotonic()
    bar: Bar | None = None

    def report(done: int, total: int) -> None:
        nonlocal bar
        if bar is None:
            if monotonic() - began < _PATIENCE:
                return
            bar = _bar(what)
            bar.start()
        bar.update(bar.task_ids[0], completed=done, total=total or None)

    try:
        yield report
    finally:
        if bar is not None:
            bar.stop()


def _bar(what: str) -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(what, total=None)
    return bar


def report_warnings(warnings: Sequence[Warning]) -> int:
    """Prints a program's warnings to stderr; gives the exit code that they ask for."""
    by_kind: dict[str, list[Warning]] = {}
    for warning in warnings:
        by_kind.setdefault(warning.kind, []).append(warning)
    missing, others = by_kind.pop("missing-class", []), by_kind.pop("missing-of-library", [])
    for kind, several in by_kind.items():
        _warn(several, _SHOWN_OTHERS, f"of this kind ({kind})")
    _warn(missing, _SHOWN_MISSING, "classes are missing")
    if others:
        what = "class is" if len(others) == 1 else "classes are"
        click.echo(f"warning: {len(others)} {what} missing that only libraries refer to", err=True)
    if missing:
        click.echo("hint: --classpath names the jars and folders that hold such classes", err=True)
    incomplete = any(warning.loses_input for found in by_kind.values() for warning in found)
    return INCOMPLETE if incomplete else 0


def _warn(warnings: Sequence[Warning], most: int, of_these: str) -> None:
    for warning in warnings[:most]:
        click.echo(f"warning: {_one_line(warning)}", err=True)
    if len(warnings) > most:
        click.echo(f"warning: {len(warnings) - most} more {of_these}", err=True)


def _one_line(warning: Warning) -> str:
    """A warning as text; only a compiler's words may be several lines."""
    text = str(warning)
    if warning.kind != "input":
        text = text.replace("\n", "\\n")
    return printable(text)
