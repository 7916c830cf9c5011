"""The peer: SpotBugs from Maven Central, its detectors of multithreaded correctness alone.

It runs as a user would run it for this purpose: only the detectors that report in the category
`MT_CORRECTNESS`, with the most effort, and all that it reports however unsure. The JVM of the JDK
that snarl reads runs it, with the throughput collector.
"""

import os
import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

from bench import maven
from bench.jdks import Jdk
from bench.process import last_line, run
from bench.races.measure import Progress, Record, record
from bench.races.programs import TARGET, Program

VERSION = "4.10.4"
COORDINATES = f"com.github.spotbugs:spotbugs:{VERSION}"
FOLDER = TARGET / "spotbugs"
NAME = "SpotBugs"
CATEGORY = "MT_CORRECTNESS"
JVM_OPTIONS = ("-Xmx6g", "-XX:+UseParallelGC")
WARNING = re.compile(r"[HML] M (\w+): ")
"""A line of its text: priority, `M` for the category, the abbreviation of the kind."""


def fetch() -> None:
    """Fetch SpotBugs and what it needs; quick if it is done already."""
    maven.fetch_with_dependencies(COORDINATES, FOLDER)


@cache
def detectors() -> tuple[str, ...]:
    """The detectors that report something of the category, as its own registry has them."""
    with ZipFile(FOLDER / maven.jar_of(COORDINATES)) as jar:
        registry = ElementTree.fromstring(jar.read("findbugs.xml"))
    kinds = {it.get("type") for it in registry.iter("BugPattern") if it.get("category") == CATEGORY}
    return tuple(
        it.get("class", "").rpartition(".")[2]
        for it in registry.iter("Detector")
        if not kinds.isdisjoint(it.get("reports", "").split(","))
    )


def measure(program: Program, jdk: Jdk, *, limit: float, progress: Progress) -> Record:
    """One run on the same jar, with the same class path."""
    progress(f"{NAME}, {program.name}, at most {limit:.0f} s")
    load = os.getloadavg()[0]
    command: list[str | Path] = [jdk.tool("java"), *JVM_OPTIONS, "-cp", f"{FOLDER}/*"]
    command += ["edu.umd.cs.findbugs.FindBugs2", "-effort:max", "-low"]
    command += ["-visitors", ",".join(detectors()), "-bugCategories", CATEGORY]
    if program.classpath:
        command += ["-auxclasspath", os.pathsep.join(map(str, program.classpath))]
    measured = run([*command, program.application], limit=limit)
    if measured.over_limit:
        note = f"not ended in {limit:.0f} s"
        return record(program.name, NAME, measured, None, load, note)
    if measured.code:
        note = f"exit {measured.code}: {last_line(measured)}"
        return record(program.name, NAME, measured, None, load, note)
    counts = Counter(WARNING.findall(measured.output))
    return record(program.name, NAME, measured, dict(counts.most_common()), load, "")
