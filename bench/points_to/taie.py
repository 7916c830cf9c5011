"""Tai-e's side: its pointer analysis on the same classes, with its own defaults.

The main is `bench/peers/taie/…/TaiePointsTo.java`. The JVM is the one of the JDK that is analysed,
with the throughput collector; the JDK's classes are unpacked, which is not in its time.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from bench import peer
from bench.jdks import Jdk
from bench.points_to.programs import Program
from bench.process import Measured, run


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to run Tai-e: its name in tables and the options of its pointer analysis."""

    name: str
    options: str


VARIANTS = {
    "ci": (Variant("Tai-e", "cs:ci"),),
    "2obj": (
        Variant("Tai-e", "cs:2-obj"),
        Variant("Tai-e, Zipper-e", "cs:2-obj;advanced:zipper-e"),
    ),
}
"""By our name of a context. A later variant is for programs on which those before it end early:
Zipper-e gives contexts only to the methods where they pay most, by a first run without any."""
HEAP = "-Xmx14g"
JVM_OPTIONS = (HEAP, "-XX:+UseParallelGC")
MAIN = "TaiePointsTo"
FOLDER = peer.TARGET / "taie"
WORKING = peer.TARGET / "work"
TAIE = next(rival for rival in peer.PEERS if rival.folder == "taie")


def analyse(
    program: Program, variant: Variant, jdk: Jdk, *, limit: float, calls: Path | None
) -> Measured:
    """Run Tai-e; its last line of output is JSON. `calls` is a file for the call graph."""
    # Without --prepend-JVM, Tai-e wants a folder of this name for the JDK's jars; it stays empty,
    # the class path has the JDK's classes.
    jre = WORKING / "java-benchmarks" / "JREs" / f"jre1.{jdk.feature}"
    jre.mkdir(parents=True, exist_ok=True)
    java: list[str | Path] = [jdk.tool("java"), *JVM_OPTIONS, f"-Djava.io.tmpdir={WORKING}"]
    library = os.pathsep.join(str(folder) for folder in TAIE.arguments(jdk, None))
    application = os.pathsep.join(str(path) for path in program.application)
    command: list[str | Path] = [
        *java,
        *("-cp", f"{FOLDER}/*{os.pathsep}{FOLDER}/lib/*"),
        *(MAIN, program.main, variant.options, application, library),
        *([calls] if calls else []),
    ]
    return run(command, limit=limit, folder=WORKING)
