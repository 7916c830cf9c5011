"""`snarl explain`: what a rule looks for, why it matters, what to do."""

from __future__ import annotations

import shutil

import click

from snarl import rules
from snarl.cli.loading import UsageProblem
from snarl.terminal import wants_color

_MOST_COLUMNS = 100


@click.command("explain", short_help="Explain a rule.")
@click.argument("rule", required=False)
def command(rule: str | None) -> None:
    """Explain a rule: what it looks for, why that is bad, and what to do about it.

    Without RULE, all rules are listed.

    \b
    Examples:
      snarl explain
      snarl explain data-race
    """
    if rule is None:
        _list()
        return
    try:
        page = rules.page(rule)
    except KeyError:
        raise UsageProblem(_no_such_rule(rule)) from None
    if wants_color():
        _show(page)
    else:
        click.echo(page, nl=False)


def _list() -> None:
    names = rules.names()
    column = max(map(len, names), default=0)
    for name in names:
        click.echo(f"{name:{column}}  {rules.summary(name)}")


def _show(page: str) -> None:
    """The page as a terminal can show it: with styles instead of signs."""
    from rich.console import Console
    from rich.markdown import Markdown

    width = min(shutil.get_terminal_size().columns, _MOST_COLUMNS)
    Console(width=width).print(Markdown(page))


def _no_such_rule(name: str) -> str:
    from difflib import get_close_matches

    known = rules.names()
    close = get_close_matches(name.lower().replace("_", "-"), known, n=1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."
    return f"there is no rule {name!r}. {hint}"
