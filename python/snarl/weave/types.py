"""Type patterns: which types a pointcut means.

AspectJ's Programming Guide, appendix B, "Type patterns". A pattern is text with wildcards, as
people write it; `snarl.weave.classes` says which types of a program it matches. A name without a
dot is compared with the last part of a type's name, for there are no imports that would tell more.
"""

from __future__ import annotations

from dataclasses import dataclass

PRIMITIVES = frozenset("boolean byte char short int long float double void".split())


@dataclass(frozen=True, slots=True)
class NamePattern:
    """Types by name: `a.b.C`, `java..*Service`, with `+` their subtypes too, with `[]` arrays."""

    name: str
    with_subtypes: bool = False
    dimensions: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether it has no wildcards, so that it must mean a type that is there."""
        return "*" not in self.name and ".." not in self.name

    def __str__(self) -> str:
        return self.name + "+" * self.with_subtypes + "[]" * self.dimensions


ANY_TYPE = NamePattern("*")


@dataclass(frozen=True, slots=True)
class NotType:
    """All types but some."""

    operand: TypePattern

    def __str__(self) -> str:
        return f"!{_inside(self.operand)}"


@dataclass(frozen=True, slots=True)
class AllTypes:
    """Types that match each of some patterns; none of these is of this kind itself."""

    parts: tuple[TypePattern, ...]

    def __str__(self) -> str:
        return " && ".join(map(_inside, self.parts))


@dataclass(frozen=True, slots=True)
class AnyOfTypes:
    """Types that match one of some patterns; none of these is of this kind itself."""

    parts: tuple[TypePattern, ...]

    def __str__(self) -> str:
        return " || ".join(
            str(part) if isinstance(part, AllTypes) else _inside(part) for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class AnnotationPattern:
    """What carries an annotation, or does not."""

    name: str
    is_wanted: bool = True

    def __str__(self) -> str:
        return f"{'' if self.is_wanted else '!'}@{self.name}"


@dataclass(frozen=True, slots=True)
class AnnotatedType:
    """Types that match a pattern and carry annotations."""

    annotations: tuple[AnnotationPattern, ...]
    operand: TypePattern

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.annotations))} {self.operand})"


TypePattern = NamePattern | NotType | AllTypes | AnyOfTypes | AnnotatedType


def _inside(pattern: TypePattern) -> str:
    """A pattern as an operand of another one."""
    return f"({pattern})" if isinstance(pattern, AllTypes | AnyOfTypes) else str(pattern)


def all_types(parts: list[TypePattern]) -> TypePattern:
    """`&&` of some patterns."""
    flat: list[TypePattern] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllTypes) else (part,)
    return flat[0] if len(flat) == 1 else AllTypes(tuple(flat))


def any_of_types(parts: list[TypePattern]) -> TypePattern:
    """`||` of some patterns."""
    flat: list[TypePattern] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOfTypes) else (part,)
    return flat[0] if len(flat) == 1 else AnyOfTypes(tuple(flat))
