"""Contents: what the program makes for one collection, which alone has it.

    Set<String> names = found.get(key);
    if (names == null) { names = new HashSet<>(); found.put(key, names); }
    names.add(name);

Who alone knows the outer collection alone knows what it finds there, unless somebody puts that into
another one too: an element, or all of them by a copy.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls import NOBODY
from snarl.facts.containers.references import container_reference
from snarl.facts.heap.moves import PUTS
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution

_ASKS = frozenset(
    (
        *("get", "getFirst", "getLast", "elementAt", "firstElement", "lastElement"),
        *("peek", "peekFirst", "peekLast", "first", "last"),
    )
)
"""Methods of collections that give what they hold, and nothing else."""
_ALSO_PUTS = ("replace", "merge", "putFirst", "putLast", "fill", "nCopies", "setValue")
_COPIES = ("<init>", "addAll", "putAll", "copyOf", "addAllAbsent")


class Contents:
    """Finds what collections have for themselves."""

    def __init__(
        self, solution: Solution, calls: Calls, accesses: Accesses, once: Once, heap: Heap
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._accesses = accesses
        self._once = once
        self._heap = heap
        self._keepers: dict[int, frozenset[int]] = {}

    def asks(self, code: Code, call: int) -> bool:
        """Whether a call asks a collection of the JDK's for one of its elements."""
        named = code.reference(call)
        return named.name in _ASKS and named.owner.startswith("java.util.")

    def are_of(self, found: list[int], collections: frozenset[int]) -> bool:
        """Whether some objects were each made for one of some collections, and nobody else has
        got them from it."""
        return bool(found) and all(self._is_of(it, collections) for it in found)

    def _is_of(self, number: int, collections: frozenset[int]) -> bool:
        if number in self._passed_on or not self._is_put_once(number):
            return False
        if number not in self._keepers:
            self._keepers[number] = frozenset(self._find_keepers(number))
        keepers = self._keepers[number]
        return keepers <= collections and keepers.isdisjoint(self._copied)

    def _is_put_once(self, number: int) -> bool:
        is_at_one_place = self._solution.engine.object(number)[0] == "site"
        return (
            is_at_one_place
            and number not in self._heap.in_statics
            and self._heap.is_put_once(number)
        )

    def _find_keepers(self, number: int) -> Iterator[int]:
        """The objects of the program that hold an object, by entries and arrays of the JDK's own.
        What the JDK makes for a while (an iterator) and nobody holds has it for who runs."""
        waiting, seen = [number], {number}
        while waiting:
            here = waiting.pop()
            above = {holder for holder, _ in self._heap.holders_of_any(here)}
            if (here != number and (self._is_own(here) or here in self._heap.in_statics)) or (
                not above and not self._is_of_collections(here)
            ):
                yield here
            else:
                waiting += above - seen
                seen |= above

    def _is_of_collections(self, number: int) -> bool:
        """Whether an object is of a class of the JDK's collections, or one that they use."""
        program = self._solution.program
        name = program.engine.type_name(self._solution.engine.object(number)[1])
        return name.startswith("java.util.") and not name.startswith("java.util.concurrent.")

    def _is_own(self, number: int) -> bool:
        maker = int(self._heap.makers[number])
        return maker == NOBODY or bool(self._calls.is_own_method[maker])

    @cached_property
    def _passed_on(self) -> frozenset[int]:
        """What is put somewhere by others than who has just made it."""
        found: set[int] = set()
        for code, inst in self._calls_of((*PUTS, *_ALSO_PUTS)):
            for operand in code.operands(inst)[1:]:
                made = code.definitions[code.source_of(operand)]
                is_new = made >= 0 and code.ops[made] == Op.NEW
                found.update(
                    it
                    for it in self._objects(code, operand)
                    if not is_new or self._once.allocation(it) != (code, made)
                )
        return frozenset(found)

    @cached_property
    def _copied(self) -> frozenset[int]:
        """Collections that may get what another one holds: all at once, or by a reference to one of
        their methods."""
        found: set[int] = set()
        for code, inst in self._calls_of(_COPIES):
            if "Ljava/util/" in code.reference(inst).descriptor:
                found.update(self._objects(code, code.operands(inst)[0]))
        methods, insts, *_ = self._solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
        for place, inst in zip(methods.tolist(), insts.tolist(), strict=True):
            own = self._calls.code(place) if self._calls.is_own_method[place] else None
            if own is not None and container_reference(own, inst) is not None:
                found.update(self._objects(own, own.operands(inst)[0]))
        return frozenset(found)

    def _calls_of(self, names: tuple[str, ...]) -> Iterator[tuple[Code, int]]:
        """The calls of the JDK's collections in the program's own code, by names."""
        for place, inst, _ in self._accesses.calls_of(names):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is not None and code.reference(inst).owner.startswith("java.util."):
                yield code, inst

    def _objects(self, code: Code, value: int) -> list[int]:
        found: list[int] = self._solution.numbers(code.method, value).tolist()
        return found
