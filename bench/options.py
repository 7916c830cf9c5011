"""Options that several parts of the benchmarks have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import click


class Named(Protocol):
    """A program of some part."""

    @property
    def name(self) -> str: ...


def program_option(
    programs: Sequence[Named], hint: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--program NAME`, any number of times: an argument `names`, empty for all."""
    told = ["Only this program; may be repeated.", *([hint] if hint else []), " [default: all]"]
    return click.option(
        "--program",
        "names",
        multiple=True,
        type=click.Choice([program.name for program in programs]),
        help=" ".join(told),
    )
