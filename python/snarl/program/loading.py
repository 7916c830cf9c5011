"""Loading a program."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from threading import Thread

from snarl import _engine
from snarl.program.inputs import Contents, InputError, prepared
from snarl.program.jdk import find_jdk
from snarl.program.model import Program, Warning
from snarl.program.patterns import name_pattern
from snarl.program.sources import Sources

PathLike = str | os.PathLike[str]
Progress = Callable[[int, int], None]

_SHOWN_REASONS = 20


def load(
    paths: PathLike | Sequence[PathLike],
    *,
    classpath: PathLike | Sequence[PathLike] = (),
    jdk: PathLike | None = None,
    modules: Sequence[str] | None = None,
    progress: Progress | None = None,
    of_jdk: Sequence[str] = (),
) -> Program:
    """Loads a program.

    Args:
        paths: What to analyse: jars, fat jars and wars (the jars in them become libraries), folders
            of classes, folders of `.java` sources. May be empty: then there are the JDK's alone.
        classpath: What it uses: looked at only as far as it is used.
        jdk: Home of the JDK; by default `JAVA_HOME`, else that of `java` on the path.
        modules: If given, only these modules of the JDK are there.
        progress: Called as `progress(done, total)` during long work. What it raises ends the load.
        of_jdk: Patterns of classes of the JDK that are to be analysed: their packages count as
            application.

    Raises:
        InputError: Nothing of what `paths` name can be used, or there is no JDK. If only a part
            cannot be used, the program is there, and `program.warnings` says what is missing.
    """
    # It is needed soon; the engine reads the JDK meanwhile, in threads of its own.
    Thread(target=import_module, args=("numpy",), daemon=True).start()
    chosen = find_jdk(jdk)
    named = _paths(paths)
    libraries = _paths(classpath)
    with prepared(named, libraries, chosen) as inputs:
        application = [os.fspath(path) for path in inputs.application]
        behind = [os.fspath(path) for path in libraries]
        only = list(modules) if modules is not None else None
        try:
            engine = _engine.Program.load(
                application, behind, os.fspath(chosen.home), only, progress
            )
            if of_jdk:
                own = _beside(engine, of_jdk)
                engine = _engine.Program.load(
                    application, behind, os.fspath(chosen.home), only, progress, own
                )
        except _engine.InputError as error:
            file, entry, message = error.args
            raise InputError(f"{file}!{entry}" if entry else file, message) from None
    failures = [Warning("input", file, None, message, True) for file, message in inputs.failures]
    sources = Sources(inputs.source_roots, inputs.sources)
    program = Program(engine, chosen, sources, failures, inputs.compiled, bool(of_jdk))
    if modules is not None and not program.class_ids("jdk").size:
        wanted = ", ".join(modules) or "none"
        raise InputError(str(chosen.home), f"has none of the modules that were asked for: {wanted}")
    if named and not program.class_ids("application").size:
        raise InputError(None, _nothing_usable(program))
    return program


def find_sources(paths: Sequence[PathLike]) -> Sources:
    """The sources of a program that is not loaded."""
    contents = [Contents.of(path) for path in _paths(paths)]
    roots = [root for found in contents for root in found.source_roots]
    return Sources(
        roots, [file for found in contents if found.needs_compiler for file in found.sources]
    )


def _beside(engine: _engine.Program, patterns: Sequence[str]) -> list[str]:
    """The classes of the JDK that patterns match, with all that is in the same packages."""
    names = [engine.class_name(it) for it in engine.class_ids("jdk").tolist()]
    packages: set[str] = set()
    for pattern in patterns:
        try:
            matches = name_pattern(pattern).fullmatch
        except ValueError as error:
            raise InputError(None, str(error)) from None
        found = {name.rpartition(".")[0] for name in names if matches(name)}
        if not found:
            raise InputError(None, f"the JDK has no class {pattern}")
        packages |= found
    return [name for name in names if name.rpartition(".")[0] in packages]


def _paths(given: PathLike | Sequence[PathLike]) -> list[Path]:
    """A single path counts as a list of one; as a string it would be a list of letters."""
    if isinstance(given, str | os.PathLike):
        return [Path(given)]
    return [Path(path) for path in given]


def _nothing_usable(program: Program) -> str:
    reasons = [str(warning) for warning in program.warnings if warning.loses_input]
    reasons = reasons or [str(warning) for warning in program.warnings]
    if len(reasons) > _SHOWN_REASONS:
        reasons[_SHOWN_REASONS:] = [f"and {len(reasons) - _SHOWN_REASONS} more problems like these"]
    return "\n".join(reasons) or "no classes were found"
