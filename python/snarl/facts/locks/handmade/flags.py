"""Flags: volatile fields that say, once and for all, that something has been done under a lock.

    if (!done) synchronized (this) { if (!done) { value = compute(); done = true; } }
    return value;

Whoever has seen the flag set comes after all that was done while it was not, and nobody does that
any more. So an access behind the flag and one before it, under the lock, exclude each other. The
lazy values of Scala are this, several of them with one bit each of one field.

    public void run() { value = compute(); done = true; }

Here nobody else sets the flag, and it runs once: what it does before needs no lock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from snarl.facts.code.values import Root
from snarl.facts.locks.handmade.idiom import Idiom
from snarl.facts.locks.words import Held, Lock, Mode, word_of_field
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code, FieldKey
    from snarl.facts.code.values import Values
    from snarl.facts.threads.instances import Once

_AND, _OR = "&", "|"
_EQUAL, _DIFFERENT = 0, 1
_STORES, _IF = (int(Op.PUT_FIELD), int(Op.PUT_STATIC)), int(Op.IF)
_LOADS = (Op.GET_FIELD, Op.GET_STATIC)


@dataclass(frozen=True, slots=True)
class Flag:
    """A bit of a volatile field; a boolean has one."""

    field: FieldKey
    bit: int

    def lock(self, code: Code, values: Values, base: int | None, mode: Mode) -> Lock:
        """What is known of the flag of an object, told as a lock of the object; of a static one,
        as a lock of which there is one."""
        key = word_of_field(self.field, self.bit)
        if base is None:
            return Lock(Root("static", self.field), (), (key,), mode, is_monitor=False)
        path = values.path(code, base)
        return Lock(path.root, (), (*path.fields, key), mode, is_monitor=False)


class Flags(Idiom):
    """The flags of a program."""

    def __init__(
        self,
        calls: Calls,
        accesses: Accesses,
        values: Values,
        once: Once,
        within: Callable[[int, int], Held],
        run_once: frozenset[int],
    ) -> None:
        """Finds them; `within` tells what a method holds at an instruction, `run_once` which
        methods run once for each of their objects."""
        self._values = values
        self._calls = calls
        self._once = once
        self._locks: dict[FieldKey, frozenset[object]] = {}
        """The locks that are held wherever a flag is set, as they are found from the object; of a
        static one, those of which there is one."""
        self.readers: set[int] = set()
        """Methods that look at a flag."""
        self.setters: dict[int, set[Flag]] = {}
        """Methods that run once for each of their objects, and set flags that nobody else sets."""
        reads: dict[FieldKey, set[int]] = {}
        for field, method, _ in accesses.volatile_points(writes=False):
            reads.setdefault(field, set()).add(method)
        for field, methods in reads.items():
            found = accesses.program.field(*field)
            if found.descriptor not in "ZBSIJ":
                continue
            writes = accesses.written_fields.get(field, [])
            locks = self._locks_at_sets(writes, within)
            setters = self._setters(field, writes, run_once)
            if locks or setters:
                self._locks[field] = locks
                self.readers |= methods
            for method, flags in setters.items():
                self.setters.setdefault(method, set()).update(flags)

    def _setters(
        self, field: FieldKey, writes: list[tuple[int, int]], run_once: frozenset[int]
    ) -> dict[int, set[Flag]]:
        """The methods that set a flag of their object, if all but constructors run once."""
        found: dict[int, set[Flag]] = {}
        for method, inst in writes:
            code = self._calls.code(method)
            if code is None:
                return {}
            if code.method.name == "<init>":
                continue
            bit = self._bit_set(code, inst) if code.ops[inst] == Op.PUT_FIELD else None
            if bit is None or method not in run_once:
                return {}
            if code.source_of(code.operands(inst)[0]) != code.parameters[0]:
                return {}
            found.setdefault(method, set()).add(Flag(field, bit))
        return found

    def at_start(self, code: Code) -> Held:
        """What is known when a method begins: that flags are not set which it sets itself."""
        flags = self.setters.get(code.place, ())
        return frozenset(it.lock(code, self._values, code.parameters[0], "before") for it in flags)

    def _locks_at_sets(
        self, writes: list[tuple[int, int]], within: Callable[[int, int], Held]
    ) -> frozenset[object]:
        """The locks that all writes hold, if all of them but those of constructors set a bit."""
        held: list[set[object]] = []
        for method, inst in writes:
            code = self._calls.code(method)
            if code is None:
                return frozenset()
            if code.method.name in ("<init>", "<clinit>"):
                continue
            if self._bit_set(code, inst) is None:
                return frozenset()
            base = code.operands(inst)[0] if code.ops[inst] == Op.PUT_FIELD else None
            held.append(self._named(code, base, within(method, inst)))
        return frozenset(set.intersection(*held)) if held else frozenset()

    def _named(self, code: Code, base: int | None, held: Held) -> set[object]:
        """Locks that are held, by how they are found from an object; or, without one, those of
        which there is one, by what they are."""
        locks = [lock for lock in held if lock.mode == "exclusive"]
        if base is None:
            found = (self._global(code, lock) for lock in locks)
            return {it for it in found if it is not None}
        path = self._values.path(code, base)
        count = len(path.fields)
        return {
            (lock.down[count:], lock.is_monitor)
            for lock in locks
            if lock.root == path.root and lock.down[:count] == path.fields
        }

    def _global(self, code: Code, lock: Lock) -> object:
        """A lock of which there is one, in words that mean the same in all methods."""
        if lock.root.kind in ("static", "class", "object"):
            return lock.identity
        if lock.root.kind != "parameter":
            return None
        value = code.parameters[lock.root.key[0]]
        objects = {
            number
            for instance in self._calls.instances_of(code.place)
            for number in self._calls.objects(instance, value).tolist()
            if not self._once.is_never_made(number)
        }
        number = min(objects) if len(objects) == 1 else None
        if number is None or not self._once.is_single(number):
            return None
        return (Root("object", (number,)), lock.down, lock.is_monitor)

    def after(self, code: Code, inst: int, held: Held, _drops: set[Lock]) -> Held:
        """What is known after an instruction, which may set a flag."""
        made = self._set_by(code, inst)
        if made is None:
            return held
        flag, base = made
        unset = flag.lock(code, self._values, base, "before")
        return held - {unset} | {unset._replace(mode="after")}

    def behind(self, code: Code, branch: int, position: int, held: Held, _drops: set[Lock]) -> Held:
        """What is known behind a branch that has looked at a flag."""
        looked = self._looked_at(code, branch)
        if looked is None:
            return held
        flag, base, is_set = looked
        if position == is_set:
            return held | {flag.lock(code, self._values, base, "after")}
        if self._is_guarded(code, flag, base, held):
            return held | {flag.lock(code, self._values, base, "before")}
        return held

    def _set_by(self, code: Code, inst: int) -> tuple[Flag, int | None] | None:
        """The flag that an instruction sets, and the value whose flag it is, if any."""
        if code.ops[inst] not in _STORES:
            return None
        field, bit = code.field(inst), self._bit_set(code, inst)
        if field is None or bit is None or field not in self._locks:
            return None
        return Flag(field, bit), code.operands(inst)[0] if code.ops[inst] == Op.PUT_FIELD else None

    def _looked_at(self, code: Code, branch: int) -> tuple[Flag, int | None, int] | None:
        """The flag that a branch looks at, the value whose flag it is, if any, and the position of
        the successor where it is set."""
        if code.ops[branch] != _IF:
            return None
        operands, detail = code.operands(branch), code.details[branch]
        if detail not in (_EQUAL, _DIFFERENT) or not 1 <= len(operands) <= 2:
            return None
        if len(operands) == 2 and _constant(code, operands[1]) != 0:
            return None
        value, bit = _unconverted(code, operands[0]), 1
        made = code.definitions[value]
        if made >= 0 and _is_binary(code, made, _AND):
            mask = _constant(code, code.operands(made)[1])
            if mask is None or not _is_bit(mask):
                return None
            value, bit = code.operands(made)[0], mask
            made = code.definitions[value]
        if made < 0 or code.ops[made] not in _LOADS:
            return None
        field = code.field(made)
        if field is None or field not in self._locks:
            return None
        base = code.operands(made)[0] if code.ops[made] == Op.GET_FIELD else None
        return Flag(field, bit), base, 1 if detail == _EQUAL else 0

    def _is_guarded(self, code: Code, flag: Flag, base: int | None, held: Held) -> bool:
        """Whether a lock is held under which the flag is set."""
        return not self._locks[flag.field].isdisjoint(self._named(code, base, held))

    def _bit_set(self, code: Code, inst: int) -> int | None:
        """The bit that a write sets: `done = true`, or `bits = bits | 2`."""
        value = _unconverted(code, code.operands(inst)[-1])
        constant = _constant(code, value)
        if constant is not None:
            return 1 if constant == 1 else None
        made = code.definitions[value]
        if made < 0 or not _is_binary(code, made, _OR):
            return None
        old, mask = code.operands(made)
        loaded, bit = code.definitions[old], _constant(code, mask)
        if loaded < 0 or code.ops[loaded] not in _LOADS or bit is None or not _is_bit(bit):
            return None
        return bit if code.field(loaded) == code.field(inst) else None


def _is_bit(mask: int) -> bool:
    return mask > 0 and mask & (mask - 1) == 0


def _is_binary(code: Code, inst: int, sign: str) -> bool:
    return code.ops[inst] == Op.BINARY and Instruction(code.body, inst).operator == sign


def _unconverted(code: Code, value: int) -> int:
    while (made := code.definitions[value]) >= 0 and code.ops[made] == Op.CONVERT:
        value = code.operands(made)[0]
    return value


def _constant(code: Code, value: int) -> int | None:
    made = code.definitions[_unconverted(code, value)]
    if made < 0 or code.ops[made] != Op.CONSTANT:
        return None
    literal = Instruction(code.body, made).literal
    return literal if isinstance(literal, int) else None
