"""Recordings of the programs: fetched, compiled, and run a few times under the agent."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import maven
from bench.jdks import Jdk
from bench.process import run
from bench.soundness.programs import JARS, TARGET, Program
from snarl.monitor.accesses import AccessRecording, UnorderedPair, read
from snarl.monitor.agent import access_recording

COMPILE_LIMIT = 300.0
RUN_LIMIT = 120.0


class RunError(Exception):
    """A program could not be fetched, compiled or run; the text says why."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that ran a few times: its own classes, and what the agent saw."""

    program: Program
    classes: Path
    recordings: tuple[AccessRecording, ...]

    @property
    def pairs(self) -> list[UnorderedPair]:
        """All pairs of sites, once each; observed if it was in one of the runs."""
        found: dict[object, UnorderedPair] = {}
        for recording in self.recordings:
            for pair in recording.pairs:
                if pair.accesses not in found or pair.is_observed:
                    found[pair.accesses] = pair
        return list(found.values())


def fetch(programs: Sequence[Program]) -> None:
    """Fills `target/jars` with what is missing there."""
    jars = [jar for program in programs for jar in (program.jar, *program.libraries)]
    try:
        maven.fetch(jars, JARS)
    except maven.MavenError as problem:
        raise RunError(f"the libraries are missing: {problem}") from problem


def record(program: Program, jdk: Jdk, rounds: int) -> Run:
    """Compiles a program and runs it under the agent: once as it is, then with noise."""
    folder = TARGET / "runs" / f"{program.name}-{jdk.version}"
    shutil.rmtree(folder, ignore_errors=True)
    classes = folder / "classes"
    classes.mkdir(parents=True)
    compile_driver(program, jdk, classes)
    recordings = [
        _execute(program, jdk, classes, folder / f"accesses-{noise}.txt", noise)
        for noise in range(rounds)
    ]
    return Run(program, classes, tuple(recordings))


def compile_driver(program: Program, jdk: Jdk, classes: Path) -> None:
    """Compiles a program into a folder."""
    path = _class_path([program.application, *program.classpath])
    command: list[str | Path] = [jdk.tool("javac"), "-g", "-nowarn", "-cp", path, "-d", classes]
    done = run([*command, *program.sources], limit=COMPILE_LIMIT)
    if done.code:
        raise RunError(f"{program.name} does not compile:\n{done.output}{done.errors}")


def _execute(program: Program, jdk: Jdk, classes: Path, file: Path, noise: int) -> AccessRecording:
    """Runs it in a folder of its own, which goes away with it."""
    path = _class_path([classes, program.application, *program.classpath])
    with (
        tempfile.TemporaryDirectory(prefix="snarl-soundness-") as folder,
        access_recording(file.resolve(), noise) as option,
    ):
        java: list[str | Path] = [
            jdk.tool("java"),
            option,
            f"-Djava.io.tmpdir={folder}",
            "-cp",
            path,
        ]
        done = run([*java, program.main], limit=RUN_LIMIT, folder=Path(folder))
    if done.over_limit:
        raise RunError(f"{program.name} did not end within {RUN_LIMIT:.0f} s")
    if done.code:
        raise RunError(f"{program.name} failed:\n{done.output}{done.errors}")
    found = read(file)
    if not found.complete or found.stopped:
        raise RunError(f"{program.name}: the recording has no end: {found.stopped or ''}")
    return found


def _class_path(parts: Sequence[Path]) -> str:
    return os.pathsep.join(str(part.resolve()) for part in parts)
