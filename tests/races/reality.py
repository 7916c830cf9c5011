"""Runs the closed programs on a JVM: each must come to its end, with all of its threads.

All of them run in one JVM, one after the other.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from races.expectations import Source
from races.programs import TIMEOUT

RUNNER = Path(__file__).with_name("Reality.java")
ALL_DONE = "reality: all done\n"
"""The last that it says."""


def run(home: Path, given: Iterable[Source], folder: Path) -> list[str]:
    """Runs programs that were compiled into a folder, and tells which do not end well.

    An exception is no good end, but one that a race may well have.
    """
    closed = [source for source in given if source.is_closed]
    racy = {source.name for source in closed if source.expectations}
    names = [source.name for source in closed]
    command = [home / "bin" / "java", "-Djava.awt.headless=true", RUNNER, folder, *names]
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    if not done.stderr.endswith(ALL_DONE):
        return [done.stderr[-2000:]]
    rows = [line.split() for line in done.stderr.splitlines() if line.startswith("reality: ")]
    return [" ".join(row) for row in rows[:-1] if row[2] != "failed:" or row[1] not in racy]
