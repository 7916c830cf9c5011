"""Residues: what is left of a pointcut at a shadow, and only the run can tell.

`target` and `args` ask for the classes of objects. Where declared types do not decide, a residue is
left, which is evaluated on each event; where they do, a name that advice gives to an object is all
that is left. A verdict is `False` (no), `True` (yes) or a residue (test at run time).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from snarl.weave.types import NamePattern

TARGET = -1
"""In place of the position of an argument: the object that is accessed or called."""


class Objects(Protocol):
    """What a residue asks of an event."""

    def class_at(self, position: int) -> str | None:
        """The class of an argument or of the target; None for null, or if there is none."""


class Instances(Protocol):
    """What a residue asks of the types of a program."""

    def is_instance(self, name: str, of: NamePattern) -> bool:
        """Whether an object of a class is an instance of a type."""


Bindings = dict[str, int]
"""The positions of the objects that advice has names for."""


@dataclass(frozen=True, slots=True)
class IsInstance:
    """The object at a position is an instance of a type; or it only gets a name."""

    position: int
    type: NamePattern | None
    """None if the declared type decides."""
    name: str | None = None

    def evaluate(self, event: Objects, types: Instances) -> Bindings | None:
        found = event.class_at(self.position)
        if self.type is not None and (found is None or not types.is_instance(found, self.type)):
            return None
        return {} if self.name is None else {self.name: self.position}


@dataclass(frozen=True, slots=True)
class Opposite:
    """What is left of `!`. It gives no names, for there is nothing to name."""

    operand: Residue

    def evaluate(self, event: Objects, types: Instances) -> Bindings | None:
        return {} if self.operand.evaluate(event, types) is None else None


@dataclass(frozen=True, slots=True)
class Every:
    """What is left of `&&`."""

    parts: tuple[Residue, ...]

    def evaluate(self, event: Objects, types: Instances) -> Bindings | None:
        bindings: Bindings = {}
        for part in self.parts:
            found = part.evaluate(event, types)
            if found is None:
                return None
            bindings |= found
        return bindings


@dataclass(frozen=True, slots=True)
class Some:
    """What is left of `||`: the first part that holds gives the names."""

    parts: tuple[Residue, ...]

    def evaluate(self, event: Objects, types: Instances) -> Bindings | None:
        for part in self.parts:
            found = part.evaluate(event, types)
            if found is not None:
                return found
        return None


Residue = IsInstance | Opposite | Every | Some
Verdict = bool | Residue


def negation(verdict: Verdict) -> Verdict:
    """`!` in three values."""
    return (not verdict) if isinstance(verdict, bool) else Opposite(verdict)


def conjunction(verdicts: Iterable[Verdict]) -> Verdict:
    """`&&` in three values; it asks for no more verdicts than it needs."""
    left: list[Residue] = []
    for verdict in verdicts:
        if verdict is False:
            return False
        if not isinstance(verdict, bool):
            left += verdict.parts if isinstance(verdict, Every) else (verdict,)
    if not left:
        return True
    return left[0] if len(left) == 1 else Every(tuple(left))


def disjunction(verdicts: Iterable[Verdict]) -> Verdict:
    """`||` in three values. One that is surely true decides, unless an earlier one gives names."""
    left: list[Residue] = []
    for verdict in verdicts:
        if verdict is True:
            if not any(names_of(it) for it in left):
                return True
            left.append(Every(()))
            break
        if not isinstance(verdict, bool):
            left += verdict.parts if isinstance(verdict, Some) else (verdict,)
    if not left:
        return False
    return left[0] if len(left) == 1 else Some(tuple(left))


def leaves(residue: Residue) -> Iterator[IsInstance]:
    """The questions of a residue."""
    match residue:
        case IsInstance():
            yield residue
        case Opposite(operand):
            yield from leaves(operand)
        case _:
            for part in residue.parts:
                yield from leaves(part)


def names_of(residue: Residue) -> set[str]:
    """The names that a residue gives."""
    return {it.name for it in leaves(residue) if it.name is not None}


def needs_arguments(verdict: Verdict) -> bool:
    """Whether the run must tell of more than the target."""
    return not isinstance(verdict, bool) and any(it.position >= 0 for it in leaves(verdict))


def as_data(verdict: Verdict) -> object:
    """A verdict in lists and texts, for a file."""
    match verdict:
        case bool():
            return verdict
        case IsInstance(position, of, name):
            return ["is", position, None if of is None else [of.name, of.dimensions], name]
        case Opposite(operand):
            return ["not", as_data(operand)]
        case _:
            word = "every" if isinstance(verdict, Every) else "some"
            return [word, *(as_data(part) for part in verdict.parts)]


def from_data(data: object) -> Verdict:
    """The verdict that `as_data` gave; raises `ValueError` for anything else."""
    match data:
        case bool():
            return data
        case ["is", int(position), None, None | str() as name]:
            return IsInstance(position, None, name)
        case ["is", int(position), [str(of), int(dimensions)], None | str() as name]:
            return IsInstance(position, NamePattern(of, False, dimensions), name)
        case ["not", operand]:
            return Opposite(_residue(operand))
        case ["every", *parts]:
            return Every(_residues(parts))
        case ["some", *parts]:
            return Some(_residues(parts))
    raise ValueError(f"expected a residue, but got {data!r}")


def _residues(parts: Sequence[object]) -> tuple[Residue, ...]:
    return tuple(map(_residue, parts))


def _residue(data: object) -> Residue:
    found = from_data(data)
    if isinstance(found, bool):
        raise ValueError(f"expected a residue, but got {data!r}")
    return found
