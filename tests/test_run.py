"""`snarl run` with real JVMs: what each program of `tests/programs/run` must be reported for.

A table says it, for each program and choice of detectors. What is found at all does not depend on
how threads happen to take turns: the programs see to that.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from conftest import TIMEOUT, feature
from java_homes import jdks, version

PROGRAMS = Path(__file__).parent / "programs" / "run"
HOMES = jdks()
DEFAULT = ("racer", "fasttrack")

OBSERVED, PREDICTED = "observed", "predicted"
EITHER = "either"


@dataclass(frozen=True, slots=True)
class Case:
    """A program, what it is given, and what is to be found in it."""

    program: str
    expected: Mapping[str, str]
    """The best evidence of each subject."""
    detectors: tuple[str, ...] = DEFAULT
    arguments: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """Of `java`."""
    given: tuple[str, ...] = ()
    """To snarl."""
    exit_code: int = 0
    """The program's own."""
    may: frozenset[str] = frozenset()
    """Subjects that depend on how threads take turns."""
    out: str | None = None
    """What it prints to stdout; None if that is not the same each time."""

    def __str__(self) -> str:
        return "-".join((self.program, *self.arguments, *self.detectors))

    @property
    def needs(self) -> int:
        """The oldest Java that can compile it."""
        found = re.match(r"// needs: (\d+)", (PROGRAMS / f"{self.program}.java").read_text("utf-8"))
        return int(found[1]) if found else 0


def cases(program: str, by_detectors: Mapping[tuple[str, ...], Mapping[str, str]]) -> list[Case]:
    return [Case(program, expected, detectors) for detectors, expected in by_detectors.items()]


RACER, ERASER, FASTTRACK = ("racer",), ("eraser",), ("fasttrack",)
SHARED = "Counted$Task.shared"
ANSWER = "EscapesByListener$Answer.value"
FREE, CAPACITY, RIDES = "Roller.free", "Roller.capacity", "Roller.rides"
FEE = "Bank$Fees.fee"
SET_UNLOCKED = ("Bank$Account.balance", "Bank$Account.limit", "Bank.Bank$Account[]")
COUNT = {"Racing.count": OBSERVED}

