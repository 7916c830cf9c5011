"""Odd circumstances in which programs run: under the agent, they run as they do alone.

The programs are in tests/java/detect/odd. What they print is checked, and so is what the agent saw.
"""

from __future__ import annotations

from importlib.resources import as_file
from pathlib import Path
from zipfile import ZipFile

import pytest

from agent_runs import java
from conftest import feature, javac
from detections import Detection, detect, detecting, read
from snarl.monitor.agent import JAR, call_recording
from snarl.watching import watch

SOURCES = Path(__file__).parent / "java" / "detect" / "odd"


@pytest.fixture(scope="module")
def classes(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return javac(home, tmp_path_factory.mktemp("odd"), "-g", *sorted(SOURCES.glob("*.java")))


def observed(found: Detection) -> set[str]:
    """The fields that have a race; the JVM came to its end, and all of it was watched."""
    assert found.complete
    assert not found.untransformed
    assert found.stopped is None
    return {race.member for race in found.observed}


def test_stack_overflows_leave_no_lock_behind(home: Path, classes: Path, tmp_path: Path) -> None:
    done, found = detect(home, tmp_path / "run", "-cp", classes, "Overflows")
    assert done.returncode == 0, done.stderr
    assert "41000" in done.stdout
    assert observed(found) == {"racy"}
    assert {race.member for race in found.races} == {"racy", "guarded"}


def test_a_jvm_that_halts(home: Path, classes: Path, tmp_path: Path) -> None:
    done, found = detect(home, tmp_path / "run", "-cp", classes, "Halts")
    assert (done.returncode, done.stdout, done.stderr) == (5, "", "")
    assert observed(found) == {"racy"}


FLAGS = [
    ("-XX:+UseSerialGC", "-XX:-UseCompressedOops"),
    ("-XX:+UseZGC", "-Xint"),
]


@pytest.mark.parametrize("flags", FLAGS, ids=" ".join)
def test_loaders_of_the_program(
    home: Path, classes: Path, flags: tuple[str, ...], tmp_path: Path
) -> None:
    done, found = detect(home, tmp_path / "run", *flags, "-cp", classes, "Loaders")
    assert (done.returncode, done.stdout, done.stderr) == (0, "true true\n", "")
    assert observed(found) == {"racy"}


def test_a_program_in_a_module(home: Path, tmp_path: Path) -> None:
    module = javac(home, tmp_path / "module", "-g", *sorted((SOURCES / "module").rglob("*.java")))
    done, found = detect(home, tmp_path / "run", "-p", module, "-m", "odd/app.Main")
    assert (done.returncode, done.stdout, done.stderr) == (0, "module odd\n", "")
    assert observed(found) == {"racy"}


def other_agent(home: Path, name: str, folder: Path) -> str:
    """The option for an agent that is not ours."""
    own = javac(home, folder / "agent", SOURCES / "agent" / f"{name}.java")
    jar = folder / f"{name}.jar"
    with ZipFile(jar, "w") as archive:
        archive.writestr(
            "META-INF/MANIFEST.MF", f"Premain-Class: {name}\nCan-Retransform-Classes: true\n\n"
        )
        for file in own.glob("*.class"):
            archive.write(file, file.name)
    return f"-javaagent:{jar}"


@pytest.mark.parametrize("is_first", [True, False], ids=["before ours", "after ours"])
def test_another_agent(home: Path, classes: Path, is_first: bool, tmp_path: Path) -> None:
    other = other_agent(home, "Another", tmp_path)
    with detecting(tmp_path / "run") as option:
        agents = [other, option]
        done = java(home, *(agents if is_first else agents[::-1]), "-cp", classes, "Loaders")
    assert (done.returncode, done.stdout, done.stderr) == (0, "true true\n", "")
    assert observed(read(tmp_path / "run")) == {"racy"}


def test_an_agent_that_makes_ours_anew(home: Path, classes: Path, tmp_path: Path) -> None:
    other = other_agent(home, "Again", tmp_path)
    with detecting(tmp_path / "run") as option:
        done = java(home, option, other, "-cp", classes, "Loaders")
    assert (done.returncode, done.stdout, done.stderr) == (0, "true\ntrue true\n", "")
    assert observed(read(tmp_path / "run")) == {"racy"}


def test_the_agent_twice(home: Path, classes: Path, tmp_path: Path) -> None:
    with detecting(tmp_path / "one") as first, detecting(tmp_path / "other") as second:
        done = java(home, first, second, "-cp", classes, "Loaders")
    assert (done.returncode, done.stdout) == (0, "true true\n")
    assert done.stderr == "snarl-agent: it is loaded twice, and the second time does nothing\n"
    assert observed(read(tmp_path / "one")) == {"racy"}


def test_children_are_watched(home: Path, classes: Path, capfd: pytest.CaptureFixture[str]) -> None:
    report = watch([str(home / "bin" / "java"), "-cp", str(classes), "Spawner"])
    assert report.run is not None
    assert [jvm.command.split(" ")[0] for jvm in report.run.jvms] == ["Spawner", "Spawner$Child"]
    assert {finding.subject.member for finding in report.findings} == {"racy"}
    assert capfd.readouterr() == ("0 one|two words\n0 java -cp\n", "")


@pytest.mark.parametrize("what", ["accesses", "locks"])
def test_a_full_heap_is_not_the_programs_business(
    home: Path, classes: Path, what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    java_options = ["-Xmx32m", "-XX:+UseSerialGC", "-cp", str(classes)]
    report = watch([str(home / "bin" / "java"), *java_options, "FullHeap", what], instrument="all")
    assert report.run is not None
    assert report.run.exit_code == 0
    assert capfd.readouterr().out == "nothing was thrown\n"
    told = " ".join(report.warnings)
    assert "of its accesses were not looked at" in told
    # If it is not known any more what orders threads, then nothing is looked at from then on.
    is_stopped = "the heap was too full to keep what orders threads" in told
    assert is_stopped or what == "accesses"
    seen = {finding.subject.member for finding in report.findings}
    assert seen == (set() if is_stopped else {"racy"})


def test_security_managers(home: Path, classes: Path, tmp_path: Path) -> None:
    if feature(home) > 23:
        pytest.skip("there are no security managers any more")
    program = ["-Djava.security.manager", "-cp", str(classes), "Spawner$Child"]
    done, _ = detect(home, tmp_path / "one", *program)
    assert done.returncode == 2
    assert "the policy must grant the agent's jar all permissions" in done.stderr
    policy = tmp_path / "agent.policy"
    with as_file(JAR) as jar:
        granted = "permission java.security.AllPermission;"
        policy.write_text(f'grant codeBase "{jar.as_uri()}" {{ {granted} }};\n', encoding="utf-8")
    done, found = detect(home, tmp_path / "other", f"-Djava.security.policy={policy}", *program)
    assert done.returncode == 0, done.stderr
    assert observed(found) == {"racy"}


def test_the_jdk_stays_closed(home: Path, classes: Path, tmp_path: Path) -> None:
    done, found = detect(home, tmp_path / "run", "-cp", classes, "Closed")
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")
    assert not observed(found)
    with call_recording(tmp_path / "calls.txt") as option:
        done = java(home, option, "-cp", classes, "Closed")
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")
