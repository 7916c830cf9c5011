"""The rules' pages: one Markdown file a rule, named as the rule is.

A page begins with the rule's name as title, and below it one paragraph that says in a sentence what
is wrong. `snarl explain`, other reports and the documentation print it.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The rules that have a page, in order."""
    return sorted(path.stem for path in _FOLDER.glob("*.md"))


def page(name: str) -> str:
    """The page of a rule; raises `KeyError` if there is none."""
    if name not in names():
        raise KeyError(name)
    return (_FOLDER / f"{name}.md").read_text(encoding="utf-8")


def summary(name: str) -> str:
    """What is wrong, in one sentence."""
    _title, sentence, *_ = page(name).split("\n\n")
    return " ".join(sentence.split())
