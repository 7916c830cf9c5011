"""`snarl ir`: the code of classes, as a person can read it next to the source."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from snarl.cli.loading import (
    INCOMPLETE,
    UsageProblem,
    load_program,
    program_options,
    progress,
    report_warnings,
)
from snarl.terminal import printable, wants_color

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from snarl.program import Class, Method, Program
    from snarl.program.model import Origin

_SHOWN_FAILURES = 20
_SHOWN_HINTS = 3
_FEW = 12
_CLOSE = 0.66
_LINES_AT_ONCE = 500


@click.command("ir", short_help="Show the code of classes as snarl sees it.")
@click.argument("target", metavar="CLASS[.METHOD]")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@program_options
@click.option("--bytecode", is_flag=True, help="Show the bytecode instead, as javap -c does.")
@click.option(
    "--verify", is_flag=True, help="Check the code and give a sum, instead of showing it."
)
def command(
    target: str,
    paths: tuple[str, ...],
    classpath: tuple[str, ...],
    jdk: str | None,
    bytecode: bool,
    verify: bool,
) -> int:
    """Show the code of classes as snarl sees it: typed SSA, beside the source where it is found.

    CLASS is a name with dots (a.b.C$Inner) and may have wildcards: 'com.acme.*'. PATH is a jar, a
    fat jar or war, a folder of classes, or a folder of .java sources. Without PATH, CLASS is one of
    the JDK's.

    \b
    Examples:
      snarl ir java.util.ArrayList.add
      snarl ir 'com.acme.*' build/libs/app.jar
      snarl ir --verify '*' target/classes --classpath lib
    """
    if Path(target).exists() and paths and not any(Path(path).exists() for path in paths):
        raise UsageProblem(
            f"Expected CLASS[.METHOD] before the paths but got a path, {target}. "
            f"Perhaps you meant: snarl ir {paths[0]} {target}"
        )
    program = load_program(paths, classpath, jdk)
    found = Search(program, target, _origins(paths)).matches()
    if not found.classes:
        report_warnings(program.warnings)
        raise UsageProblem(_nothing_matches(program, target, _origins(paths)))
    failed = _verify(program, found) if verify else _show(found, bytecode)
    status = report_warnings(program.warnings)
    return max(status, INCOMPLETE if failed else 0)


def _origins(paths: Sequence[str]) -> tuple[Origin, ...]:
    """What a wildcard ranges over: the user's own classes, then libraries; else the JDK's."""
    return ("application", "library") if paths else ("jdk",)


@dataclass(frozen=True, slots=True)
class Matches:
    """Classes that match, and which of their methods are asked for."""

    classes: list[Class]
    method: str = "*"
    whole: Origin | None = None
    """The origin all of whose classes match, with all their methods."""

    def methods(self, cls: Class) -> list[Method]:
        """The methods of a class that are asked for."""
        return [method for method in cls.methods if fnmatchcase(method.name, self.method)]


@dataclass(frozen=True, slots=True)
class Search:
    """Finds what a target means. A class wins over a method of that name."""

    program: Program
    target: str
    origins: tuple[Origin, ...]

    def matches(self) -> Matches:
        """What matches; nothing if nothing does."""
        target = self.target.replace("/", ".")
        owner, _, name = target.rpartition(".")
        if target in self.program:
            return Matches([self.program[target]])
        if owner in self.program:
            return _with_methods([self.program[owner]], name)
        if not any(sign in target for sign in "*?["):
            return Matches([])
        for origin in self.origins:
            if (found := self._among(origin, target, owner, name)).classes:
                return found
        return Matches([])

    def _among(self, origin: Origin, target: str, owner: str, name: str) -> Matches:
        classes = list(self.program.classes(origin))
        found = [cls for cls in classes if fnmatchcase(cls.name, target)]
        if found:
            return Matches(found, whole=origin if len(found) == len(classes) else None)
        owners = [cls for cls in classes if fnmatchcase(cls.name, owner)]
        return _with_methods(owners, name)


def _with_methods(classes: Iterable[Class], pattern: str) -> Matches:
    found = Matches(list(classes), pattern)
    return Matches([cls for cls in found.classes if found.methods(cls)], pattern)


def _nothing_matches(program: Program, target: str, origins: tuple[Origin, ...]) -> str:
    if Path(target).exists():
        return (
            f"Expected CLASS[.METHOD] but got a path, {target}. "
            f"To see all classes that it holds: snarl ir '*' {target}"
        )
    phantom = program.find_class(target)
    if phantom is not None:
        return f"class {target} is missing: other classes refer to it, but no input holds it"
    owner, _, name = target.rpartition(".")
    nested = f"{owner}${name}"
    if owner in program and nested not in program:
        methods = {method.name: method.name for method in program[owner].methods}
        hint = _did_you_mean(name, methods)
        if not hint and 0 < len(methods) <= _FEW:
            hint = f" It has {', '.join(methods)}."
        return f"{owner} has no method {name}.{hint}"
    where = "in the JDK" if origins == ("jdk",) else "among the classes of the input"
    names = {cls.name: cls.name for origin in origins for cls in program.classes(origin)}
    if nested in program:
        hint = f" Did you mean {nested}?"
    elif same := [found for found in names if found.endswith(f".{target}")]:
        hint = f" Did you mean {' or '.join(same[:_SHOWN_HINTS])}?"
    else:
        simple = {found.rpartition(".")[2]: found for found in names}
        hint = _did_you_mean(target, names) or _did_you_mean(name, simple)
    return f"no class or method {target} {where}.{hint}"


def _did_you_mean(word: str, known: dict[str, str]) -> str:
    """A question, if there are words close to the given one; `known` tells what they stand for."""
    from difflib import get_close_matches

    close = [
        known[found] for found in get_close_matches(word, known, n=_SHOWN_HINTS, cutoff=_CLOSE)
    ]
    if not close and word:
        close = [meant for found, meant in known.items() if found.startswith(word)][:_SHOWN_HINTS]
    return f" Did you mean {' or '.join(close)}?" if close else ""


def _verify(program: Program, found: Matches) -> bool:
    with progress("verifying") as report:
        if found.whole is not None:
            seen = program.verify(found.whole, progress=report)
            bodies, instructions, failures = seen.bodies, seen.instructions, seen.failures
        else:
            methods = [
                method for cls in found.classes for method in found.methods(cls) if method.has_code
            ]
            bodies, instructions, failures = 0, 0, []
            for done, method in enumerate(methods):
                if (text := method.verify()) is not None:
                    failures.append((method, text))
                if (length := _length(method)) is not None:
                    bodies, instructions = bodies + 1, instructions + length
                if report is not None:
                    report(done, len(methods))
    for method, text in failures[:_SHOWN_FAILURES]:
        click.echo(printable(f"{method.owner.name}.{method.name}{method.descriptor}: {text}"))
    if len(failures) > _SHOWN_FAILURES:
        click.echo(f"and {len(failures) - _SHOWN_FAILURES} more")
    click.echo(
        f"{_count(len(found.classes), 'class', 'classes')}, "
        f"{_count(bodies, 'method', 'methods')} lowered to "
        f"{_count(instructions, 'instruction', 'instructions')}: "
        f"{_count(len(failures), 'failure', 'failures')}"
    )
    return bool(failures)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _length(method: Method) -> int | None:
    from snarl.program import LoweringError

    try:
        body = method.body
    except LoweringError:
        return None
    return None if body is None else len(body)


def _show(found: Matches, bytecode: bool) -> bool:
    from snarl.program.listing import Listing

    listing = Listing(color=wants_color(), bytecode=bytecode)
    for cls in found.classes:
        lines = iter(listing.of_class(cls, found.methods(cls)))
        while some := list(islice(lines, _LINES_AT_ONCE)):
            # A line is of the class file's making, and its names may hold anything.
            click.echo("\n".join(printable(line).replace("\n", "\\n") for line in some), color=True)
    return listing.failed
