"""Plans that were made before: what the agent instruments for a program.

A run that ends in the middle leaves no half of a plan.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from snarl.cache import Question, folder, forget_oldest, touch
from snarl.weave.plan import Plan, PlanError, read

_MOST_PLANS = 50


def find_or_make(question: Question, make: Callable[[], Plan]) -> tuple[Plan, bool]:
    """The plan that answers a question, and whether it was there already."""
    path = folder("plans") / f"{question.key()}.txt"
    try:
        found = read(path)
    except PlanError:
        made = make()
        _keep(made, path)
        return made, False
    touch(path)
    return found, True


def _keep(plan: Plan, path: Path) -> None:
    """Keeps a plan if the folder can be written; it is a matter of time only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        plan.write(path, notes=True)
        forget_oldest(path.parent, _MOST_PLANS)
    except OSError:
        return