CASES = [
    # Paper 5, figure 1: `shared`, and nothing else.
    *cases(
        "Counted",
        {
            DEFAULT: {SHARED: OBSERVED},
            RACER: {SHARED: PREDICTED},
            ERASER: {SHARED: PREDICTED},
            FASTTRACK: {SHARED: OBSERVED},
        },
    ),
    # Figures 6 and 8: what is known before its constructor ends, which ERASER takes for safe.
    *cases(
        "EscapesByListener",
        {
            DEFAULT: {ANSWER: OBSERVED},
            RACER: {ANSWER: PREDICTED},
            ERASER: {},
            FASTTRACK: {ANSWER: OBSERVED},
        },
    ),
    *cases(
        "EscapesByStart",
        {
            # A start orders what is before it, which FastTrack knows.
            DEFAULT: {},
            RACER: {"EscapesByStart.changed": PREDICTED},
            ERASER: {},
            FASTTRACK: {},
        },
    ),
    # Its section 5: final fields, which are safe after their constructor alone.
    *cases(
        "FinalFields",
        {
            DEFAULT: {"FinalFields$Escaped.value": OBSERVED},
            RACER: {"FinalFields$Escaped.value": PREDICTED},
        },
    ),
    # Its section 6.
    *cases(
        "Roller",
        {
            DEFAULT: {FREE: OBSERVED},
            RACER: dict.fromkeys((FREE, CAPACITY, RIDES), PREDICTED),
            ERASER: {FREE: PREDICTED},
            FASTTRACK: {FREE: OBSERVED},
        },
    ),
    *cases(
        "Bank",
        {
            RACER: dict.fromkeys((FEE, *SET_UNLOCKED), PREDICTED),
            FASTTRACK: {FEE: OBSERVED},
        },
    ),
    # RACER does not forgive that an account was made without its lock, also where it is held.
    Case("Bank", {FEE: OBSERVED}, may=frozenset({"Bank$Account.balance"})),
    Case("Bank", {}, ERASER, may=frozenset({FEE})),
    *cases("Guarded", {DEFAULT: {}, RACER: {}, ERASER: {}, FASTTRACK: {}}),
    # A barrier has a lock, and is meant to order nevertheless.
    Case("Rounds", {"Rounds.unordered": OBSERVED}, out="600\n"),
    Case("LockOrder", {"LockOrder$First": PREDICTED}, out="forth and back\n"),
    Case(
        "Deadlock",
        {"java.lang.Object": OBSERVED},
        given=("--timeout", "15"),
        exit_code=143,
        out="ready\n",
    ),
    # However it ends.
    Case("Racing", COUNT, arguments=("end",), out="the end\n"),
    Case("Racing", COUNT, arguments=("exit",), exit_code=5),
    Case("Racing", COUNT, arguments=("halt",), exit_code=6),
    Case("Racing", COUNT, arguments=("exception",), exit_code=1),
    Case("Racing", COUNT, arguments=("memory",), options=("-Xmx64m",), exit_code=1),
    Case("Racing", COUNT, arguments=("wait",), given=("--timeout", "5"), exit_code=143),
    Case("Racing", COUNT, arguments=("end",), given=("--noise", "7")),
    Case("Racing", COUNT, arguments=("end",), given=("--instrument", "all")),
    Case("VirtualThreads", {"VirtualThreads.plain": EITHER}, out="10000\n"),
    Case("Quiet", {}, arguments=("exit",), exit_code=5, out=""),
    Case("Quiet", {}, arguments=("exception",), exit_code=1, out=""),
    Case("Quiet", {}, arguments=("print",), out="0123456789abcde\n" * (1 << 18)),
    Case("Quiet", {}, arguments=("echo",), out="what is typed\n"),
]

Compiled = Callable[[Path], Path]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """The folder of all programs that a JDK can compile; compiled once."""
    folders: dict[Path, Path] = {}

    def folder_of(home: Path) -> Path:
        if home not in folders:
            folder = tmp_path_factory.mktemp("run")
            names = {case.program for case in CASES if case.needs <= feature(home)}
            sources = [str(PROGRAMS / f"{name}.java") for name in sorted(names)]
            command = [str(home / "bin" / "javac"), "-g", "-d", str(folder), *sources]
            subprocess.run(command, check=True, capture_output=True, timeout=TIMEOUT)
            folders[home] = folder
        return folders[home]

    return folder_of


@dataclass(frozen=True, slots=True)
class Done:
    status: int
    out: str
    err: str
    report: Any = field(repr=False)

    @property
    def found(self) -> dict[str, str]:
        """The best evidence of each subject; of a lock, its class."""
        found: dict[str, str] = {}
        for finding in reversed(self.report["findings"]):
            subject = finding["subject"]
            is_lock = subject["kind"] == "lock"
            name = subject["class"] if is_lock else f"{subject['class']}.{subject['member']}"
            found[name] = finding["evidence"]
        return found


def run(home: Path, classes: Path, folder: Path, case: Case) -> Done:
    file = folder / "report.json"
    detectors = [word for name in case.detectors for word in ("--detector", name)]
    java = [str(home / "bin" / "java"), *case.options, "-cp", str(classes), case.program]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "snarl", "run", *detectors, *case.given),
            *("--output", f"json={file}", "--output", "text", "--", *java, *case.arguments),
        ],
        input="what is typed\n",
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert file.exists(), done.stderr
    return Done(done.returncode, done.stdout, done.stderr, json.loads(file.read_text("utf-8")))


