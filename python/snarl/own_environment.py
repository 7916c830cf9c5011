"""Variables for the libraries of snarl's own process; programs that it starts do not get them."""

from __future__ import annotations

import os

_SETTINGS = {
    # numpy's linear algebra is not used, and its threads cost time all the same.
    "OPENBLAS_NUM_THREADS": "1",
    # The engine's allocator keeps what is freed: commands end soon, and to ask for it again costs.
    "MIMALLOC_PURGE_DELAY": "-1",
}
_added: set[str] = set()


def set_up() -> None:
    """Adds what nobody has set, before the libraries are loaded."""
    for name, value in _SETTINGS.items():
        if name not in os.environ:
            os.environ[name] = value
            _added.add(name)


def for_programs() -> dict[str, str]:
    """The environment that snarl was started in."""
    return {name: value for name, value in os.environ.items() if name not in _added}
