"""What the agent's detectors write is read: whole, cut off, of several JVMs, or wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import run_samples as samples
from snarl.findings import Frame
from snarl.monitor.recording import Site
from snarl.monitor.sightings import HeldLock, LockName, SightingsError, Thread, read, read_all


def test_all_of_it(tmp_path: Path) -> None:
    untransformed = ("untransformed", "a.Big#m()V", "too large:\\t64 KB")
    seen = read(samples.write(tmp_path, *samples.WHOLE[:-1], untransformed, samples.END))
    assert (seen.pid, seen.java, seen.command) == (4711, "25.0.1", "demo.Transfer")
    start = Frame("java.lang.Thread", "start", "Thread.java", 802)
    caller = Frame("demo.Transfer", "main", "Transfer.java", 20)
    assert seen.thread(0) == Thread(0, "main", "main", None)
    assert seen.thread(1) == Thread(1, "main/1", "there", 0, (start, caller))
    assert len(seen.races) == 5
    race = seen.races[0]
    assert race.is_observed
    assert race.detectors == ("racer", "fasttrack")
    assert (race.kind, race.owner, race.member) == ("field", samples.ACCOUNT, "balance")
    assert (race.object_class, race.object_name) == (samples.ACCOUNT, "demo.Transfer.main:15#1")
    one, two = race.sides
    assert one.place.site == Site(samples.ACCOUNT, "withdraw", "(J)V", 7)
    assert (one.place.file, one.place.line) == ("BankAccount.java", 20)
    assert (one.access, one.thread, one.kept, one.locks) == ("write", 1, "exact", ())
    assert one.stack[0] == Frame(samples.ACCOUNT, "withdraw", "BankAccount.java", 20)
    assert len(one.stack) == 5
    lock = LockName(samples.ACCOUNT, "demo.Transfer.main:15#1")
    assert (two.kept, two.locks) == ("example", (HeldLock(lock, "exclusive"),))
    (cycle,) = seen.cycles
    assert not cycle.is_deadlock
    assert [edge.thread for edge in cycle.edges] == [2, 1]
    assert cycle.edges[1].held == lock
    assert len(cycle.edges[0].stack) == 2
    assert seen.untransformed == {"a.Big#m()V": "too large:\t64 KB"}
    assert seen.counts["sites"] == 31
    assert (seen.stopped, seen.is_off, seen.is_complete) == (None, False, True)


def test_better_evidence_counts(tmp_path: Path) -> None:
    predicted = (samples.race("predicted", detectors="racer"), *samples.BALANCE[1:])
    observed = (samples.race("observed", detectors="fasttrack"), *samples.BALANCE[1:])
    for order in ((predicted, observed), (observed, predicted)):
        (race,) = read(samples.write(tmp_path, samples.jvm(), *order)).races
        assert race.is_observed
        assert set(race.detectors) == {"racer", "fasttrack"}


def test_a_stack_is_better_than_none(tmp_path: Path) -> None:
    without = (samples.race(), samples.side("write", bci=7, kept="none"), samples.BALANCE[7])
    (race,) = read(samples.write(tmp_path, samples.jvm(), without, samples.BALANCE)).races
    assert race.first.kept == "exact"


def test_a_pair_is_the_same_the_other_way_round(tmp_path: Path) -> None:
    one, two = samples.side("write", bci=7), samples.side("read", "deposit", 15, 2)
    pairs = (samples.race(), one, two, samples.race(), two, one)
    assert len(read(samples.write(tmp_path, samples.jvm(), pairs)).races) == 1


def test_what_is_not_known(tmp_path: Path) -> None:
    rows = (
        samples.race(),
        ("side", "write", "a.B", "m", "()V", -1, "", -1, 9, "none"),
        ("frame", "a.B", "m", "", -1),
        ("side", "read", "a.B", "m", "()V", -1, "", 0, 8, "none"),
    )
    seen = read(samples.write(tmp_path, samples.jvm(), rows))
    one = seen.races[0].first
    assert (one.place.file, one.place.line) == (None, 0)
    assert one.stack == (Frame("a.B", "m", None, 0),)
    assert seen.thread(9) == Thread(9, "", "", None)


def test_cut_off_anywhere(tmp_path: Path) -> None:
    whole = samples.text(*samples.WHOLE).encode()
    path = tmp_path / "1.txt"
    first = whole.index(b"\n", whole.index(b"\njvm") + 1) + 1
    races = set()
    for length in range(first, len(whole)):
        path.write_bytes(whole[:length])
        seen = read(path)
        assert not seen.is_complete
        races.add(len(seen.races))
    assert races == set(range(6))


def test_a_character_that_is_cut(tmp_path: Path) -> None:
    path = samples.write(tmp_path, samples.jvm(command="Größe"))
    path.write_bytes(path.read_bytes() + "thread\t1\tmain\tä".encode()[:-1])
    assert read(path).command == "Größe"


@pytest.mark.parametrize("length", [0, 3, len("snarl run 1\n"), len("snarl run 1\njvm\t47")])
def test_nothing_yet(length: int, tmp_path: Path) -> None:
    path = tmp_path / "1.txt"
    path.write_text(samples.text(samples.jvm())[:length])
    with pytest.raises(SightingsError, match=r"1\.txt"):
        read(path)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("rase",), "line 3: expected a sighting, got"),
        (("count", "classes", "many"), "line 3: invalid literal"),
        (("race", "seen", "", "field", "a", "b", "c", "d"), "line 3: expected a sighting"),
        ((samples.race(), samples.END), "line 4: expected side, got"),
        ((samples.race(), samples.side("walk"), samples.side("read")), "expected a side of a race"),
        ((("cycle", 2), samples.END), "line 4: expected edge"),
        ((samples.race(), ("side", "read", "a"), samples.side("read")), "expected a side"),
    ],
)
def test_what_is_wrong(row: samples.Row, message: str, tmp_path: Path) -> None:
    with pytest.raises(SightingsError, match=message):
        read(samples.write(tmp_path, samples.jvm(), row))


def test_several_jvms(tmp_path: Path) -> None:
    samples.write(tmp_path, samples.jvm(22, "b.Main"), samples.END, pid=22)
    samples.write(tmp_path, samples.jvm(3, "a.Main"), ("stopped", "too many threads"), pid=3)
    samples.write(tmp_path, samples.jvm(7, "tool"), ("count", "classes", 0), ("off",), pid=7)
    (tmp_path / "9.txt").write_text("")
    (tmp_path / "notes.md").write_text("")
    seen = read_all(tmp_path)
    assert [jvm.pid for jvm in seen.jvms] == [3, 7, 22]
    assert [jvm.is_off for jvm in seen.jvms] == [False, True, False]
    assert [jvm.is_complete for jvm in seen.jvms] == [False, False, True]
    assert seen.jvms[0].stopped == "too many threads"
    (problem,) = seen.problems
    assert "9.txt" in problem
