"""Which shadows a pointcut selects: no, yes, or a test at run time (`snarl.weave.residue`).

AspectJ's semantics: a call's signatures are those of all types between the receiver's declared type
and the one that declares the method, an execution's those of the methods that it overrides too.
`maybeShared()` is asked last, as in paper 5, section 3.2.1: the analysis behind it is not even run
if nothing else asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

from snarl.program import Method
from snarl.program.body import MemberReference
from snarl.program.model import Access
from snarl.weave import pointcuts
from snarl.weave.classes import carries, name_matches, signature, type_of
from snarl.weave.members import REST, ConstructorPattern, MethodPattern, Modifier
from snarl.weave.residue import (
    TARGET,
    IsInstance,
    Verdict,
    conjunction,
    disjunction,
    negation,
)
from snarl.weave.shadows import ACCESSES, Kind, Shadow
from snarl.weave.types import AllTypes, AnnotatedType, AnyOfTypes, NamePattern, NotType

if TYPE_CHECKING:
    from snarl.program import Field, Program
    from snarl.weave.classes import Classes
    from snarl.weave.members import CodePattern, FieldPattern, Modifiers, Parameters
    from snarl.weave.pointcuts import Formal, Pointcut
    from snarl.weave.types import TypePattern

Test = Callable[[Shadow], Verdict]
IsShared = Callable[[Shadow], bool]

_EVERY_KIND = frozenset(Kind)
_FLAGS = {
    "public": 0x1,
    "private": 0x2,
    "protected": 0x4,
    "static": 0x8,
    "final": 0x10,
    "synchronized": 0x20,
    "volatile": 0x40,
    "transient": 0x80,
    "native": 0x100,
    "abstract": 0x400,
    "strictfp": 0x800,
}
_ONLY_METHODS = ("synchronized", "native", "abstract", "strictfp")
_ONLY_FIELDS = ("volatile", "transient")
_VARARGS = 0x80


def kinds_of(pointcut: Pointcut) -> frozenset[Kind]:
    """The kinds of shadows that a pointcut may select."""
    match pointcut:
        case pointcuts.Get():
            return frozenset({Kind.GET})
        case pointcuts.Set():
            return frozenset({Kind.SET})
        case pointcuts.ArrayGet():
            return frozenset({Kind.ARRAY_GET})
        case pointcuts.ArraySet():
            return frozenset({Kind.ARRAY_SET})
        case pointcuts.Call():
            return frozenset({Kind.CALL})
        case pointcuts.Execution():
            return frozenset({Kind.EXECUTION})
        case pointcuts.Lock():
            return frozenset({Kind.LOCK})
        case pointcuts.Unlock():
            return frozenset({Kind.UNLOCK})
        case pointcuts.MaybeShared():
            return ACCESSES | {Kind.CALL}
        case pointcuts.AllOf(parts):
            return reduce(frozenset.intersection, map(kinds_of, parts))
        case pointcuts.AnyOf(parts):
            return reduce(frozenset.union, map(kinds_of, parts))
    return _EVERY_KIND


class Matcher:
    """Turns pointcuts into tests of shadows."""

    def __init__(self, program: Program, classes: Classes, is_shared: IsShared) -> None:
        self._program = program
        self._classes = classes
        self._is_shared = is_shared

    def test(self, pointcut: Pointcut) -> Test:
        """The test of one pointcut."""
        match pointcut:
            case pointcuts.Get(pattern):
                return self._field_test(Kind.GET, pattern)
            case pointcuts.Set(pattern):
                return self._field_test(Kind.SET, pattern)
            case pointcuts.Call(pattern):
                return self._call_test(pattern)
            case pointcuts.Execution(pattern):
                return self._execution_test(pattern)
            case pointcuts.Within(of):
                return self._within_test(of)
            case pointcuts.WithinCode(pattern):
                return self._within_code_test(pattern)
            case pointcuts.Target(declared):
                return self._target_test(declared)
            case pointcuts.Args(items):
                return lambda it: self._args(items, it.arguments)
            case pointcuts.MaybeShared():
                return lambda it: it.kind in kinds_of(pointcut) and self._is_shared(it)
            case pointcuts.Not(operand):
                inner = self.test(operand)
                return lambda it: negation(inner(it))
            case pointcuts.AllOf(parts):
                tests = [self.test(part) for part in _last_things_last(parts)]
                return lambda it: conjunction(test(it) for test in tests)
            case pointcuts.AnyOf(parts):
                tests = [self.test(part) for part in parts]
                return lambda it: disjunction(test(it) for test in tests)
        (kind,) = kinds_of(pointcut)
        return lambda it: it.kind is kind

    # Fields

    def _field_test(self, kind: Kind, pattern: FieldPattern) -> Test:
        known: dict[MemberReference, bool] = {}

        def test(shadow: Shadow) -> bool:
            member = shadow.member
            if shadow.kind is not kind or member is None:
                return False
            if member not in known:
                known[member] = self._is_field(pattern, member)
            return known[member]

        return test

    def _is_field(self, pattern: FieldPattern, member: MemberReference) -> bool:
        if not name_matches(pattern.name, member.name):
            return False
        if not self._classes.matches(pattern.type, type_of(member.descriptor)):
            return False
        found = self._field(member.owner, member)
        if pattern.modifiers and (found is None or not _has(pattern.modifiers, found)):
            return False
        return pattern.owner is None or any(
            self._classes.matches(pattern.owner, name)
            and (name == member.owner or self._field(name, member) == found)
            for name in self._classes.above(member.owner)
        )

    def _field(self, owner: str, member: MemberReference) -> Field | None:
        try:
            return self._program.hierarchy.resolve_field(owner, member.name, member.descriptor)
        except LookupError:
            return None

    # Methods

    def _call_test(self, pattern: CodePattern) -> Test:
        known: dict[MemberReference, bool] = {}

        def test(shadow: Shadow) -> bool:
            member = shadow.member
            if shadow.kind is not Kind.CALL or member is None:
                return False
            if member not in known:
                known[member] = self._is_code(pattern, member)
            return known[member]

        return test

    def _execution_test(self, pattern: CodePattern) -> Test:
        def test(shadow: Shadow) -> bool:
            if shadow.kind is not Kind.EXECUTION or shadow.member is None:
                return False
            return self._is_code(pattern, shadow.member)

        return test

    def _within_code_test(self, pattern: CodePattern) -> Test:
        known: dict[tuple[str, str, str], bool] = {}

        def test(shadow: Shadow) -> bool:
            if shadow.kind is Kind.EXECUTION:
                return False
            method = shadow.code.method
            key = (shadow.code.owner, method.name, method.descriptor)
            if key not in known:
                known[key] = self._is_code(pattern, MemberReference(*key))
            return known[key]

        return test

    def _is_code(self, pattern: CodePattern, member: MemberReference) -> bool:
        """Whether a method, as code names it, matches: by its name and types first."""
        is_constructor = member.name == "<init>"
        if is_constructor != isinstance(pattern, ConstructorPattern) or member.name == "<clinit>":
            return False
        parameters, result = signature(member.descriptor)
        if isinstance(pattern, MethodPattern) and not (
            name_matches(pattern.name, member.name)
            and self._classes.matches(pattern.result, result)
        ):
            return False
        if pattern.parameters.has_varargs and parameters:
            parameters = (*parameters[:-1], parameters[-1].removesuffix("[]"))
        if not self._fit(pattern.parameters.items, parameters):
            return False
        found = self._method(member.owner, member)
        if not _has_all(pattern, found):
            return False
        return pattern.owner is None or self._is_owner(pattern, member, found)

    def _is_owner(
        self, pattern: CodePattern, member: MemberReference, found: Method | None
    ) -> bool:
        """Whether the pattern's owner is the one that is named, or one above that has it too."""
        assert pattern.owner is not None
        if self._classes.matches(pattern.owner, member.owner):
            return True
        if isinstance(pattern, ConstructorPattern) or (found and found.flags & Access.PRIVATE):
            return False
        return any(
            self._classes.matches(pattern.owner, name) and self._method(name, member) is not None
            for name in self._classes.above(member.owner)
        )

    def _method(self, owner: str, member: MemberReference) -> Method | None:
        cls = self._program.find_class(owner)
        is_interface = cls is not None and cls.is_interface
        try:
            return self._program.hierarchy.resolve_method(
                owner, member.name, member.descriptor, interface=is_interface
            )
        except LookupError:
            return None

    def _fit(self, patterns: Sequence[object], types: Sequence[str]) -> bool:
        """Whether types fit a list of patterns with any number of `..` in it."""
        if not patterns:
            return not types
        first, *others = patterns
        if first == REST:
            return any(self._fit(others, types[skip:]) for skip in range(len(types) + 1))
        return (
            bool(types)
            and self._classes.matches(first, types[0])  # type: ignore[arg-type]
            and self._fit(others, types[1:])
        )

    def _within_test(self, pattern: TypePattern) -> Test:
        known: dict[str, bool] = {}

        def test(shadow: Shadow) -> bool:
            owner = shadow.code.owner
            if owner not in known:
                known[owner] = any(self._classes.matches(pattern, it) for it in _enclosing(owner))
            return known[owner]

        return test

    # Objects

    def _target_test(self, of: NamePattern | Formal) -> Test:
        def test(shadow: Shadow) -> Verdict:
            declared = shadow.target
            return declared is not None and self._instance(TARGET, declared, of)

        return test

    def _args(self, items: Sequence[object], types: Sequence[str]) -> Verdict:
        return disjunction(
            conjunction(
                self._instance(position, types[position], of)
                for position, of in zip(positions, _but_rest(items), strict=True)
            )
            for positions in _alignments(items, len(types))
        )

    def _instance(self, position: int, declared: str, of: NamePattern | Formal) -> Verdict:
        name, wanted = (None, of) if isinstance(of, NamePattern) else (of.name, of.type)
        found = self._classes.may_be_instance(declared, wanted)
        if found is None:
            full = NamePattern(self._classes.resolved(wanted.name), False, wanted.dimensions)
            return IsInstance(position, full, name)
        if found and name is not None:
            return IsInstance(position, None, name)
        return found


