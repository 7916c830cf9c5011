"""A check of what has not changed shows the report of the last one."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path

import pytest

from conftest import Snarl, javac, write_sources
from java_homes import jdks
from snarl.cache import reports

HOME = jdks()[0]
RACY = """
class Racy extends Thread {
    static int count;
    public void run() { count++; }
    public static void main(String[] given) {
        new Racy().start();
        new Racy().start();
    }
}
"""
AGAIN = "nothing has changed since this was checked; --no-cache checks anew"


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "snarl" / "reports"


@pytest.fixture
def classes(here: Path) -> Path:
    write_sources(here / "src", Racy=RACY)
    return javac(HOME, here / "classes", here / "src" / "Racy.java")


def check(snarl: Snarl, *options: str | Path) -> tuple[str, bool]:
    """What is printed, but for how long it took, and whether it was there already."""
    done = snarl("check", "--jdk", HOME, "classes", *options)
    assert done.status == 1
    return re.sub(r"\d+\.\d s$", "", done.out.rstrip()), AGAIN in done.err


@pytest.mark.usefixtures("classes")
class TestReports:
    def test_a_report_is_shown_again(self, snarl: Snarl, kept: Path) -> None:
        first, was_kept = check(snarl)
        assert "error[data-race]: Racy.count" in first
        assert not was_kept
        assert check(snarl) == (first, True)
        assert len(list(kept.iterdir())) == 1

    def test_in_another_form(self, snarl: Snarl) -> None:
        check(snarl)
        text, was_kept = check(snarl, "--output", "json")
        anew = json.loads(check(snarl, "--output", "json", "--no-cache")[0])
        report = json.loads(text)
        assert was_kept
        assert set(report.pop("seconds").values()) == {0.0}
        assert anew.pop("seconds")["check"] > 0
        assert report == anew

    def test_not_asked_for(self, snarl: Snarl, kept: Path) -> None:
        assert not check(snarl, "--no-cache")[1]
        assert not check(snarl, "--no-cache")[1]
        assert not kept.exists()

    @pytest.mark.parametrize(
        "options",
        ["--context ci", "--main Racy", "--open Racy", "--rules data-race", "-cp classes"],
    )
    def test_another_question(self, snarl: Snarl, options: str) -> None:
        check(snarl)
        assert not check(snarl, *options.split())[1]
        assert check(snarl)[1]

    def test_a_changed_class(self, snarl: Snarl, classes: Path) -> None:
        check(snarl)
        os.utime(classes / "Racy.class", ns=(1, 1))
        assert not check(snarl)[1]

    def test_other_settings(self, snarl: Snarl, here: Path) -> None:
        check(snarl)
        (here / "snarl.toml").write_text("[shared]\nthread-local = ['Other.field']\n")
        assert not check(snarl)[1]

    def test_a_broken_report_is_made_anew(self, snarl: Snarl, kept: Path) -> None:
        first, _ = check(snarl)
        [path] = kept.iterdir()
        whole = path.read_bytes()
        for broken in (b"", whole[:-20], gzip.compress(b"[]\n{}"), gzip.compress(b"[1]\n{}")):
            path.write_bytes(broken)
            assert check(snarl) == (first, False)
        assert check(snarl) == (first, True)

    def test_what_is_incomplete_is_not_kept(self, snarl: Snarl, classes: Path, kept: Path) -> None:
        (classes / "Broken.class").write_bytes(b"\xca\xfe")
        for _ in range(2):
            done = snarl("check", "--jdk", HOME, "classes")
            assert (done.status, AGAIN in done.err) == (3, False)
        assert not kept.exists()

    def test_warnings_are_told_again(self, snarl: Snarl, here: Path) -> None:
        write_sources(here / "more", Above="class Above {}", Below="class Below extends Above {}")
        javac(HOME, here / "classes", *sorted((here / "more").iterdir()))
        (here / "classes" / "Above.class").unlink()
        first, again = (snarl("check", "--jdk", HOME, "classes") for _ in range(2))
        assert "Above" in first.err
        assert again.err.replace(f"{AGAIN}\n", "") == first.err
        assert AGAIN in again.err

    def test_the_oldest_are_forgotten(
        self, snarl: Snarl, kept: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reports, "_MOST_REPORTS", 2)
        for number, context in enumerate(("ci", "1obj", "2obj")):
            check(snarl, "--context", context)
            newest = max(kept.iterdir(), key=lambda it: it.stat().st_mtime)
            os.utime(newest, (1000 + number, 1000 + number))
        assert len(list(kept.iterdir())) == 2

    def test_a_folder_that_cannot_be_written(
        self, snarl: Snarl, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (here / "file").touch()
        monkeypatch.setenv("XDG_CACHE_HOME", str(here / "file"))
        assert check(snarl)[0] == check(snarl)[0]


def test_sources_are_not_compiled_again(snarl: Snarl, here: Path) -> None:
    write_sources(here / "classes", Racy=RACY)
    first, _ = check(snarl)
    assert "count++" in first
    assert check(snarl) == (first, True)
