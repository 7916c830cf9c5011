"""Which accesses of a program are instrumented.

The agent takes a plan, a file that names them; without one it instruments all. What may be shared
is known from an analysis of the program that is about to run (`snarl.weave`). Where that is not
known beforehand, all accesses are watched: nothing that is shared may be missed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from zipfile import BadZipFile, ZipFile

from snarl.monitor.launch import is_java

Instrument = Literal["shared", "all"]

_CLASS_PATH = frozenset(["-cp", "-classpath", "--class-path"])
_TAKES_VALUE = frozenset(
    [
        "-p",
        "--module-path",
        "--upgrade-module-path",
        "--add-modules",
        "--limit-modules",
        "--add-exports",
        "--add-opens",
        "--add-reads",
        "--patch-module",
        "--enable-native-access",
    ]
)
_CHANGES_CODE = ("-javaagent", "-agentlib", "-agentpath", "-Xbootclasspath", "--patch-module")
"""Options with which other code may run than the analysis has seen."""
_FILE = "plan.txt"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to instrument."""

    file: Path | None
    """None for everything."""
    told: str
    """The same for people: `all accesses`."""


@dataclass(frozen=True, slots=True)
class JavaCommand:
    """What a command line of `java` starts."""

    home: Path
    main: str
    class_path: tuple[Path, ...]


def plan(
    instrument: Instrument,
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] = os.environ,
    *,
    only_racing: bool = False,
) -> Plan:
    """The plan for a command; its file, if there is one, is in the folder. With `only_racing`, what
    cannot race is left out as well."""
    if instrument == "all":
        return Plan(None, "all accesses")
    found = understand(command, environment)
    if isinstance(found, str):
        return Plan(None, f"all accesses, for {found}")
    is_as_seen = not any(it.startswith(_CHANGES_CODE) for it in command)
    return _analysed(found, folder, only_racing and is_as_seen)


def _analysed(java: JavaCommand, folder: Path, only_racing: bool) -> Plan:
    from snarl.points_to.roots import RootError
    from snarl.program import InputError
    from snarl.weave import plan_for_run

    try:
        made, _ = plan_for_run(
            java.class_path, jdk=java.home, main=[java.main], only_racing=only_racing
        )
    except (InputError, RootError) as problem:
        return Plan(None, f"all accesses, for the program could not be analysed: {problem}")
    file = folder / _FILE
    made.write(file)
    return Plan(file, made.summary)


def understand(command: Sequence[str], environment: Mapping[str, str]) -> JavaCommand | str:
    """What a command starts, or why that is not known."""
    executable = shutil.which(command[0], path=environment.get("PATH"))
    if executable is None or not is_java(command):
        return "it is not known beforehand which classes run"
    home = Path(executable).resolve().parent.parent
    if not (home / "lib" / "modules").is_file():
        return "it is not known where the JDK is that runs"
    class_path: str | None = environment.get("CLASSPATH")
    rest = list(command[1:])
    while rest:
        option = rest.pop(0)
        if option in _CLASS_PATH and rest:
            class_path = rest.pop(0)
        elif option.startswith("--class-path="):
            class_path = option.partition("=")[2]
        elif option == "-jar" and rest:
            return _jar(home, Path(rest[0]))
        elif option in _TAKES_VALUE and rest:
            rest.pop(0)
        elif option.startswith("@"):
            return "options in a file are not read"
        elif option in ("-m", "--module") or option.startswith("--module="):
            return "programs of modules are not analysed"
        elif not option.startswith("-"):
            if option.endswith(".java"):
                return "the program is compiled only when it runs"
            entries = tuple(_entries(class_path or "."))
            return JavaCommand(home, option.replace("/", "."), entries)
    return "no program is named"


def _entries(class_path: str) -> list[Path]:
    found: list[Path] = []
    for entry in class_path.split(os.pathsep):
        path = Path(entry or ".")
        if path.name == "*":
            found += sorted(path.parent.glob("*.jar")) + sorted(path.parent.glob("*.JAR"))
        elif path.exists():
            found.append(path)
    return found


def _jar(home: Path, jar: Path) -> JavaCommand | str:
    """A jar, and what its manifest names beside it."""
    try:
        with ZipFile(jar) as archive:
            text = archive.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except (OSError, KeyError, BadZipFile):
        return f"{jar} cannot be read"
    lines = text.replace("\r\n", "\n").replace("\n ", "").split("\n\n")[0].splitlines()
    manifest = dict(line.split(": ", 1) for line in lines if ": " in line)
    main = manifest.get("Main-Class")
    if main is None:
        return f"{jar} names no main class"
    beside = [jar.parent / name for name in manifest.get("Class-Path", "").split()]
    return JavaCommand(home, main.strip(), (jar, *(path for path in beside if path.exists())))
