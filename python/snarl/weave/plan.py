"""The plan: what the agent instruments, in a text file that it reads when the JVM starts.

One item a line, its parts separated by tabs, in UTF-8; a line belongs to the last `class` and
`method` above it::

    snarl-plan  1
    advice      NUMBER  before|after  -|args  INDEX  RESIDUE
    class       a.b.C  CRC-32 of the class file, eight hexadecimal digits
    fields      NAME NAME …
    method      NAME  DESCRIPTOR
    at          OFFSET OFFSET:NUMBER,NUMBER …
    lock        OFFSET:NUMBER …
    unlock      OFFSET:NUMBER …
    entry       NUMBER …
    exit        NUMBER …

`fields` names those of the class's own fields that accesses of the plan may be to; without it, all
may. `at` names accesses and calls by the offsets of their instructions, in increasing order. `lock`
and `unlock` name monitor instructions and calls of `java.util.concurrent` locks; the offset -1 is
the monitor of a synchronized method. Without `advice` lines the plan is that of the detectors,
which see all locks anyway: a class that is not there, or has another checksum, is instrumented
everywhere, and one that is there only `at` the places listed. With `advice` lines it is that of a
monitor, and nothing else is instrumented.

The numbers behind an offset say who wants to hear of it. `args` says that the classes of all
arguments must be told, and not only that of the target. INDEX and RESIDUE are for the dispatcher:
which advice it is, and what is left to test.

A plan that is kept has notes as well, which the agent need not know: `count WHAT NUMBER`, `warning
TEXT`, `unreached` in methods that the static analysis holds for dead (if one runs, the analysis did
not know the whole program), and `end` in the last line.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from snarl.weave.advice import When
from snarl.weave.residue import Verdict, as_data, from_data, needs_arguments

HEADER = "snarl-plan\t1"

Numbers = tuple[int, ...]
Places = Mapping[int, Numbers]
"""Numbers of actions by offset, in increasing order."""


class PlanError(ValueError):
    """A file that is no plan."""


@dataclass(frozen=True, slots=True)
class Action:
    """What an event with a number means: which advice, and what is left to test first."""

    when: When
    advice: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class PlannedMethod:
    """What is instrumented in a method."""

    name: str
    descriptor: str
    at: Places = field(default_factory=dict)
    lock: Places = field(default_factory=dict)
    unlock: Places = field(default_factory=dict)
    entry: Numbers = ()
    exit: Numbers = ()
    is_reached: bool = True

    def __bool__(self) -> bool:
        """Whether there is anything to say of it."""
        parts = (self.at, self.lock, self.unlock, self.entry, self.exit)
        return not self.is_reached or any(parts)


@dataclass(frozen=True, slots=True)
class PlannedClass:
    """What is instrumented in a class."""

    name: str
    checksum: int
    methods: tuple[PlannedMethod, ...]
    fields: frozenset[str] | None = None
    """The fields that are looked at; None for all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the agent instruments."""

    classes: tuple[PlannedClass, ...]
    actions: tuple[Action, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """`accesses` in the code, those `left-out` since they are of one thread alone, those that are
    `without-race`, and the same of calls that access a container or an array (`calls`,
    `calls-left-out`); of a monitor's plan, the `shadows` that are selected."""
    warnings: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """One line for people."""
        if self.actions:
            count = self.counts.get("shadows", 0)
            are = "is" if count == 1 else "are"
            return f"{_many(count, 'join point')} of the code {are} watched"
        accesses, local, unraced = (
            self.counts.get(it, 0) for it in ("accesses", "left-out", "without-race")
        )
        left_out = local + unraced
        share = 100 * left_out // accesses if accesses else 0
        told = f"{_many(accesses, 'access site')}, of which {left_out:,} ({share} %) are left out"
        if unraced:
            return f"{told}: {local:,} are of one thread alone, {unraced:,} cannot race"
        return f"{told}: no other thread can come to them"

    def lines(self, *, notes: bool = False) -> Iterator[str]:
        """The lines of the file, with notes or without."""
        yield HEADER
        if notes:
            yield from (f"count\t{what}\t{number}" for what, number in self.counts.items())
            yield from (f"warning\t{' '.join(it.split())}" for it in self.warnings)
        for number, action in enumerate(self.actions):
            wants = "args" if needs_arguments(action.verdict) else "-"
            left = json.dumps(as_data(action.verdict), separators=(",", ":"))
            yield f"advice\t{number}\t{action.when}\t{wants}\t{action.advice}\t{left}"
        for cls in self.classes:
            yield f"class\t{cls.name}\t{cls.checksum:08x}"
            if cls.fields is not None:
                yield "\t".join(["fields", *sorted(cls.fields)])
            for method in cls.methods:
                yield from _method_lines(method, notes=notes)
        if notes:
            yield "end"

    def write(self, path: str | Path, *, notes: bool = False) -> None:
        """Writes the file, all of it or nothing: a JVM that starts meanwhile reads no half."""
        target = Path(path)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in self.lines(notes=notes))
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _method_lines(method: PlannedMethod, *, notes: bool) -> Iterator[str]:
    yield f"method\t{method.name}\t{method.descriptor}"
    if notes and not method.is_reached:
        yield "unreached"
    for word, places in (("at", method.at), ("lock", method.lock), ("unlock", method.unlock)):
        if places:
            yield f"{word}\t{' '.join(_places(places))}"
    for word, numbers in (("entry", method.entry), ("exit", method.exit)):
        if numbers:
            yield f"{word}\t{' '.join(map(str, numbers))}"


