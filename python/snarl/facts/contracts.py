"""Contracts: methods that are called one at a time, since an interface says so (`contracts.toml`).

Whoever is called so is as good as a holder of a lock of its object's that all the other methods of
the contract would need. That counts where callers know no more than the interface: who calls a
class's own method by its name may have forgotten the contract. A class whose methods take its
monitor does not rely on it. Whoever is called first has an object that nobody else uses yet, as a
constructor has.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from snarl.facts.locks.words import Held, Lock
from snarl.facts.reductions import Reductions
from snarl.facts.stand_ins import StandIn
from snarl.facts.values import Root
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.points_to import Solution
    from snarl.program import Class

_OF_CONTRACT = StandIn.CONTRACT.value


@dataclass(frozen=True, slots=True)
class Contract:
    """The methods of an interface that are called one at a time."""

    interface: str
    in_turn: tuple[str, ...]
    first: str
    """The one that is called once, before the others."""
    last: tuple[str, ...]
    """Of these, one is called at most, once, after the others."""


@cache
def _table() -> list[Contract]:
    text = files("snarl.facts").joinpath("contracts.toml").read_text(encoding="utf-8")
    return [
        Contract(name, tuple(entry["in-turn"]), entry["first"], tuple(entry["last"]))
        for names, entry in tomllib.loads(text).items()
        for name in names.split(" | ")
    ]


class Contracts:
    """What is called in turn by contract."""

    def __init__(self, solution: Solution, calls: Calls, accesses: Accesses) -> None:
        self._program = solution.program
        self._calls = calls
        self._accesses = accesses

    @cached_property
    def turns(self) -> dict[int, Held]:
        """What instances have for themselves that are called in turn."""
        found = {
            it: set(locks) for it, locks in Reductions(self._calls, self._accesses).turns.items()
        }
        for contract in _table():
            above = self._program.find_class(contract.interface)
            methods = {} if above is None else self._methods(above.id, contract)
            for places in methods.values():
                if above is None or any(map(self._takes_monitor, places)):
                    continue
                lock = Lock(Root("parameter", (0,)), (), ((_OF_CONTRACT, above.id),), mode="own")
                for instance in self._called_by_contract(places):
                    found.setdefault(instance, set()).add(lock)
        return {instance: frozenset(locks) for instance, locks in found.items()}

    @cached_property
    def firsts(self) -> frozenset[int]:
        """Instances that are called before anybody else uses their object."""
        found: set[int] = set()
        for contract in _table():
            above = self._program.find_class(contract.interface)
            methods = {} if above is None else self._methods(above.id, contract)
            for owner, places in methods.items():
                firsts = [it for it in places if self._calls.methods[it].name == contract.first]
                if firsts and self._is_known_by_interfaces(owner):
                    found |= set(self._called_by_contract(firsts))
        return frozenset(found)

    @cached_property
    def last(self) -> frozenset[int]:
        """Methods that are called once, if at all, after all others of their object's."""
        found: set[int] = set()
        for contract in _table():
            above = self._program.find_class(contract.interface)
            methods = {} if above is None else self._methods(above.id, contract)
            found.update(
                place
                for places in methods.values()
                for place in places
                if self._calls.methods[place].name in contract.last
                and self._are_by_interface(place)
            )
        return frozenset(found)

    def _are_by_interface(self, place: int) -> bool:
        """Whether a method is called by others alone, who know the interface."""
        return all(
            self._is_called_by_contract(instance, by_itself=False)
            for instance in self._calls.instances_of(place)
        )

    def _methods(self, above: int, contract: Contract) -> dict[Class, list[int]]:
        """The program's own methods that a contract is about, by their classes."""
        engine = self._program.engine
        found: dict[Class, list[int]] = {}
        for place, method in enumerate(self._calls.methods):
            is_one = method.name in contract.in_turn and self._calls.is_own_method[place]
            if is_one and not method.is_static and engine.is_subclass(method.owner.id, above):
                found.setdefault(method.owner, []).append(place)
        return found

    def _is_known_by_interfaces(self, owner: Class) -> bool:
        """Whether all that others may call of a class is declared by interfaces: a method of its
        own may be called by whoever has made the object, at any time."""
        above = self._program.hierarchy.super_types(owner)
        declared = {it.name for one in above if one.is_interface for it in one.methods}
        own = [it for it in (owner, *above) if not it.is_interface and it.origin != "jdk"]
        return all(
            it.name in declared or not it.flags & Flag.PUBLIC or it.flags & Flag.STATIC
            for one in own
            for it in one.methods
            if it.name != "<init>"
        )

    def _called_by_contract(self, places: list[int]) -> list[int]:
        """Those of the instances of some methods whose callers know the contract."""
        return [
            instance
            for place in places
            for instance in self._calls.instances_of(place)
            if self._is_called_by_contract(instance)
        ]

    def _takes_monitor(self, place: int) -> bool:
        """Whether a method takes the monitor of its object."""
        code = self._calls.code(place)
        if code is None or code.method.flags & Flag.SYNCHRONIZED:
            return True
        return any(
            op == Op.MONITOR_ENTER and code.source_of(code.operands(inst)[0]) == code.parameters[0]
            for inst, op in enumerate(code.ops)
        )

    def _is_called_by_contract(self, instance: int, *, by_itself: bool = True) -> bool:
        """Whether all callers know the interface alone, or are the object's own methods."""
        for caller, bci, _ in self._calls.callers_of(instance):
            code = self._calls.code_of(caller)
            call = None if code is None else code.call_at(bci)
            if code is None or call is None:
                continue
            owner = self._program.find_class(code.reference(call).owner)
            is_plain = owner is not None and not owner.is_interface
            if is_plain and not (by_itself and _is_on_itself(code, call)):
                return False
        return True


def _is_on_itself(code: Code, call: int) -> bool:
    """Whether a method calls another one of its own object."""
    if code.method.is_static or not code.operands(call):
        return False
    return code.source_of(code.operands(call)[0]) == code.parameters[0]
