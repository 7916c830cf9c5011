"""Compiling: a model's effects become the body of a method that the engine takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from snarl import _engine
from snarl.program.models.entries import USER_FILE, Entry
from snarl.program.models.language import (
    ELEMENTS,
    NOTHING,
    Argument,
    Call,
    Copy,
    Effect,
    EffectError,
    New,
    Place,
    Reflect,
    Source,
    parse,
)
from snarl.program.models.linking import (
    OBJECT,
    STATIC,
    FoundMethod,
    Linker,
    MissingError,
    internal,
    split,
)

if TYPE_CHECKING:
    from snarl.program.model import Program

# What a source gives, where the language knows it.
_RESULTS = {
    "class-named": "Ljava/lang/Class;",
    "class-of": "Ljava/lang/Class;",
    "calling-class": "Ljava/lang/Class;",
    "defined-class": "Ljava/lang/Class;",
    "component": "Ljava/lang/Class;",
    "constructor": "Ljava/lang/reflect/Constructor;",
    "method": "Ljava/lang/reflect/Method;",
    "public-method": "Ljava/lang/reflect/Method;",
    "field": "Ljava/lang/reflect/Field;",
    "array": "[Ljava/lang/Object;",
    "current-thread": "Ljava/lang/Thread;",
}


class Synthetic(Protocol):
    """A body made of effects, as the engine takes it. Variables are numbers."""

    @property
    def parameters(self) -> list[int]:
        """The variables of the parameters, `this` first."""

    @property
    def result(self) -> int:
        """The variable of the result; -1 if it cannot hold a reference."""

    def variable(self, descriptor: str, /) -> int:
        """A new variable."""

    def copy(self, source: int, target: int, cast: str | None = None, /) -> None:
        """An assignment; with a cast, only instances of it pass."""

    def new(self, descriptor: str, /) -> int:
        """An allocation."""

    def load(self, base: int, owner: str, name: str, descriptor: str, /) -> int:
        """The value of a field."""

    def store(self, base: int, owner: str, name: str, descriptor: str, value: int, /) -> None:
        """An assignment to a field."""

    def load_elements(self, base: int, /) -> int:
        """The elements of an array."""

    def store_elements(self, base: int, value: int, /) -> None:
        """An assignment to the elements of an array."""

    def load_static(self, owner: str, name: str, descriptor: str, /) -> int:
        """The value of a static field."""

    def store_static(self, owner: str, name: str, descriptor: str, value: int, /) -> None:
        """An assignment to a static field."""

    def call(
        self, kind: str, owner: str, name: str, descriptor: str, arguments: list[int], /
    ) -> int:
        """A call: virtual, special, static or spawn."""

    def reflect(self, what: str, arguments: list[int], /) -> int:
        """What the engine knows to do with classes, members and handles."""


SyntheticFactory = Callable[[_engine.Program, list[str], str], Synthetic]


class Bodies:
    """Makes the bodies of modelled methods."""

    def __init__(self, program: Program, synthetic: SyntheticFactory, *, is_tested: bool) -> None:
        self.linker = Linker(program)
        self.version = program.jdk_version
        self._is_tested = is_tested
        self.warnings: list[str] = []
        self._engine = program.engine
        self._synthetic = synthetic
        self._parsed: dict[str, list[Effect]] = {}
        self._made: dict[tuple[str, str, str | None], Synthetic] = {}

    def make(self, class_id: int, index: int, entry: Entry) -> Synthetic | None:
        """The body of a method; None if the entry does not fit, and that is no error."""
        try:
            return self._body(class_id, index, entry)
        except (EffectError, MissingError) as error:
            mistake = entry.error(str(error))
        except (_engine.LinkageError, ValueError) as error:
            mistake = entry.error(f"the engine refuses it: {error}")
        if entry.is_optional:
            return None
        if entry.file == USER_FILE or self._is_tested:
            raise mistake
        self.warnings.append(str(mistake))
        return None

    def _body(self, class_id: int, index: int, entry: Entry) -> Synthetic:
        _, descriptor, flags = self._engine.method(class_id, index)
        key = entry.effects, descriptor, None if flags & STATIC else entry.cls
        body = self._made.get(key)
        if body is None:
            body = self._made[key] = self._make(*key)
        return body

    def _make(self, text: str, descriptor: str, receiver: str | None) -> Synthetic:
        effects = self._parsed.get(text)
        if effects is None:
            effects = self._parsed[text] = parse(text)
        parameters, returns = split(descriptor)
        this = [] if receiver is None else [f"L{internal(receiver)};"]
        types = [*this, *parameters]
        body = self._synthetic(self._engine, types, returns)
        compiler = _Compiler(self.linker, body, types, returns, has_this=bool(this))
        for effect in effects:
            compiler.effect(effect)
        return body


class _Value(NamedTuple):
    """A variable of a body, and the type that it is known to have."""

    variable: int
    type: str


_NULL = _Value(-1, "")
_NAMES = ("this", *(f"arg{number}" for number in range(255)))  # no method has more parameters


class _Compiler:
    """Makes the body of one method of its effects."""

    def __init__(
        self, linker: Linker, body: Synthetic, types: list[str], returns: str, *, has_this: bool
    ) -> None:
        self._linker = linker
        self._body = body
        self._returns = returns
        self._result: _Value | None = None
        """What `return` stands for: the one value it was given, else the result's variable."""
        names = _NAMES if has_this else _NAMES[1:]
        self._places = {NOTHING: _NULL}
        for name, variable, of in zip(names, body.parameters, types, strict=False):
            self._places[name] = _Value(variable, of)

    def effect(self, effect: Effect) -> None:
        """Adds an effect."""
        target, source = effect
        if target is not None and target.root == "return" and not target.path:
            if self._returns == "V":
                raise MissingError("expected a method with a result for 'return', got void")
            self._return(source)
            return
        value = self._source(source)
        if target is None:
            return
        if value is None:
            raise MissingError(f"expected a value for {target}, got a call without a result")
        if not target.path:
            self._places[target.root] = value
            return
        self._store(target, value)

    def _return(self, source: Source) -> None:
        if isinstance(source, Copy) and source.type is not None:
            cast = self._linker.type(source.type)
            value = self._place(source.place)
            self._copy_to_result(value, cast)
            value = _Value(self._body.result, cast)
        else:
            found = self._source(source)
            if found is None:
                raise MissingError("expected a value for return, got a call without a result")
            value = found
            self._copy_to_result(value, None)
        first = self._result is None
        self._result = value if first else _Value(self._body.result, self._returns)

    def _copy_to_result(self, value: _Value, cast: str | None) -> None:
        if self._body.result != -1 and value.variable != -1:
            self._body.copy(value.variable, self._body.result, cast)

    def _place(self, place: Place) -> _Value:
        if place.root == "static":
            found = self._linker.static_field(place.owner, place.path[0])
            variable = self._body.load_static(found.owner, found.name, found.descriptor)
            return self._walk(_Value(variable, found.descriptor), place.path[1:])
        value = self._places.get(place.root)
        if value is None:
            value = self._root(place.root)
        return self._walk(value, place.path) if place.path else value

    def _root(self, root: str) -> _Value:
        if root == "return":
            if self._result is None:
                raise MissingError("expected a place with a value, got 'return' before it has one")
            return self._result
        there = ", ".join(name for name in self._places if name in _NAMES) or "none"
        raise MissingError(f"expected a parameter of the method ({there}), got {root}")

    def _walk(self, value: _Value, path: tuple[str, ...]) -> _Value:
        for step in path:
            if step == ELEMENTS:
                variable = self._body.load_elements(value.variable)
                value = _Value(variable, _element(value.type))
            else:
                found = self._linker.field(value.type, step)
                variable = self._body.load(
                    value.variable, found.owner, found.name, found.descriptor
                )
                value = _Value(variable, found.descriptor)
        return value

    def _store(self, target: Place, value: _Value) -> None:
        if target.root == "static" and len(target.path) == 1:
            found = self._linker.static_field(target.owner, target.path[0])
            self._body.store_static(found.owner, found.name, found.descriptor, value.variable)
            return
        base = self._place(target._replace(path=target.path[:-1]))
        last = target.path[-1]
        if last == ELEMENTS:
            self._body.store_elements(base.variable, value.variable)
            return
        found = self._linker.field(base.type, last)
        self._body.store(base.variable, found.owner, found.name, found.descriptor, value.variable)

    def _source(self, source: Source) -> _Value | None:
        if isinstance(source, Call):
            return self._call(source)
        if isinstance(source, Reflect):
            return self._reflect(source)
        if isinstance(source, New):
            return self._new(source)
        value = self._place(source.place)
        if source.type is None:
            return value
        cast = self._linker.type(source.type)
        target = self._body.variable(cast)
        self._body.copy(value.variable, target, cast)
        return _Value(target, cast)

    def _reflect(self, source: Reflect) -> _Value:
        values = [self._place(place) for place in source.places]
        variable = self._body.reflect(source.what, [value.variable for value in values])
        of = values[0].type if source.what == "clone" else _RESULTS.get(source.what, OBJECT)
        return _Value(variable, of)

    def _new(self, source: New) -> _Value:
        descriptor = self._linker.type(source.type)
        if descriptor[0] not in "L[":
            raise MissingError(f"expected a class or array after 'new', got {source.type}")
        variable = self._body.new(descriptor)
        if source.arguments is not None:
            types = tuple([argument.type for argument in source.arguments])
            found = self._linker.method(descriptor, "<init>", types)
            self._invoke("special", found, [variable, *self._arguments(source.arguments)])
        return _Value(variable, descriptor)

    def _call(self, source: Call) -> _Value | None:
        types = tuple([argument.type for argument in source.arguments])
        if source.receiver is None:
            found = self._linker.static_method(source.owner, source.method, types)
            return self._invoke("static", found, self._arguments(source.arguments))
        receiver = self._place(source.receiver)
        if receiver is _NULL:
            raise MissingError(f"expected an object before .{source.method}, got _")
        found = self._linker.method(receiver.type, source.method, types)
        kind = "spawn" if source.spawn else "special" if found.is_special else "virtual"
        return self._invoke(kind, found, [receiver.variable, *self._arguments(source.arguments)])

    def _arguments(self, arguments: tuple[Argument, ...]) -> list[int]:
        return [self._place(argument.place).variable for argument in arguments]

    def _invoke(self, kind: str, method: FoundMethod, arguments: list[int]) -> _Value | None:
        variable = self._body.call(kind, method.owner, method.name, method.descriptor, arguments)
        return None if method.returns == "V" else _Value(variable, method.returns)


def _element(descriptor: str) -> str:
    return descriptor[1:] if descriptor[0] == "[" else OBJECT