@pytest.mark.parametrize("home", HOMES, ids=version)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_program(case: Case, home: Path, compiled: Compiled, tmp_path: Path) -> None:
    if feature(home) < case.needs:
        pytest.skip(f"needs Java {case.needs}")
    done = run(home, compiled(home), tmp_path, case)
    expected = {
        name: done.found.get(name, "nothing") if evidence == EITHER else evidence
        for name, evidence in case.expected.items()
    }
    found = {name: it for name, it in done.found.items() if name not in case.may}
    assert found == expected, done.err
    assert "nothing" not in expected.values(), done.err
    assert done.report["run"]["exit-code"] == case.exit_code, done.err
    assert done.status == (1 if done.found else case.exit_code)
    assert case.out in (None, done.out)
    assert done.report["run"]["untransformed"] == {}
    assert done.report["complete"]


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_what_is_told_of_a_race(home: Path, compiled: Compiled, tmp_path: Path) -> None:
    done = run(home, compiled(home), tmp_path, Case("Racing", COUNT, arguments=("end",)))
    assert len(done.report["findings"]) == 1
    finding = done.report["findings"][0]
    assert {site["thread"] for site in finding["sites"]} == {"one", "two"}
    for site in finding["sites"]:
        assert (site["class"], site["method"], site["locks"]) == ("Racing", "countUp", [])
        assert site["stack"] in ("exact", "example")
        assert site["path"][-1]["method"] == "countUp"
        assert site["path"][0]["class"] == "java.lang.Thread"
        assert site["starter"] == "main"
        assert (site["started"]["class"], site["started"]["method"]) == ("Racing", "main")


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_a_check_and_a_run_name_the_same(home: Path, compiled: Compiled, tmp_path: Path) -> None:
    classes = tmp_path / "classes"
    classes.mkdir()
    for path in compiled(home).glob("Racing*.class"):
        (classes / path.name).write_bytes(path.read_bytes())
    checked = tmp_path / "check.json"
    check = ("check", str(classes), "--jdk", str(home), "--output", f"json={checked}")
    command = [sys.executable, "-m", "snarl", *check]
    subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=False)
    (derived,) = json.loads(checked.read_text())["findings"]
    alone = run(home, classes, tmp_path, Case("Racing", COUNT, arguments=("end",)))
    assert [it["fingerprint"] for it in alone.report["findings"]] == [derived["fingerprint"]]
    given = ("--with", str(checked))
    both = run(home, classes, tmp_path, Case("Racing", COUNT, arguments=("end",), given=given))
    (finding,) = both.report["findings"]
    assert (finding["fingerprint"], finding["evidence"]) == (derived["fingerprint"], OBSERVED)


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_what_was_seen_survives_a_kill(home: Path, compiled: Compiled, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    java = (str(home / "bin" / "java"), "-cp", str(compiled(home)), "Racing", "wait")
    process = subprocess.Popen(
        [sys.executable, "-m", "snarl", "run", "--keep", str(kept), "--", *java],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline() == b"ready\n"
    (file,) = (kept / "jvms").iterdir()
    until = time.monotonic() + TIMEOUT
    while "race\t" not in file.read_text() and time.monotonic() < until:
        time.sleep(0.1)
    os.kill(int(file.stem), signal.SIGKILL)
    _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 1
    assert b"data-race: 1 observed in " in err
    assert b"the program's own exit code is 137\n" in err


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_jvms_of_a_script(home: Path, compiled: Compiled, tmp_path: Path) -> None:
    script = tmp_path / "script.sh"
    java = f'"{home / "bin" / "java"}" -cp "{compiled(home)}"'
    script.write_text(f"#!/bin/sh\n{java} Racing end\n{java} Roller\n")
    script.chmod(0o755)
    file = tmp_path / "report.json"
    done = subprocess.run(
        [sys.executable, "-m", "snarl", "run", "--output", f"json={file}", str(script)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "the end\n3 rides\n")
    report = json.loads(file.read_text())
    assert [jvm["command"] for jvm in report["run"]["jvms"]] == ["Racing end", "Roller"]
    subjects = {it["subject"]["member"] for it in report["findings"]}
    assert subjects == {"count", "free"}
