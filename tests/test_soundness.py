"""Whatever races in a run of the programs of `tests/programs/data-race` is reported.

Or has a reason, which is written down.

And the other way round: a program that says that nothing in it races shows no race. So the agent
knows all that orders things in these programs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import pytest

from java_homes import jdks, version
from races import programs
from races.expectations import Source
from snarl.monitor import reasons
from snarl.monitor.accesses import AccessRecording, Side, UnorderedPair
from snarl.monitor.recording import Site
from snarl.monitor.soundness import Compared, Verdict
from soundness import runs
from soundness.judging import unexplained_misses

HOMES = sorted(jdks(), key=programs.feature)


@dataclass(frozen=True, slots=True)
class Shown:
    """What all programs of a JDK showed."""

    folder: Path
    sources: dict[str, Source]
    recording: AccessRecording
    pairs: dict[str, list[UnorderedPair]]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Shown]:
    """Runs all programs of a JDK, once."""
    known: dict[Path, Shown] = {}

    def of(home: Path) -> Shown:
        if home not in known:
            folder = tmp_path_factory.mktemp("soundness")
            given = [it for it in programs.sources(programs.feature(home)) if it.is_closed]
            programs.compile_all(home, given, folder / "classes")
            recording = runs.run(home, given, folder / "classes", folder / "accesses.txt")
            sources = {source.name: source for source in given}
            known[home] = Shown(folder / "classes", sources, recording, runs.by_program(recording))
        return known[home]

    return of


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_programs_run_to_their_end(home: Path, shown: Callable[[Path], Shown]) -> None:
    recording = shown(home).recording
    assert recording.complete
    assert recording.stopped is None
    assert not recording.untransformed
    assert len(shown(home).pairs) > 100


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_what_races_is_said_to(home: Path, shown: Callable[[Path], Shown]) -> None:
    quiet = {
        source.name
        for source in shown(home).sources.values()
        if all(it.is_false_alarm for it in source.expectations)
    }
    # What is read optimistically does race, and is read again.
    assert set(shown(home).pairs) & quiet <= {"StampedOptimistic"}


def judge_of(source: Source) -> Path:
    """The JDK that a program is judged on, by chance one of those that can run it: the analysis
    takes longer than the run, and test_data_races does it on each."""
    able = [home for home in HOMES if source.needs <= programs.feature(home)]
    return able[crc32(source.name.encode()) % len(able)]


@pytest.mark.parametrize("home", HOMES, ids=version)
def test_what_races_is_reported(home: Path, shown: Callable[[Path], Shown]) -> None:
    found = shown(home)
    misses = []
    for source in found.sources.values():
        if source.name in found.pairs and judge_of(source) == home:
            misses += unexplained_misses(home, source, found.folder, found.pairs[source.name])
    if misses:
        pytest.fail("\n".join(misses), pytrace=False)


class TestReasons:
    """The reader of reasons."""

    @staticmethod
    def compared(verdict: Verdict, subject: str, method: str = "m") -> Compared:
        side = Side(Site("a.B", method, "()V", 1), "write", 0, "main")
        owner, _, member = subject.rpartition(".")
        return Compared(UnorderedPair(True, "field", owner, member, side, side), verdict)

    def test_fits_all_that_it_names(self) -> None:
        reason = reasons.Reason("why", ("p",), ("ordered",), ("a.*",), ("<init>",), "observed")
        fitting = self.compared(Verdict.NOT_PARALLEL, "a.B.x", "<init>")
        assert reason.explains("p", fitting)
        assert not reason.explains("q", fitting)
        assert not reason.explains("p", self.compared(Verdict.NOT_PARALLEL, "b.B.x", "<init>"))
        assert not reason.explains("p", self.compared(Verdict.NOT_PARALLEL, "a.B.x"))
        assert not reason.explains("p", self.compared(Verdict.NOT_ALIASING, "a.B.x", "<init>"))
        assert reasons.find([reasons.Reason("why", ("q",)), reason], "p", fitting) is reason
        assert reasons.find([], "p", fitting) is None

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[[reason]]\nwhy = ' '", "a reason must say why"),
            ("[[reason]]\nwhy = 'x'\nprogram = 'p'", "got program"),
            ("[[reason]]\nwhy = 'x'\nverdicts = ['order']", "got order"),
            ("[[reason]]\nwhy = 'x'\nevidence = 'seen'", "expected one of .*got seen"),
        ],
    )
    def test_mistakes(self, tmp_path: Path, text: str, message: str) -> None:
        file = tmp_path / "reasons.toml"
        file.write_text(text)
        with pytest.raises(reasons.ReasonError, match=message):
            reasons.read(file)
