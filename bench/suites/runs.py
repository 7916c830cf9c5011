"""Runs of the programs, plain and under `snarl run`, and records of what they did."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench import maven
from bench.jdks import Jdk
from bench.process import publishable, run
from bench.recall import programs as recall_programs
from bench.recall import runs as recall
from bench.soundness import programs as soundness_programs
from bench.soundness import runs as soundness
from bench.suites.outputs import Outcome, differences, level, tests_of
from bench.suites.programs import JARS, LIBRARIES, OLDEST, TARGET, Program

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "bench" / "results" / "suites.json"
MODES = ("all", "shared")
PLAIN_RUNS = 2

Progress = Callable[[str], object]


class RunError(Exception):
    """A program that could not be prepared or run; the text says why."""


@dataclass(frozen=True, slots=True)
class SeenRace:
    """An observed race: what is accessed, and from where."""

    subject: str
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A program on a JDK under the detectors, beside its plain runs."""

    program: str
    jdk: str
    mode: str
    differences: tuple[str, ...]
    compared: str
    """How closely its output could be compared."""
    code: int
    passed: int
    failed: int
    skipped: int
    instrumented: str
    classes: int
    sites: int
    threads: int
    untransformed: tuple[tuple[str, str], ...]
    """Classes that were left as they were, and why."""
    warnings: tuple[str, ...]
    observed: int
    predicted: int
    races: tuple[SeenRace, ...]
    plain_seconds: float
    seconds: float
    """Of the program; the analysis before it is not in it."""

    @property
    def is_same(self) -> bool:
        """Whether the run did what the plain ones did, and was watched to its end."""
        return not self.differences


def prepare(programs: Sequence[Program], oldest: Jdk, newest: Jdk) -> None:
    """Fetches the libraries and compiles the drivers, for the oldest JDK that they run on."""
    try:
        maven.fetch(LIBRARIES, JARS)
        recall.fetch()
        soundness.fetch(soundness_programs.PROGRAMS)
        for program in programs:
            if program.kind == "maven":
                pom = Path(program.command(Path(), JARS, JARS)[5])
                maven.execute(pom, "test", offline_first=True)
            elif program.kind == "driver":
                _compile(program, oldest if OLDEST in program.jdks else newest)
    except (maven.MavenError, recall.RunError, soundness.RunError) as problem:
        raise RunError(str(problem)) from problem


def _compile(program: Program, jdk: Jdk) -> None:
    shutil.rmtree(program.classes, ignore_errors=True)
    program.classes.mkdir(parents=True)
    name, _, is_threaded = program.name.partition("-")
    if is_threaded:
        soundness.compile_driver(soundness_programs.named((name,))[0], jdk, program.classes)
    else:
        recall.compile_driver(recall_programs.named((name,))[0], jdk, program.classes)


def compare(
    program: Program,
    jdk: Jdk,
    modes: Sequence[str],
    limit: float,
    progress: Progress = lambda _: None,
) -> list[Record]:
    """Runs a program plain, and in each mode under the detectors."""
    plain = []
    for number in range(1, PLAIN_RUNS + 1):
        progress(f"{program.name} on {jdk.version}, plain, run {number} of {PLAIN_RUNS}")
        plain.append(_run(program, jdk, limit)[0])
    records = []
    for mode in modes:
        progress(f"{program.name} on {jdk.version}, {mode}")
        outcome, report = _run(program, jdk, limit, mode)
        records.append(_record(program, jdk, mode, plain, outcome, report))
    return records


