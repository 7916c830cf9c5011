"""Methods' code, decoded once into plain lists: what the facts ask of single methods.

The engine's arrays serve sweeps over whole programs; the facts that look into a method (which lock
is held, what a value is) walk its instructions one by one, and lists are faster there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from snarl.program import LoweringError, Op
from snarl.program.body import MemberReference

if TYPE_CHECKING:
    from snarl.facts.code.constants import Comparison
    from snarl.program import Body, Method

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_PARAMETER, _CHECK_CAST = int(Op.PARAMETER), int(Op.CHECK_CAST)

FieldKey = tuple[int, int]
"""A field: the class that declares it, and its place there."""
T = TypeVar("T")


class _lazy(Generic[T]):  # noqa: N801
    """`cached_property` without a lock, which up to Python 3.11 takes longer than what is found."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __get__(self, code: Code, owner: type | None = None) -> T:
        found = code.__dict__[self._find.__name__] = self._find(code)
        return found


class Code:
    """The code of one method. Instructions are numbers, as are values."""

    def __init__(self, method: Method, place: int, body: Body) -> None:
        self.method = method
        self.place = place
        """Its number among the methods that are reached."""
        self.body = body
        (
            self.ops,
            self.details,
            self.constants,
            self.results,
            self.bcis,
            self._operand_offsets,
            self._operands,
            self.block_offsets,
        ) = body.engine.lists()
        self._references = method.owner.references
        self._fields: dict[int, FieldKey | None] = {}
        self._after: dict[int, set[int]] = {}
        self.comparisons: dict[int, Comparison | None] = {}
        """What branches ask, as far as somebody wanted to know (`constants`)."""
        self.unreached: frozenset[int] | None = None
        """The blocks that never run, if somebody wanted to know (`locks.branches`)."""

    def __len__(self) -> int:
        """The number of instructions."""
        return len(self.ops)

    def operands(self, inst: int) -> list[int]:
        """The values that an instruction uses."""
        return self._operands[self._operand_offsets[inst] : self._operand_offsets[inst + 1]]

    @_lazy
    def definitions(self) -> list[int]:
        """The instruction that defines each value."""
        return self.body.engine.definitions()

    @_lazy
    def stems(self) -> list[int]:
        """The parameters that each value stems from, as bits."""
        return self.body.engine.stems()

    @_lazy
    def uses(self) -> dict[int, list[int]]:
        """The instructions that use each value."""
        return self.body.engine.uses()

    @_lazy
    def is_reference(self) -> list[bool]:
        """Whether each value is a reference, and not a number."""
        return self.body.engine.references()

    @_lazy
    def _by_op(self) -> dict[int, list[int]]:
        return self.body.engine.by_op()

    def having(self, op: int) -> list[int]:
        """The instructions of one kind, in order."""
        return self._by_op.get(op, [])

    @_lazy
    def parameters(self) -> list[int]:
        """The values of the parameters, the receiver first, by position; -1 if one is not used."""
        return self.body.engine.parameters()

    @_lazy
    def insts_by_bci(self) -> dict[int, list[int]]:
        """The calls at each bytecode index."""
        return self.body.engine.calls_by_index()

    def call_at(self, bci: int) -> int | None:
        """The call at a bytecode index."""
        found = self.insts_by_bci.get(bci)
        return found[0] if found else None

    @_lazy
    def block_of(self) -> list[int]:
        """The block of each instruction."""
        return self.body.engine.blocks()

    @_lazy
    def calls_by_block(self) -> list[list[int]]:
        """The calls in each block."""
        return self.body.engine.calls_by_block()

    @_lazy
    def successors(self) -> list[list[int]]:
        """Where control goes from each block when nothing is thrown."""
        return self.body.engine.flow(plain=True, thrown=False)

    @_lazy
    def handlers(self) -> list[list[int]]:
        """Where exceptions go from each block."""
        return self.body.engine.flow(plain=False, thrown=True)

    @_lazy
    def flow(self) -> list[list[int]]:
        """Where control goes from each block, exceptions too."""
        return self.body.engine.flow(plain=True, thrown=True)

    def blocks_after(self, block: int) -> set[int]:
        """The blocks that can run after a block has ended."""
        if block not in self._after:
            seen: set[int] = set()
            stack = list(self.flow[block])
            while stack:
                here = stack.pop()
                if here not in seen:
                    seen.add(here)
                    stack.extend(self.flow[here])
            self._after[block] = seen
        return self._after[block]

    def may_follow(self, first: int, second: int) -> bool:
        """Whether an instruction can run after another one did."""
        here, there = self.block_of[first], self.block_of[second]
        return (here == there and first < second) or there in self.blocks_after(here)

    def may_follow_without(
        self,
        first: int,
        second: int,
        between: int,
        closed: frozenset[tuple[int, int]] = frozenset(),
    ) -> bool:
        """Whether an instruction can run after another one without a third one in between, if
        control does not go on some ways between blocks."""
        here, there = self.block_of[first], self.block_of[second]
        if here == there and first < second and not first < between < second:
            return True
        is_cut = between >= 0 and self.ops[between] != _PARAMETER
        cut = self.block_of[between] if is_cut else -1
        if here == cut and first < between:
            return False
        seen: set[int] = set()
        stack = [it for it in self.flow[here] if (here, it) not in closed]
        while stack:
            block = stack.pop()
            if block in seen:
                continue
            seen.add(block)
            if block == there and not (block == cut and between < second):
                return True
            if block != cut:
                stack += [it for it in self.flow[block] if (block, it) not in closed]
        return False

    def may_begin_without(
        self, inst: int, between: int, closed: frozenset[tuple[int, int]] = frozenset()
    ) -> bool:
        """Whether a call of the method can come to an instruction without another one before it, if
        control does not go on some ways between blocks. The first instruction has none before it:
        a method without parameters may begin with what is asked about."""
        if inst == 0:
            return True
        is_first = between == 0 and self.ops[0] != _PARAMETER
        return not is_first and self.may_follow_without(0, inst, between, closed)

    def predecessors(self, block: int) -> list[int]:
        """Where control can come from to a block; variables have one value for each."""
        offsets, items = self.body.predecessors
        first, end = offsets[block : block + 2].tolist()
        found: list[int] = items[first:end].tolist()
        return found

    def chosen(self, phi: int, before: int) -> int | None:
        """What a variable is if control comes from a block; None if it may be several values."""
        pairs = zip(self.predecessors(self.block_of[phi]), self.operands(phi), strict=False)
        found = {operand for block, operand in pairs if block == before}
        return found.pop() if len(found) == 1 else None

    def is_in_loop(self, inst: int) -> bool:
        """Whether an instruction can run twice in one call."""
        block = self.block_of[inst]
        return block in self.blocks_after(block)

    def reference(self, inst: int) -> MemberReference:
        """The field or method that an instruction names."""
        constant = self.constants[inst]
        found = self._references.get(constant)
        return self.method.owner.reference(constant) if found is None else found

    def field(self, inst: int) -> FieldKey | None:
        """The field that an instruction accesses; None if it is not there."""
        constant = self.constants[inst]
        if constant not in self._fields:
            named = self.reference(inst)
            engine = self.method.owner.program.engine
            try:
                found = engine.resolve_field(named.owner, named.name, named.descriptor)
            except LookupError:
                found = None
            self._fields[constant] = found
        return self._fields[constant]

    def source_of(self, value: int) -> int:
        """The value itself, without casts."""
        while True:
            inst = self.definitions[value]
            if inst < 0 or self.ops[inst] != _CHECK_CAST:
                return value
            value = self.operands(inst)[0]

    def cast_of(self, value: int) -> int:
        """What a value is after its one cast, which leaves less of what it may be."""
        uses = list(self.uses.get(value, ()))
        is_cast = len(uses) == 1 and self.ops[uses[0]] == _CHECK_CAST
        return self.results[uses[0]] if is_cast else value

    def last_uses(self, value: int, passed_on_by: Container[int]) -> Iterator[tuple[int, int]]:
        """What is done in the end with a value, and with what some instructions make of it: the
        instruction, and the value as it gets it."""
        waiting, seen = [value], set()
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            for use in self.uses.get(value, ()):
                if self.ops[use] in passed_on_by:
                    waiting.append(self.results[use])
                else:
                    yield use, value


