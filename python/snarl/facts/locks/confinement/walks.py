"""Walks: loops that give each element of a collection, or of an array, to a thread of its own.

    for (Cell cell : cells) {
        pool.submit(() -> fill(cell));
    }

    cells.forEach(cell -> pool.submit(cell));
    cells.forEach(pool::submit);

An element that is there once is given to one thread, if the walk is made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.calls.streams import is_of_stream
from snarl.facts.elements.counted import is_counted
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution


_VISITS = {"forEach", "forEachOrdered", "foreach", "map"}
"""Methods that call a function with each element once."""
_COLLECTIONS = ("java.util.", "java.lang.Iterable", "scala.collection.")


class Walks:
    """Which values are elements that a walk comes to once."""

    def __init__(self, solution: Solution, calls: Calls, once: Once, heap: Heap) -> None:
        self._solution = solution
        self._calls = calls
        self._lambdas = Lambdas(calls)
        self._once = once
        self._heap = heap

    def is_element(self, code: Code, value: int, inst: int) -> bool:
        """Whether a value is another element each time that an instruction runs."""
        made = code.definitions[code.source_of(value)]
        if made < 0 or not (
            self._is_next(code, made)
            or self._is_counted(code, made, inst)
            or self._is_visited(code, made)
        ):
            return False
        objects = self._solution.numbers(code.method, code.cast_of(code.results[made])).tolist()
        return bool(objects) and all(map(self._heap.is_put_once, objects))

    def _visits(self, code: Code, call: int) -> bool:
        """Whether a call calls a function with each element once, and is made once."""
        if code.ops[call] != Op.INVOKE or code.reference(call).name not in _VISITS:
            return False
        if not self._once.site_runs_once(code.place, code.bcis[call]):
            return False
        if not is_of_stream(code, call):
            return code.reference(call).owner.startswith(_COLLECTIONS)
        begin = code.definitions[code.source_of(code.operands(call)[0])]
        is_begun = begin >= 0 and code.ops[begin] == Op.INVOKE
        return is_begun and code.reference(begin).name in ("stream", "parallelStream")

    def gives_each(self, code: Code, made: int) -> bool:
        """Whether a function that an instruction makes of a method of the JDK's is called with each
        element once: `pool::submit`."""
        return code.ops[made] == Op.INVOKE_DYNAMIC and self._is_for_visit(code, made)

    def _is_for_visit(self, code: Code, made: int) -> bool:
        """Whether a function is only given to one call, which calls it with each element once."""
        uses = list(code.uses.get(code.results[made], ()))
        return len(uses) == 1 and self._visits(code, uses[0])

    def _is_visited(self, code: Code, made: int) -> bool:
        """Whether a parameter is the element that a lambda is called with, once for each."""
        if code.ops[made] != Op.PARAMETER:
            return False
        creations, captured = (
            self._lambdas.creations(code.method),
            self._lambdas.captured(code.method),
        )
        if len(creations) != 1 or captured is None or code.constants[made] < captured:
            return False
        ((place, inst),) = creations
        there = self._calls.code(place)
        return there is not None and self._is_for_visit(there, inst)

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
