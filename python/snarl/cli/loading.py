"""What commands share that load a program: options, progress, warnings, exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from snarl.program import Program

INCOMPLETE = 3
_SHOWN_MISSING = 5

F = TypeVar("F", bound=Callable[..., object])


def program_options(function: F) -> F:
    """The options that say what belongs to the program."""
    for option in (
        click.option(
            "--classpath",
            "-cp",
            multiple=True,
            metavar="PATH",
            help="What the program uses: a jar or a folder. Can be given several times.",
        ),
        click.option(
            "--jdk",
            metavar="HOME",
            help="Home of the JDK to use; by default JAVA_HOME, else that of java on the PATH.",
        ),
    ):
        function = option(function)
    return function


def load_program(paths: Sequence[str], classpath: Sequence[str], jdk: str | None) -> Program:
    """Loads with progress; what cannot be used at all ends the command with exit code 2."""
    from snarl.program import InputError, load

    with progress("loading") as report:
        try:
            return load(paths, classpath=classpath, jdk=jdk, progress=report)
        except InputError as error:
            raise UsageProblem(str(error)) from None


class UsageProblem(click.ClickException):
    """Bad usage or input, said in one sentence without the usage text."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Prints to stderr."""
        click.echo(f"snarl: {self.message}", err=True)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on stderr, if that is a terminal; nothing else otherwise."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def report_warnings(program: Program) -> int:
    """Prints the program's warnings to stderr; gives the exit code that they ask for."""
    missing = []
    incomplete = False
    for warning in program.warnings:
        incomplete |= warning.loses_input
        if warning.kind == "missing-class":
            missing.append(warning)
        else:
            click.echo(f"warning: {warning}", err=True)
    for warning in missing[:_SHOWN_MISSING]:
        click.echo(f"warning: {warning}", err=True)
    if len(missing) > _SHOWN_MISSING:
        more = len(missing) - _SHOWN_MISSING
        click.echo(
            f"warning: {more} more classes are missing; --classpath names where classes are",
            err=True,
        )
    return INCOMPLETE if incomplete else 0
