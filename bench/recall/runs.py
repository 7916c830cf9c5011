"""Recordings of the programs: fetched, compiled, run under the recorder, and kept.

A recording is kept in `target/` until its driver, the libraries, the JDK or the recorder change.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from bench import maven
from bench.jdks import Jdk
from bench.process import run
from bench.recall.programs import HERE, JARS, TARGET, Program
from snarl.monitor.recording import Recording, read

COMPILE_LIMIT = 300.0
RUN_LIMIT = 120.0


class RunError(Exception):
    """A program could not be fetched, compiled or run; the text says why."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program that ran: its own classes, and what the recorder saw."""

    program: Program
    jdk: Jdk
    classes: Path
    recording: Recording


def fetch() -> None:
    """Fills `target/jars`: without the network if Maven has everything already."""
    try:
        maven.execute(HERE / "pom.xml", "generate-resources", offline_first=True)
    except maven.MavenError as problem:
        raise RunError(f"the libraries are missing: {problem}") from problem


def record(program: Program, jdk: Jdk) -> Run:
    """Runs a program under the recorder, or takes what an earlier run left."""
    kept = TARGET / "runs" / f"{program.name}-{jdk.version}"
    classes, recording, stamp = kept / "classes", kept / "recording.txt", kept / "stamp"
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as agent:
        now = _stamp(program, jdk, agent)
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != now:
            shutil.rmtree(kept, ignore_errors=True)
            classes.mkdir(parents=True)
            compile_driver(program, jdk, classes)
            _execute(program, jdk, classes, [f"-javaagent:{agent}=record={recording}"])
            stamp.write_text(now, encoding="utf-8")
    found = read(recording)
    if not found.complete:
        raise RunError(f"{program.name}: the recording has no end")
    return Run(program, jdk, classes, found)


def _stamp(program: Program, jdk: Jdk, agent: Path) -> str:
    """Changes when anything does that the recording depends on."""
    digest = hashlib.sha256(jdk.version.encode())
    for path in (*program.sources, *program.libraries, agent):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compile_driver(program: Program, jdk: Jdk, classes: Path) -> None:
    """Compiles with javac, or with a compiler that Maven fetched as a jar."""
    java = [str(jdk.tool("java")), "-Xss8m", "-cp"]
    path = _class_path(program.libraries)
    match sorted({source.suffix for source in program.sources}):
        case [".java"]:
            command = [str(jdk.tool("javac")), "-g", "-nowarn", "-cp", path]
        case [".kt"]:
            compiler = [*java, _compiler("kotlin"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
            options = ["-no-stdlib", "-no-reflect", "-nowarn", "-jvm-target", "17"]
            command = [*compiler, *options, "-cp", path]
        case [".scala"]:
            compiler = [*java, _compiler("scala"), "scala.tools.nsc.Main"]
            command = [*compiler, "-nowarn", "-release", "17", "-cp", path]
        case suffixes:
            raise RunError(f"{program.name}: expected sources in one language, got {suffixes}")
    done = run([*command, "-d", classes, *program.sources], limit=COMPILE_LIMIT)
    if done.code:
        raise RunError(f"{program.name} does not compile:\n{done.output}{done.errors}")


def _compiler(language: str) -> str:
    return _class_path(sorted((JARS / f"{language}-compiler").glob("*.jar")))


def _execute(program: Program, jdk: Jdk, classes: Path, options: list[str]) -> None:
    """Runs it in a folder of its own, which goes away with it."""
    with tempfile.TemporaryDirectory(prefix="snarl-recall-") as folder:
        path = _class_path([classes, *program.libraries])
        work = Path(folder) / "work"
        work.mkdir()
        temporary = f"-Djava.io.tmpdir={folder}"
        java = [str(jdk.tool("java")), *options, temporary, "-cp", path]
        done = run([*java, program.main, work], limit=RUN_LIMIT, folder=Path(folder))
    (classes.parent / "output.txt").write_text(done.output + done.errors, encoding="utf-8")
    if done.over_limit:
        raise RunError(f"{program.name} did not end within {RUN_LIMIT:.0f} s")
    if done.code:
        raise RunError(f"{program.name} failed:\n{done.output}{done.errors}")


def _class_path(parts: Sequence[Path]) -> str:
    return os.pathsep.join(str(part.resolve()) for part in parts)
