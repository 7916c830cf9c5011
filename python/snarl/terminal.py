"""Text that people read on a terminal: what it may hold, and whether in colour."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

# Colours are let through; they are our own, and harmless if they are not.
_COMMANDS_OF_TERMINALS = re.compile("(\x1b\\[[0-9;]*m)|([\x00-\x08\x0b-\x1f\x7f-\x9f])")


def printable(text: str) -> str:
    """Text with its control characters escaped: a name must not command a terminal."""
    if text.isprintable():
        return text  # as almost all is
    return _COMMANDS_OF_TERMINALS.sub(
        lambda found: found[1] or f"\\x{ord(found[2]):02x}",
        text,
    )


def wants_color(stream: TextIO | None = None) -> bool:
    """Whether a stream, by default stdout, is a terminal whose user did not ask for plain text."""
    stream = stream or sys.stdout
    if stream is None or not stream.isatty():
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
