"""Lines of keys and values in TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snarl.toml_lines import Key, line_of

# Every value is the number of its line.
DOCUMENT = '''\
top = 1 # = 2
"quoted.key" = 2
'literal' = 3
a.b.c = 4

[table] # [other]
x = 7
"a\\tb" = 8
list = [ # 9
    10, 11,
    [ 11, [ 11,
        12 ] ], # ]
    { y = 13, z = 13 },
]
[table.'sub.table']
text = """
x = 17 \\"""
""" # up to here
last = 19
[[array]]
x = 21
[[array]]
x = 23
[array.below]
x = 25
[[array.within]]
x = 27
[[array.within]]
x = 29
[more]
literal = \'\'\'
x = 1\'\'\'\'
date = 1979-05-27 07:32:00
last = 34
empty = ""
end = 36'''


def paths(value: object, path: tuple[Key, ...] = ()) -> Iterator[tuple[tuple[Key, ...], object]]:
    yield path, value
    if isinstance(value, dict):
        for key, below in value.items():
            yield from paths(below, (*path, key))
    elif isinstance(value, list):
        for place, below in enumerate(value):
            yield from paths(below, (*path, place))


NUMBERS = {path: value for path, value in paths(tomllib.loads(DOCUMENT)) if isinstance(value, int)}


# Two of the numbers stand on a line that says another one.
@pytest.mark.parametrize("path", [path for path in NUMBERS if path != ("table", "list", 0)])
def test_values(path: tuple[Key, ...]) -> None:
    number = NUMBERS[path]
    expected = 10 if path == ("table", "list", 1) else number
    assert line_of(DOCUMENT, path) == expected


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("table",), 6),
        (("table", "sub.table"), 15),
        (("table", "sub.table", "text"), 16),
        (("array",), 20),
        (("array", 0), 20),
        (("array", 1), 22),
        (("array", 1, "below"), 24),
        (("array", 1, "within", 1), 28),
        (("a", "b"), 4),
        (("more", "literal"), 31),
        (("more", "nothing"), 30),
        (("nothing",), None),
        ((), None),
    ],
)
def test_what_is_around_values(path: tuple[Key, ...], line: int | None) -> None:
    assert line_of(DOCUMENT, path) == line


def test_lines_of_windows() -> None:
    text = "a = 1\r\n\r\nb = '''\r\n'''\r\nc = 5\r\n"
    assert line_of(text, ("c",)) == 5


TEXTS = st.text(st.sampled_from("ab \"'\\#[]{}=,.\t"), max_size=6)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{escaped}"'


@given(st.dictionaries(TEXTS, st.lists(TEXTS, max_size=3), max_size=5))
def test_any_texts(document: dict[str, list[str]]) -> None:
    lines: list[str] = []
    expected: dict[tuple[Key, ...], int] = {}
    for key, texts in document.items():
        lines.append(f"{_quoted(key)} = [")
        expected[key,] = len(lines)
        for place, text in enumerate(texts):
            lines.append(f"{_quoted(text)},")
            expected[key, place] = len(lines)
        lines.append("]")
    text = "\n".join(lines)
    assert tomllib.loads(text) == document
    for path, line in expected.items():
        assert line_of(text, path) == line
