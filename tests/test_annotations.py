"""Annotations of classes and members, with all kinds of values."""

from __future__ import annotations

from pathlib import Path

import snarl

SOURCE = """
package p;

import java.lang.annotation.ElementType;

@interface Inner { int value(); }

@interface All {
    String text();
    long[] numbers() default {};
    double fraction() default 0;
    ElementType kind();
    Class<?> type();
    Inner inner();
}

@All(text = "grün", numbers = {1, -2}, kind = ElementType.FIELD, type = int[].class,
     inner = @Inner(7))
class Annotated {
    @Deprecated(since = "2", forRemoval = true) int field;
    @Inner(3) void method() {}
    void plain() {}
}
"""


def test_annotations(tmp_path: Path) -> None:
    """Also those that are not visible at run time, which is the default."""
    (tmp_path / "Annotated.java").write_text(SOURCE, encoding="utf-8")

    cls = snarl.load([tmp_path])["p.Annotated"]

    (annotation,) = cls.annotations
    assert annotation.name == "p.All"
    assert annotation.values == {
        "text": "grün",
        "numbers": [1, -2],
        "kind": ("enum", "Ljava/lang/annotation/ElementType;", "FIELD"),
        "type": ("class", "[I"),
        "inner": ("annotation", "Lp/Inner;", {"value": 7}),
    }
    (deprecated,) = cls.fields[0].annotations
    assert (deprecated.name, deprecated.values) == (
        "java.lang.Deprecated",
        {"since": "2", "forRemoval": 1},
    )
    assert [it.values for it in cls.method("method").annotations] == [{"value": 3}]
    assert cls.method("plain").annotations == []
