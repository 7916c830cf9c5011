"""What a program says: the comments at the ends of its lines, and those at its head.

At the end of a line of one of the two sites, several separated by semicolons:

    count++;  // expect: data-race Counter.count
    stop = true;  // expect: data-race Task.stop (note)
    cells[i]++;  // expect: data-race array Grid.cells
    map.put(k, v);  // false alarm: data-race container Cache.map

The subject is `Class.member`, the class by its binary name; of an array or a container the member
is the field that holds it, or the local variable where no field does. Its kind may stand before it,
and is compared if it does. With `(note)` the finding must be a note, else it must not be one.
Whatever is found must be expected: a program without such a comment yields no finding.

In a file named `FN_…` something that is expected is known to be missed. In one named `FP_…` a false
alarm is known: it must be there.

At the head of the file:

    // needs: 21                     this Java version or a later one
    // snarl: --open A --context 1obj
    // stages: original 5, reachable 2, aliasing 2, escaping 2, unlocked 1

A program with a `main` method is closed, others are open, if the options do not say otherwise.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parents[1] / "programs" / "data-race"

_HEADER = re.compile(r"// (needs|snarl|stages): (.+)")
_COMMENT = re.compile(r"\S\s+// (?P<text>.*)$")
_EXPECTATION = re.compile(
    r"(?P<what>expect|false alarm): (?P<rule>[a-z-]+)"
    r"(?: (?P<kind>field|array|container))? (?P<subject>[\w$.]+\.\w+)(?P<note> \(note\))?"
)
_STAGE = re.compile(r"(\w+) (\d+)")


class ExpectationError(ValueError):
    """A comment that says nothing that can be checked."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A finding that is expected to have a site at a line."""

    line: int
    rule: str
    subject: str
    kind: str | None = None
    """The subject's; None if it does not matter."""
    is_note: bool = False
    is_false_alarm: bool = False

    def __str__(self) -> str:
        kind = f"{self.kind} " if self.kind else ""
        note = " (note)" if self.is_note else ""
        return f"{self.rule} {kind}{self.subject}{note}"


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked of the check."""

    open: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    context: str = "auto"


@dataclass(frozen=True, slots=True)
class Source:
    """A program and what it says."""

    path: Path
    lines: tuple[str, ...]
    needs: int
    """The first Java version that can compile it; 0 for any."""
    options: Options
    stages: Mapping[str, int]
    """Pairs left after the stages that it names."""
    expectations: tuple[Expectation, ...]
    is_closed: bool
    """Whether it has a main method."""

    @property
    def name(self) -> str:
        """The name of the main class."""
        return self.path.stem

    @property
    def is_missed(self) -> bool:
        """Whether something that it expects is known to be missed."""
        return self.name.startswith("FN_")

    @property
    def is_false_alarm(self) -> bool:
        """Whether it is known to give a false alarm."""
        return self.name.startswith("FP_")


def read(path: Path) -> Source:
    """Reads a program."""
    return parse(path, path.read_text(encoding="utf-8"))


def parse(path: Path, text: str) -> Source:
    """Reads the text of a program. Raises `ExpectationError` for what it does not understand."""
    lines = tuple(text.splitlines())
    headers: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("//"):
            header = _HEADER.fullmatch(line)
            if header is None:
                raise ExpectationError(f"{path.name}:{number}: unknown header {line!r}")
            headers[header[1]] = header[2]
    try:
        return Source(
            path,
            lines,
            int(headers.get("needs", "0")),
            _options(headers.get("snarl", "")),
            _stages(headers.get("stages", "")),
            tuple(_expectations(lines)),
            "public static void main(" in text,
        )
    except ValueError as error:
        raise ExpectationError(f"{path.name}: {error}") from None


def _options(text: str) -> Options:
    given: dict[str, list[str]] = {"--open": [], "--main": [], "--context": []}
    words = iter(shlex.split(text))
    for option in words:
        if option not in given:
            raise ExpectationError(f"unknown option {option!r}")
        value = next(words, None)
        if value is None:
            raise ExpectationError(f"{option} needs a value")
        given[option].append(value)
    context = (given["--context"] or ["auto"])[-1]
    return Options(tuple(given["--open"]), tuple(given["--main"]), context)


def _stages(text: str) -> dict[str, int]:
    stages: dict[str, int] = {}
    for part in filter(None, text.split(", ")):
        stage = _STAGE.fullmatch(part)
        if stage is None:
            raise ExpectationError(f"not a stage and a number: {part!r}")
        stages[stage[1]] = int(stage[2])
    return stages


def _expectations(lines: tuple[str, ...]) -> Iterator[Expectation]:
    for number, line in enumerate(lines, 1):
        comment = _COMMENT.search(line)
        if comment is None or not re.match(r"expect|false", comment["text"]):
            continue
        for part in comment["text"].split("; "):
            match = _EXPECTATION.fullmatch(part)
            if match is None:
                raise ExpectationError(f"line {number}: unknown: {part}")
            yield Expectation(
                number,
                match["rule"],
                match["subject"],
                match["kind"],
                match["note"] is not None,
                match["what"] == "false alarm",
            )
