"""Which accesses of a program are instrumented.

The agent takes a plan, a file that names them; without one it instruments all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Instrument = Literal["shared", "all"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to instrument."""

    file: Path | None
    """None for everything."""
    told: str
    """The same for people: `all accesses`."""


def plan(instrument: Instrument, command: Sequence[str], folder: Path) -> Plan:
    """The plan for a command; its file, if there is one, is in the folder.

    What may be shared is known from an analysis of the program. As long as there is none, that is
    everything: nothing that is shared may be missed.
    """
    return Plan(None, "all accesses")
