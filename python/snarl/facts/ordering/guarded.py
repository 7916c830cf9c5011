"""Guarded words: fields that one lock guards at all accesses, which are as good as volatile ones.

    synchronized (monitor) { ready = true; monitor.notifyAll(); }
    …
    synchronized (monitor) { while (!ready) { monitor.wait(); } }

Who sees under the lock what another thread has set under it comes after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import Kind
from snarl.facts.code import FieldKey

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.locks import Locks

_NO_WORDS = "FD"
"""Types of fields that do not say how far something has come."""


class Guarded:
    """The fields of a program that are always accessed under a lock of their own."""

    def __init__(self, calls: Calls, accesses: Accesses, locks: Locks) -> None:
        self._calls = calls
        self._accesses = accesses
        self._locks = locks

    def points(self, *, writes: bool) -> Iterator[tuple[FieldKey, int, int]]:
        """Where such fields are read, or written: the field, the method's place, the
        instruction."""
        columns = self._accesses.lists
        for field, rows in self._rows.items():
            for row in rows:
                if columns.writes[row] == writes:
                    yield field, columns.methods[row], columns.insts[row]

    @cached_property
    def _rows(self) -> dict[FieldKey, list[int]]:
        """The accesses of each such field."""
        accesses = self._accesses
        found: dict[FieldKey, list[int]] = {}
        is_field = np.isin(accesses.kinds, [Kind.FIELD, Kind.STATIC])
        order = np.flatnonzero(is_field)[np.argsort(accesses.groups[is_field], kind="stable")]
        bounds = np.flatnonzero(np.diff(accesses.groups[order], prepend=-1, append=-1)).tolist()
        fields = {group: key for key, group in accesses.groups_by_field.items()}
        for first, end in pairwise(bounds):
            rows = order[first:end].tolist()
            key = fields.get(int(accesses.groups[rows[0]]))
            if key is None or accesses.program.field(*key).descriptor in _NO_WORDS:
                continue
            if self._is_guarded(key, rows):
                found[key] = rows
        return found

    def _is_guarded(self, field: FieldKey, rows: list[int]) -> bool:
        """Whether all who access a field, but for those who make what it belongs to, hold the same
        lock, which their own methods have taken."""
        columns = self._accesses.lists
        common: frozenset[object] | None = None
        for row in rows:
            if columns.atomic[row]:
                return False
            method = self._calls.methods[columns.methods[row]]
            if method.name in ("<init>", "<clinit>") and method.owner.id == field[0]:
                continue
            base = None if columns.kinds[row] == Kind.STATIC else columns.bases[row]
            held = frozenset(
                (guard.kind, guard.key)
                for guard in self._locks.own_guards(columns.methods[row], columns.insts[row], base)
                if guard.mode == "exclusive"
            )
            common = held if common is None else common & held
            if not common:
                return False
        return common is not None
