"""Odd circumstances in which programs run: under the agent, they run as they do alone.

The programs are in tests/java/detect/odd. What they print is checked, and so is what the agent saw.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import javac
from detections import Detection, detect
from java_homes import jdks, version

SOURCES = Path(__file__).parent / "java" / "detect" / "odd"


@pytest.fixture(scope="module", params=jdks(), ids=version)
def home(request: pytest.FixtureRequest) -> Path:
    home: Path = request.param
    return home


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
