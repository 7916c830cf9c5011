"""Handed: what the JDK hands over to other threads without telling what was done before.

    entry.setValue(new Box());              // a plain field of the JDK's
    queue.drainTo(list);                    // the JDK's code calls `list.add`
    boxes.toArray(array);                   // the JDK's code fills an array

What the program does with its own fields and arrays and with collections are accesses, which are
compared with each other; this is the rest. What `java.util.concurrent` keeps in its own objects is
handed over in order, and so is what a constructor sets and nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.code.values import stores_null
from snarl.facts.containers.table import array_arguments, nearest_container
from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.points_to import Solution
    from snarl.program import Method

_ORDERED = ("java.util.concurrent.", "java.lang.invoke.", "jdk.internal.")
_MAKING = ("<init>", "<clinit>")
_FIELD = (Op.GET_FIELD, Op.PUT_FIELD)
_STORES = (Op.PUT_FIELD, Op.ARRAY_STORE)
_INVOKE = int(Op.INVOKE)


class Handed:
    """Finds what objects of the JDK hand over, and the arrays and collections that it fills."""

    def __init__(self, solution: Solution, calls: Calls, known: NDArray[np.bool_]) -> None:
        """`known` says of objects whether more than one thread may know them."""
        self._solution = solution
        self._engine = solution.program.engine
        self._calls = calls
        self._known = known
        self._types = solution.engine.object_types()

    def over(self) -> NDArray[np.uint32]:
        """What is handed over without any order."""
        parts = [
            self._by_fields(),
            *self._by_parts_of_collections(),
            *self._by_collections(),
            *self._by_arrays(),
        ]
        return np.unique(np.concatenate(parts)).astype(np.uint32)

    # Fields

    def _by_fields(self) -> NDArray[np.uint32]:
        """What plain fields hold that are set after the construction of their objects."""
        bases, classes, fields, values = self._solution.engine.heap()
        at = np.flatnonzero(self._known[bases] & (classes >= 0))
        distinct, of = np.unique(
            np.stack([classes[at], fields[at].astype(np.int64)]), axis=1, return_inverse=True
        )
        is_plain = np.array([self._is_plain(*it) for it in distinct.T.tolist()], bool)
        found: NDArray[np.uint32] = values[at[is_plain[of.reshape(-1)]]]
        return found

    def _is_plain(self, class_id: int, index: int) -> bool:
        engine = self._engine
        _, _, flags = engine.field(class_id, index)
        if engine.class_origin(class_id) != "jdk" or flags & (Flag.FINAL | Flag.VOLATILE):
            return False
        name = engine.class_name(class_id)
        if name.startswith(_ORDERED) or self._is_of_collection(class_id):
            return False
        places = self._by_class.get(_outermost(name), ())
        uses = [it for place in places for it in self._uses(place)]
        mine = [(method, is_set) for method, field, is_set in uses if field == (class_id, index)]
        is_set_late = any(is_set for _, is_set in mine)
        return is_set_late and not all(it.flags & Flag.SYNCHRONIZED for it, _ in mine)

    def _is_of_collection(self, class_id: int) -> bool:
        """Whether a class is a collection, or a part that only a collection makes."""
        engine = self._engine
        if nearest_container(engine, class_id) is not None:
            return True
        is_public = bool(engine.class_access(class_id) & Flag.PUBLIC)
        return not is_public and self._is_in_collection(engine.class_name(class_id))

    def _is_in_collection(self, name: str) -> bool:
        outer = self._engine.find_class(_outermost(name))
        return nearest_container(self._engine, outer) is not None

    @cached_property
    def _by_class(self) -> dict[str, list[int]]:
        """The methods of the JDK that run, by the class that stands in a file of its own."""
        found: dict[str, list[int]] = {}
        for place, method in enumerate(self._calls.methods):
            if method.name not in _MAKING and method.owner.origin == "jdk":
                found.setdefault(_outermost(method.owner.name), []).append(place)
        return found

    def _uses(self, place: int) -> Iterator[tuple[Method, FieldKey, bool]]:
        """The fields that a method reads and sets; to forget something is not to set it."""
        code = self._calls.code(place)
        if code is None:
            return
        for inst in range(len(code)):
            field = code.field(inst) if code.ops[inst] in _FIELD else None
            is_set = code.ops[inst] == Op.PUT_FIELD
            if field is not None and not (is_set and stores_null(code, inst)):
                yield code.method, field, is_set

    # Collections

    def _by_parts_of_collections(self) -> Iterator[NDArray[np.uint32]]:
        """What entries and views put into a collection, without calling it."""
        for outer, places in self._by_class.items():
            if not self._is_in_collection(outer):
                continue
            for place in places:
                if self._calls.methods[place].owner.name != outer:
                    yield from self._stored_by(place, outer)

    def _stored_by(self, place: int, outer: str) -> Iterator[NDArray[np.uint32]]:
        """What a method stores into known objects, but for the parts of its own collection."""
        code, calls = self._calls.code(place), self._calls
        if code is None:
            return
        stores = [it for it in range(len(code)) if code.ops[it] in _STORES]
        for inst in stores:
            base, *_, value = code.operands(inst)
            for instance in calls.instances_of(place):
                if self._known[calls.objects(instance, base)].any():
                    found = calls.objects(instance, value)
                    yield found[[not self._is_part(it, outer) for it in found.tolist()]]

    def _is_part(self, number: int, outer: str) -> bool:
        class_id = self._engine.type_class(int(self._types[number]))
        return class_id is not None and _outermost(self._engine.class_name(class_id)) == outer

    def _by_collections(self) -> Iterator[NDArray[np.uint32]]:
        """What the JDK's code puts into collections of the program."""
        calls = self._calls
        count = len(calls.methods)
        fills, is_jdk = np.zeros(count + 1, bool), np.zeros(count + 1, bool)
        for place, method in enumerate(calls.methods):
            if method.owner.origin == "jdk":
                found, name = nearest_container(self._engine, method.owner.id), method.owner.name
                fills[place] = found is not None and method.name in found.writes
                is_view = name != _outermost(name) and self._is_in_collection(name)
                is_jdk[place] = found is None or is_view
        callers = np.minimum(calls.method_of[calls.callers], count)
        callees = np.minimum(calls.method_of[calls.callees], count)
        at = np.flatnonzero(is_jdk[callers] & fills[callees])
        pairs = {(int(calls.callers[it]), int(calls.sites[it])) for it in at.tolist()}
        for instance, site in sorted(pairs):
            code = calls.code_of(instance)
            call = None if code is None else code.call_at(site)
            if code is None or call is None or code.ops[call] != Op.INVOKE:
                continue
            collection, *given = code.operands(call)
            if self._known[calls.objects(instance, collection)].any():
                yield from (calls.objects(instance, it) for it in given)

    # Arrays

    def _by_arrays(self) -> Iterator[NDArray[np.uint32]]:
        """Arrays of objects that are given to the JDK's code, which may fill them."""
        calls = self._calls
        for place in np.flatnonzero(calls.is_own_method).tolist():
            code = calls.code(place)
            if code is None:
                continue
            taking = [it for it in code.having(_INVOKE) if self._takes_array(code, it)]
            given = [value for inst in taking for value in code.operands(inst)]
            for value, instance in product(given, calls.instances_of(place)):
                found = calls.objects(instance, value)
                yield found[[self._is_known_array(it) for it in found.tolist()]]

    def _takes_array(self, code: Code, inst: int) -> bool:
        """Whether a call may give an array of objects to the JDK, of which no access tells."""
        named = code.reference(inst)
        if "[L" not in named.descriptor.partition(")")[0]:
            return False
        if array_arguments(f"{named.owner}.{named.name}"):
            return False
        called = self._calls.methods_called(code.place, code.bcis[inst])
        return any(
            it >= len(self._calls.methods) or not self._calls.is_own_method[it] for it in called
        )

    def _is_known_array(self, number: int) -> bool:
        name = self._engine.type_name(int(self._types[number]))
        return bool(self._known[number]) and name.endswith("[]")


def _outermost(name: str) -> str:
    return name.partition("$")[0]
