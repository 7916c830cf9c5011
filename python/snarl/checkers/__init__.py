"""Checkers: one module or folder a rule. This registry fills itself from them.

A checker has a `NAME`, the rule's, and a `check` that takes facts and gives findings with the
counts of its stages. It never loads, prints or runs anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts import Facts
    from snarl.findings import Finding

    Checker = Callable[[Facts], tuple[list[Finding], Mapping[str, int]]]


def checkers() -> dict[str, Checker]:
    """All checkers by the names of their rules."""
    found = {}
    for module in iter_modules(__path__, f"{__name__}."):
        checker = import_module(module.name)
        found[checker.NAME] = checker.check
    return dict(sorted(found.items()))
