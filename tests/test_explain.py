"""`snarl explain`, and the pages that it prints."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from conftest import Snarl
from snarl import rules
from snarl.settings import read

SECTIONS = ["Why it is bad", "Example", "What to do instead"]


def test_list(snarl: Snarl) -> None:
    done = snarl("explain")
    assert (done.status, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == rules.names()
    assert done.out.startswith("data-race         Two threads access the same field, ")


def test_a_page(snarl: Snarl) -> None:
    done = snarl("explain", "data-race")
    assert (done.status, done.err) == (0, "")
    assert done.out == rules.page("data-race")


@pytest.mark.parametrize("name", ["data-rase", "DATA_RACE", "explode", "../rules/data-race", ""])
def test_no_such_rule(name: str, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
    done = snarl("explain", name)
    assert (done.status, done.out) == (2, "")
    assert done.err == snapshot


@pytest.mark.parametrize("name", rules.names())
class TestPages:
    def test_form(self, name: str) -> None:
        page = rules.page(name)
        assert page.startswith(f"# {name}\n\n")
        assert rules.summary(name).endswith(".")
        headings = re.findall("^## (.*)$", page, re.MULTILINE)
        assert headings[: len(SECTIONS)] == SECTIONS
        assert max(map(len, page.splitlines())) <= 106

    def test_settings_in_it_are_settings(self, name: str, tmp_path: Path) -> None:
        for example in re.findall(
            "^```toml\n(.*?)^```", rules.page(name), re.MULTILINE | re.DOTALL
        ):
            (tmp_path / "snarl.toml").write_text(example)
            assert tomllib.loads(example)
            read(tmp_path)


def test_settings_in_the_documentation_are_settings(tmp_path: Path) -> None:
    page = Path(__file__).parents[1] / "docs" / "settings.md"
    (example,) = re.findall(
        "^```toml\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "snarl.toml").write_text(example)
    settings = read(tmp_path)
    assert settings.not_parallel
    assert settings.single
    assert settings.thread_local
    assert settings.callbacks
    assert settings.models
