"""Random methods: stack code with all forms of dup, branches, loops, handlers and subroutines.

A method is correct by construction: the generator knows the types on the stack and in the locals,
as the JVM's verifier does, and brings them to one shape where control joins. Locals change their
type, overlap, and are stored between instructions that throw. What is left on the stack and in the
locals at the end makes the result, so that a wrong value anywhere shows.

A type is a letter: I, J, F, D, or A for an `int[]` that may be null.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from classgen import Access, ClassBuilder, CodeBuilder

DESCRIPTOR = "(IJFD)J"
_PARAMETERS = {0: "I", 1: "J", 3: "F", 4: "D"}
_COUNTERS = 40  # slots from here on belong to loops and subroutines
_SLOTS = 14
_PREFIX = {"I": "i", "J": "l", "F": "f", "D": "d", "A": "a"}
_EXCEPTIONS = [
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/NullPointerException",
    "java/lang/RuntimeException",
    "java/lang/Throwable",
    None,
]
_CONVERSIONS = {
    "I": ["i2l", "i2f", "i2d", "i2b", "i2c", "i2s"],
    "J": ["l2i", "l2f", "l2d"],
    "F": ["f2i", "f2l", "f2d"],
    "D": ["d2i", "d2l", "d2f"],
}
_TARGETS = {"i": "I", "l": "J", "f": "F", "d": "D", "b": "I", "c": "I", "s": "I"}


def class_file(seed: int) -> ClassBuilder:
    """A class `random.M<seed>` with a static method `run`."""
    cls = ClassBuilder(f"random/M{seed}", version=(49, 0))
    access = Access.PUBLIC | Access.STATIC
    method = cls.method("run", DESCRIPTOR, access | (Access.SYNCHRONIZED if seed % 7 == 0 else 0))
    _Generator(random.Random(seed), method.code, cls.name).method()
    _write_fold(cls.method("fold", "([I)J", Access.STATIC).code)
    return cls


def _write_fold(code: CodeBuilder) -> None:
    """A number for an array: 7 for null, else made of its length and elements."""
    code.emit("aload", 0).emit("ifnonnull", "some").push(7).emit("i2l").emit("lreturn")
    code.label("some").emit("aload", 0).emit("arraylength").emit("istore", 1)
    code.emit("iload", 1).emit("i2l").emit("lstore", 2)
    code.label("next").emit("iinc", 1, -1).emit("iload", 1).emit("iflt", "end")
    code.emit("lload", 2).push(31).emit("i2l").emit("lmul")
    code.emit("aload", 0).emit("iload", 1).emit("iaload").emit("i2l").emit("ladd").emit("lstore", 2)
    code.emit("goto", "next").label("end").emit("lload", 2).emit("lreturn")


@dataclass(slots=True)
class _State:
    """What the verifier knows at a place: types on the stack, top last, and in the slots."""

    stack: list[str] = field(default_factory=list)
    slots: dict[int, str] = field(default_factory=dict)

    def copy(self) -> _State:
        return _State(list(self.stack), dict(self.slots))


def _common(one: dict[int, str], other: dict[int, str]) -> dict[int, str]:
    return {slot: type for slot, type in one.items() if other.get(slot) == type}


def _is_wide(type: str) -> bool:
    return type in "JD"


class _Generator:
    def __init__(self, chance: random.Random, code: CodeBuilder, owner: str) -> None:
        self.chance = chance
        self.code = code
        self.owner = owner
        self.state = _State(slots=dict(_PARAMETERS))
        self.depth = 0
        self.labels = 0
        self.next_counter = _COUNTERS
        self.shared: list[int] = []  # ints that subroutines may use
        self.free = range(_SLOTS)  # slots that the code at hand may use as it likes
        self.lost: list[set[int]] = []  # for each try around: slots that changed their type
        self.subroutines: list[tuple[str, int]] = []
        self.pending: list[tuple[str, int]] = []

    # Building stones

    def label(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def emit(self, mnemonic: str, pops: str = "", pushes: str = "") -> None:
        self.code.emit(mnemonic)
        self.popped(pops)
        self.state.stack += pushes

    def popped(self, types: str) -> None:
        for type in reversed(types):
            assert self.state.stack.pop() == type

    def reserve(self) -> int:
        self.next_counter += 1
        return self.next_counter

    def push(self, type: str) -> None:
        """A constant, or a local of that type."""
        slots = [slot for slot, found in self.state.slots.items() if found == type]
        if slots and self.chance.random() < 0.6:
            self.code.emit(f"{_PREFIX[type]}load", self.chance.choice(slots))
        else:
            self.constant(type)
        self.state.stack.append(type)

    def constant(self, type: str) -> None:
        code, chance = self.code, self.chance
        small = chance.choice([-1, 0, 0, 1, 2, 3, 5, 100, -300, 70000])
        if type == "I":
            code.push(small)
        elif type == "J":
            long = chance.choice([small, small * 10**12 + 1, -(2**63)])
            code.emit("lconst_1") if long == 1 else code.emit("ldc2_w", code.pool.long(long))
        elif type == "F":
            value = chance.choice([0.0, 1.0, -2.5, 1e30, float("nan"), -0.0])
            code.emit("fconst_1") if value == 1 else code.ldc(code.pool.float_(value))
        elif type == "D":
            value = chance.choice([0.0, 1.0, -2.5, 1e300, float("inf"), -0.0])
            code.emit("dconst_1") if value == 1 else code.emit("ldc2_w", code.pool.double(value))
        elif chance.random() < 0.2:
            code.emit("aconst_null")
        else:
            code.push(chance.randint(0, 4)).emit("newarray", 10)

    def need(self, types: str) -> None:
        """Has these types on top of the stack; what is there is taken if it fits."""
        stack = self.state.stack
        for known in range(len(types), 0, -1):
            if "".join(stack[-known:]) == types[:known]:
                for type in types[known:]:
                    self.push(type)
                return
        for type in types:
            self.push(type)

    def store(self, slot: int) -> None:
        type = self.state.stack.pop()
        self.code.emit(f"{_PREFIX[type]}store", slot)
        self.assign(slot, type)

    def assign(self, slot: int, type: str) -> None:
        slots = self.state.slots
        dropped = {slot, slot + 1} if _is_wide(type) else {slot}
        if _is_wide(slots.get(slot - 1, "I")):
            dropped.add(slot - 1)
        for it in dropped:
            if slots.get(it) != (type if it == slot else None):
                for lost in self.lost:
                    lost.add(it)
            slots.pop(it, None)
        slots[slot] = type

    def shape(self, wanted: list[str]) -> None:
        """Brings the stack to a shape: drops what is too much, and pushes what lacks."""
        stack = self.state.stack
        same = 0
        while same < min(len(stack), len(wanted)) and stack[same] == wanted[same]:
            same += 1
        while len(stack) > same:
            self.code.emit("pop2" if _is_wide(stack.pop()) else "pop")
        for type in wanted[same:]:
            self.push(type)

    # The method

    def method(self) -> None:
        for _ in range(3):
            slot = self.reserve()
            self.code.push(self.chance.randint(-3, 9)).emit("istore", slot)
            self.state.slots[slot] = "I"
            self.shared.append(slot)
        self.block(self.chance.randint(6, 16))
        self.finish()
        while self.pending:
            self.subroutine(*self.pending.pop())

    def finish(self) -> None:
        """Folds all that is left into the result."""
        total = self.reserve() + 1
        self.code.emit("lconst_1").emit("lstore", total)
        while self.state.stack:
            self.fold(self.state.stack.pop(), total)
        for slot, type in sorted(self.state.slots.items()):
            self.code.emit(f"{_PREFIX[type]}load", slot)
            self.fold(type, total)
        self.code.emit("lload", total).emit("lreturn")

    def fold(self, type: str, total: int) -> None:
        code = self.code
        match type:
            case "I":
                code.emit("i2l")
            case "F":
                code.invoke("invokestatic", "java/lang/Float", "floatToIntBits", "(F)I").emit("i2l")
            case "D":
                code.invoke("invokestatic", "java/lang/Double", "doubleToLongBits", "(D)J")
            case "A":
                code.invoke("invokestatic", self.owner, "fold", "([I)J")
        code.emit("lload", total).push(31).emit("i2l").emit("lmul").emit("ladd").emit(
            "lstore", total
        )

    def block(self, statements: int) -> None:
        for _ in range(statements):
            self.statement()

    def statement(self) -> None:
        if len(self.state.stack) > 9:
            self.shape(self.state.stack[:5])
        simple: list[Callable[[], None]] = [
            self.dup,
            self.dup,
            self.save,
            self.save,
            self.increment,
            self.arithmetic,
            self.arithmetic,
            self.divide,
            self.convert,
            self.compare,
            self.array,
            lambda: self.push(self.chance.choice("IJFDA")),
        ]
        nested: list[Callable[[], None]] = [
            self.branch,
            self.branch,
            self.loop,
            self.attempt,
            self.attempt,
            self.switch,
            self.call_subroutine,
        ]
        if self.depth < 3 and self.chance.random() < 0.25:
            self.depth += 1
            self.chance.choice(nested)()
            self.depth -= 1
        else:
            self.chance.choice(simple)()

    # Straight code

    def dup(self) -> None:
        stack = self.state.stack
        able: list[tuple[str, int, int]] = []  # mnemonic, copied entries, entries under them
        for mnemonic, copied, under in (
            *(("dup", 1, 0), ("dup_x1", 1, 1), ("dup_x2", 1, 2)),
            *(("dup2", 2, 0), ("dup2_x1", 2, 1), ("dup2_x2", 2, 2)),
        ):
            top = self.entries(len(stack), copied)
            below = None if top is None else self.entries(len(stack) - top, under)
            if top is not None and below is not None:
                able.append((mnemonic, top, below))
        if len(stack) > 1 and not _is_wide(stack[-1]) and not _is_wide(stack[-2]):
            able += [("swap", -1, 0)] * 2
        if not able:
            self.push(self.chance.choice("IJFDA"))
            return
        mnemonic, copied, under = self.chance.choice(able)
        self.code.emit(mnemonic)
        if mnemonic == "swap":
            stack[-2:] = [stack[-1], stack[-2]]
            return
        place = len(stack) - copied - under
        stack[place:place] = stack[len(stack) - copied :]

    def entries(self, end: int, slots: int) -> int | None:
        """How many entries below `end` make so many slots; None if none do."""
        count = 0
        while slots > 0:
            count += 1
            if end < count:
                return None
            slots -= 2 if _is_wide(self.state.stack[end - count]) else 1
        return count if slots == 0 else None

    def save(self) -> None:
        if not self.state.stack:
            self.push(self.chance.choice("IJFDA"))
        slot = self.chance.choice(self.free)
        if self.chance.random() < 0.5:
            same = [s for s, t in self.state.slots.items() if t == self.state.stack[-1]]
            usable = [s for s in same if self.may_change(s)]
            slot = self.chance.choice(usable) if usable else slot
        self.store(slot)

    def increment(self) -> None:
        ints = [s for s, t in self.state.slots.items() if t == "I" and self.may_change(s)]
        if ints:
            self.code.emit("iinc", self.chance.choice(ints), self.chance.choice([1, -1, 7, 300]))

    def may_change(self, slot: int) -> bool:
        return slot in self.free or slot in self.shared

    def arithmetic(self) -> None:
        type = self.chance.choice("IIJFD")
        names = ["add", "sub", "mul"] + (["and", "or", "xor"] if type in "IJ" else ["div", "rem"])
        if type in "IJ" and self.chance.random() < 0.25:
            self.need(type + "I")
            name = self.chance.choice(["shl", "shr", "ushr"])
            self.emit(_PREFIX[type] + name, type + "I", type)
            return
        if self.chance.random() < 0.1:
            self.need(type)
            self.emit(f"{_PREFIX[type]}neg", type, type)
            return
        self.need(type * 2)
        self.emit(_PREFIX[type] + self.chance.choice(names), type * 2, type)

    def divide(self) -> None:
        type = self.chance.choice("IIJ")
        self.need(type * 2)
        self.emit(_PREFIX[type] + self.chance.choice(["div", "rem"]), type * 2, type)

    def convert(self) -> None:
        type = self.chance.choice("IJFD")
        self.need(type)
        mnemonic = self.chance.choice(_CONVERSIONS[type])
        self.emit(mnemonic, type, _TARGETS[mnemonic[-1]])

    def compare(self) -> None:
        type, *mnemonics = self.chance.choice(
            [("J", "lcmp"), ("F", "fcmpl", "fcmpg"), ("D", "dcmpl", "dcmpg")]
        )
        self.need(type * 2)
        self.emit(self.chance.choice(mnemonics), type * 2, "I")

    def array(self) -> None:
        kind = self.chance.choice(["length", "load", "store"])
        if kind == "length":
            self.need("A")
            self.emit("arraylength", "A", "I")
            return
        self.need("AI")
        if self.chance.random() < 0.8:
            self.code.push(3).emit("iand")
        if kind == "load":
            self.emit("iaload", "AI", "I")
            return
        self.push("I")
        self.emit("iastore", "AII")

    # Control flow

    def condition(self, target: str) -> None:
        """Branches to the label, or not."""
        kind = self.chance.choice("010112N")
        sign = self.chance.choice(["eq", "ne", "lt", "ge", "gt", "le"])
        if kind == "N":
            self.need("A")
            self.popped("A")
            self.code.emit(self.chance.choice(["ifnull", "ifnonnull"]), target)
        elif kind == "2":
            self.need("AA")
            self.popped("AA")
            self.code.emit(self.chance.choice(["if_acmpeq", "if_acmpne"]), target)
        elif kind == "1":
            self.need("II")
            self.popped("II")
            self.code.emit(f"if_icmp{sign}", target)
        else:
            self.need("I")
            self.popped("I")
            self.code.emit(f"if{sign}", target)

    def branch(self) -> None:
        other, after = self.label(), self.label()
        self.condition(other)
        before = self.state.copy()
        self.block(self.chance.randint(0, 4))
        one: _State | None = None
        if self.chance.random() < 0.15:
            self.finish_early()
        else:
            one = self.state
            self.code.emit("goto", after)
        self.state = before
        self.code.label(other)
        self.block(self.chance.randint(0, 4))
        if one is None:
            return
        self.join(one)
        self.code.label(after)

    def finish_early(self) -> None:
        """Leaves the method, by return or exception."""
        if self.chance.random() < 0.5:
            self.code.emit("lconst_0").emit("lreturn")
        else:
            type = "java/lang/IllegalStateException"
            self.code.type("new", type).emit("dup")
            self.code.invoke("invokespecial", type, "<init>", "()V").emit("athrow")

    def join(self, other: _State) -> None:
        """Goes on where control from a state comes in, too."""
        self.shape(other.stack)
        self.state.slots = _common(self.state.slots, other.slots)

    def loop(self) -> None:
        counter = self.reserve()
        head, out = self.label(), self.label()
        self.code.push(self.chance.randint(1, 4)).emit("istore", counter)
        self.assign(counter, "I")
        before = self.state.copy()
        exits: list[_State] = []
        self.code.label(head)
        for _ in range(self.chance.randint(1, 3)):
            self.block(self.chance.randint(1, 3))
            if self.chance.random() < 0.4:
                exits.append(self.leave_loop(before, out))
        self.shape(before.stack)
        for slot, type in before.slots.items():
            if self.state.slots.get(slot) != type:
                self.constant(type)
                self.state.stack.append(type)
                self.store(slot)
        # A store may have cut a wide neighbour that was made good before.
        again = [s for s, t in before.slots.items() if self.state.slots.get(s) != t]
        assert not again
        self.code.emit("iinc", counter, -1).emit("iload", counter).emit("ifgt", head)
        self.code.label(out)
        for state in exits:
            self.state.slots = _common(self.state.slots, state.slots)

    def leave_loop(self, before: _State, out: str) -> _State:
        on = self.label()
        self.condition(on)
        stay = self.state.copy()
        self.shape(before.stack)
        leaving = self.state
        self.code.emit("goto", out)
        self.state = stay
        self.code.label(on)
        return leaving

    def attempt(self) -> None:
        start, end, after = self.label(), self.label(), self.label()
        before = self.state.copy()
        self.lost.append(set())
        self.code.label(start).emit("nop")
        self.block(self.chance.randint(2, 6))
        self.code.label(end)
        lost = self.lost.pop()
        self.code.emit("goto", after)
        normal = self.state
        slots = {s: t for s, t in before.slots.items() if s not in lost}
        for _ in range(self.chance.randint(1, 2)):
            handler = self.label()
            self.code.label(handler)
            self.state = _State([], dict(slots))
            caught = self.chance.choice(_EXCEPTIONS)
            if self.chance.random() < 0.3:
                self.code.type("instanceof", "java/lang/ArithmeticException")
                self.state.stack.append("I")
            else:
                self.code.emit("pop")
            self.block(self.chance.randint(0, 3))
            self.shape(normal.stack)
            normal.slots = _common(normal.slots, self.state.slots)
            self.code.emit("goto", after)
            self.code.handler(start, end, handler, caught)
        self.state = normal
        self.code.label(after)

    def switch(self) -> None:
        labels = [self.label() for _ in range(self.chance.randint(1, 3))]
        default, after = self.label(), self.label()
        self.need("I")
        self.popped("I")
        targets = [self.chance.choice([*labels, default]) for _ in range(self.chance.randint(1, 4))]
        targets += labels
        if self.chance.random() < 0.5:
            self.code.tableswitch(self.chance.randint(-2, 1), targets, default)
        else:
            keys = self.chance.sample([-300, -1, 0, 1, 2, 3, 5, 100, 70000], len(targets))
            self.code.lookupswitch(dict(zip(keys, targets, strict=True)), default)
        before = self.state.copy()
        joined: _State | None = None
        for label in [*labels, default]:
            self.state = before.copy()
            self.code.label(label)
            self.block(self.chance.randint(0, 2))
            if joined is not None:
                self.join(joined)
            joined = self.state
            self.code.emit("goto", after)
        self.code.label(after)

    def call_subroutine(self) -> None:
        """Only with an empty stack: all calls of one subroutine must have one depth."""
        self.shape([])
        if not self.subroutines or self.chance.random() < 0.5:
            made = (self.label(), self.reserve())
            self.subroutines.append(made)
            self.pending.append(made)
        name, _ = self.chance.choice(self.subroutines)
        self.code.emit("jsr", name)

    def subroutine(self, name: str, address: int) -> None:
        """Works on the shared slots alone, since its callers have different locals."""
        self.state = _State([], dict.fromkeys(self.shared, "I"))
        self.subroutines = []  # one that is called on two levels is refused by HotSpot
        self.free = range(self.next_counter + 1, self.next_counter + 4)
        self.next_counter += 4  # the last may be half of a long
        self.depth += 1
        self.code.label(name).emit("astore", address)
        self.block(self.chance.randint(2, 6))
        self.shape([])
        self.code.emit("ret", address)
        self.depth -= 1
