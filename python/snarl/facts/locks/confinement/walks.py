"""Walks: loops that give each element of a collection, or of an array, to a thread of its own.

    for (Cell cell : cells) {
        pool.submit(() -> fill(cell));
    }

An element that is there once is given to one thread, if the walk is made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.elements.counted import is_counted
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution


class Walks:
    """Which values are elements that a walk comes to once."""

    def __init__(self, solution: Solution, once: Once, heap: Heap) -> None:
        self._solution = solution
        self._once = once
        self._heap = heap

    def is_element(self, code: Code, value: int, inst: int) -> bool:
        """Whether a value is another element each time that an instruction runs."""
        made = code.definitions[code.source_of(value)]
        if made < 0 or not (self._is_next(code, made) or self._is_counted(code, made, inst)):
            return False
        objects = self._solution.numbers(code.method, code.cast_of(code.results[made])).tolist()
        return bool(objects) and all(map(self._heap.is_put_once, objects))

    def _is_next(self, code: Code, made: int) -> bool:
        """Whether an instruction asks an iterator for its next element, and that is made once."""
        if code.ops[made] != Op.INVOKE or code.reference(made).name != "next":
            return False
        if code.reference(made).owner != "java.util.Iterator":
            return False
        walk = code.definitions[code.source_of(code.operands(made)[0])]
        return (
            walk >= 0
            and code.ops[walk] == Op.INVOKE
            and code.reference(walk).name == "iterator"
            and self._once.site_runs_once(code.place, code.bcis[walk])
        )

    def _is_counted(self, code: Code, made: int, inst: int) -> bool:
        """Whether an instruction loads the element that a loop has come to, which runs once."""
        if code.ops[made] != Op.ARRAY_LOAD:
            return False
        index = code.source_of(code.operands(made)[1])
        counter = code.definitions[index]
        if counter < 0 or code.ops[counter] != Op.PHI or not is_counted(code, inst, index):
            return False
        firsts = [
            block
            for block in range(len(code.block_offsets) - 1)
            if code.block_of[counter] in code.flow[block] and not _is_in_loop(code, block)
        ]
        return len(firsts) == 1 and self._once.runs_once(code.place)


def _is_in_loop(code: Code, block: int) -> bool:
    return block in code.blocks_after(block)