def _has_all(pattern: CodePattern, found: Method | None) -> bool:
    if pattern.parameters.has_varargs and (found is None or not found.flags & _VARARGS):
        return False
    return not pattern.modifiers or (found is not None and _has(pattern.modifiers, found))


def _has(modifiers: Modifiers, member: Field | Method) -> bool:
    """Whether a member has the modifiers and annotations that a pattern wants."""
    not_its = _ONLY_FIELDS if isinstance(member, Method) else _ONLY_METHODS
    for it in modifiers:
        if isinstance(it, Modifier):
            has = it.word not in not_its and bool(member.flags & _FLAGS[it.word])
            if has != it.is_wanted:
                return False
        elif not carries(it, [found.name for found in member.annotations]):
            return False
    return True


def _enclosing(name: str) -> Iterator[str]:
    """A class, and those that it is nested in."""
    while True:
        yield name
        outer, dollar, _ = name.rpartition("$")
        if not dollar or not outer or outer.endswith("."):
            return
        name = outer


def _last_things_last(parts: Sequence[Pointcut]) -> Iterator[Pointcut]:
    """What is cheap to ask first, `maybeShared()` last."""
    late = (pointcuts.MaybeShared,)
    return chain(
        (it for it in parts if not isinstance(it, late)),
        (it for it in parts if isinstance(it, late)),
    )


