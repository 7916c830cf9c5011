"""Method references to containers: `log::clear` accesses `log` when and where somebody runs it.

No code of the program makes this call: the JDK calls the container itself. So the access stands
where the reference is made, which names the container, but the threads are those that run it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.lambdas import function_of
from snarl.facts.calls.streams import is_for_sequential
from snarl.facts.containers.table import container_methods
from snarl.points_to import EdgeKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread, Threads

_OF_OBJECTS = (5, 9)
"""Handles of methods that are called on an object: of a class, of an interface."""


def container_reference(code: Code, inst: int) -> tuple[str, str] | None:
    """The class and method of a container that an instruction refers to, with the container:
    `log::clear`, and not `List::clear`."""
    handle = function_of(code, inst)
    if handle is None or handle.kind not in _OF_OBJECTS or len(code.operands(inst)) != 1:
        return None
    member = handle.member
    return (member.owner, member.name) if member.name in container_methods() else None


def run_by_the_jdk(calls: Calls) -> NDArray[np.int64]:
    """The calls by which the JDK runs methods of containers through references."""
    of_jdk = np.zeros(len(calls.methods), bool)
    for place in np.flatnonzero(~calls.is_own_method).tolist():
        of_jdk[place] = calls.methods[place].name in container_methods()
    through = np.isin(calls.kinds, (int(EdgeKind.LAMBDA), int(EdgeKind.SPAWN)))
    edges = np.flatnonzero(through)
    places = calls.method_of[calls.callees[edges]]
    known = places < len(of_jdk)
    found: NDArray[np.int64] = edges[known][of_jdk[places[known]]]
    return found


class References:
    """Who runs references to containers."""

    def __init__(self, calls: Calls, accesses: Accesses, threads: Threads) -> None:
        self._calls = calls
        self._accesses = accesses
        self._threads = threads
        self._known: dict[tuple[int, int], tuple[Thread, ...]] = {}
        self._known_runs: dict[tuple[int, int], list[int]] = {}

    def is_deferred(self, access: int, instance: int, thread: Thread) -> bool:
        """Whether a thread runs a reference that another one has made."""
        return access in self._accesses.references and not self._threads.runs_in(thread)[instance]

    def others(self, access: int, instance: int) -> tuple[Thread, ...]:
        """The threads that run a reference and do not make it."""
        if access not in self._accesses.references:
            return ()
        key = (access, instance)
        if key not in self._known:
            makers = self._threads.of(instance)
            found = {it.number: it for it in self._runners(access, instance)}
            self._known[key] = tuple(
                found[number] for number in sorted(found) if found[number] not in makers
            )
        return self._known[key]

    def runs(self, access: int, instance: int, thread: Thread | None) -> list[int]:
        """The calls by which a thread, or any thread, runs a reference, or begins with it."""
        if access not in self._accesses.references:
            return []
        key = (access, instance)
        if key not in self._known_runs:
            self._known_runs[key] = list(self._calls_of(access, instance))
        runs = self._known_runs[key]
        return [it for it in runs if thread is None or self._is_run_by(it, thread)]

    def _is_run_by(self, edge: int, thread: Thread) -> bool:
        if self._calls.is_in_thread[edge]:
            return bool(self._threads.runs_in(thread)[int(self._calls.callers[edge])])
        return int(self._calls.callees[edge]) in thread.roots

    def _runners(self, access: int, instance: int) -> Iterator[Thread]:
        code = self._calls.code_of(instance)
        if code is not None and is_for_sequential(code, self._accesses.lists.insts[access]):
            return
        for edge in self._calls_of(access, instance):
            if self._calls.is_in_thread[edge]:
                yield from self._threads.of(int(self._calls.callers[edge]))
            else:
                callee = int(self._calls.callees[edge])
                yield from (it for it in self._threads.all if callee in it.roots)

    def _calls_of(self, access: int, instance: int) -> Iterator[int]:
        """The calls by which the JDK, or the program through an interface, runs a reference."""
        columns = self._accesses.lists
        base = columns.bases[access]
        wanted = set(self._calls.objects(instance, base).tolist())
        name = self._accesses.references[access]
        for edge in self._runs.get(name, ()):
            if wanted & self._receivers(int(self._calls.callees[edge])):
                yield edge

    def _receivers(self, callee: int) -> set[int]:
        code = self._calls.code_of(callee)
        if code is None or not code.parameters:
            return set()
        return set(self._calls.objects(callee, code.parameters[0]).tolist())

    @cached_property
    def _runs(self) -> dict[str, list[int]]:
        """The calls that run references, by the name of the method."""
        found: dict[str, list[int]] = {}
        for edge in run_by_the_jdk(self._calls).tolist():
            method = self._calls.method(int(self._calls.callees[edge]))
            if method is not None:
                found.setdefault(method.name, []).append(edge)
        return found
