"""Pointcuts: sets of moments in a run.

AspectJ's, and the three of paper 5, section 3: `lock()`, `unlock()` and `maybeShared()`. Elements
of arrays are not fields, so `arrayget()` and `arrayset()` stand beside `get` and `set`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from snarl.weave.members import CodePattern, FieldPattern, Rest
from snarl.weave.types import NamePattern, TypePattern


@dataclass(frozen=True, slots=True)
class Formal:
    """A name that advice gives to an object (paper 5, figure 2), and the type that it must have."""

    name: str
    type: NamePattern

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Get:
    """Fields are read."""

    field: FieldPattern

    def __str__(self) -> str:
        return f"get({self.field})"


@dataclass(frozen=True, slots=True)
class Set:
    """Fields are written."""

    field: FieldPattern

    def __str__(self) -> str:
        return f"set({self.field})"


@dataclass(frozen=True, slots=True)
class ArrayGet:
    """Elements of arrays are read."""

    def __str__(self) -> str:
        return "arrayget()"


@dataclass(frozen=True, slots=True)
class ArraySet:
    """Elements of arrays are written."""

    def __str__(self) -> str:
        return "arrayset()"


@dataclass(frozen=True, slots=True)
class Call:
    """Methods or constructors are called: where the call is."""

    code: CodePattern

    def __str__(self) -> str:
        return f"call({self.code})"


@dataclass(frozen=True, slots=True)
class Execution:
    """Methods or constructors run: where their code is."""

    code: CodePattern

    def __str__(self) -> str:
        return f"execution({self.code})"


@dataclass(frozen=True, slots=True)
class Within:
    """All that happens in the code of some types, and of types nested in them."""

    type: TypePattern

    def __str__(self) -> str:
        return f"within({self.type})"


@dataclass(frozen=True, slots=True)
class WithinCode:
    """All that happens in the code of some methods."""

    code: CodePattern

    def __str__(self) -> str:
        return f"withincode({self.code})"


@dataclass(frozen=True, slots=True)
class Target:
    """The object that is accessed, called or locked through is an instance of a type."""

    of: NamePattern | Formal

    def __str__(self) -> str:
        return f"target({self.of})"


@dataclass(frozen=True, slots=True)
class Args:
    """Arguments, the value that is written, or the lock are instances of types."""

    items: tuple[NamePattern | Formal | Rest, ...]

    def __str__(self) -> str:
        return f"args({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock is acquired (paper 5, section 3.1)."""

    def __str__(self) -> str:
        return "lock()"


@dataclass(frozen=True, slots=True)
class Unlock:
    """A lock is given back (paper 5, section 3.1)."""

    def __str__(self) -> str:
        return "unlock()"


@dataclass(frozen=True, slots=True)
class MaybeShared:
    """Accesses of what more than one thread may access (paper 5, section 3.2)."""

    def __str__(self) -> str:
        return "maybeShared()"


@dataclass(frozen=True, slots=True)
class Not:
    """All moments but some."""

    operand: Pointcut

    def __str__(self) -> str:
        return f"!{_inside(self.operand)}"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Moments that are in each of some pointcuts; none of these is of this kind itself."""

    parts: tuple[Pointcut, ...]

    def __str__(self) -> str:
        return " && ".join(map(_inside, self.parts))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Moments that are in one of some pointcuts; none of these is of this kind itself."""

    parts: tuple[Pointcut, ...]

    def __str__(self) -> str:
        return " || ".join(
            str(part) if isinstance(part, AllOf) else _inside(part) for part in self.parts
        )


Pointcut = (
    Get
    | Set
    | ArrayGet
    | ArraySet
    | Call
    | Execution
    | Within
    | WithinCode
    | Target
    | Args
    | Lock
    | Unlock
    | MaybeShared
    | Not
    | AllOf
    | AnyOf
)


def _inside(pointcut: Pointcut) -> str:
    """A pointcut as an operand of another one."""
    return f"({pointcut})" if isinstance(pointcut, AllOf | AnyOf) else str(pointcut)


def formals_of(pointcut: Pointcut) -> Iterator[Formal]:
    """The names in a pointcut, with their types, each as often as it is there."""
    match pointcut:
        case Not(operand):
            yield from formals_of(operand)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from formals_of(part)
        case Target(of):
            yield from (it for it in (of,) if isinstance(it, Formal))
        case Args(items):
            yield from (it for it in items if isinstance(it, Formal))


def all_of(parts: list[Pointcut]) -> Pointcut:
    """`&&` of some pointcuts."""
    flat: list[Pointcut] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllOf) else (part,)
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(parts: list[Pointcut]) -> Pointcut:
    """`||` of some pointcuts."""
    flat: list[Pointcut] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOf) else (part,)
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))
