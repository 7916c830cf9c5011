"""Checksums of class files, by which the agent knows that a class is the one that was analysed.

A jar's directory has them already; files of a folder are read. The agent takes the CRC-32 of the
bytes that the JVM gives it.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.program import Class


class Checksums:
    """Checksums of the classes of a program."""

    def __init__(self) -> None:
        self._jars: dict[str, dict[str, int]] = {}

    def of(self, cls: Class) -> int | None:
        """The checksum of a class; None if its file cannot be found again."""
        location = cls.program.engine.class_location(cls.id)
        if location is None:
            return None
        file, entry = location
        if "!/" in file or Path(file).is_file():
            return self._jar(file).get(entry)
        try:
            return zlib.crc32((Path(file) / entry).read_bytes())
        except OSError:
            return None

    def _jar(self, label: str) -> dict[str, int]:
        if label not in self._jars:
            try:
                self._jars[label] = _read(label)
            except (OSError, KeyError, ValueError, NotImplementedError, zipfile.BadZipFile):
                self._jars[label] = {}
        return self._jars[label]


def _read(label: str) -> dict[str, int]:
    """The checksums in a jar, or in one inside another: `app.jar!/lib/inner.jar`."""
    file, *inner = label.split("!/")
    with ExitStack() as stack:
        jar = stack.enter_context(zipfile.ZipFile(file))
        for entry in inner:
            jar = stack.enter_context(zipfile.ZipFile(io.BytesIO(jar.read(entry))))
        return {it.filename: it.CRC for it in jar.infolist()}
