"""JDKs on this machine, found without any path of ours: JAVA_HOME, `java`, and their neighbours."""

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Jdk:
    """A JDK's home and its version, as its `release` file tells it."""

    home: Path
    version: str

    @property
    def feature(self) -> int:
        """The feature release: 17 of 17.0.15, 8 of 1.8.0_402."""
        numbers = self.version.split(".")
        return int(numbers[1] if numbers[0] == "1" else re.split(r"\D", numbers[0])[0])

    def tool(self, name: str) -> Path:
        """The path of one of the JDK's tools."""
        return self.home / "bin" / name


def read(home: Path) -> Jdk | None:
    """The JDK at a home, or None if there is none."""
    release = home / "release"
    if not release.is_file() or not (home / "bin" / "javac").exists():
        return None
    found = re.search(r'^JAVA_VERSION="([^"]+)"', release.read_text(encoding="utf-8"), re.MULTILINE)
    return Jdk(home.resolve(), found[1]) if found else None


def find(feature: int) -> Jdk | None:
    """The first JDK of a feature release."""
    return next((jdk for jdk in _all() if jdk.feature == feature), None)


def _all() -> Iterator[Jdk]:
    known = []
    if os.environ.get("JAVA_HOME"):
        known.append(Path(os.environ["JAVA_HOME"]).resolve())
    java = shutil.which("java")
    if java:
        known.append(Path(java).resolve().parent.parent)
    neighbours = [
        folder for home in known for folder in sorted(home.parent.iterdir()) if folder.is_dir()
    ]
    for home in dict.fromkeys([*known, *neighbours]):
        jdk = read(home)
        if jdk:
            yield jdk