def _run(
    program: Program, jdk: Jdk, limit: float, mode: str | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """One run, in a folder of its own, which goes away with it."""
    with tempfile.TemporaryDirectory(prefix="snarl-suites-", ignore_cleanup_errors=True) as name:
        folder, reports, report = (Path(name) / it for it in ("run", "reports", "report.json"))
        (folder / "work").mkdir(parents=True)
        command = program.command(jdk.tool("java"), folder, reports)
        if mode:
            snarl = [sys.executable, "-m", "snarl", "run", f"--instrument={mode}"]
            command = [*snarl, f"--output=json={report}", f"--timeout={limit}", "--", *command]
        done = run(
            command,
            limit=2 * limit,
            folder=folder,
            environment={"JAVA_HOME": str(jdk.home)},
        )
        log = TARGET / "logs" / f"{program.name}-{jdk.version}-{mode or 'plain'}.txt"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(done.output + done.errors, encoding="utf-8")
        if done.over_limit:
            raise RunError(f"{program.name} did not end within {limit:.0f} s")
        if mode and not report.exists():
            raise RunError(f"{program.name}, {mode}: there is no report:\n{done.errors}")
        told = json.loads(report.read_text(encoding="utf-8")) if mode else {}
        if mode and told["run"]["timed-out"]:
            raise RunError(f"{program.name}, {mode}: did not end within {limit:.0f} s")
        code = told["run"]["exit-code"] if mode else done.code
        output = done.output.replace(name, "FOLDER")
        seconds = told["seconds"]["run"] if mode else done.wall
        tests = tests_of(Path(name))
        if program.kind != "driver" and not tests:
            raise RunError(f"{program.name} ran no tests:\n{done.output}{done.errors}")
        return Outcome(code, output, tests, seconds), told


def _record(
    program: Program,
    jdk: Jdk,
    mode: str,
    plain: list[Outcome],
    outcome: Outcome,
    report: dict[str, Any],
) -> Record:
    told = report["run"]
    watched = [jvm for jvm in told["jvms"] if jvm["watched"]]
    counts = {it: sum(jvm[it] for jvm in watched) for it in ("classes", "sites", "threads")}
    races = [it for it in report["findings"] if it["rule"] == "data-race"]
    observed = [it for it in races if it["evidence"] == "observed"]
    found = differences(plain, outcome)
    if not counts["classes"]:
        found.append(f"nothing was watched: {told['unwatched']}")
    return Record(
        program.name,
        jdk.version,
        mode,
        tuple(publishable(it) for it in found),
        level(it.output for it in plain),
        outcome.code,
        outcome.ended("passed"),
        outcome.ended("failed"),
        outcome.ended("skipped"),
        told["instrumented"],
        counts["classes"],
        counts["sites"],
        counts["threads"],
        tuple(sorted(told["untransformed"].items())),
        tuple(publishable(it) for it in report["warnings"]),
        len(observed),
        len(races) - len(observed),
        tuple(_seen(it) for it in observed),
        round(min(it.seconds for it in plain), 2),
        round(outcome.seconds, 2),
    )


def _seen(finding: dict[str, Any]) -> SeenRace:
    subject = finding["subject"]
    member = subject.get("member")
    sites = sorted(
        f"{it['class']}.{it['method']}:{it['line']} {it['access']}" for it in finding["sites"]
    )
    return SeenRace(f"{subject['class']}.{member}" if member else subject["class"], tuple(sites))


def read() -> list[Record]:
    """The records that are kept."""
    if not RECORDS.exists():
        return []
    rows = json.loads(RECORDS.read_text(encoding="utf-8"))
    return [
        Record(
            **{
                **row,
                "differences": tuple(row["differences"]),
                "untransformed": tuple((name, why) for name, why in row["untransformed"]),
                "warnings": tuple(row["warnings"]),
                "races": tuple(SeenRace(it["subject"], tuple(it["sites"])) for it in row["races"]),
            }
        )
        for row in rows
    ]


def keep(new: Sequence[Record]) -> None:
    """Keeps records, in place of older ones of the same program, JDK and mode."""
    kept = {(it.program, it.jdk, it.mode): it for it in (*read(), *new)}
    rows = [json.dumps(asdict(kept[key]), ensure_ascii=False) for key in sorted(kept)]
    RECORDS.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
