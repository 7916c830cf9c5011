"""Advice: before or after the moments of a pointcut, something is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from snarl.weave.parsing import parse

if TYPE_CHECKING:
    from snarl.weave.pointcuts import Pointcut

When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Advice:
    """When something is to be done. What is done is not the agent's affair."""

    when: When
    pointcut: Pointcut

    def __str__(self) -> str:
        return f"{self.when}: {self.pointcut}"


def before(text: str, formals: Mapping[str, str] | None = None) -> Advice:
    """Advice that comes before. Raises `PointcutError`."""
    return Advice("before", parse(text, formals))


def after(text: str, formals: Mapping[str, str] | None = None) -> Advice:
    """Advice that comes after, whether the moment ends normally or by an exception."""
    return Advice("after", parse(text, formals))
