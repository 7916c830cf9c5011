"""The command line: one file a command, imported when it is called.

Exit codes: 0 no findings, 1 findings, 2 bad usage or input, 3 analysis incomplete.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

COMMANDS = {
    "ir": "Show the code of classes as snarl sees it.",
    "version": "Show the versions of snarl and of what it uses.",
}


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


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 no findings, 1 findings, 2 bad usage or input, 3 analysis incomplete.",
)
def cli() -> None:
    """snarl finds, explains and proves concurrency bugs in JVM programs."""


def main() -> None:
    """Runs the command line."""
    try:
        status = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        print("snarl: interrupted", file=sys.stderr)
        status = 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)
