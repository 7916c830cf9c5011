"""Reading ahead: the program's own code is decoded while the points-to analysis runs.

That one needs a single processor and no Python. Only what it has lowered already is read: to lower
more, or in another order, would let classes that are missing have other numbers.
"""

from __future__ import annotations

from itertools import chain
from threading import Event
from typing import TYPE_CHECKING

from snarl.facts.code import Code, read_code
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.program import Method, Program

_NAMING = frozenset(map(int, (Op.INVOKE, Op.GET_FIELD, Op.PUT_FIELD, Op.GET_STATIC, Op.PUT_STATIC)))
"""Instructions that name a member."""
_PAUSE = 0.2
"""Seconds to wait for more that is lowered: to look for it takes time too."""

Codes = dict[tuple[int, int], Code]
"""The code of methods, by the ids of their classes and their places there."""


def read_ahead(program: Program, codes: Codes, stopped: Event) -> None:
    """Reads what is lowered, until all is read or it is told to stop."""
    classes = chain(program.classes("application"), program.classes("library"))
    waiting = [method for cls in classes for method in cls.methods]
    while waiting and not stopped.is_set():
        waiting = [it for it in waiting if stopped.is_set() or not _reads(program, it, codes)]
        stopped.wait(_PAUSE)


def _reads(program: Program, method: Method, codes: Codes) -> bool:
    """Reads a method, if it is lowered."""
    owner, index = method.owner.id, method.index
    if not program.engine.is_lowered(owner, index):
        return False
    code = read_code(method, -1)
    if code is not None:
        _look_through(code)
        codes[owner, index] = code
    return True


def _look_through(code: Code) -> None:
    """Finds what most of those who look at a method want to know."""
    _ = (code.definitions, code.uses, code.parameters, code.insts_by_bci, code.block_of, code.flow)
    for inst, op in enumerate(code.ops):
        if op in _NAMING:
            code.reference(inst)
