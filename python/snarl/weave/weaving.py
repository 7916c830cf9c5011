"""From a program to a plan: for the detectors, or for a monitor's advice.

The detectors get all accesses but those that `maybeShared()` leaves out (DESIGN, section 7), and
those that are proved to be part of no race. A
monitor gets the shadows that its pointcuts select, each with the numbers of what wants to hear of
it. The static analysis runs only if somebody asks for it, and once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.containers.table import array_arguments, container_methods
from snarl.program.model import Class
from snarl.weave.checksums import Checksums
from snarl.weave.classes import OWN, Classes
from snarl.weave.matching import Matcher, Test, kinds_of, type_names
from snarl.weave.plan import Action, Plan, PlannedClass, PlannedMethod
from snarl.weave.residue import Verdict
from snarl.weave.shadows import (
    ACCESSES,
    FIELD_NAMES,
    KINDS,
    WHOLE_METHOD,
    Kind,
    Shadow,
    reference,
    shadows,
)

if TYPE_CHECKING:
    from snarl.program import Method, Program
    from snarl.weave.advice import Advice
    from snarl.weave.racing import Racing
    from snarl.weave.sharing import Sharing

_STRANGE = frozenset("\t\n\r")
# What accesses fields and elements by other means than instructions.
_HANDLES = (
    "java/lang/invoke/VarHandle.",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater.",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater.",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater.",
    "java/lang/reflect/Field.",
    "java/lang/reflect/Array.",
    "sun/misc/Unsafe.",
    "jdk/internal/misc/Unsafe.",
)
_FEW_NAMES = 5


def plan_for_detectors(program: Program, sharing: Sharing, racing: Racing | None = None) -> Plan:
    """All accesses of the program's classes that may be shared; with `racing`, those of them that
    may race."""
    calls = _AccessCalls()
    counts: Counter[str] = Counter()
    fields = _Fields(program)
    listing = _Listing(program)
    engine = program.engine

    def planned(class_id: int) -> Iterator[PlannedMethod]:
        for index, (name, descriptor, _) in enumerate(engine.methods(class_id)):
            if not engine.has_code(class_id, index):
                continue
            key = (class_id, index)
            local = sharing.left_out.get(key, frozenset())
            unraced = frozenset() if racing is None else racing.left_out.get(key, frozenset())
            kept: dict[int, tuple[int, ...]] = {}
            for offset, mnemonic, operand in engine.bytecode(class_id, index):
                kind = KINDS.get(mnemonic)
                if kind is None or kind is Kind.LOCK or kind is Kind.UNLOCK:
                    continue
                if kind is Kind.CALL and not calls.is_access(mnemonic, operand):
                    continue
                word = "calls" if kind is Kind.CALL else "accesses"
                counts[word] += 1
                if offset in local:
                    counts[f"{word}-of-one-thread"] += 1
                elif offset in unraced:
                    counts[f"{word}-without-race"] += 1
                else:
                    kept[offset] = ()
                    fields.add(mnemonic, operand)
            method = PlannedMethod(name, descriptor, kept, is_reached=key in sharing.reached)
            if method:
                yield method

    classes = listing.classes(planned)
    if racing is not None and racing.left_out:
        fields.looked_at |= sharing.fields_elsewhere
        classes = tuple(replace(it, fields=fields.of(it.name)) for it in classes)
    totals = {
        "accesses": counts["accesses"],
        "left-out": counts["accesses-of-one-thread"],
        "without-race": counts["accesses-without-race"],
        "calls": counts["calls"],
        "calls-left-out": counts["calls-of-one-thread"],
    }
    warnings = list(listing.warnings())
    if sharing.blind:
        warnings.append(f"almost all accesses are watched, for {sharing.blind}")
    return Plan(classes, (), totals, tuple(warnings))


class _Fields:
    """The fields that somebody looks at."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._operands: set[str] = set()
        self.looked_at: set[tuple[int, int]] = set()

    def add(self, mnemonic: str, operand: str) -> None:
        """An instruction that is looked at."""
        if mnemonic not in FIELD_NAMES or operand in self._operands:
            return
        self._operands.add(operand)
        member = reference(operand)
        engine = self._program.engine
        try:
            found = engine.resolve_field(member.owner, member.name, member.descriptor)
        except LookupError:
            return
        self.looked_at.add(found)

    def of(self, name: str) -> frozenset[str] | None:
        """Those of a class; None if a plan cannot name them."""
        fields = self._program[name].fields
        found = frozenset(it.name for it in fields if (it.owner.id, it.index) in self.looked_at)
        return None if any(_STRANGE & set(it) for it in found) else found


class _AccessCalls:
    """Which calls may access a container, an array, or a field by a handle: by what they name."""

    def __init__(self) -> None:
        self._known: dict[tuple[bool, str], bool] = {}

    def is_access(self, mnemonic: str, operand: str) -> bool:
        key = (mnemonic == "invokestatic", operand)
        if key not in self._known:
            self._known[key] = self._find(*key)
        return self._known[key]

    @staticmethod
    def _find(is_static: bool, operand: str) -> bool:
        if operand.startswith(_HANDLES):
            return True
        owner, _, member = operand.partition(".")
        name = member.partition(":")[0]
        if is_static:
            return bool(array_arguments(f"{owner.replace('/', '.')}.{name}"))
        return name in container_methods()


