"""What the user names as input: class files as they are, sources compiled first.

A folder that holds sources and no classes is compiled with the JDK's own `javac -g` into a
temporary folder. What is wrong with the sources is shown in javac's own words. What is left out is
told.
"""

from __future__ import annotations

import locale
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.program.jdk import Jdk

_COMPILER_SECONDS = 1800
_ENCODINGS = ("UTF-8", "ISO-8859-1")
"""How sources are read: as the first, and if that cannot be, as the second, which any text is."""
_MISSING_PACKAGE = re.compile(r"error: package \S+ does not exist")
_HINT = "\nhint: --classpath names the jars and folders that the sources need"
_UNMAPPABLE = b"unmappable character"
# They belong to no class of the program, and would put the sources into a module of their own.
_NOT_COMPILED = {"module-info.java", "package-info.java"}
# What a source declares, by which it is known whether a class file may be made from it.
_DECLARED = re.compile(r"\b(?:class|interface|enum|record)\s+([^\W\d]\w*)")
_SHOWN_SOURCES = 3
_OTHER_LANGUAGES = {".kt": "Kotlin", ".scala": "Scala", ".groovy": "Groovy", ".clj": "Clojure"}


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
    sources: list[Path] = field(default_factory=list)
    """The sources that were compiled."""
    compiled: dict[str, str] = field(default_factory=dict)
    """What the user named, by the temporary folder that it was compiled into."""
    failures: list[tuple[str, str]] = field(default_factory=list)
    """(file, message) of each input that could not be made ready."""


@contextmanager
def prepared(paths: Sequence[Path], classpath: Sequence[Path], jdk: Jdk) -> Iterator[Inputs]:
    """Makes inputs ready; compiled classes exist while the context does."""
    inputs = Inputs()
    contents = [(path, Contents.of(path)) for path in paths]
    with tempfile.TemporaryDirectory(prefix="snarl-") as scratch:
        compiler = _Compiler(jdk, [*classpath, *paths], Path(scratch))
        compiled = compiler.compile([found for _, found in contents if found.needs_compiler])
        for path, found in contents:
            inputs.failures += [(str(path), message) for message in found.left_out()]
            if found.needs_compiler:
                inputs.sources += found.sources
            else:
                inputs.application.append(path)
            inputs.source_roots += found.source_roots
        for label, result in compiled:
            if isinstance(result, Path):
                inputs.application.append(result)
                inputs.compiled[str(result)] = label
            else:
                inputs.failures.append((label, result))
        yield inputs


@dataclass(slots=True)
class Contents:
    """What an input holds, as far as it decides whether to compile."""

    path: Path
    classes: int = 0
    class_names: set[str] = field(default_factory=set)
    """The names of class files, without folders."""
    sources: list[Path] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)
    """How many sources of other languages."""
    unreadable: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> Contents:
        """Looks at a file or walks a folder."""
        found = cls(path)
        if not path.is_dir():
            if path.suffix == ".java" and path.is_file():
                found.sources.append(path)
            return found

        def unreadable(error: OSError) -> None:
            found.unreadable.append(f"{error.filename} cannot be read ({error.strerror})")

        for folder, folders, files in os.walk(path, onerror=unreadable):
            folders.sort()
            for name in sorted(files):
                found._add(folder, name)
        return found

    def _add(self, folder: str, name: str) -> None:
        stem, suffix = os.path.splitext(name)  # noqa: PTH122, a path object a file is slow
        if suffix == ".class":
            self.classes += 1
            self.class_names.add(stem)
        elif suffix == ".java" and name not in _NOT_COMPILED:
            self.sources.append(Path(folder, name))
        elif suffix in _OTHER_LANGUAGES:
            self.others[_OTHER_LANGUAGES[suffix]] += 1

    @property
    def needs_compiler(self) -> bool:
        """Whether it holds sources and no classes."""
        return bool(self.sources) and not self.classes

    @property
    def source_roots(self) -> list[Path]:
        """Folders below which sources are found by package and file name."""
        if not self.needs_compiler:
            return roots_beside(self.path)
        return [self.path if self.path.is_dir() else self.path.parent]

    def left_out(self) -> Iterator[str]:
        """What of it is not analysed, and what to do about it."""
        if self.needs_compiler:
            yield from self.unreadable  # the engine tells it for folders of classes
        if self.classes:
            missing = [source for source in self.sources if not self._is_compiled(source)]
            if missing:
                shown = ", ".join(_below(it, self.path) for it in missing[:_SHOWN_SOURCES])
                more = ", …" if len(missing) > _SHOWN_SOURCES else ""
                yield (
                    f"has {_count(self.classes, 'class file')}, but "
                    f"{_count(len(missing), '.java source')} beside them "
                    f"{'is' if len(missing) == 1 else 'are'} not compiled ({shown}{more}); only "
                    "the class files are analysed. Build the program first, or name the folder of "
                    "its sources"
                )
            return
        for language, count in self.others.items():
            yield (
                f"has {_count(count, f'{language} source')}, and snarl compiles Java alone: "
                "build the program, and name its jar or its folder of classes"
            )

    def _is_compiled(self, source: Path) -> bool:
        """Whether there is a class file that may be made from a source; it need not have its name,
        for a class that is not public may be in any file."""
        if source.stem in self.class_names:
            return True
        try:
            text = source.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        return not self.class_names.isdisjoint(_DECLARED.findall(text))


