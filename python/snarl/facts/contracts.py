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
from enum import IntEnum
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls import NOBODY
from snarl.facts.locks.words import Held, own_parameter
from snarl.facts.reductions import Reductions
from snarl.facts.stand_ins import StandIn
from snarl.graph import distinct
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


class _Caller(IntEnum):
    """What a caller knows of the object that it calls."""

    KNOWING = 0
    """The interface alone."""
    ITSELF = 1
    """It is the object itself."""
    OTHER = 2
    """Its class."""


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
                lock = own_parameter(0, (_OF_CONTRACT, above.id))
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
        return bool(self._callers[instance] <= (_Caller.ITSELF if by_itself else _Caller.KNOWING))

    @cached_property
    def _callers(self) -> NDArray[np.uint8]:
        """What the callers of each instance of a method of a contract know of it, at least. Each
        site is looked at once: in a library of operators everybody calls everybody."""
        calls = self._calls
        found = np.zeros(len(calls), np.uint8)
        edges = np.flatnonzero(self._is_of_contract[calls.callees] & calls.is_in_thread)
        places = calls.method_of[calls.callers[edges]].astype(np.int64)
        sites = places << 32 | calls.sites[edges].astype(np.int64)
        each = distinct(sites)
        known = [self._caller(site >> 32, site & 0xFFFFFFFF) for site in each.tolist()]
        which = np.searchsorted(each, sites)
        np.maximum.at(found, calls.callees[edges], np.array(known, np.uint8)[which])
        return found

    @property
    def _is_of_contract(self) -> NDArray[np.bool_]:
        """Whether each instance is of a method that has a name of a contract's."""
        calls = self._calls
        names = {name for contract in _table() for name in contract.in_turn}
        is_named = np.array([method.name in names for method in calls.methods], bool)
        found = np.zeros(len(calls), bool)
        real = calls.method_of != NOBODY
        found[real] = is_named[calls.method_of[real]]
        return found

    def _caller(self, place: int, bci: int) -> _Caller:
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None:
            return _Caller.KNOWING
        owner = self._program.find_class(code.reference(call).owner)
        if owner is None or owner.is_interface:
            return _Caller.KNOWING
        return _Caller.ITSELF if _is_on_itself(code, call) else _Caller.OTHER


def _is_on_itself(code: Code, call: int) -> bool:
    """Whether a method calls another one of its own object."""
    if code.method.is_static or not code.operands(call):
        return False
    return code.source_of(code.operands(call)[0]) == code.parameters[0]
