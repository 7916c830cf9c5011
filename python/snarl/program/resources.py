"""What the resources beside the classes say: names of classes, and providers of services.

Programs load classes by names that stand in `META-INF/services`, in `module-info`, in properties,
XML, JSON, and in manifests. No analysis of the code sees them, so they
are read here: as text, without knowing what each file means. A name counts if the program has a
class of this name outside the JDK.

Nothing here can end an analysis: what is broken or too large is left out with a warning.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from snarl.program import module_info
from snarl.program.model import Warning
from snarl.program.module_info import ModuleInfoError

if TYPE_CHECKING:
    from snarl.program.model import Origin, Program

_MIB = 1 << 20
_SERVICES = "META-INF/services/"
MANIFEST = "META-INF/MANIFEST.MF"
_ARCHIVES = {".jar", ".war", ".ear", ".rar", ".sar", ".zip"}
_TEXTS = {
    *(".properties", ".xml", ".json", ".yml", ".yaml", ".conf", ".cfg", ".config", ".ini", ".toml"),
    *(".factories", ".imports", ".handlers", ".schemas", ".components", ".tld", ".spi", ".list"),
}
# What lists names without using them.
_LEFT_OUT = ("META-INF/maven/", "META-INF/INDEX.LIST")
_NAME = re.compile(
    rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*(?:[./][A-Za-z_$\x80-\xff][\w$\x80-\xff]*)+"
)
_WORD = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""What a broken archive makes zipfile raise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an input is read. The defaults are far above what real programs have."""

    text_bytes: int = 4 * _MIB
    """Largest resource."""
    total_bytes: int = 64 * _MIB
    """All resources together."""
    archive_bytes: int = 512 * _MIB
    """All archives inside archives together."""
    depth: int = 4
    """How many archives deep an archive may be."""


@dataclass(frozen=True, slots=True)
class Resources:
    """What the resources of a program mention."""

    mentioned: list[str]
    """Names of classes, sorted: what the program's own resources mention."""
    mentioned_by_libraries: list[str]
    """The same of its libraries; some may be in both."""
    services: dict[str, list[str]]
    """Names of the classes that provide a service, by the name of the service."""
    warnings: list[Warning]
    """What could not be read."""


def read_resources(
    program: Program,
    paths: Iterable[str | os.PathLike[str]] | None = None,
    limits: Limits | None = None,
) -> Resources:
    """Reads the resources of folders and archives; by default of those that classes came from."""
    own, others = _inputs(program) if paths is None else (list(map(Path, paths)), [])
    reader = _Reader(limits or Limits())
    known = _Known(program)
    for path in own:
        reader.read(path)
    mentioned = reader.take_mentioned(known)
    for path in others:
        reader.read(path)
    services = {
        service: providers
        for service, names in sorted(reader.services.items())
        if (providers := [name for name in names if known.has(name)])
    }
    return Resources(mentioned, reader.take_mentioned(known), services, reader.warnings)


def _inputs(program: Program) -> tuple[list[Path], list[Path]]:
    """The files and folders that the classes of the application came from, and the libraries'."""
    own = _files(program, "application")
    others = [file for file in _files(program, "library") if file not in own]
    return list(map(_path, own)), list(map(_path, others))


def _path(file: str) -> Path:
    """A file by the name that the engine has of it, whatever the locale's encoding is."""
    return Path(os.fsdecode(file.encode()))


def _files(program: Program, origin: Origin) -> dict[str, None]:
    files: dict[str, None] = {}
    for class_id in program.class_ids(origin).tolist():
        location = program.engine.class_location(class_id)
        if location is not None:
            # An archive inside another is read with the outermost one.
            files[location[0].partition("!/")[0]] = None
    return files


class _Known:
    """Which names are classes of the program outside the JDK."""

    def __init__(self, program: Program) -> None:
        self._engine = program.engine

    def has(self, name: str) -> bool:
        found = self._engine.find_class(name)
        return (
            found is not None
            and not self._engine.is_phantom(found)
            and self._engine.class_origin(found) != "jdk"
        )

    def named_by(self, name: str) -> str | None:
        """The class that a text means: by its name, or by the name of a member."""
        if self.has(name):
            return name
        owner = name.rpartition(".")[0]
        return owner if "." in owner and self.has(owner) else None


