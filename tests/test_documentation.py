"""The documentation names files that there are, and all that it is to name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "snarl"
HOMES = (ROOT, PACKAGE, PACKAGE / "program", PACKAGE / "facts", PACKAGE / "facts" / "locks")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def named(page: str) -> list[str]:
    """The files, folders and globs that a page names in backticks."""
    words = re.findall(r"`([\w./*]+)`", page)
    files = [it for it in words if "/" in it or it.endswith((".py", ".toml"))]
    return [it for it in files if it != "snarl.toml"]  # the user's


def exists(name: str) -> bool:
    """Whether there is such a file: where its folder is named, there; else anywhere."""
    if "/" not in name:
        return any(PACKAGE.rglob(name))
    return any(any(home.glob(name)) for home in HOMES)


def test_the_map_names_what_there_is() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    names = named(page)
    assert len(names) > 40
    assert [it for it in names if not exists(it)] == []


def test_all_models_are_told_of() -> None:
    _, _, table = (ROOT / "docs" / "models.md").read_text().partition("## What is modelled")
    files = {it.name for it in (PACKAGE / "program" / "models").glob("*.toml")}
    assert set(re.findall(r"`(\w+\.toml)`", table)) == files


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text())
    ours = [it for it in links if "://" not in it]
    assert [it for it in ours if not (page.parent / it).exists()] == []
