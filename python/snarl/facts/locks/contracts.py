"""Contracts: methods that are called one at a time, since an interface says so (`contracts.toml`).

Whoever is called so is as good as a holder of a lock of its object's that all the other methods of
the contract would need. That counts where callers know no more than the interface: who calls a
class's own method by its name may have forgotten the contract. A class whose methods take its
monitor does not rely on it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from snarl.facts.locks.words import Held, Lock
from snarl.facts.values import Root
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.points_to import Solution

# In place of a field, as in `words`: the turn of one of the methods of a contract.
_OF_CONTRACT = -8


@cache
def _table() -> dict[str, list[str]]:
    """The methods of each interface."""
    text = files("snarl.facts.locks").joinpath("contracts.toml").read_text(encoding="utf-8")
    return {
        name: entry["in-turn"]
        for names, entry in tomllib.loads(text).items()
        for name in names.split(" | ")
    }


class Contracts:
    """What is called in turn by contract."""

    def __init__(self, solution: Solution, calls: Calls) -> None:
        self._program = solution.program
        self._calls = calls

    @property
    def all(self) -> dict[int, Held]:
        """What instances have for themselves that are called in turn."""
        found: dict[int, set[Lock]] = {}
        for interface, names in _table().items():
            above = self._program.find_class(interface)
            if above is None:
                continue
            lock = Lock(Root("parameter", (0,)), (), ((_OF_CONTRACT, above.id),), mode="own")
            for place in self._methods(above.id, names):
                for instance in self._calls.instances_of(place):
                    if self._is_called_by_contract(instance, above.id):
                        found.setdefault(instance, set()).add(lock)
        return {instance: frozenset(locks) for instance, locks in found.items()}

    def _methods(self, above: int, names: list[str]) -> Iterator[int]:
        """The program's own methods that a contract is about, of classes that rely on it."""
        engine = self._program.engine
        found: dict[int, list[int]] = {}
        for place, method in enumerate(self._calls.methods):
            is_one = method.name in names and self._calls.is_own_method[place]
            if is_one and not method.is_static and engine.is_subclass(method.owner.id, above):
                found.setdefault(method.owner.id, []).append(place)
        for places in found.values():
            if not any(map(self._takes_monitor, places)):
                yield from places

    def _takes_monitor(self, place: int) -> bool:
        """Whether a method takes the monitor of its object."""
        code = self._calls.code(place)
        if code is None or code.method.flags & Flag.SYNCHRONIZED:
            return True
        return any(
            op == Op.MONITOR_ENTER and code.source_of(code.operands(inst)[0]) == code.parameters[0]
            for inst, op in enumerate(code.ops)
        )

    def _is_called_by_contract(self, instance: int, above: int) -> bool:
        """Whether all callers know the interface alone, or are the object's own methods."""
        for caller, bci, _ in self._calls.callers_of(instance):
            code = self._calls.code_of(caller)
            call = None if code is None else code.call_at(bci)
            if code is None or call is None:
                continue
            owner = self._program.find_class(code.reference(call).owner)
            is_plain = owner is not None and not owner.is_interface
            if is_plain and not _is_on_itself(code, call):
                return False
        return True


def _is_on_itself(code: Code, call: int) -> bool:
    """Whether a method calls another one of its own object."""
    if code.method.is_static or not code.operands(call):
        return False
    return code.source_of(code.operands(call)[0]) == code.parameters[0]
