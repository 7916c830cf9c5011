"""The JDKs of this machine: differential tests run on each of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def jdks() -> list[Path]:
    """JAVA_HOME, the home of `java` on the path, and the JDKs beside it; one home a version."""
    homes: dict[str, Path] = {}
    for candidate in _candidates():
        home = candidate.resolve()
        if (home / "bin" / "javac").exists():
            homes.setdefault(version(home), home)
    if not homes:  # without one, tests that run on each JDK would pass by running on none
        raise LookupError("the tests need a JDK: set JAVA_HOME, or put its java on the path")
    return list(homes.values())


def version(home: Path) -> str:
    """JAVA_VERSION of the home's `release` file, or the folder's name where there is none."""
    release = home / "release"
    if release.exists():
        for line in release.read_text().splitlines():
            if line.startswith("JAVA_VERSION="):
                return line.partition("=")[2].strip('"')
    return home.name


def _candidates() -> list[Path]:
    roots = []
    if java_home := os.environ.get("JAVA_HOME"):
        roots.append(Path(java_home))
    if java := shutil.which("java"):
        roots.append(Path(java).resolve().parent.parent)
    siblings = [sibling for root in roots for sibling in sorted(root.resolve().parent.iterdir())]
    return roots + siblings
