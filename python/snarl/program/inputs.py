"""What the user names as input: class files as they are, sources compiled first.

A folder that holds sources and no classes is compiled with the JDK's own `javac -g` into a
temporary folder. What is wrong with the sources is shown in javac's own words.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.program.jdk import Jdk

_COMPILER_SECONDS = 1800
# They belong to no class of the program, and would put the sources into a module of their own.
_NOT_COMPILED = {"module-info.java", "package-info.java"}


class InputError(Exception):
    """Input that cannot be used at all. `file` is what the user named, if it is about a file."""

    def __init__(self, file: str | None, message: str) -> None:
        super().__init__(f"{file}: {message}" if file else message)
        self.file = file
        self.message = message


@dataclass(slots=True)
class Inputs:
    """Inputs made ready for the engine."""

    application: list[Path] = field(default_factory=list)
    source_roots: list[Path] = field(default_factory=list)
    """Folders below which the source of a class is found by its package and file name."""
    failures: list[tuple[str, str]] = field(default_factory=list)
    """(file, message) of each input that could not be made ready."""


@contextmanager
def prepared(paths: Sequence[Path], classpath: Sequence[Path], jdk: Jdk) -> Iterator[Inputs]:
    """Makes inputs ready; compiled classes exist while the context does."""
    inputs = Inputs()
    with tempfile.TemporaryDirectory(prefix="snarl-") as scratch:
        for number, path in enumerate(paths):
            sources = _sources(path)
            if not sources:
                inputs.application.append(path)
                inputs.source_roots.extend(_roots_beside(path))
                continue
            compiled = Path(scratch) / str(number) / "classes"
            compiled.mkdir(parents=True)
            errors = _compile(sources, compiled, [*classpath, *paths], jdk)
            if errors is not None:
                inputs.failures.append((str(path), errors))
            else:
                inputs.application.append(compiled)
                inputs.source_roots.append(path if path.is_dir() else path.parent)
        yield inputs


def _sources(path: Path) -> list[Path]:
    """The sources to compile: none if the path holds class files, or is no folder of sources."""
    if path.suffix == ".java" and path.is_file():
        return [path]
    if not path.is_dir():
        return []
    sources = []
    for folder, folders, files in os.walk(path):
        folders.sort()
        if any(name.endswith(".class") for name in files):
            return []
        sources += [
            Path(folder, name)
            for name in sorted(files)
            if name.endswith(".java") and name not in _NOT_COMPILED
        ]
    return sources


def _compile(
    sources: Sequence[Path], target: Path, classpath: Sequence[Path], jdk: Jdk
) -> str | None:
    """Compiles into the target; gives javac's own words if it fails."""
    compiler = jdk.javac
    if compiler is None:
        return f"sources need a compiler, and {jdk.home} has no bin/javac ({jdk.found_by})"
    # The list of files can be longer than a command line may be.
    arguments = target.parent / "sources"
    arguments.write_text("".join(f"{_quoted(source)}\n" for source in sources), encoding="utf-8")
    command = [str(compiler), "-g", "-proc:none", "-nowarn", "-encoding", "UTF-8"]
    command += ["-d", str(target), "-classpath", os.pathsep.join(map(str, classpath))]
    command += [f"@{arguments}"]
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_COMPILER_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"javac did not finish within {_COMPILER_SECONDS} s"
    except OSError as error:
        return f"{compiler} cannot be run: {error.strerror}"
    if done.returncode == 0:
        return None
    return "javac refuses the sources:\n" + done.stdout.decode("utf-8", "replace").rstrip()


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _roots_beside(path: Path) -> list[Path]:
    """Source folders of the usual build tools, when the path is their output (`target/classes`)."""
    if not path.is_dir():
        return []
    absolute = path.resolve()
    for folder in (absolute, *absolute.parents[:5]):
        roots = [folder / "src" / "main" / language for language in ("java", "kotlin", "scala")]
        found = [root for root in roots if root.is_dir()]
        if found:
            return found
    return [absolute]
