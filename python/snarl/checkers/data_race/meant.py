"""Meant: which objects a side of a race means, and whether its caller says which one."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.accesses import Kind
from snarl.facts.calls import NOBODY
from snarl.facts.containers import THROUGH_VIEWS
from snarl.program import Op

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.checkers.data_race.meanings import Meanings
    from snarl.checkers.data_race.pairs import Side
    from snarl.facts import Facts
    from snarl.facts.code import Code

_STATIC = int(Kind.STATIC)
_LOOKED_AT = 16
_WAY = 3
"""Calls from a method that is called from outside to an access."""
_MANY = 4
"""Objects that one access may mean; with more of them it says little of one."""
_ANYTHING = 16
"""The same; with more of them it may as well be any."""


class Meant:
    """The objects that sides may access."""

    def __init__(self, facts: Facts, meanings: Meanings) -> None:
        self._facts = facts
        self._meanings = meanings
        self._receivers: dict[tuple[int, int, int], bool] = {}

    def objects(self, side: Side) -> NDArray[np.uint32]:
        """What a side may access: what is behind it, if it is a view."""
        accesses = self._facts.accesses
        if accesses.lists.own_locks[side.access] in THROUGH_VIEWS:
            return accesses.sets[self._rows_of_views[side.access, side.instance]]
        return self._facts.calls.objects(side.instance, accesses.lists.bases[side.access])

    def is_many(self, side: Side) -> bool:
        """Whether a side may access so many objects that it says little of one."""
        return len(self.objects(side)) > _MANY

    def is_anything(self, side: Side) -> bool:
        """Whether a side may access so many objects that it may as well be any."""
        return len(self.objects(side)) > _ANYTHING

    def is_blurred(self, side: Side) -> bool:
        """Whether a side may access so many objects of the program's that it says little of one:
        all that a method without contexts is called for, or a crowd."""
        columns = self._facts.accesses.lists
        if columns.kinds[side.access] == _STATIC:
            return False
        base = self.behind_views(side.instance, columns.bases[side.access])
        objects = self.objects(side)
        most = 1 if columns.methods[side.access] in self._meanings.merged else _MANY
        if len(objects) <= most:
            return False
        if int(np.count_nonzero(self._facts.once.makers[objects] != NOBODY)) <= most:
            return False
        return side.thread.kind != "environment" or not self._is_of_receiver(
            side.instance, base, _WAY
        )

    @cached_property
    def _rows_of_views(self) -> dict[tuple[int, int], int]:
        """The sets of objects that are behind views, by accesses and instances."""
        accesses = self._facts.accesses
        through = np.isin(accesses.own_locks[accesses.of], THROUGH_VIEWS)
        columns = (accesses.of, accesses.instances, accesses.rows)
        of, instances, rows = (column[through].tolist() for column in columns)
        return dict(zip(zip(of, instances, strict=True), rows, strict=True))

    def behind_views(self, instance: int, value: int) -> int:
        """What a view was asked for from: `names` of `names.keySet().iterator()`."""
        code = self._facts.calls.code_of(instance)
        made = -1 if code is None else code.definitions[code.source_of(value)]
        while (
            code is not None
            and made >= 0
            and code.ops[made] == Op.INVOKE
            and code.operands(made)
            and code.reference(made).owner.startswith("java.util.")
        ):
            value = code.operands(made)[0]
            made = code.definitions[code.source_of(value)]
        return value

    def _is_of_receiver(self, instance: int, value: int, way: int) -> bool:
        """Whether a value is what somebody calls from outside, or a part of it that stays: he says
        himself which of many objects it is."""
        code = self._facts.calls.code_of(instance)
        root = None if code is None else self._facts.values.path(code, value).root
        if code is None or root is None or root.kind != "parameter":
            return False
        key = (instance, root.key[0], way)
        if key not in self._receivers:
            self._receivers[key] = self._find_receiver(code, *key)
        return self._receivers[key]

    def _find_receiver(self, code: Code, instance: int, position: int, way: int) -> bool:
        calls = self._facts.calls
        is_called = instance in self._facts.threads.called_from_outside
        if is_called and position == 0 and not code.method.is_static:
            # Who calls an iterator says nothing of what that goes through.
            return not self._facts.for_one.is_class(code.method.owner)
        if not way:
            return False
        for caller, site, _ in islice(calls.callers_of(instance), _LOOKED_AT):
            there = calls.code_of(caller)
            call = None if there is None else there.call_at(site)
            if there is None or call is None or position >= len(there.operands(call)):
                continue
            if self._is_of_receiver(caller, there.operands(call)[position], way - 1):
                return True
        return False
