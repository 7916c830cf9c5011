"""Plans are kept, and found again as long as nothing has changed that they depend on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from conftest import javac, write_sources
from java_homes import jdks
from snarl.cache import Question, plans
from snarl.cache.plans import find_or_make
from snarl.weave import Plan, after, before, plan_for_run
from snarl.weave.plan import PlannedClass, PlannedMethod

PLAN = Plan(
    (PlannedClass("a.B", 7, (PlannedMethod("run", "()V", {1: (), 4: ()}, is_reached=False),)),),
    counts={"accesses": 3, "left-out": 1},
    warnings=("careful",),
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "snarl" / "plans"


@pytest.fixture
def classes(tmp_path: Path) -> Path:
    folder = tmp_path / "classes" / "a"
    folder.mkdir(parents=True)
    (folder / "B.class").write_bytes(b"1")
    return folder.parent


def fail() -> Plan:
    raise AssertionError("it was there already")


def test_a_plan_is_found_again(classes: Path, own_folder: Path) -> None:
    question = Question([classes])
    assert find_or_make(question, lambda: PLAN) == (PLAN, False)
    assert find_or_make(question, fail) == (PLAN, True)
    assert [path.name for path in own_folder.iterdir()] == [f"{question.key()}.txt"]


@pytest.mark.parametrize("options", [{}, {"main": ["a.B"]}, {"main": ["a.C"]}])
def test_another_question_has_another_answer(
    classes: Path, options: Mapping[str, object], tmp_path: Path
) -> None:
    others = [
        Question([classes], options={"main": None}),
        Question([classes], [classes]),
        Question([classes], jdk=tmp_path),
    ]
    assert Question([classes], options=options).key() not in {it.key() for it in others}


def test_a_changed_file_is_another_question(classes: Path) -> None:
    file = classes / "a" / "B.class"
    keys = [Question([classes]).key()]
    os.utime(file, ns=(1, 1))
    keys.append(Question([classes]).key())
    file.write_bytes(b"12")
    os.utime(file, ns=(1, 1))
    keys.append(Question([classes]).key())
    file.rename(classes / "a" / "C.class")
    keys.append(Question([classes]).key())
    assert len(set(keys)) == 4
    assert Question([classes]).key() == keys[3]


@pytest.mark.parametrize("broken", ["", "snarl-plan\t1\nclass\ta.B\t7", "\x00", "x" * 100_000])
def test_a_broken_plan_is_made_anew(classes: Path, own_folder: Path, broken: str) -> None:
    question = Question([classes])
    find_or_make(question, lambda: PLAN)
    (own_folder / f"{question.key()}.txt").write_text(broken)
    assert find_or_make(question, lambda: PLAN) == (PLAN, False)
    assert find_or_make(question, fail) == (PLAN, True)


def test_a_folder_that_cannot_be_written_costs_time_only(
    classes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert find_or_make(Question([classes]), lambda: PLAN) == (PLAN, False)
    assert find_or_make(Question([classes]), lambda: PLAN) == (PLAN, False)


def test_the_oldest_are_forgotten(
    classes: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "_MOST_PLANS", 2)
    questions = [Question([classes], options={"number": number}) for number in range(4)]
    for age, question in enumerate(questions[:3]):
        find_or_make(question, lambda: PLAN)
        os.utime(own_folder / f"{question.key()}.txt", (1000 + age, 1000 + age))
    find_or_make(questions[3], lambda: PLAN)
    left = {path.stem for path in own_folder.iterdir()}
    assert left == {questions[2].key(), questions[3].key()}


def test_the_plan_of_a_run(tmp_path: Path) -> None:
    write_sources(
        tmp_path / "src",
        M="class M { static int x; public static void main(String[] a) { x++; } }",
    )
    home = jdks()[0]
    folder = javac(home, tmp_path / "out", tmp_path / "src" / "M.java")
    first, was_kept = plan_for_run([folder], jdk=home, main=["M"])
    assert (dict(first.counts)["accesses"], was_kept) == (2, False)
    assert plan_for_run([folder], jdk=home, main=["M"]) == (first, True)
    advice = [before("get(* *)"), after("set(* *) && target(o)", {"o": "M"})]
    monitor, was_kept = plan_for_run([folder], jdk=home, main=["M"], advice=advice)
    assert (len(monitor.actions), was_kept) == (1, False)
    again = [before("get(* *)"), after("set(* *) && target(o)", {"o": "java.lang.Object"})]
    assert not plan_for_run([folder], jdk=home, main=["M"], advice=again)[1]
    assert plan_for_run([folder], jdk=home, main=["M"], advice=advice) == (monitor, True)
