"""snarl finds, explains and proves concurrency bugs in JVM programs.

What is here is the public way in::

    import snarl

    program = snarl.load(["app.jar"])
    for cls in program.classes(origin="application"):
        for method in cls.methods:
            ...

Everything else lives in the subpackage that its name says: `snarl.program` reads programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.program import InputError, LinkageError, LoweringError, Program, load

__all__ = [
    "InputError",
    "LinkageError",
    "LoweringError",
    "Program",
    "__version__",
    "load",
]


def __getattr__(name: str) -> object:
    """Imports on demand: `snarl version` should not wait for numpy."""
    if name == "__version__":
        from snarl._engine import __version__

        return __version__
    if name in __all__:
        from snarl import program

        return getattr(program, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
