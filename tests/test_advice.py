"""What to do about a race."""

from __future__ import annotations

import pytest

from snarl.advice import one_lock

SUB, BASE = "this (a.Sub).lock", "this (a.Base).lock"


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ([], ""),
        ([()], ""),
        ([("a.B.class",), ()], "Hold a.B.class at all accesses, as at some."),
        (
            [("x",), ("x",), ("y",)],
            "Hold one lock at all accesses: some hold x, others y.",
        ),
        # One field, as two classes call it, and another lock that one of them holds besides.
        ([(SUB,), ("a.B.class", BASE), (SUB,)], f"Hold {SUB} at all accesses, as at some."),
        # The monitors of objects of two classes need not be one.
        (
            [("this (a.Sub)",), ("this (a.Base)",)],
            "Hold one lock at all accesses: some hold this (a.Sub), others this (a.Base).",
        ),
    ],
)
def test_one_lock(held: list[tuple[str, ...]], said: str) -> None:
    assert one_lock(held) == said
