"""`snarl version`."""

from __future__ import annotations

import platform

import click

import snarl


@click.command("version", short_help="Show the versions of snarl and of what it uses.")
def command() -> None:
    """Show the versions of snarl, of Python, and of the JDK that would be used."""
    click.echo(f"snarl {snarl.__version__}")
    click.echo(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    click.echo(f"JDK {_jdk()}")


def _jdk() -> str:
    from snarl.program.inputs import InputError
    from snarl.program.jdk import find_jdk

    try:
        found = find_jdk()
    except InputError as error:
        return f"none ({error})"
    version = f"{found.version} in " if found.version else ""
    return f"{version}{found.home} (found by {found.found_by})"
