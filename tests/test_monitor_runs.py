"""Monitors that are written in Python hear real runs: the examples, and small ones of the tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import TIMEOUT, javac
from java_homes import jdks, version

PROGRAMS = Path(__file__).parent / "programs" / "run"
EXAMPLES = Path(__file__).parent.parent / "examples" / "monitors"
JOIN_POINTS = Path(__file__).parent / "java" / "weave" / "JoinPoints.java"
HOMES = jdks()

EVERYTHING = """
from snarl.monitor.monitors import Monitor, after, before

class Everything(Monitor):
    @before("get(* JoinPoints.*) || set(* JoinPoints.*) || arrayget() || arrayset()")
    @before("call(* JoinPoints.*(..)) || execution(* JoinPoints.add(..))")
    @before("lock() || unlock()")
    @after("lock() || unlock() || execution(* JoinPoints.add(..)) || call(JoinPoints.new(..))")
    def tell(self, event):
        what = event.member or (f"[{event.index}]" if event.index is not None else "")
        of = event.target or event.lock
        self.report(f"{event.when} {event.kind} {what} {of.class_name if of else '-'} {event.line}")
"""
FAILS = """
from snarl.monitor.monitors import Monitor, before

class Fails(Monitor):
    @before("set(* *)")
    def fail(self, event):
        raise ValueError("no")
"""


def snarl_run(
    home: Path, classes: Path, main: str, *options: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "snarl", "run", *options, "--"]
    java = [str(home / "bin" / "java"), "-Xverify:all", "-cp", str(classes), main]
    return subprocess.run(
        [*command, *java], capture_output=True, text=True, timeout=TIMEOUT, check=False
    )


@pytest.mark.parametrize("home", HOMES, ids=version)
@pytest.mark.parametrize("program", ["Counted", "Guarded", "EscapesByListener"])
def test_eraser_in_python_agrees_with_the_agents(home: Path, program: str, tmp_path: Path) -> None:
    classes = javac(home, tmp_path, PROGRAMS / f"{program}.java")
    own = snarl_run(home, classes, program, "--monitor", str(EXAMPLES / "eraser.py"))
    report = tmp_path / "report.json"
    built_in = snarl_run(
        home, classes, program, "--detector", "eraser", "--output", f"json={report}"
    )
    assert built_in.returncode in (0, 1), built_in.stderr
    said = set(re.findall(r"^Eraser: no lock protects (.+)$", own.stderr, re.MULTILINE))
    found = {
        f"{it['subject']['class']}.{it['subject']['member']}"
        for it in json.loads(report.read_text())["findings"]
        if it["rule"] == "data-race"
    }
    assert said == found
    assert own.returncode == (1 if said else 0)


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_each_kind_of_join_point_is_told_in_order(home: Path, tmp_path: Path) -> None:
    classes = javac(home, tmp_path, JOIN_POINTS)
    monitor = tmp_path / "everything.py"
    monitor.write_text(EVERYTHING)
    done = snarl_run(home, classes, "JoinPoints", "--monitor", str(monitor))
    assert done.stdout == "9\n"
    told = re.findall(r"^Everything: (.+)$", done.stderr, re.MULTILINE)
    expected = re.findall(r"// tells: (.+)$", JOIN_POINTS.read_text(), re.MULTILINE)
    assert told == expected, done.stderr


def test_a_monitor_that_fails_is_named_and_the_program_runs_on(
    java_home: Path, tmp_path: Path
) -> None:
    classes = javac(java_home, tmp_path, JOIN_POINTS)
    monitor = tmp_path / "fails.py"
    monitor.write_text(FAILS)
    done = snarl_run(java_home, classes, "JoinPoints", "--monitor", str(monitor))
    assert done.stdout == "9\n"
    assert done.returncode == 2
    assert "snarl: Fails.fail failed at JoinPoints." in done.stderr
    assert "ValueError: no" in done.stderr


def test_pointcuts_that_select_nothing_do_not_pass_silently(
    java_home: Path, tmp_path: Path
) -> None:
    classes = javac(java_home, tmp_path, JOIN_POINTS)
    monitor = tmp_path / "nothing.py"
    monitor.write_text(FAILS.replace("set(* *)", "set(* Nowhere.*)"))
    done = snarl_run(java_home, classes, "JoinPoints", "--monitor", str(monitor))
    assert done.stdout == "9\n"
    assert done.returncode == 3
    assert done.stderr.endswith("snarl: NOTHING WAS WATCHED: no pointcut selects anything\n")


def test_a_command_without_a_class_path_is_refused(java_home: Path, tmp_path: Path) -> None:
    monitor = tmp_path / "everything.py"
    monitor.write_text(EVERYTHING)
    command = [sys.executable, "-m", "snarl", "run", "--monitor", str(monitor), "--", "mvn", "test"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 2
    assert "monitors need `java` with a class path" in done.stderr
