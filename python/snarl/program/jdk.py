"""Which JDK a program is analysed with.

It is the one that the user names, else `JAVA_HOME`, else the one of `java` on the path. Its classes
belong to the program, and its `javac` compiles sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from snarl.program.inputs import InputError

_LAUNCHER_SECONDS = 20
_REMEDY = "name one with --jdk, or set JAVA_HOME"


@dataclass(frozen=True, slots=True)
class Jdk:
    """A JDK's home, and how it was found: what an error message can refer to."""

    home: Path
    found_by: str

    @property
    def javac(self) -> Path | None:
        """The compiler; a mere run-time environment has none."""
        for folder in (self.home, self.home.parent):
            for name in ("javac", "javac.exe"):
                compiler = folder / "bin" / name
                if compiler.is_file():
                    return compiler
        return None

    @property
    def version(self) -> str | None:
        """What its `release` file says: `17.0.15`."""
        try:
            text = (self.home / "release").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None
        for line in text.splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "JAVA_VERSION":
                return value.strip().strip('"')
        return None


def find_jdk(named: str | os.PathLike[str] | None = None) -> Jdk:
    """Finds the JDK; raises `InputError` with what to set if there is none."""
    if named is not None:
        return _checked(Path(named), "--jdk")
    if java_home := os.environ.get("JAVA_HOME"):
        return _checked(Path(java_home), "JAVA_HOME")
    if java := shutil.which("java"):
        return _of_launcher(Path(java))
    raise InputError(None, f"no JDK was found: {_REMEDY}, or put java on the PATH")


def _checked(home: Path, found_by: str) -> Jdk:
    if _is_home(home):
        return Jdk(home, found_by)
    # macOS keeps the home inside a bundle.
    if _is_home(bundled := home / "Contents" / "Home"):
        return Jdk(bundled, found_by)
    if not home.exists():
        raise InputError(str(home), f"{found_by} names it, but it does not exist")
    hint = next(
        (f"; did you mean {above}?" for above in home.resolve().parents if _is_home(above)), ""
    )
    raise InputError(
        str(home),
        f"{found_by} names it, but it is not the home of a JDK: "
        f"it has no lib/modules, jmods or rt.jar{hint}",
    )


def _is_home(home: Path) -> bool:
    parts = ("lib/modules", "jmods/java.base.jmod", "jre/lib/rt.jar", "lib/rt.jar")
    return any((home / part).is_file() for part in parts)


def _of_launcher(java: Path) -> Jdk:
    """The home that a launcher belongs to. Scripts of version managers are asked for it."""
    home = java.resolve().parent.parent
    if _is_home(home):
        return Jdk(home, "java on the PATH")
    if (reported := _ask(java)) is not None and _is_home(reported):
        return Jdk(reported, "java on the PATH")
    raise InputError(str(java), f"is on the PATH but does not belong to a JDK: {_REMEDY}")


def _ask(java: Path) -> Path | None:
    try:
        answer = subprocess.run(
            [str(java), "-XshowSettings:properties", "-version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LAUNCHER_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    for line in answer.stderr.splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "java.home":
            return Path(value.strip())
    return None
