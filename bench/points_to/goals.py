"""What the analysis of a whole public API may cost: load, harness and points-to with `auto`."""

from dataclasses import dataclass

from bench.machine import GIB


@dataclass(frozen=True, slots=True)
class Goal:
    """A program, the pattern at which it is open, and the most that snarl may need for it."""

    program: str
    open: str
    seconds: float
    memory: int

    @property
    def context(self) -> str:
        """What its records have in place of a context."""
        return f"auto, open at {self.open}"

    def __str__(self) -> str:
        return f"≤ {self.seconds:g} s, ≤ {self.memory / GIB:g} GiB"


GOALS = (Goal("derby", "org.apache.derby..*", 6, 3 * GIB),)
