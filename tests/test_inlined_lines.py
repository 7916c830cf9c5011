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

COPY = """SMAP
Timer.kt
Kotlin
*S Kotlin
*F
+ 1 Timer.kt
kotlin/concurrent/TimersKt$timerTask$1
+ 2 Ticker.kt
app/TickerKt
+ 3 _Collections.kt
kotlin/collections/CollectionsKt___CollectionsKt
*L
1#1,148:1
10#2,2:149
1869#3:151
14#2:155
*S KotlinDebug
*F
+ 1 Ticker.kt
app/TickerKt
*L
11#1:151
*E
"""


def test_lines_of_calls() -> None:
    lines = inlined_lines(TABLE, "lib.Listeners")
    assert [lines.place(it)[1] for it in (1, 42, 43, 44, 45)] == [1, 42, 34, 34, 45]
    assert [lines.place(it)[1] for it in (50, 51, 52, 55, 56)] == [36, 36, 37, 38, 56]
    assert {lines.place(it)[0] for it in range(60)} == {""}


def test_lines_of_a_copy() -> None:
    lines = inlined_lines(COPY, "app.TickerKt$main$$inlined$timer$1")
    assert [lines.place(it) for it in (146, 148)] == [("", 146), ("", 148)]
    own = [lines.place(it) for it in (149, 150, 151, 155, 156)]
    there = [("Ticker.kt", line) for line in (10, 11, 11, 14)]
    assert own == [*there, ("", 156)]


def test_other_tables() -> None:
    assert inlined_lines("", "A") == InlinedLines()
    assert inlined_lines("SMAP\nA.jsp\nJSP\n*S JSP\n*L\n1#1,5:1\n*E\n", "A") == InlinedLines()
    nonsense = "SMAP\n*S KotlinDebug\n*L\nnonsense\n0:0,0\n*E\n"
    assert inlined_lines(nonsense, "A") == InlinedLines()
    assert InlinedLines().place(7) == ("", 7)
