"""Copies: calls of the JDK that give what nobody has yet: a clone, an iterator, an array."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_OBJECT = "java.lang.Object"
_ITERATORS = {"iterator", "listIterator", "descendingIterator", "elements"}
_MAKES_ARRAYS = {
    "java.util.Arrays": ("copyOf", "copyOfRange"),
    "java.lang.reflect.Array": ("newInstance",),
    "java.lang.String": ("toCharArray", "getBytes", "split"),
}
"""Methods that give a new array."""


def gives_copy(calls: Calls, instance: int, code: Code, call: int) -> bool:
    """Whether a call means one of these."""
    named = code.reference(call)
    if named.name == "clone":
        return _is_own_clone(calls, instance, code, call)
    if named.name in _ITERATORS and named.owner.startswith("java."):
        return True
    return named.name in _MAKES_ARRAYS.get(named.owner, ())


def may_fill_argument(code: Code, call: int) -> bool:
    """Whether a call gives a new array, or one that it was given: `list.toArray(array)`."""
    named = code.reference(call)
    return named.name == "toArray" and named.owner.startswith("java.util.")


def _is_own_clone(calls: Calls, instance: int, code: Code, call: int) -> bool:
    """Whether a call of `clone` means the JDK's own, which give what is new."""
    owner = code.reference(call).owner
    if owner == _OBJECT or owner.startswith("["):
        return True
    callees = calls.callees_at(instance, code.bcis[call])
    return owner.startswith("java.") and not any(calls.is_own[it] for it in callees)
