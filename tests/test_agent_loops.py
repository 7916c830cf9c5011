"""What a loop accesses is told when it ends, and what is repeated is not told again: no race is
lost by that, and none is made up.

The programs are in `tests/java/detect/loops`: each case is a class of its own, whose name says
whether there is a race.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import javac
from detections import detect

SOURCES = Path(__file__).parent / "java" / "detect" / "loops"
MODES = {"compiled": (), "interpreted": ("-Xint",)}


@pytest.fixture(scope="module")
def classes(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return javac(home, tmp_path_factory.mktemp("loops"), *sorted(SOURCES.glob("*.java")))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("noise", [0, 1])
@pytest.mark.parametrize("main", ["Loops", "Repeats"])
def test_races_of_loops(
    home: Path, classes: Path, main: str, noise: int, mode: str, tmp_path: Path
) -> None:
    done, found = detect(home, tmp_path, *MODES[mode], "-cp", classes, main, noise=noise)
    assert done.returncode == 0, done.stdout + done.stderr
    assert found.complete
    assert not found.untransformed
    cases = set(done.stdout.split())
    racy = {name for name in cases if name.endswith("Bad")}
    assert len(racy) >= 8
    assert found.observed_in == racy