def _places(places: Places) -> Iterator[str]:
    for offset, numbers in places.items():
        yield f"{offset}:{','.join(map(str, numbers))}" if numbers else str(offset)


def read(path: str | Path) -> Plan:
    """Reads a plan with its notes; raises `PlanError` if the file is none, or not whole."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}: {error}") from None
    first, *lines = text.split("\n")
    if first != HEADER or lines[-2:] != ["end", ""]:
        raise PlanError(f"{path}: expected a plan that begins with {HEADER!r} and ends with 'end'")
    try:
        return _read(lines[:-2])
    except (ValueError, KeyError, IndexError, RecursionError) as error:
        raise PlanError(f"{path}: {error}") from None


def _read(lines: Iterable[str]) -> Plan:
    counts: dict[str, int] = {}
    warnings: list[str] = []
    actions: list[Action] = []
    classes: list[PlannedClass] = []
    methods: list[PlannedMethod] = []
    for line in lines:
        match line.split("\t"):
            case ["count", what, number]:
                counts[what] = int(number)
            case ["warning", warning]:
                warnings.append(warning)
            case ["advice", _, "before" | "after" as when, _, index, left]:
                actions.append(Action(_when(when), int(index), from_data(json.loads(left))))
            case ["class", name, checksum]:
                _end(classes, methods)
                classes.append(PlannedClass(name, int(checksum, 16), ()))
            case ["fields", *names]:
                classes[-1] = replace(classes[-1], fields=frozenset(names))
            case ["method", name, descriptor]:
                methods.append(PlannedMethod(name, descriptor))
            case [word, *items] if word in ("unreached", "at", "lock", "unlock", "entry", "exit"):
                methods[-1] = _with(methods[-1], word, items[0].split(" ") if items else [])
            case _:
                raise ValueError(f"expected an item of a plan, but got {line!r}")
    _end(classes, methods)
    return Plan(tuple(classes), tuple(actions), counts, tuple(warnings))


def _end(classes: list[PlannedClass], methods: list[PlannedMethod]) -> None:
    """The methods are those of the last class."""
    if methods:
        classes[-1] = replace(classes[-1], methods=tuple(methods))
        methods.clear()


def _when(word: str) -> When:
    return "before" if word == "before" else "after"


def _with(method: PlannedMethod, word: str, items: list[str]) -> PlannedMethod:
    match word:
        case "unreached":
            return replace(method, is_reached=False)
        case "at":
            return replace(method, at=_read_places(items))
        case "lock":
            return replace(method, lock=_read_places(items))
        case "unlock":
            return replace(method, unlock=_read_places(items))
        case "entry":
            return replace(method, entry=tuple(map(int, items)))
    return replace(method, exit=tuple(map(int, items)))


def _read_places(items: list[str]) -> Places:
    found: dict[int, Numbers] = {}
    for item in items:
        offset, _, numbers = item.partition(":")
        found[int(offset)] = tuple(map(int, numbers.split(","))) if numbers else ()
    return found
