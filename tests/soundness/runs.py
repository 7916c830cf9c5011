"""Runs the closed programs under the agent, all of a JDK in one JVM, one after the other."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from races.expectations import Source
from races.programs import TIMEOUT
from races.reality import ALL_DONE, RUNNER
from snarl.monitor.accesses import AccessRecording, UnorderedPair, read
from snarl.monitor.agent import access_recording

ROUNDS = 2
"""How often each program runs: threads take turns differently."""
NOISE = 1


def run(home: Path, given: Iterable[Source], folder: Path, file: Path) -> AccessRecording:
    """Runs programs that were compiled into a folder, and tells what raced in them."""
    names = [source.name for source in given if source.is_closed]
    runner = file.with_suffix(".classes")
    javac = [home / "bin" / "javac", "-d", runner, RUNNER]
    subprocess.run([str(part) for part in javac], check=True, timeout=TIMEOUT)
    with access_recording(file, NOISE) as option:
        quick = "-XX:TieredStopAtLevel=1"
        java = [home / "bin" / "java", option, quick, "-Djava.awt.headless=true", "-cp", runner]
        done = subprocess.run(
            [str(part) for part in (*java, RUNNER.stem, folder, *names * ROUNDS)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
    if not done.stderr.endswith(ALL_DONE):
        raise RuntimeError(f"the programs did not come to their end:\n{done.stderr[-2000:]}")
    return read(file)


def by_program(recording: AccessRecording) -> dict[str, list[UnorderedPair]]:
    """The pairs of each program, once each: all its classes are nested in its main class."""
    found: dict[str, dict[object, UnorderedPair]] = {}
    for pair in recording.pairs:
        name = pair.first.site.class_name.partition("$")[0]
        found.setdefault(name, {}).setdefault(pair.accesses, pair)
    return {name: list(pairs.values()) for name, pairs in found.items()}
