"""What a project says of itself: `snarl.toml` or `.snarl.toml`, nearest to the working folder."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_FILES = ("snarl.toml", ".snarl.toml")
_TABLES = ("models",)


class SettingsError(Exception):
    """A file of settings that cannot be used: its name, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a project; without a file, none."""

    path: Path | None = None
    models: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """What methods do: see `docs/models.md`."""


def find(folder: Path) -> Path | None:
    """The file in a folder, or in the nearest one above it."""
    for above in (folder, *folder.parents):
        for name in _FILES:
            if (above / name).is_file():
                return above / name
    return None


def read(folder: Path | None = None) -> Settings:
    """The settings for a folder; by default for the working folder."""
    path = find((folder or Path.cwd()).absolute())
    if path is None:
        return Settings()
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path.name}: {error}") from None
    for key in document:
        if key not in _TABLES:
            close = difflib.get_close_matches(key, _TABLES, 1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(_TABLES)}"
            raise SettingsError(f"{path.name}: there is no setting {key}; {hint}")
    return Settings(path, _models(path, document.get("models", {})))


def _models(path: Path, given: object) -> Mapping[str, Mapping[str, object]]:
    if not isinstance(given, dict):
        raise SettingsError(f"{path.name}: models: expected tables, one for each class")
    for name, table in given.items():
        if not isinstance(table, dict):
            example = f"[models.'{name}']"
            raise SettingsError(f"{path.name}: models.{name}: expected a table, as {example}")
    return given
