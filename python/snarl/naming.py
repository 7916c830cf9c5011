"""Names of classes and methods as people say them."""

from __future__ import annotations

import re

# Bodies of lambdas, as the compilers of Java, Kotlin and Scala name them.
_LAMBDA = re.compile(r"lambda\$(.+?)\$\d+|(.+?)\$lambda\$\d+(?:\$.*)?|\$anonfun\$(.+?)\$\d+.*")

# What a coroutine or a function of Kotlin's runs, if it has a class of its own.
_FUNCTION = re.compile(r"(.+?)\$([a-z]\w*)(?:\$\w+)*?\$\d+")
_KINDS = {"invokeSuspend": "a coroutine", "invoke": "a function"}


def simple(class_name: str) -> str:
    """A class without its package."""
    return class_name.rpartition(".")[2].rstrip("$")


def named(class_name: str, method: str) -> str:
    """A method for people: `Counter.inc`, `a lambda of Main.main`."""
    found = _LAMBDA.fullmatch(method)
    if found:
        return f"a lambda of {simple(class_name)}.{found[1] or found[2] or found[3]}"
    inner = _FUNCTION.fullmatch(class_name) if method in _KINDS else None
    if inner:
        return f"{_KINDS[method]} of {simple(inner[1])}.{inner[2]}"
    return f"{simple(class_name)}.{method}"
