"""Patterns of the names of classes.

`com.acme.*` is all of a package, `com.acme..*` all of it and below, `com.acme.Foo` one class;
`*Service`, without a dot, is compared with the name behind the package.
"""

from __future__ import annotations

import re
from functools import cache

_PATTERN = re.compile(r"[\w$*]+(?:\.{1,2}[\w$*]+)*")


@cache
def name_pattern(text: str) -> re.Pattern[str]:
    """A pattern as a regular expression for whole names with dots; else `ValueError`."""
    if not _PATTERN.fullmatch(text):
        raise ValueError(
            "expected a pattern of classes such as com.acme.*, com.acme..* or *Service, "
            f"but got {text!r}"
        )
    pattern = re.escape(text).replace(r"\*", "[^.]*").replace(r"\.\.", r"\.(?:[^.]+\.)*")
    return re.compile(pattern if "." in text else rf"(?:[^.]+\.)*{pattern}")
