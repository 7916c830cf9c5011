"""Join point shadows: the places in the code where the moments of a pointcut happen.

A method's shadows are read from its bytecode, so that each has the offset by which the agent finds
it. There is none for `super.m()`, for `this(…)` and `super(…)` in a constructor, for class
initializers, and for what `invokedynamic` does, as in AspectJ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING

from snarl.program import LoweringError, Op
from snarl.program.body import MemberReference
from snarl.program.model import Access
from snarl.weave.classes import OBJECT, signature, type_of

if TYPE_CHECKING:
    from snarl.program import Body, Method
    from snarl.weave.classes import Classes

WHOLE_METHOD = -1
"""In place of an offset: the shadow is that of a whole method."""

LOCK_TYPE = "java.util.concurrent.locks.Lock"
_LOCKING = frozenset({"lock", "lockInterruptibly", "tryLock"})
_SYNTHETIC_OR_BRIDGE = 0x1040


class Kind(IntEnum):
    """What happens at a shadow."""

    GET = 0
    SET = 1
    ARRAY_GET = 2
    ARRAY_SET = 3
    CALL = 4
    EXECUTION = 5
    LOCK = 6
    UNLOCK = 7


FIELD_NAMES = frozenset({"getfield", "putfield", "getstatic", "putstatic"})
"""The instructions that access fields."""
ACCESSES = frozenset({Kind.GET, Kind.SET, Kind.ARRAY_GET, Kind.ARRAY_SET})

KINDS: dict[str, Kind] = {
    "getfield": Kind.GET,
    "getstatic": Kind.GET,
    "putfield": Kind.SET,
    "putstatic": Kind.SET,
    **{f"{letter}aload": Kind.ARRAY_GET for letter in "ilfdabcs"},
    **{f"{letter}astore": Kind.ARRAY_SET for letter in "ilfdabcs"},
    "invokevirtual": Kind.CALL,
    "invokeinterface": Kind.CALL,
    "invokestatic": Kind.CALL,
    "invokespecial": Kind.CALL,
    "monitorenter": Kind.LOCK,
    "monitorexit": Kind.UNLOCK,
}
"""What instructions are, by their names in the class file."""

_OPERATIONS = (Op.ARRAY_LOAD, Op.ARRAY_STORE, Op.MONITOR_ENTER, Op.MONITOR_EXIT)


class Code:
    """A method that shadows are in."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.owner = method.owner.name

    @cached_property
    def _body(self) -> Body | None:
        try:
            return self.method.body
        except LoweringError:
            return None

    @cached_property
    def operands(self) -> dict[int, tuple[str, ...]]:
        """The types of what array and monitor instructions work on, by offset."""
        found: dict[int, tuple[str, ...]] = {}
        body = self._body
        for it in body or ():
            if body is None or it.op not in _OPERATIONS or it.is_implicit:
                continue
            types = tuple(body.type_name(value) for value in it.operands)
            # Code of old `finally` blocks is there more than once.
            if found.setdefault(it.bci, types) != types:
                found[it.bci] = (OBJECT,) * len(types)
        return found

    @cached_property
    def own_construction(self) -> frozenset[int]:
        """Where a constructor calls another one for its own object, by offset."""
        body = list(self._body or ())
        made = {it.result for it in body if it.op is Op.NEW}
        return frozenset(
            it.bci
            for it in body
            if it.op is Op.INVOKE
            and it.invoke_kind == "special"
            and it.operands[0] not in made
            and it.reference.name == "<init>"
        )


