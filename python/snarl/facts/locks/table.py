"""The JDK's locks, as data: `table.toml` says which calls take and release what."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from snarl.facts.locks.words import Mode


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call does to locks."""

    kind: Literal["acquire", "try", "convert", "release", "view", "take", "optimistic", "holds"]
    mode: Mode


@cache
def _table() -> dict[str, Any]:
    text = files("snarl.facts.locks").joinpath("table.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def lock_table() -> dict[str, dict[str, Effect]]:
    found: dict[str, dict[str, Effect]] = {}
    for name, entry in _table().items():
        if name == "takes":
            for owner, methods in entry.items():
                found[owner] = {method: _effect("take", "own") for method in methods}
            continue
        effects: dict[str, Effect] = {}
        for kind in ("acquire", "try", "convert", "release", "optimistic", "holds"):
            for suffix, mode in (("", "exclusive"), ("-shared", "shared")):
                for method in entry.get(kind + suffix, ()):
                    effects[method] = _effect(kind, mode)
        for method, mode in entry.get("view", {}).items():
            effects[method] = _effect("view", mode)
        found[name] = effects
    return found


def _effect(kind: Any, mode: Any) -> Effect:
    return Effect(kind, mode)
