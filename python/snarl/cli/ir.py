"""`snarl ir`: the code of classes, as a person can read it next to the source."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from snarl.program import Class, Method, Program

_SHOWN_FAILURES = 20


@click.command("ir", short_help="Show the code of classes as snarl sees it.")
@click.argument("target", metavar="CLASS[.METHOD]")
@click.argument("paths", metavar="PATH...", nargs=-1)
@program_options
@click.option("--bytecode", is_flag=True, help="Show the bytecode instead, as javap -c does.")
@click.option(
    "--verify", is_flag=True, help="Check the code of the matching classes, and show a sum."
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
    fat jar or war, a folder of classes, or a folder of .java sources. Without PATH, CLASS is one
    of the JDK's.
    """
    program = load_program(paths, classpath, jdk)
    matches = _matches(program, target, bool(paths))
    if not matches:
        report_warnings(program)
        raise UsageProblem(_nothing_matches(program, target, bool(paths)))
    failed = _verify(program, matches) if verify else _show(matches, bytecode)
    status = report_warnings(program)
    return max(status, INCOMPLETE if failed else 0)


Match = tuple["Class", "list[Method]"]


def _matches(program: Program, target: str, has_paths: bool) -> list[Match]:
    """Classes that match, with the methods asked for; a class wins over a method of that name."""
    exact = program.find_class(target)
    if exact is not None and not exact.is_phantom:
        return [(exact, exact.methods)]
    owner, _, name = target.rpartition(".")
    exact = program.find_class(owner) if owner else None
    if exact is not None and not exact.is_phantom:
        methods = [method for method in exact.methods if fnmatchcase(method.name, name)]
        return [(exact, methods)] if methods else []
    searched = _searched(program, has_paths)
    found = [cls for cls in searched if fnmatchcase(cls.name, target)]
    if found:
        return [(cls, cls.methods) for cls in found]
    if not owner:
        return []
    by_method = (
        (cls, [method for method in cls.methods if fnmatchcase(method.name, name)])
        for cls in searched
        if fnmatchcase(cls.name, owner)
    )
    return [(cls, methods) for cls, methods in by_method if methods]


def _searched(program: Program, has_paths: bool) -> list[Class]:
    """What a wildcard ranges over: the user's own classes, else the JDK's."""
    return list(program.classes("application" if has_paths else "jdk"))


def _nothing_matches(program: Program, target: str, has_paths: bool) -> str:
    from difflib import get_close_matches

    names = [cls.name for cls in _searched(program, has_paths)]
    simple = {name.rpartition(".")[2]: name for name in names}
    close = get_close_matches(target, names, n=3, cutoff=0.75)
    if not close and (same := simple.get(target.rpartition(".")[2])):
        close = [same]
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    where = "among the classes of the input" if has_paths else "in the JDK"
    return f"no class or method {target} {where}.{hint}"


def _verify(program: Program, matches: list[Match]) -> bool:
    whole = program.class_ids("application").size
    if whole and len(matches) == whole:
        with progress("verifying") as report:
            seen = program.verify("application", progress=report)
        bodies, instructions = seen.bodies, seen.instructions
        failures = [(method, text) for method, text in seen.failures]
    else:
        methods = [method for _, methods in matches for method in methods if method.has_code]
        failures = [(method, text) for method in methods if (text := method.verify()) is not None]
        bodies = len(methods)
        instructions = sum(_length(method) for method in methods)
    for method, text in failures[:_SHOWN_FAILURES]:
        click.echo(f"{method.owner.name}.{method.name}{method.descriptor}: {text}")
    click.echo(
        f"{len(matches)} classes, {bodies} methods with code, {instructions} instructions: "
        f"{len(failures)} failures"
    )
    return bool(failures)


def _length(method: Method) -> int:
    from snarl.program import LoweringError

    try:
        body = method.body
    except LoweringError:
        return 0
    return 0 if body is None else len(body)


def _show(matches: Iterable[Match], bytecode: bool) -> bool:
    from snarl.program.listing import Listing

    listing = Listing(color=_wants_color(), bytecode=bytecode)
    for cls, methods in matches:
        for line in listing.of_class(cls, methods):
            click.echo(line, color=True)
    return listing.failed


def _wants_color() -> bool:
    import os

    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
