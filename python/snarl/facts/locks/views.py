"""What a value that is locked stands for: its path, and the read or write lock of a pair."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code.values import Path, Root, Values
from snarl.facts.locks.table import lock_table
from snarl.facts.locks.words import DEEPEST, Lock, Mode
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.locks.handmade.permits import Permits


class Views:
    """Locks by the values that programs hold them in."""

    def __init__(self, calls: Calls, accesses: Accesses, values: Values, permits: Permits) -> None:
        self._permits = permits
        self._calls = calls
        self._accesses = accesses
        self._values = values

    def lock(
        self, code: Code, value: int, mode: Mode = "exclusive", *, is_monitor: bool = True
    ) -> Lock:
        """The lock that a value is."""
        path, found = self._path(code, value)
        path = path if is_monitor else self._standing_for(path)
        mode = "shared" if "shared" in (mode, found) else mode
        return Lock(path.root, (), path.fields, mode, is_monitor)

    def _standing_for(self, path: Path) -> Path:
        """The path of a semaphore, or of that which stands for all that are one lock with it."""
        field = self._permits.field(path)
        other = None if field is None else self._permits.stand_for.get(field)
        if other is None:
            return path
        if path.fields:
            return Path(path.root, (*path.fields[:-1], other))
        return Path(Root("static", other))

    def _path(self, code: Code, value: int) -> tuple[Path, Mode]:
        """The path of a lock; the read or write lock of a pair stands for the pair, in a mode."""
        mode: Mode = "exclusive"
        for _ in range(DEEPEST):
            path = self._values.path(code, value)
            view = self._view(code, path, value)
            if view is None:
                return path, mode
            base, mode = view
            if isinstance(base, Path):
                return base, mode
            value = base
        return self._values.path(code, value), mode

    def _view(self, code: Code, path: Path, value: int) -> tuple[int | Path, Mode] | None:
        """What a lock stands for, where it is a view of another."""
        if path.root.kind == "value" and not path.fields:
            inst = code.definitions[path.root.key[0]]
            if inst >= 0 and code.ops[inst] == Op.INVOKE:
                return self._view_by_call(code, inst)
        if path.fields:
            assigned = self._view_fields.get(path.fields[-1])
            if assigned is not None:
                fields, mode = assigned
                return Path(path.root, path.fields[:-1] + fields), mode
        elif path.root.kind == "static":
            assigned = self._view_fields.get((path.root.key[0], path.root.key[1]))
            if assigned is not None and len(assigned[0]) == 1:
                return Path(Root("static", assigned[0][0])), assigned[1]
        return None

    def _view_by_call(self, code: Code, inst: int) -> tuple[int, Mode] | None:
        reference = code.reference(inst)
        for effects in lock_table().values():
            effect = effects.get(reference.name)
            if effect is not None and effect.kind == "view" and len(code.operands(inst)) == 1:
                return code.operands(inst)[0], effect.mode
        return None

    @cached_property
    def _view_fields(self) -> dict[FieldKey, tuple[tuple[FieldKey, ...], Mode]]:
        """Fields that hold a view for good: `this.r = this.both.readLock()`."""
        found: dict[FieldKey, tuple[tuple[FieldKey, ...], Mode]] = {}
        names = [
            name
            for effects in lock_table().values()
            for name, effect in effects.items()
            if effect.kind == "view"
        ]
        for place, inst, _ in self._accesses.calls_of(names):
            code = self._calls.code(place)
            view = None if code is None else self._view_by_call(code, inst)
            if code is None or view is None:
                continue
            base = self._values.path(code, view[0])
            for use in code.uses.get(code.results[inst], ()):
                field = code.field(use) if code.ops[use] in (Op.PUT_FIELD, Op.PUT_STATIC) else None
                if field is None or not self._values.is_stable(field):
                    continue
                if base.root.kind == "parameter" and base.fields:
                    found[field] = (base.fields, view[1])
                elif base.root.kind == "static" and not base.fields:
                    found[field] = (((base.root.key[0], base.root.key[1]),), view[1])
                elif base.root.kind == "value":
                    held = self._field_of_new(code, base.root.key[0])
                    if held is not None:
                        found[field] = ((held,), view[1])
        return found

    def _field_of_new(self, code: Code, value: int) -> FieldKey | None:
        """The field that a value is put into for good, in the same method."""
        for use in code.uses.get(value, ()):
            if code.ops[use] in (Op.PUT_FIELD, Op.PUT_STATIC):
                field = code.field(use)
                if field is not None and self._values.is_stable(field):
                    return field
        return None