def makes_its_receiver(method: Method) -> bool:
    """Whether a method runs while its object is made, in one thread: a constructor, or what reads a
    serialized object in."""
    return method.name == "<init>" or (
        method.name == "readObject" and method.descriptor == "(Ljava/io/ObjectInputStream;)V"
    )


def read_code(method: Method, place: int) -> Code | None:
    """The code of a method; None if it has none that can be read."""
    try:
        body = method.body
    except LoweringError:
        return None
    return None if body is None else Code(method, place, body)


def made_anew(code: Code, made: int, used: int) -> bool:
    """Whether each run of an instruction sees a new object of an allocation: no loop goes round the
    use without going through the allocation."""
    here, there = code.block_of[used], code.block_of[made]
    if here == there:
        return True
    seen: set[int] = set()
    stack = [block for block in code.flow[here] if block != there]
    while stack:
        block = stack.pop()
        if block == here:
            return False
        if block not in seen:
            seen.add(block)
            stack += [it for it in code.flow[block] if it != there]
    return True


def uses_but_construction(code: Code, value: int) -> list[int]:
    """Uses of a new object but for its construction."""
    found = []
    for use in code.uses.get(value, ()):
        is_constructor = (
            code.ops[use] == Op.INVOKE
            and code.operands(use)[0] == value
            and code.reference(use).name == "<init>"
        )
        if not is_constructor:
            found.append(use)
    return found
