"""Which packages a library lets others use: what its `module-info` exports, or its OSGi manifest.

A public class of another package is public for the library alone.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from snarl.program.module_info import ModuleInfoError, read
from snarl.program.resources import BROKEN, MANIFEST, main_attributes

if TYPE_CHECKING:
    from snarl.program.model import Program

_MODULE = re.compile(r"(?:META-INF/versions/(\d+)/)?module-info\.class")
_LINES = re.MULTILINE | re.IGNORECASE
_CLAUSE = re.compile(r'(?:[^,"]|"[^"]*")+')


def exported(program: Program) -> dict[str, frozenset[str]]:
    """The packages that others may use, of each file or folder of the application that says so."""
    found = {location: _packages(Path(location)) for location in _locations(program)}
    return {location: packages for location, packages in found.items() if packages}


def are_for_others(program: Program) -> bool:
    """Whether the application is jars that all say which packages others may use, and none of them
    says where it starts: a library, whatever main methods or servlets it has."""
    locations = _locations(program)
    return bool(locations) and all(
        Path(location).is_file() and _packages(Path(location)) and not _starts(Path(location))
        for location in locations
    )


def _locations(program: Program) -> list[str]:
    """The files and folders of the application."""
    classes = program.class_ids("application").tolist()
    found = {it[0] for of in classes if (it := program.engine.class_location(of))}
    return sorted(found)


def _starts(place: Path) -> bool:
    """Whether the manifest of a jar names a class to start."""
    _, manifest = _descriptors(place)
    return re.search(rb"^Main-Class:", main_attributes(manifest), _LINES) is not None


def hidden(program: Program, public: Sequence[int]) -> list[int]:
    """Those of some classes whose packages are not for others."""
    packages = exported(program)
    return [of for of in public if not _is_exported(program, of, packages)]


def _is_exported(program: Program, of: int, packages: dict[str, frozenset[str]]) -> bool:
    location = program.engine.class_location(of)
    known = packages.get(location[0]) if location else None
    return known is None or program.engine.class_name(of).rpartition(".")[0] in known


def _packages(place: Path) -> frozenset[str]:
    """What a jar or folder exports; nothing if it does not say. A module says it best; one that
    exports nothing is no library, and says nothing either."""
    try:
        module, manifest = _descriptors(place)
    except BROKEN:
        return frozenset()  # whoever reads its classes warns
    if module is not None:
        try:
            return frozenset(read(module).exports)
        except ModuleInfoError:
            return frozenset()
    return frozenset(_of_manifest(manifest))


def _descriptors(place: Path) -> tuple[bytes | None, bytes]:
    """The compiled `module-info` and the manifest of a jar or folder."""
    if place.is_dir():
        module, manifest = place / "module-info.class", place / MANIFEST
        return (
            module.read_bytes() if module.is_file() else None,
            manifest.read_bytes() if manifest.is_file() else b"",
        )
    if not zipfile.is_zipfile(place):
        return None, b""
    with zipfile.ZipFile(place) as archive:
        names = archive.namelist()
        modules = [found for it in names if (found := _MODULE.fullmatch(it))]
        # A jar of several releases may have one for each.
        newest = max(modules, key=lambda found: int(found[1] or 0), default=None)
        return (
            archive.read(newest[0]) if newest else None,
            archive.read(MANIFEST) if MANIFEST in names else b"",
        )


def _of_manifest(manifest: bytes) -> Iterator[str]:
    """The packages of `Export-Package`, without those that it says are internal."""
    text = main_attributes(manifest).decode("utf-8", "replace")
    header = re.search(r"^Export-Package:(.*)$", text, _LINES)
    for clause in _CLAUSE.findall(header[1] if header else ""):
        parts = [part.strip() for part in clause.split(";")]
        if not any(part.replace(" ", "").startswith("x-internal:=true") for part in parts):
            yield from (part for part in parts if part and "=" not in part)