def _but_rest(items: Sequence[object]) -> list[NamePattern | Formal]:
    return [it for it in items if it != REST]  # type: ignore[misc]


def _alignments(items: Sequence[object], count: int) -> Iterator[tuple[int, ...]]:
    """The positions of arguments that a list of patterns may mean, one way after the other."""
    if not items:
        if count == 0:
            yield ()
        return
    yield from _aligned(items, 0, count)


def _aligned(items: Sequence[object], start: int, count: int) -> Iterator[tuple[int, ...]]:
    if not items:
        if start == count:
            yield ()
        return
    first, *others = items
    if first != REST:
        if start < count:
            yield from ((start, *it) for it in _aligned(others, start + 1, count))
        return
    for skip in range(start, count + 1):
        yield from _aligned(others, skip, count)


def type_names(pointcut: Pointcut) -> Iterator[NamePattern]:
    """All names of types in a pointcut: those without wildcards should mean something."""
    match pointcut:
        case pointcuts.Not(operand):
            yield from type_names(operand)
        case pointcuts.AllOf(parts) | pointcuts.AnyOf(parts):
            for part in parts:
                yield from type_names(part)
        case pointcuts.Get(field) | pointcuts.Set(field):
            yield from _names_in([field.type, field.owner])
        case pointcuts.Call(code) | pointcuts.Execution(code) | pointcuts.WithinCode(code):
            yield from _names_in([code.owner, *code.throws, *_parameter_types(code.parameters)])
            if isinstance(code, MethodPattern):
                yield from _names_in([code.result])
        case pointcuts.Within(of):
            yield from _names_in([of])
        case pointcuts.Target(of):
            yield of if isinstance(of, NamePattern) else of.type
        case pointcuts.Args(items):
            for it in _but_rest(items):
                yield it if isinstance(it, NamePattern) else it.type


def _parameter_types(parameters: Parameters) -> list[object]:
    return [it for it in parameters.items if it != REST]


def _names_in(patterns: Sequence[object]) -> Iterator[NamePattern]:
    for pattern in patterns:
        match pattern:
            case NamePattern():
                yield pattern
            case NotType(operand) | AnnotatedType(_, operand):
                yield from _names_in([operand])
            case AllTypes(parts) | AnyOfTypes(parts):
                yield from _names_in(parts)
