"""Matching: which methods of a program the entries of some files are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from snarl.program.models.compiling import Bodies
from snarl.program.models.entries import USER_FILE, Entry, ModelError
from snarl.program.models.linking import NATIVE, split, type_name

Purpose = Literal["threads", "calls"]
"""What an analysis is for: to tell apart what threads do and have, where models stand for code that
would blur it; or to know every call, where such code is read itself."""

_KEY = re.compile(r"([\w$<>*|-]+)\((.*)\)$")
_POLYMORPHIC = ("[Ljava/lang/Object;",)
_FILE_KEYS = {"requires", "purpose", "optional"}
_CLASS_KEYS = {"since", "until", "requires"}
_ENTRY_KEYS = {"since", "until", "effects"}


class Matcher:
    """Finds the methods that the entries of some files are about."""

    def __init__(self, bodies: Bodies, *, lenient: bool, purpose: Purpose) -> None:
        self.entries: dict[tuple[int, int], Entry] = {}
        self._purpose = purpose
        self._lenient = lenient
        self._optional = False
        self._version = bodies.version
        self._warnings = bodies.warnings
        self._linker = bodies.linker

    def add_file(self, file: str, tables: Mapping[str, object]) -> None:
        """A file of snarl's own: class tables; what it requires and its purpose as a whole."""
        requires = tables.get("requires")
        if requires is not None and not isinstance(requires, str):
            raise ModelError(file, "", "", f"requires: expected a class, got {requires!r}")
        if requires is not None and self._linker.find_class(requires) is None:
            return
        purpose = tables.get("purpose", self._purpose)
        if purpose not in get_args(Purpose):
            expected = " or ".join(get_args(Purpose))
            raise ModelError(file, "", "", f"purpose: expected {expected}, got {purpose!r}")
        if purpose == self._purpose:
            self._optional = bool(tables.get("optional", False))
            self.add_tables(file, {cls: of for cls, of in tables.items() if cls not in _FILE_KEYS})
            self._optional = False

    def add_tables(self, file: str, tables: Mapping[str, object]) -> None:
        """Tables of models by class."""
        for cls, table in tables.items():
            if not isinstance(table, Mapping):
                raise ModelError(file, cls, "", f"expected a table of models, got {table!r}")
            try:
                self._add_table(file, cls, table)
            except ModelError as error:
                self._fail(error)

    def _fail(self, error: ModelError) -> None:
        if self._optional:
            return
        if not self._lenient:
            raise error
        self._warnings.append(str(error))

    def _add_table(self, file: str, cls: str, table: Mapping[str, object]) -> None:
        if not self._applies(file, cls, "", table):
            return
        requires = table.get("requires")
        if isinstance(requires, str) and self._linker.find_class(requires) is None:
            return
        class_id: int | None = None
        for key, value in table.items():
            if key in _CLASS_KEYS:
                continue
            for effects in self._versions(file, cls, key, value):
                if class_id is None:
                    class_id = self._class(file, cls)
                try:
                    self._add(class_id, Entry(file, cls, key, effects, "*" in key, self._optional))
                except ModelError as error:
                    self._fail(error)

    def _class(self, file: str, cls: str) -> int:
        found = self._linker.find_class(cls)
        if found is None:
            remedy = (
                "name the jar or folder that has it on the class path, or remove the table"
                if file == USER_FILE
                else "tell with since, until or requires where it is there"
            )
            raise ModelError(
                file, cls, "", f"expected a class of the program, got none of this name; {remedy}"
            )
        return found

    def _versions(self, file: str, cls: str, key: str, value: object) -> Iterator[str]:
        """The effects of an entry, if it is about the JDK at hand."""
        if isinstance(value, str):
            yield value
            return
        for table in value if isinstance(value, list) else [value]:
            if not isinstance(table, Mapping) or not isinstance(table.get("effects"), str):
                raise ModelError(
                    file, cls, key, f"expected effects, or a table with effects, got {table!r}"
                )
            if unknown := table.keys() - _ENTRY_KEYS:
                raise ModelError(
                    file,
                    cls,
                    key,
                    f"expected since, until and effects, got {', '.join(sorted(unknown))}",
                )
            if self._applies(file, cls, key, table):
                yield str(table["effects"])

    def _applies(self, file: str, cls: str, key: str, table: Mapping[str, object]) -> bool:
        since, until = table.get("since", 0), table.get("until", self._version)
        for name, value in (("since", since), ("until", until)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise ModelError(
                    file, cls, key, f"{name}: expected the number of a JDK as 21, got {value!r}"
                )
        assert isinstance(since, int)
        assert isinstance(until, int)
        return since <= self._version <= until

    def _add(self, class_id: int, entry: Entry) -> None:
        parts = _KEY.match(entry.key)
        if parts is None:
            raise entry.error("expected a key as name(types)")
        names, types = parts[1].split("|"), [of.strip() for of in parts[2].split(",") if of.strip()]
        declared = self._linker.declared(class_id)
        polymorphic = types == ["..."]
        wanted = _POLYMORPHIC if polymorphic else tuple([self._wanted(of) for of in types])
        for pattern in names:
            found = False
            for name in _matching(pattern, declared):
                for index, descriptor, flags in declared[name]:
                    if not _same(split(descriptor)[0], wanted):
                        continue
                    if polymorphic and not flags & NATIVE:
                        continue
                    found = True
                    self._assign(class_id, index, entry)
            if not found:
                raise entry.error(self._no_match(entry, pattern, declared))

    def _wanted(self, of: str) -> str:
        return of if of == "*" else self._linker.descriptor(of)

    def _no_match(self, entry: Entry, name: str, declared: Mapping[str, object]) -> str:
        rows = self._linker.declared(self._class(entry.file, entry.cls)).get(name, [])
        there = [
            f"{name}({', '.join(map(type_name, split(descriptor)[0]))})"
            for _, descriptor, _ in rows
        ]
        got = f"only {', '.join(there)}" if there else f"no method {name}"
        remedy = (
            "" if entry.file == USER_FILE else f"; this is JDK {self._version}: see since and until"
        )
        return f"expected a method that {entry.cls} declares itself, got {got}{remedy}"

    def _assign(self, class_id: int, index: int, entry: Entry) -> None:
        """An entry that names a method wins over a pattern; two of a kind are a mistake."""
        known = self.entries.get((class_id, index))
        if known is not None:
            if known.is_pattern == entry.is_pattern:
                raise entry.error(
                    f'expected one model a method, got another in {known.file}, "{known.key}"'
                )
            if entry.is_pattern:
                return
        self.entries[class_id, index] = entry


def _matching(pattern: str, declared: Mapping[str, object]) -> list[str]:
    if "*" not in pattern:
        return [pattern] if pattern in declared else []
    expression = re.compile(re.escape(pattern).replace(r"\*", r"[\w$-]*"))
    return [name for name in declared if expression.fullmatch(name)]


def _same(parameters: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    if "*" not in wanted:
        return parameters == wanted
    return len(parameters) == len(wanted) and all(
        want in ("*", has) for want, has in zip(wanted, parameters, strict=True)
    )
