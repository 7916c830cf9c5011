"""Entries: models as they stand in files, and what is said of those that cannot be used."""

from __future__ import annotations

from typing import NamedTuple

USER_FILE = "snarl.toml"


class ModelError(Exception):
    """A model that cannot be used: where it stands, and what was expected."""

    def __init__(self, file: str, cls: str, key: str, message: str) -> None:
        place = f'["{cls}"] "{key}"' if key else f'["{cls}"]' if cls else ""
        super().__init__(f"{file}: {place}: {message}" if place else f"{file}: {message}")
        self.file = file
        self.cls = cls
        self.key = key
        self.message = message

    @property
    def keys(self) -> tuple[str, ...]:
        """Where it stands in the settings; empty if it is snarl's own."""
        here = ("models", self.cls, self.key) if self.file == USER_FILE else ()
        return tuple(filter(None, here))


class Entry(NamedTuple):
    """A model as it stands in a file."""

    file: str
    cls: str
    key: str
    effects: str
    is_pattern: bool
    is_optional: bool = False
    """Whether it is of a library of many versions: where it does not fit, the code is read."""

    def error(self, message: str) -> ModelError:
        """An error about it."""
        return ModelError(self.file, self.cls, self.key, message)
