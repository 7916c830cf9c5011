"""Fields that compilers make for themselves are no races: nobody who uses them can mend them."""

from __future__ import annotations

from pathlib import Path

import pytest

import snarl
from classgen import Access, ClassBuilder
from snarl.checking import check


@pytest.mark.parametrize(
    ("flags", "found"), [(Access.PRIVATE, ["cache"]), (Access.PRIVATE | Access.SYNTHETIC, [])]
)
def test_synthetic_fields_are_left_out(tmp_path: Path, flags: int, found: list[str]) -> None:
    """A cache that a compiler puts into a class, as Groovy and tools for coverage do."""
    cached(flags).write(tmp_path)
    report = check(snarl.load([tmp_path]), open=["Cached"])
    assert [finding.subject.member for finding in report.findings] == found


def cached(flags: int) -> ClassBuilder:
    """A class with a field that one method fills and another one reads."""
    cls = ClassBuilder("Cached")
    cls.field("cache", "Ljava/lang/Object;", flags)
    cls.constructor().code.emit("return")
    fill = cls.method("fill", "(Ljava/lang/Object;)V").code
    fill.emit("aload_0").emit("aload_1").field("putfield", "Cached", "cache", "Ljava/lang/Object;")
    fill.emit("return")
    read = cls.method("read", "()Ljava/lang/Object;").code
    read.emit("aload_0").field("getfield", "Cached", "cache", "Ljava/lang/Object;")
    read.emit("areturn")
    return cls
