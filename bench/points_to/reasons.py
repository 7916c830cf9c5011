"""Why figures of the two tools differ: `reasons.toml`, kept by hand from what the differ shows."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "reasons.toml"
SLACK = 0.03
"""Up to this part, figures count as equal."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for one tool's having more of something; no list of names means all of them."""

    more: str
    """`snarl` or `Tai-e`."""
    why: str
    figures: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    contexts: tuple[str, ...] = ()

    def explains(self, difference: "Difference") -> bool:
        """Whether it is about this difference."""
        return (
            self.more == difference.more
            and (not self.figures or difference.figure in self.figures)
            and (not self.programs or difference.program in self.programs)
            and (not self.contexts or difference.context in self.contexts)
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure that differs by more than the slack."""

    program: str
    context: str
    figure: str
    ours: float
    theirs: float

    @property
    def more(self) -> str:
        """Who has more."""
        return "snarl" if self.ours > self.theirs else "Tai-e"

    @property
    def percent(self) -> str:
        """How much more or less snarl has."""
        return f"{(self.ours / self.theirs - 1) * 100:+.0f} %" if self.theirs else "new"


def read() -> list[Reason]:
    """All reasons. An unknown key is an error."""
    rows: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["reason"]
    return [Reason(**{key: _frozen(value) for key, value in row.items()}) for row in rows]


def _frozen(value: object) -> Any:
    return tuple(value) if isinstance(value, list) else value


def differs(ours: float, theirs: float) -> bool:
    """Whether two figures are further apart than the slack, which one of them always is from 0."""
    return abs(ours - theirs) > SLACK * max(theirs, 1)
