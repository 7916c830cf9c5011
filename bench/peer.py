"""Peers of the engine: what they need to turn the same classes into their own typed IR.

Each peer is a small main in `peers/`, built by Maven on demand. It gets what serves it: the JVM
of the JDK that is read, all cores, 12 GiB of heap, and the throughput collector (SootUp on
java.base of 17: 72 s of CPU time, with G1 78 s). Its IR is typed but not SSA, so it does a little
less than snarl.
"""

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench import maven
from bench.jdks import Jdk
from bench.process import Measured, last_line, run

PROJECT = Path(__file__).parent / "peers"
TARGET = PROJECT / "target"
JVM_OPTIONS = ("-Xmx12g", "-XX:+UseParallelGC")
BUILD_LIMIT = 900.0


class PeerError(Exception):
    """A peer could not be built or its input not be prepared; the text says why."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A peer: its artifact's folder in `peers/`, its main, and the arguments for some classes."""

    name: str
    folder: str
    main: str
    artifact: str
    adapted: str
    """What we changed of the release so that it does the work at all."""
    arguments: Callable[[Jdk, str | None], list[str | Path]]

    @property
    def version(self) -> str:
        """The version of the library, from the jar that Maven fetched."""
        for jar in (TARGET / self.folder / "lib").glob(f"{self.artifact}-*.jar"):
            return jar.stem.removeprefix(f"{self.artifact}-")
        return "unknown"

    def run(self, jdk: Jdk, module: str | None, limit: float) -> Measured:
        """Run the peer on a JDK, or on one module of it."""
        arguments = self.arguments(jdk, module)
        here = TARGET / self.folder
        # Tai-e asks for this folder in the working folder; empty is what we want it to be.
        working = TARGET / "work"
        (working / "java-benchmarks" / "JREs" / "jre1.6").mkdir(parents=True, exist_ok=True)
        jvm = [str(jdk.tool("java")), *JVM_OPTIONS, f"-Djava.io.tmpdir={working}"]
        classes = ["-cp", f"{here}/*{os.pathsep}{here}/lib/*"]
        return run([*jvm, *classes, self.main, *arguments], limit=limit, folder=working)


def _running_image(_jdk: Jdk, module: str | None) -> list[str | Path]:
    """SootUp reads the image of the JVM that it runs on, and is faster on two threads than one."""
    return [module or "all", "parallel"]


def _unpacked_modules(jdk: Jdk, module: str | None) -> list[str | Path]:
    """Tai-e gets folders of classes (why: see its main); unpacking them is not in its time."""
    image = TARGET / f"image-{jdk.version}-{module or 'all'}"
    if not image.exists():
        part = image.with_name(f"{image.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        pattern = rf"regex:/{re.escape(module) if module else '.*'}/.*\.class"
        modules = jdk.home / "lib" / "modules"
        unpacked = run(
            [jdk.tool("jimage"), "extract", "--dir", part, "--include", pattern, modules],
            limit=BUILD_LIMIT,
        )
        if unpacked.code:
            raise PeerError(f"jimage of JDK {jdk.version} failed: {last_line(unpacked)}")
        part.rename(image)
    return [folder for folder in sorted(image.iterdir()) if folder.is_dir()]


PEERS = (
    Peer(
        "Tai-e",
        "taie",
        "TaieWorld",
        "tai-e",
        "with Soot 4.5.0 in place of 4.4.1, which ends at a constant dynamic of JDK 25, and "
        "ASM 9.11.1; reads unpacked classes, unpacking not counted; Soot's output is cut off",
        _unpacked_modules,
    ),
    Peer(
        "SootUp",
        "sootup",
        "SootUpWorld",
        "sootup.core",
        "with ASM 9.11.1; reads the image of the JVM that it runs on, its default interceptors",
        _running_image,
    ),
)


def build() -> None:
    """Build the peers with Maven; quick if nothing changed."""
    try:
        maven.execute(PROJECT / "pom.xml", "package")
    except maven.MavenError as problem:
        raise PeerError(f"no peers: {problem}") from problem


def counts(measured: Measured) -> dict[str, float] | None:
    """The figures of a peer's last line, `classes=… methods=… …`; None if it did not get there."""
    for line in reversed(measured.output.splitlines()):
        if line.startswith("classes="):
            pairs = (word.split("=") for word in line.split())
            return {key: float(value) for key, value in pairs}
    return None
