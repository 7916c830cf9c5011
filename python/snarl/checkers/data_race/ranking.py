"""How much a race matters, how sure it is, and why it may be harmless."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from snarl.checkers.data_race.pairs import STATIC_OBJECT, Race, is_from_outside, starts_none
from snarl.facts.accesses import Kind
from snarl.findings import Severity
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.checkers.data_race.idioms import Idioms
    from snarl.checkers.data_race.sites import Sites
    from snarl.checkers.data_race.subjects import Subjects
    from snarl.checkers.data_race.support import Support
    from snarl.facts import Facts
    from snarl.facts.code import FieldKey
    from snarl.program import Class

Confidence = Literal["high", "medium", "low"]
_LOOKED_AT = 64
_OF_EXCEPTION = "An exception is made where it is thrown: each thread most often has its own."
_NOT_TOLD_APART = "Objects that are made at one place could not be told apart here."
_LIKELY_GUARDED = {
    "lock": "Both sides hold a lock that is made at the same place; it may be the same one.",
    "thread": "Both sides have asked for the thread that owns it; it may be the same one.",
    "own": "Each thread keeps one in itself; only a caller who gives it another's shares it.",
}


class Ranking:
    """Judges the races of a subject."""

    def __init__(
        self, facts: Facts, idioms: Idioms, subjects: Subjects, sites: Sites, support: Support
    ) -> None:
        self.facts = facts
        self.idioms = idioms
        self._subjects = subjects
        self._sites = sites
        self._support = support

    def judge(
        self, races: list[Race], best: Race, involved: set[int]
    ) -> tuple[Severity, Confidence, str]:
        """Severity, confidence, and why it may be harmless; `involved` are all accesses."""
        judged = self._judge(races, best, involved)
        is_doubtful = judged[0] > Severity.NOTE and judged[1] != "high"
        if is_doubtful and all(map(self._is_of_exception, races)):
            return Severity.NOTE, "low", _OF_EXCEPTION
        return judged

    def _is_of_exception(self, race: Race) -> bool:
        """Whether a race is on exceptions that the program keeps nowhere but in other exceptions:
        they are made where they are thrown."""
        field, heap = self.facts.accesses.fields[race.group], self.facts.heap
        if field is None or not self._is_exception(field.owner):
            return False
        return not any(
            number in heap.in_statics or any(map(self._is_kept, heap.holders(number)))
            for number in race.objects
        )

    def _is_kept(self, holding: tuple[int, FieldKey]) -> bool:
        """Whether a field of the program's holds an exception, but for one of an exception."""
        _, field = holding
        if field[0] < 0:
            return False
        owner = self.facts.program.field(*field).owner
        return owner.origin != "jdk" and not self._is_exception(owner)

    def _is_exception(self, cls: Class) -> bool:
        program = self.facts.program
        above = program.find_class("java.lang.Throwable")
        return above is not None and program.hierarchy.is_subtype(cls, above)

    def _judge(
        self, races: list[Race], best: Race, involved: set[int]
    ) -> tuple[Severity, Confidence, str]:
        """The same, whatever class it is."""
        severity, confidence, note = self._judge_code(races, best, involved)
        # What is likely kept apart does not speak for those of the others that are in doubt.
        races = [it for it in races if not (it.likely_guarded or it.likely_apart)] or races
        if severity > Severity.NOTE:
            # Nor do callers who share what is not meant for threads, for threads that are in doubt.
            races = [it for it in races if self.is_meant_for_threads(it)] or races
        doubt = self._support.doubt(races) if severity > Severity.NOTE else ""
        if doubt:
            is_unlikely = all(map(self._support.is_unlikely, races))
            return Severity.NOTE if is_unlikely else Severity.WARNING, "low", note or doubt
        if confidence != "low" and all(map(self._is_merged, races)):
            most = Severity.NOTE if all(map(starts_none, races)) else Severity.WARNING
            return min(severity, most), "low", note or _NOT_TOLD_APART
        if severity == Severity.NOTE or confidence == "low":
            return severity, confidence, note
        if self._support.is_sure(races):
            return severity, "high", note
        if self._support.is_known_by_place(races):
            is_told = all(map(starts_none, races))
            return Severity.NOTE if is_told else Severity.WARNING, "low", _NOT_TOLD_APART
        return severity, "medium", note

    def _is_merged(self, race: Race) -> bool:
        """Whether the objects of a race may be several that the analysis took for one: to stay
        within its budget, or because all are copies that `clone` made."""
        makers = self.facts.once.makers
        return all(
            number != STATIC_OBJECT
            and (int(makers[number]) in self._support.merged or self._is_copy(number))
            for number in race.objects
        )

    def _is_copy(self, number: int) -> bool:
        made = self.facts.once.allocation(number)
        if made is None:
            return False
        code, inst = made
        return code.ops[inst] == Op.INVOKE and code.reference(inst).name == "clone"

    def _judge_code(
        self, races: list[Race], best: Race, involved: set[int]
    ) -> tuple[Severity, Confidence, str]:
        """The same by what the code around the accesses looks like."""
        accesses = self.facts.accesses
        if all(race.likely_guarded for race in races):
            return Severity.NOTE, "low", _LIKELY_GUARDED[races[0].likely_guarded]
        if all(race.likely_apart for race in races):
            note = "Each thread computes the index from other numbers: they are likely apart."
            return Severity.NOTE, "low", note
        if not any(self.is_meant_for_threads(race) for race in races):
            note = "Nothing in the class suggests that it is meant for several threads."
            return Severity.NOTE, "low", note
        group, is_write = best.group, accesses.lists.writes
        writes = {access for access in involved if is_write[access]}
        if all(self.idioms.is_of_construction(write) for write in writes):
            note = "Only constructors write it, and `this` may be known to others before they end."
            # Callers from outside get it when it is made; a thread may have been started before.
            is_told = all(map(starts_none, races))
            return Severity.NOTE if is_told else Severity.WARNING, "low", note
        if self.idioms.is_statistic(group):
            note = "A statistic that is only ever shown: an increment that is lost harms little."
            return Severity.NOTE, "medium", note
        if accesses.atomic[sorted(writes)].all():
            note = "All writes are atomic; a plain read beside them may see an old value."
            is_told = all(map(starts_none, races))
            return Severity.NOTE if is_told else Severity.WARNING, "low", note
        if any(self.idioms.is_update(write) for write in writes):
            return Severity.ERROR, "medium", ""
        if any(side.is_locked for race in races for side in race.sides):
            return Severity.ERROR, "medium", ""
        note = self._benign(group, writes, involved - writes)
        if note:
            return Severity.NOTE, "medium", note
        if accesses.kinds[best.first[0].access] == Kind.CONTAINER:
            return Severity.ERROR, "medium", ""
        return Severity.WARNING, "medium", ""

    def _benign(self, group: int, writes: set[int], reads: set[int]) -> str:
        """Why races on a field do no harm, if they do none."""
        field = self.facts.accesses.fields[group]
        if field is None:
            return ""
        is_lazy = all(self.idioms.is_lazy(write) for write in writes)
        if is_lazy and self.idioms.holds_values(group):
            return "A cache that is filled lazily: threads may fill it twice, with the same."
        if (
            field.descriptor == "Z"
            and reads
            and all(self.idioms.stores_constant(write) for write in writes)
            and all(self.idioms.is_polled(read) for read in reads)
        ):
            return "A flag that is polled: without volatile, its change may never be seen."
        return ""

    def is_meant_for_threads(self, race: Race) -> bool:
        """Whether threads of the program's own take part, or of a framework, or the class shows
        signs of them."""
        if self.facts.asked_open:
            return True
        if not is_from_outside(race):
            return True
        field = self.facts.accesses.fields[race.group]
        # Who is given something to work on says nothing of it.
        called = [
            self._sites.path_root(side)
            for side in race.sides[:_LOOKED_AT]
            if not self._support.is_lent(side)
        ]
        if not self.facts.solution.roots.fresh.keys().isdisjoint(called):
            return True  # frameworks call it, in many threads
        key = self._subjects.holder(race) if field is None else (field.owner.id, field.index)
        used = self._classes_of(race) if field is not None else []
        if key is not None and self.facts.signs.guards(key, used):
            return True
        classes = {method.owner for method in called}
        if key is not None:
            classes.add(self.facts.program.field(*key).owner)
        return any(map(self.facts.signs.is_meant_for_threads, classes))

    def _classes_of(self, race: Race) -> list[Class]:
        """The classes of the objects of a race; none if one of them is not known."""
        program, solution = self.facts.program, self.facts.solution
        numbers = race.objects[:_LOOKED_AT]
        if STATIC_OBJECT in numbers or len(numbers) < len(race.objects):
            return []
        names = {solution.object(number).type for number in numbers}
        classes = [program.find_class(name) for name in names]
        return [] if None in classes else [cls for cls in classes if cls is not None]
