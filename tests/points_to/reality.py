"""Runs the programs on a JVM, and tells what was given to `see`.

Each program is compiled with a `see` that reports the line it is called from and the class of what
it gets. All of them run in one JVM, one after the other.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from points_to.expectations import Source
from points_to.labels import is_own, simple
from points_to.programs import TIMEOUT, javac

REPORTER = Path(__file__).with_name("Reality.java")
SEE = re.compile(r"((?:static )?void see\(Object \w+\)) \{\}")


@dataclass(frozen=True, slots=True)
class Seen:
    """A class that was given to `see` at a line; a lambda's is `lambda`."""

    program: str
    line: int
    type: str
    is_own: bool


def run(home: Path, sources: Sequence[Source], folder: Path) -> list[Seen]:
    """Compiles and runs programs."""
    changed = folder / "sources"
    classes = folder / "classes"
    changed.mkdir(parents=True)
    groups: dict[tuple[str, ...], list[Path]] = {}
    for source in sources:
        text, count = SEE.subn(r"\1 { reality.Reality.report(o); }", "\n".join(source.lines))
        assert count == 1, f"{source.path.name} has no `see` of its own"
        path = changed / source.path.name
        path.write_text(text + "\n", encoding="utf-8")
        groups.setdefault(source.javac, []).append(path)
        for name, content in source.resources.items():
            (classes / name).parent.mkdir(parents=True, exist_ok=True)
            (classes / name).write_text(content, encoding="utf-8")
    javac(home, classes, REPORTER)
    for options, paths in groups.items():
        javac(home, classes, "-classpath", str(classes), *options, *paths)
    command = [home / "bin" / "java", "-Djava.awt.headless=true", "-cp", classes, "reality.Reality"]
    done = subprocess.run(
        [str(part) for part in (*command, *(source.main for source in sources))],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert " failed\n" not in done.stderr, done.stderr[-8000:]
    mains = {source.name: source.main for source in sources}
    rows = (line.split("\t") for line in done.stdout.splitlines() if line.startswith("seen\t"))
    return [_seen(mains[row[1]], *row[1:]) for row in rows]


def _seen(main: str, program: str, line: str, name: str) -> Seen:
    element = name.partition("[")[0]
    if "$$Lambda" in element:
        return Seen(program, int(line), "lambda", True)
    return Seen(program, int(line), simple(name), is_own(element, main))