@dataclass(frozen=True, slots=True)
class Shadow:
    """A place where something happens."""

    kind: Kind
    code: Code
    offset: int
    member: MemberReference | None = None
    """The field or method that the instruction names; that of the code itself for an execution."""
    is_static: bool = False
    """Whether there is no object that is accessed or called."""

    @property
    def target(self) -> str | None:
        """The declared type of the object that is accessed or called; None if there is none."""
        if self.kind in (Kind.ARRAY_GET, Kind.ARRAY_SET):
            return self.code.operands.get(self.offset, (OBJECT,))[0]
        if self.kind in (Kind.LOCK, Kind.UNLOCK) or self.is_static or self.member is None:
            return None
        return _owner_type(self.member.owner)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The declared types of the arguments, of the value that is written, or of the lock."""
        match self.kind:
            case Kind.GET:
                return ()
            case Kind.SET if self.member is not None:
                return (type_of(self.member.descriptor),)
            case Kind.ARRAY_GET:
                return ("int",)
            case Kind.ARRAY_SET:
                return ("int", self.code.operands.get(self.offset, (OBJECT, "int", OBJECT))[2])
            case Kind.LOCK | Kind.UNLOCK:
                return (self._lock,)
        assert self.member is not None
        return signature(self.member.descriptor)[0]

    @property
    def _lock(self) -> str:
        if self.offset == WHOLE_METHOD:
            return "java.lang.Class" if self.code.method.is_static else self.code.owner
        if self.member is not None:
            return _owner_type(self.member.owner)
        return self.code.operands.get(self.offset, (OBJECT,))[0]


def _owner_type(owner: str) -> str:
    """The type that an instruction names as a member's owner; arrays have members too."""
    return type_of(owner) if owner.startswith("[") else owner


@cache
def reference(text: str) -> MemberReference:
    """A member from the operand of an instruction: `a/b/C.name:descriptor`."""
    owner, _, member = text.partition(".")
    at = member.find(":(") if ":(" in member else member.rfind(":")
    name, descriptor = member[:at], member[at + 1 :]
    return MemberReference(owner.replace("/", "."), name, descriptor)


def shadows(method: Method, classes: Classes, wanted: frozenset[Kind]) -> Iterator[Shadow]:
    """The shadows of some kinds in a method: first those of the method itself, then by offset."""
    if not method.has_code:
        return
    code = Code(method)
    yield from _of_method(code, wanted)
    takes_locks = Kind.LOCK in wanted or Kind.UNLOCK in wanted
    engine = method.owner.program.engine
    for offset, mnemonic, operand in engine.bytecode(method.owner.id, method.index):
        kind = KINDS.get(mnemonic)
        if kind is Kind.CALL:
            if Kind.CALL in wanted or takes_locks:
                yield from _of_call(code, offset, mnemonic, operand, classes, wanted)
        elif kind is not None and kind in wanted:
            member = reference(operand) if operand else None
            yield Shadow(kind, code, offset, member, mnemonic.endswith("static"))


def _of_method(code: Code, wanted: frozenset[Kind]) -> Iterator[Shadow]:
    method = code.method
    is_execution = method.name != "<clinit>" and not method.flags & _SYNTHETIC_OR_BRIDGE
    if Kind.EXECUTION in wanted and is_execution:
        itself = MemberReference(code.owner, method.name, method.descriptor)
        yield Shadow(Kind.EXECUTION, code, WHOLE_METHOD, itself, method.is_static)
    if method.flags & Access.SYNCHRONIZED:
        for kind in (Kind.LOCK, Kind.UNLOCK):
            if kind in wanted:
                yield Shadow(kind, code, WHOLE_METHOD)


def _of_call(
    code: Code,
    offset: int,
    mnemonic: str,
    operand: str,
    classes: Classes,
    wanted: frozenset[Kind],
) -> Iterator[Shadow]:
    member = reference(operand)
    if Kind.CALL in wanted and not (
        mnemonic == "invokespecial" and _is_for_itself(code, offset, member)
    ):
        is_static = mnemonic == "invokestatic" or member.name == "<init>"
        yield Shadow(Kind.CALL, code, offset, member, is_static)
    kind = Kind.LOCK if member.name in _LOCKING else Kind.UNLOCK
    is_lock = kind in wanted and (kind is Kind.LOCK or member.name == "unlock")
    if is_lock and LOCK_TYPE in classes.above(_owner_type(member.owner)):
        yield Shadow(kind, code, offset, member)


def _is_for_itself(code: Code, offset: int, member: MemberReference) -> bool:
    """Whether a call is `super.m()`, or one of `this(…)` and `super(…)`."""
    if member.name == "<init>":
        return code.method.name == "<init>" and offset in code.own_construction
    if member.owner != code.owner:
        return True
    named = code.method.owner.program.engine
    try:
        class_id, index = named.resolve_method(member.owner, member.name, member.descriptor, False)
    except LookupError:
        return True
    return not named.method(class_id, index)[2] & Access.PRIVATE
