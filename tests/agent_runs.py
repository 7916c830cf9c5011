"""How tests run programs under the agent."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

TIMEOUT = 120
REAL = Path(__file__).parent / "java" / "recorder" / "real"
"""Mains that work with large libraries."""


def java(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a JDK's `java` to its end."""
    command = [str(home / "bin" / "java"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)


def kill(home: Path, file: Path, word: str, *arguments: str | Path) -> None:
    """Runs a program that prints `ready` and never ends, until there is a word in a file."""
    command = [str(home / "bin" / "java"), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        until = time.monotonic() + TIMEOUT
        while word not in file.read_text() and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        process.kill()
        process.communicate()
