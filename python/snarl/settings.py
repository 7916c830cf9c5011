"""What a project says of itself: `snarl.toml` or `.snarl.toml`, nearest to the working folder.

Checked here, and not with pydantic: that takes a quarter of a second to import, which is half of
what a check of a small program may take, and does not know lines.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, TypeVar

from snarl.toml_lines import Key, line_of

_FILES = ("snarl.toml", ".snarl.toml")
_TABLES: dict[str, tuple[str, ...] | None] = {
    "models": None,
    "threads": ("not-parallel", "single"),
    "shared": ("thread-local",),
    "callbacks": None,
}
"""The tables and their keys; None where those are names of classes."""
_PLACE_IN_TOML = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_BARE_KEY = re.compile(r"[\w-]+")
_SHOWN = 40

T = TypeVar("T")
Tables = Mapping[str, Mapping[str, object]]


class SettingsError(Exception):
    """A setting that cannot be used: its file, line and key, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a project; without a file, none. See `docs/settings.md`."""

    path: Path | None = None
    models: Tables = field(default_factory=dict)
    """What methods do: see `docs/models.md`."""
    not_parallel: tuple[tuple[str, str], ...] = ()
    """Pairs of patterns: threads that begin in methods of the one and of the other never run in
    parallel."""
    single: tuple[str, ...] = ()
    """Patterns of methods: of the threads that begin in one, only one is alive at a time."""
    thread_local: tuple[str, ...] = ()
    """Patterns of classes and fields that no two threads use at once."""
    callbacks: Tables = field(default_factory=dict)
    """Which methods a framework calls, from any thread, by class."""
    text: str = field(default="", repr=False, compare=False)
    """The file's text, for the lines of errors."""

    def error(self, keys: tuple[Key, ...], message: str) -> SettingsError:
        """An error about what these keys lead to, as `("shared", "thread-local", 1)`."""
        name = self.path.name if self.path else _FILES[0]
        line = line_of(self.text, keys)
        place = name if line is None else f"{name}:{line}"
        return SettingsError(f"{place}: {_spelled(keys)}: {message}")


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether a name matches one of some patterns; `*` stands for any text."""
    return any(_compiled(pattern).fullmatch(name) for pattern in patterns)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))


def find(folder: Path) -> Path | None:
    """The file in a folder, or in the nearest one above it. What has its name and is none is found,
    too: to pass it by would be to ignore what somebody meant."""
    for above in (folder, *folder.parents):
        for name in _FILES:
            path = above / name
            if path.exists() or path.is_symlink():
                return path
    return None


def read(folder: Path | None = None) -> Settings:
    """The settings for a folder; by default for the working folder.

    Raises:
        SettingsError: The file cannot be read, is no TOML, or has a setting that means nothing.
    """
    path = find((folder or Path.cwd()).absolute())
    if path is None:
        return Settings()
    text = _text(path)
    document = _document(path, text)
    checked = _Checked(Settings(path, text=text), document)
    return Settings(
        path,
        models=checked.tables("models"),
        not_parallel=checked.list_of(_Checked.pair, "threads", "not-parallel"),
        single=checked.list_of(_Checked.name, "threads", "single"),
        thread_local=checked.list_of(_Checked.name, "shared", "thread-local"),
        callbacks=checked.tables("callbacks"),
        text=text,
    )


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"{path.name}: cannot be read ({error.strerror})") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{path.name}:{line}: is not in UTF-8 ({error.reason})") from None


def _document(path: Path, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        if found := _PLACE_IN_TOML.fullmatch(message):
            raise SettingsError(f"{path.name}:{found[2]}:{found[3]}: {found[1]}") from None
        last = len(text.splitlines()) or 1
        raise SettingsError(f"{path.name}:{last}: {message}") from None
    except RecursionError:
        raise SettingsError(f"{path.name}: is nested too deeply") from None


class _Checked:
    """A document whose tables and keys are known ones; gives the values of the right type."""

    def __init__(self, settings: Settings, document: Mapping[str, object]) -> None:
        self._settings = settings
        self._document = document
        self._check_keys((), document, tuple(_TABLES))
        for name, known in _TABLES.items():
            table = document.get(name, {})
            if known is None:
                continue
            if not isinstance(table, dict):
                self._fail((name,), f"expected a table, as [{name}], but got {_shown(table)}")
            self._check_keys((name,), table, known)

    def _fail(self, keys: tuple[Key, ...], message: str) -> NoReturn:
        raise self._settings.error(keys, message)

    def _check_keys(
        self, path: tuple[Key, ...], table: Mapping[str, object], known: tuple[str, ...]
    ) -> None:
        for key in table:
            if key not in known:
                close = difflib.get_close_matches(key, known, 1)
                hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
                self._fail((*path, key), f"there is no such setting; {hint}")

    def tables(self, name: str) -> Tables:
        """Tables by class."""
        given = self._document.get(name, {})
        if not isinstance(given, dict):
            self._fail((name,), f"expected tables, one for each class, but got {_shown(given)}")
        for cls, table in given.items():
            if not isinstance(table, dict):
                example = f"[{name}.'{cls}']"
                self._fail((name, cls), f"expected a table, as {example}, but got {_shown(table)}")
        return given

    def list_of(
        self, item: Callable[[_Checked, tuple[Key, ...], object], T], table: str, key: str
    ) -> tuple[T, ...]:
        """A list, whose elements `item` takes."""
        within = self._document.get(table, {})
        given = within.get(key, []) if isinstance(within, dict) else []
        if not isinstance(given, list):
            self._fail((table, key), f"expected a list, but got {_shown(given)}")
        return tuple(item(self, (table, key, place), it) for place, it in enumerate(given))

    def name(self, keys: tuple[Key, ...], given: object) -> str:
        """The name of something, or a pattern of names."""
        if not isinstance(given, str):
            self._fail(keys, f"expected a text, but got {_shown(given)}")
        if not given.strip():
            self._fail(keys, "expected a name or a pattern of names, but got an empty text")
        return given.strip()

    def pair(self, keys: tuple[Key, ...], given: object) -> tuple[str, str]:
        """Two names."""
        if not isinstance(given, list) or len(given) != 2:
            example = '["a.b.C.run", "a.b.D.*"]'
            self._fail(keys, f"expected a pair of texts, as {example}, but got {_shown(given)}")
        first, second = given
        return self.name((*keys, 0), first), self.name((*keys, 1), second)


def _spelled(keys: tuple[Key, ...]) -> str:
    """Keys as a person writes them: `shared.thread-local[1]`, `callbacks.'a.B'.methods`."""
    text = ""
    for key in keys:
        if isinstance(key, int):
            text += f"[{key}]"
            continue
        name = key if _BARE_KEY.fullmatch(key) else f"'{key}'"
        text += f".{name}" if text else name
    return text


def _shown(value: object) -> str:
    """A value in the words of TOML, as far as they differ from Python's; not all of a long one."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str | int | float | list) else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