class _Listing:
    """The classes of a plan: all of the program's own that the agent can tell for sure."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lost: list[str] = []

    def classes(
        self, planned: Callable[[int], Iterator[PlannedMethod]]
    ) -> tuple[PlannedClass, ...]:
        checksums = Checksums()
        found = []
        for cls in self._own():
            checksum = checksums.of(cls)
            methods = tuple(planned(cls.id))
            names = [cls.name, *(it.name for it in methods)]
            if checksum is None or any(_STRANGE & set(name) for name in names):
                self._lost.append(cls.name)
            else:
                found.append(PlannedClass(cls.name, checksum, methods))
        return tuple(sorted(found, key=lambda it: it.name))

    def _own(self) -> Iterator[Class]:
        for origin in OWN:
            yield from (it for it in self._program.classes(origin) if not it.is_phantom)

    def warnings(self) -> Iterator[str]:
        if self._lost:
            names = ", ".join(self._lost[:_FEW_NAMES])
            more = f" and {len(self._lost) - _FEW_NAMES:,} more" * (len(self._lost) > _FEW_NAMES)
            yield f"the class files of {names}{more} were not found again: they are not in the plan"


class MonitorWeaving:
    """Weaves the advice of a monitor."""

    def __init__(
        self, program: Program, advice: Sequence[Advice], sharing: Callable[[], Sharing]
    ) -> None:
        self._program = program
        self._advice = advice
        self._find_sharing = sharing
        self._classes = Classes(program)
        matcher = Matcher(program, self._classes, self._is_shared)
        self._tests: list[tuple[frozenset[Kind], Test]] = [
            (kinds_of(it.pointcut), matcher.test(it.pointcut)) for it in advice
        ]
        self._wanted = frozenset(kind for kinds, _ in self._tests for kind in kinds)
        self._actions: dict[tuple[int, Verdict], int] = {}
        self._access_calls = _AccessCalls()
        self.selected: Counter[int] = Counter()
        """How many shadows each advice selects."""

    @cached_property
    def _sharing(self) -> Sharing:
        return self._find_sharing()

    def _is_shared(self, shadow: Shadow) -> bool:
        if shadow.kind not in ACCESSES and not self._is_access_call(shadow):
            return False
        method = shadow.code.method
        return self._sharing.is_shared((method.owner.id, method.index), shadow.offset)

    def _is_access_call(self, shadow: Shadow) -> bool:
        member = shadow.member
        if shadow.kind is not Kind.CALL or member is None:
            return False
        mnemonic = "invokestatic" if shadow.is_static else "invokevirtual"
        operand = f"{member.owner.replace('.', '/')}.{member.name}:{member.descriptor}"
        return self._access_calls.is_access(mnemonic, operand)

    def plan(self) -> Plan:
        """The plan of the monitor."""
        listing = _Listing(self._program)
        classes = listing.classes(self._planned)
        actions = tuple(
            Action(self._advice[index].when, index, verdict) for index, verdict in self._actions
        )
        warnings = (*listing.warnings(), *self._unmatched())
        counts = {"shadows": sum(self.selected.values())}
        return Plan(classes, actions, counts, warnings)

    def _planned(self, class_id: int) -> Iterator[PlannedMethod]:
        for method in Class(self._program, class_id).methods:
            found = self._method(method)
            if found:
                yield found

    def _method(self, method: Method) -> PlannedMethod:
        at: dict[int, tuple[int, ...]] = {}
        lock: dict[int, tuple[int, ...]] = {}
        unlock: dict[int, tuple[int, ...]] = {}
        entry: tuple[int, ...] = ()
        leave: tuple[int, ...] = ()
        for shadow, numbers in self._selected(method):
            if shadow.kind is Kind.LOCK:
                lock[shadow.offset] = numbers
            elif shadow.kind is Kind.UNLOCK:
                unlock[shadow.offset] = numbers
            elif shadow.offset == WHOLE_METHOD:
                entry = tuple(it for it in numbers if self._when(it) == "before")
                leave = tuple(it for it in numbers if self._when(it) == "after")
            else:
                at[shadow.offset] = numbers
        return PlannedMethod(method.name, method.descriptor, at, lock, unlock, entry, leave)

    def _when(self, number: int) -> str:
        index, _ = list(self._actions)[number]
        return self._advice[index].when

    def _selected(self, method: Method) -> Iterator[tuple[Shadow, tuple[int, ...]]]:
        for shadow in shadows(method, self._classes, self._wanted):
            numbers = tuple(self._numbers(shadow))
            if numbers:
                yield shadow, numbers

    def _numbers(self, shadow: Shadow) -> Iterator[int]:
        for index, (kinds, test) in enumerate(self._tests):
            verdict = shadow.kind in kinds and test(shadow)
            if verdict is not False:
                self.selected[index] += 1
                yield self._actions.setdefault((index, verdict), len(self._actions))

    def _unmatched(self) -> Iterator[str]:
        for index, advice in enumerate(self._advice):
            if not self.selected[index]:
                yield f"nothing in the program matches {advice.pointcut}"
            if " throws " in str(advice.pointcut):
                yield f"what methods throw is not looked at: {advice.pointcut}"
            names = dict.fromkeys(type_names(advice.pointcut))
            for name in _unknown(names, self._classes):
                yield f"there is no type {name} in the program: {advice.pointcut}"


def _unknown(names: Iterable[object], classes: Classes) -> Iterator[str]:
    from snarl.weave.types import NamePattern

    for name in names:
        if isinstance(name, NamePattern) and not classes.is_known(name):
            yield name.name
