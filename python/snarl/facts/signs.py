"""Signs that a class is meant for several threads: monitors, volatile fields, promises."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.program import Op
from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.facts.promises import Promises
    from snarl.points_to import Solution
    from snarl.program import Class, Field, Method

_NO_CLASS = 2**32 - 1
_TASKS = {"java.lang.Runnable", "java.util.concurrent.Callable"}
# Fields of such types show that a class expects several threads; an executor alone does not.
_LOCKS = "Ljava/util/concurrent/locks/"
_CONCURRENT = (
    "Ljava/lang/invoke/VarHandle;",
    _LOCKS,
    *(
        f"Ljava/util/concurrent/{name}"
        for name in ("atomic/", "Concurrent", "CopyOnWrite", "CountDown", "Semaphore")
    ),
)
_MADE = tuple(
    f"java.util.{name}"
    for name in ("concurrent.Concurrent", "concurrent.CopyOnWrite", "Collections$Synchronized")
)
_COPIED = {
    ("mark", "(I)V"): "java.io.InputStream",
    ("reset", "()V"): "java.io.InputStream",
    ("fillInStackTrace", "()Ljava/lang/Throwable;"): "java.lang.Throwable",
}
"""Methods that the JDK synchronizes, or did for long, in classes that are for one thread: whoever
overrides one copies the word with it."""
_FIELDS = [Op.GET_STATIC, Op.PUT_STATIC, Op.GET_FIELD, Op.PUT_FIELD]
_FEW = 6
"""One of so many methods that are careful says something of the others."""


class Signs:
    """Which classes of the program, or those that they extend, show such signs."""

    def __init__(self, solution: Solution, calls: Calls, promises: Promises) -> None:
        self._solution = solution
        self._calls = calls
        self._promises = promises
        self._showing: dict[int, bool] = {}
        self._meant: dict[int, bool] = {}

    def shows_threads(self, cls: Class) -> bool:
        """Whether a class shows any sign of several threads."""
        if cls.id not in self._showing:
            self._showing[cls.id] = any(
                self._is_promised(above) or self._has_careful_parts(above)
                for above in _up_from(cls)
            )
        return self._showing[cls.id]

    def is_meant_for_threads(self, cls: Class) -> bool:
        """Whether a class shows so many of them that it is likely meant for several threads as a
        whole. A codec with one synchronized getter is not."""
        if cls.id not in self._meant:
            self._meant[cls.id] = any(
                self._is_promised(above)
                or (self._has_careful_parts(above) and self._is_careful_as_a_whole(above))
                for above in _up_from(cls)
            )
        return self._meant[cls.id]

    def guards(self, field: FieldKey, of: Collection[Class] = ()) -> bool:
        """Whether methods that take a lock touch a field; of objects of some classes, if they are
        known: what one class that inherits it locks says nothing of another one."""
        guards = self._guards.get(field, [])
        if not of:
            return bool(guards)
        owner, extends = self._field(field).owner, self._solution.program.hierarchy.is_subtype
        return any(not extends(by, owner) or any(extends(cls, by) for cls in of) for by in guards)

    def _is_promised(self, cls: Class) -> bool:
        """Whether a class says that it is for several threads: as a whole, or by what it is."""
        return self._promises.is_for_threads(cls) or any(it.name in _TASKS for it in cls.interfaces)

    def _is_careful_as_a_whole(self, cls: Class) -> bool:
        """Whether no small part of a class's methods is made for several threads."""
        careful, touching = self._careful_methods
        return careful[cls.id] > 0 and careful[cls.id] * _FEW >= touching[cls.id]

    def _has_careful_parts(self, cls: Class) -> bool:
        """Whether some part of a class is made for several threads."""
        return (
            any(it.flags & Flag.SYNCHRONIZED for it in cls.methods)
            or any(map(_is_careful, cls.fields))
            or cls.id in self._classes_with_monitors
            or cls.id in self._makers_of_concurrent
        )

    @cached_property
    def _classes_with_monitors(self) -> set[int]:
        return {self._calls.methods[place].owner.id for place in self._with_monitors}

    @cached_property
    def _with_monitors(self) -> set[int]:
        """Methods that are synchronized, or have blocks that are."""
        return set(self._solution.engine.instructions([int(Op.MONITOR_ENTER)])[0].tolist())

    @cached_property
    def _touching(self) -> dict[int, list[FieldKey]]:
        """Which fields each method touches."""
        return _by_method(self._touches[1])

    @cached_property
    def _touches(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The instructions that touch fields, and methods, classes and fields in one number each;
        what the JDK's classes are made for says nothing of those that extend them."""
        columns = self._solution.engine.instructions([int(op) for op in _FIELDS])
        methods, insts, owners, members = (columns[it].astype(np.int64) for it in (0, 1, 7, 8))
        known = owners != _NO_CLASS
        program = self._solution.program.engine
        for owner in np.unique(owners[known]).tolist():
            if program.class_origin(owner) == "jdk":
                known &= owners != owner
        return insts[known], (methods << 40 | owners << 16 | members)[known]

    @cached_property
    def _touching_locked(self) -> dict[int, list[FieldKey]]:
        """Which fields methods with monitors touch from where they take the first one on until they
        give the last one back: a short block says nothing of what comes after it."""
        enters = self._solution.engine.instructions([int(Op.MONITOR_ENTER)])
        exits = self._solution.engine.instructions([int(Op.MONITOR_EXIT)])
        count = len(self._calls.methods)
        first, last = np.full(count, np.iinfo(np.int64).max), np.full(count, -1)
        np.minimum.at(first, enters[0], enters[1].astype(np.int64))
        np.maximum.at(last, exits[0], exits[1].astype(np.int64))
        insts, packed = self._touches
        methods = packed >> 40
        return _by_method(packed[(first[methods] <= insts) & (insts <= last[methods])])

    @cached_property
    def _locking(self) -> set[int]:
        """Methods that take locks, as far as one sees it in them."""
        methods = self._calls.methods
        return {
            place
            for place, fields in self._touching.items()
            if (place in self._with_monitors and not self._is_copied(methods[place]))
            or not self._locks.isdisjoint(fields)
        }

    def _is_copied(self, method: Method) -> bool:
        """Whether a method is synchronized as a copy of the one that it overrides."""
        program = self._solution.program
        above = program.find_class(_COPIED.get((method.name, method.descriptor), ""))
        return above is not None and program.hierarchy.is_subtype(method.owner, above)

    @cached_property
    def _guards(self) -> dict[FieldKey, list[Class]]:
        """The classes of such methods, for each field that they touch."""
        found: dict[FieldKey, dict[int, Class]] = {}
        for place in self._locking:
            by = self._calls.methods[place].owner
            has_lock = not self._locks.isdisjoint(self._touching[place])
            touching = self._touching if has_lock else self._touching_locked
            for field in touching.get(place, []):
                found.setdefault(field, {})[by.id] = by
        return {field: list(classes.values()) for field, classes in found.items()}

    @cached_property
    def _locks(self) -> set[FieldKey]:
        """Fields that hold locks."""
        return {it for it in self._fields if self._field(it).descriptor.startswith(_LOCKS)}

    @cached_property
    def _careful_fields(self) -> set[FieldKey]:
        """Fields that are made for several threads."""
        of_type = {it for it in self._fields if _is_careful(self._field(it))}
        return of_type | self._fields_of_concurrent

    @cached_property
    def _fields(self) -> set[FieldKey]:
        return {field for fields in self._touching.values() for field in fields}

    def _field(self, key: FieldKey) -> Field:
        return self._solution.program.field(*key)

    @cached_property
    def _careful_methods(self) -> tuple[Counter[int], Counter[int]]:
        """For each class, how many of its methods take locks or use fields that are made for
        several threads, and how many methods touch fields at all. Private ones that do nothing for
        it themselves are likely called by those that do; constructors fill whatever there is."""
        careful: Counter[int] = Counter()
        touching: Counter[int] = Counter()
        for place, fields in self._touching.items():
            method = self._calls.methods[place]
            if method.name.startswith("<"):
                continue
            is_careful = place in self._locking or not self._careful_fields.isdisjoint(fields)
            is_counted = not method.flags & Flag.PRIVATE
            careful[method.owner.id] += is_careful
            touching[method.owner.id] += is_careful or is_counted
        return careful, touching

    @cached_property
    def _makers_of_concurrent(self) -> set[int]:
        """Classes whose constructors, or initializers, make collections for several threads,
        whatever the type of the field: `Map<String, User> users = new ConcurrentHashMap<>()`."""
        return set(self._concurrent_by_maker)

    @cached_property
    def _fields_of_concurrent(self) -> set[FieldKey]:
        """The fields of such classes that hold these collections."""
        engine = self._solution.engine
        classes, fields, held = engine.statics()
        found: set[FieldKey] = set()
        for maker, numbers in self._concurrent_by_maker.items():
            for number in numbers:
                found |= {field for _, field in engine.holders(number) if field[0] == maker}
            own = (classes == maker) & np.isin(held, numbers)
            found |= {(maker, it) for it in fields[own].tolist()}
        return found

    @cached_property
    def _concurrent_by_maker(self) -> dict[int, list[int]]:
        """Collections for several threads by the classes whose constructors make them."""
        engine, program = self._solution.engine, self._solution.program.engine
        types = engine.object_types()
        fitting = [
            of
            for of in np.unique(types).tolist()
            if (class_id := program.type_class(of)) is not None
            and program.class_name(class_id).startswith(_MADE)
        ]
        found: dict[int, list[int]] = {}
        for number in np.flatnonzero(np.isin(types, fitting)).tolist():
            place = self._solution.object(number).place
            if place is not None and place.method.name in ("<init>", "<clinit>"):
                found.setdefault(place.method.owner.id, []).append(number)
        return found


def _by_method(packed: NDArray[np.int64]) -> dict[int, list[FieldKey]]:
    """The fields of each method, from methods, classes and fields in one number each."""
    found: dict[int, list[FieldKey]] = {}
    for key in np.unique(packed).tolist():
        found.setdefault(key >> 40, []).append((key >> 16 & 0xFFFFFF, key & 0xFFFF))
    return found


def _up_from(cls: Class) -> Iterator[Class]:
    """A class and those that it extends, but for those of the JDK."""
    above: Class | None = cls
    while above is not None and above.origin != "jdk":
        yield above
        above = above.super_class


def _is_careful(field: Field) -> bool:
    """Whether a field is made for several threads."""
    return bool(field.flags & Flag.VOLATILE) or field.descriptor.startswith(_CONCURRENT)
