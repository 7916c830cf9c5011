"""The command line: one file a command, imported when it is called.

Exit codes: 0 no findings, 1 findings, 2 bad usage or input, 3 analysis incomplete. Besides these
there are the shell's own: 130 after Ctrl-C, 141 when whoever reads our output has gone. `snarl run`
hands on the exit code of the program that it ran, if there are no findings.

Nobody should ever see a traceback: what is not foreseen is told as a bug in snarl. `SNARL_DEBUG=1`
shows it.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from snarl import own_environment

COMMANDS = {
    "check": "Find concurrency bugs in a program, without running it.",
    "run": "Watch a program while it runs, and report what its threads do wrong.",
    "explain": "Explain a rule.",
    "callgraph": "Show what may call what.",
    "ir": "Show the code of classes as snarl sees it.",
    "version": "Show the versions of snarl and of what it uses.",
}


class OutputClosed(click.ClickException):
    """Whoever read our output has seen enough, as in `snarl ir … | head`."""

    exit_code = 141

    def __init__(self) -> None:
        super().__init__("the output is closed")

    def show(self, file: object = None) -> None:
        """Says nothing, and keeps Python from complaining when it flushes at its end."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


@contextmanager
def _closed_output() -> Iterator[None]:
    """Click would end with 1, which for us means findings."""
    try:
        yield
    except BrokenPipeError:
        raise OutputClosed from None


class LazyGroup(click.Group):
    """Imports a command's module when it is needed: start-up time is part of the product."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"snarl.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help text, without importing the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant, or an error that helps to find it."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(_no_such_command(args[0]))
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], *rest: Any, **extra: Any
    ) -> click.Context:
        """Parses the arguments, and shows help if they ask for it."""
        with _closed_output():
            return super().make_context(info_name, args, *rest, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        with _closed_output():
            status = super().invoke(ctx)
            if sys.stdout is not None:
                sys.stdout.flush()
            return status


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches

    if Path(name).exists():
        return f"Expected a command but got a path, {name!r}. Commands: {', '.join(COMMANDS)}."
    close = get_close_matches(name, COMMANDS, n=1)
    hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(COMMANDS)}."
    return f"No such command {name!r}. {hint}"


def _show_version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    import snarl

    click.echo(f"snarl {snarl.__version__}")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 no findings, 1 findings, 2 bad usage or input, 3 analysis incomplete.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """snarl finds, explains and proves concurrency bugs in JVM programs."""


def main() -> NoReturn:
    """Runs the command line, and ends the process.

    Python would first look at each object there is, which takes it half a second after a large
    program; the system takes the memory back at once.
    """
    # Commands end soon and make few cycles; to look for them took a third of the time.
    gc.disable()
    status = execute()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(status)


def execute() -> int:
    """Runs the command line; gives its exit code."""
    own_environment.set_up()
    # A name that the terminal cannot show must not end the command.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return _status()


def _status() -> int:
    try:
        return int(cli.main(prog_name="snarl", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("snarl: interrupted", err=True)
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        click.echo(f"snarl: {place}{error.strerror or error}", err=True)
        return 2
    except SystemExit:
        raise
    except BaseException as error:
        # A panic of the engine arrives here too; it is no `Exception`.
        if os.environ.get("SNARL_DEBUG"):
            raise
        click.echo(f"snarl: internal error: {type(error).__name__}: {error}", err=True)
        click.echo("This is a bug in snarl: please report it, with the output of", err=True)
        click.echo("the same command under SNARL_DEBUG=1.", err=True)
        return 3