@dataclass(slots=True)
class _Reader:
    """Reads inputs one after the other, within the limits."""

    limits: Limits
    names: set[str] = field(default_factory=set)
    services: dict[str, list[str]] = field(default_factory=dict)
    warnings: list[Warning] = field(default_factory=list)
    text_bytes: int = 0
    archive_bytes: int = 0

    def take_mentioned(self, known: _Known) -> list[str]:
        """The classes that were mentioned since the last time, sorted."""
        names, self.names = self.names, set()
        return sorted({found for name in names if (found := known.named_by(name))})

    def read(self, path: Path) -> None:
        """An input: a folder, an archive, or something else, which has no resources."""
        if path.is_dir():
            self._read_folder(path)
        elif path.suffix.lower() in _ARCHIVES:
            self._read_archive_file(path, str(path))

    def _warn(self, file: str, entry: str | None, message: str) -> None:
        self.warnings.append(Warning("resource", file, entry, message, False))

    def _read_folder(self, root: Path) -> None:
        for folder, folders, files in os.walk(root):
            folders.sort()
            for name in sorted(files):
                path = Path(folder, name)
                entry = path.relative_to(root).as_posix()
                if path.suffix.lower() in _ARCHIVES:
                    self._read_archive_file(path, str(path))
                elif _is_text(entry) or _is_module(entry):
                    self._read_file(path, str(root), entry)

    def _read_file(self, path: Path, file: str, entry: str) -> None:
        try:
            if not self._has_room(file, entry, path.stat().st_size):
                return
            if _is_module(entry):
                self._read_module(file, entry, path.read_bytes())
            else:
                self._read_text(entry, path.read_bytes())
        except OSError as error:
            self._warn(file, entry, f"cannot be read ({error.strerror})")

    def _read_archive_file(self, path: Path, label: str) -> None:
        try:
            with path.open("rb") as file:
                self._read_archive(file, label, 0)
        except OSError as error:
            self._warn(label, None, f"its resources cannot be read ({error.strerror})")

    def _read_archive(self, file: BinaryIO, label: str, depth: int) -> None:
        try:
            with zipfile.ZipFile(file) as archive:
                for info in archive.infolist():
                    self._read_entry(archive, info, label, depth)
        except BROKEN as error:
            self._warn(label, None, f"its resources cannot be read ({error})")

    def _read_entry(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str, depth: int
    ) -> None:
        name = info.filename
        if name.endswith(".class") and not _is_module(name):
            return
        try:
            if _is_module(name) and self._has_room(label, name, info.file_size):
                self._read_module(label, name, archive.read(info))
            elif _suffix(name) in _ARCHIVES:
                self._read_nested(archive, info, label, depth + 1)
            elif _is_text(name) and self._has_room(label, name, info.file_size):
                self._read_text(name, archive.read(info))
        except BROKEN as error:
            self._warn(label, name, f"cannot be read ({error})")

    def _read_nested(
        self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str, depth: int
    ) -> None:
        self.archive_bytes += info.file_size
        if depth > self.limits.depth:
            self._warn(label, info.filename, f"is more than {self.limits.depth} archives deep")
        elif self.archive_bytes > self.limits.archive_bytes:
            limit = self.limits.archive_bytes
            self._warn(label, info.filename, f"archives inside are over {limit} bytes in all")
        else:
            nested = io.BytesIO(archive.read(info))
            self._read_archive(nested, f"{label}!/{info.filename}", depth)

    def _has_room(self, file: str, entry: str, size: int) -> bool:
        """Takes room for a text, or warns that it is too large."""
        if size > self.limits.text_bytes:
            limit = self.limits.text_bytes
            self._warn(file, entry, f"is {size} bytes; resources are read up to {limit}")
            return False
        if self.text_bytes + size > self.limits.total_bytes:
            if self.text_bytes <= self.limits.total_bytes:  # told once
                limit = self.limits.total_bytes
                self._warn(
                    file, entry, f"resources are over {limit} bytes in all: the rest is left out"
                )
            self.text_bytes = self.limits.total_bytes + 1
            return False
        self.text_bytes += size
        return True

    def _read_text(self, entry: str, data: bytes) -> None:
        at = entry.find(_SERVICES)
        if at != -1:
            self._read_service(entry[at + len(_SERVICES) :], data)
            return
        if entry.endswith(MANIFEST):
            data = main_attributes(data)
        elif b"\0" in data[:512]:  # not a text, or one that no pattern fits
            return
        for name in set(_NAME.findall(data)):
            self.names.add(name.decode("utf-8", "replace").replace("/", "."))

    def _read_module(self, file: str, entry: str, data: bytes) -> None:
        try:
            services = module_info.read(data).provides
        except ModuleInfoError as error:
            self._warn(file, entry, str(error))
            return
        for service, names in services.items():
            providers = self.services.setdefault(service, [])
            providers += [name for name in names if name not in providers]
            self.names.update(providers)

    def _read_service(self, service: str, data: bytes) -> None:
        if "/" in service:  # such as META-INF/services/groovy/…: no provider file of the JDK
            return
        providers = self.services.setdefault(service, [])
        for line in data.decode("utf-8", "replace").splitlines():
            name = line.partition("#")[0].strip()
            if _WORD.fullmatch(name) and name not in providers:
                providers.append(name)
                self.names.add(name)


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()  # noqa: PTH122, a path object an entry is slow


def _is_text(name: str) -> bool:
    """Whether a resource is worth reading, by its path."""
    if any(part in name for part in _LEFT_OUT):
        return False
    if _SERVICES in name:
        return not name.endswith("/")
    return _suffix(name) in _TEXTS or name.endswith(MANIFEST)


def _is_module(name: str) -> bool:
    """Whether a resource describes a module."""
    return name.rpartition("/")[2] == "module-info.class"


def main_attributes(manifest: bytes) -> bytes:
    """The first section of a manifest: the others list every entry of a signed jar."""
    text = manifest.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.partition(b"\n\n")[0].replace(b"\n ", b"")