def _below(file: Path, folder: Path) -> str:
    return str(file.relative_to(folder))


def _count(number: int, of: str) -> str:
    return f"{number} {of}" if number == 1 else f"{number} {of}s"


@dataclass(frozen=True, slots=True)
class _Compiler:
    """The JDK's javac, with what it is to find and a folder for what it makes."""

    jdk: Jdk
    classpath: Sequence[Path]
    scratch: Path

    def compile(self, inputs: Sequence[Contents]) -> list[tuple[str, Path | str]]:
        """Compiles all sources at once, for they may need each other; else each input alone.

        Gives a folder, or what is wrong, with the input that it is about.
        """
        if not inputs:
            return []
        label = str(inputs[0].path)
        result = self._compile([source for found in inputs for source in found.sources], "all")
        if isinstance(result, Path) or len(inputs) == 1:
            return [(label, result)]
        return [
            (str(found.path), self._compile(found.sources, str(number)))
            for number, found in enumerate(inputs)
        ]

    def _compile(self, sources: Sequence[Path], name: str) -> Path | str:
        """Compiles into a folder; gives javac's own words if it fails."""
        compiler = self.jdk.javac
        if compiler is None:
            return (
                f"sources need a compiler, and {self.jdk.home} ({self.jdk.found_by}) has no "
                "bin/javac: name a whole JDK with --jdk"
            )
        # The list of files can be longer than a command line may be.
        arguments = self.scratch / f"{name}.sources"
        lines = [f"{_quoted(source)}\n" for source in sources]
        arguments.write_text("".join(lines), encoding="utf-8", errors="surrogateescape")
        classpath = [str(found) for path in self.classpath for found in _jars_of(path)]
        command = [str(compiler), "-g", "-proc:none", "-nowarn", "-implicit:none"]
        command += ["-classpath", os.pathsep.join(classpath), f"@{arguments}"]
        said = b""
        for number, encoding in enumerate(_ENCODINGS):
            target = self.scratch / f"{name}-{number}"
            target.mkdir()
            done = _run([*command, "-encoding", encoding, "-d", str(target)])
            if isinstance(done, str):
                return done
            if done.returncode == 0:
                return target
            said = done.stdout
            if _UNMAPPABLE not in said:
                break
        return _refusal(said.decode("utf-8", "replace").rstrip())


def _refusal(said: str) -> str:
    hint = _HINT if _MISSING_PACKAGE.search(said) else ""
    return f"javac refuses the sources:\n{said}{hint}"


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[bytes] | str:
    """Runs a compiler; gives what it says, or why it did not run to its end."""
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=_with_unicode_names(),
            timeout=_COMPILER_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"javac did not finish within {_COMPILER_SECONDS} s"
    except OSError as error:
        return f"{command[0]} cannot be run: {error.strerror}"


def _jars_of(path: Path) -> list[Path]:
    """A folder of jars stands for them, as it does for the engine; javac wants them named."""
    jars = sorted(path.glob("*.jar")) if path.is_dir() else []
    return [path, *jars]


def _with_unicode_names() -> dict[str, str]:
    """An environment in which a JVM can open files of any name, and speaks UTF-8."""
    environment = dict(os.environ)
    if os.name == "posix" and locale.getencoding().lower().replace("-", "") != "utf8":
        environment.pop("LC_ALL", None)
        environment["LC_CTYPE"] = "C.UTF-8"
    return environment


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def roots_beside(path: Path) -> list[Path]:
    """Source folders of the usual build tools, when the path is their output (`target/classes`)."""
    absolute = Path(os.path.realpath(path))  # unlike `resolve`, no error at links in a circle
    if not absolute.exists():
        return []
    for folder in (absolute, *absolute.parents[:5]):
        roots = [
            folder / "src" / kind / language
            for kind in ("main", "test")
            for language in ("java", "kotlin", "scala", "groovy")
        ]
        found = [root for root in roots if root.is_dir()]
        if found:
            return found
    return [absolute] if absolute.is_dir() else []
