"""Lines of code that Kotlin's compiler has put in the place of a call."""

from __future__ import annotations

from snarl.program.inlined import InlinedLines, inlined_lines

TABLE = """SMAP
Lib.kt
Kotlin
*S Kotlin
*F
+ 1 Lib.kt
lib/Listeners
+ 2 _Collections.kt
kotlin/collections/CollectionsKt___CollectionsKt
*L
1#1,42:1
1869#2,2:43
*S KotlinDebug
*F
+ 1 Lib.kt
lib/Listeners
*L
34#1:43,2
36#1,3:50,2
*E
"""


def test_lines_of_calls() -> None:
    lines = inlined_lines(TABLE)
    assert [lines.line(it) for it in (1, 42, 43, 44, 45)] == [1, 42, 34, 34, 45]
    assert [lines.line(it) for it in (50, 51, 52, 55, 56)] == [36, 36, 37, 38, 56]


def test_other_tables() -> None:
    assert inlined_lines("") == InlinedLines()
    assert inlined_lines("SMAP\nA.jsp\nJSP\n*S JSP\n*L\n1#1,5:1\n*E\n") == InlinedLines()
    assert inlined_lines("SMAP\n*S KotlinDebug\n*L\nnonsense\n0:0,0\n*E\n") == InlinedLines()
    assert InlinedLines().line(7) == 7
