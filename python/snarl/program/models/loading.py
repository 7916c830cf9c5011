"""Models for a program: read from TOML, matched with its methods, compiled for the engine.

A key that matches nothing and an effect that names nothing is an error: a model that silently
does not apply would make every answer wrong that rests on it. On a JDK that the models were not
tested with, what does not fit of snarl's own models is left out with a warning, for its user could
not mend it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, get_args

from snarl import _engine
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
    NATIVE,
    OBJECT,
    STATIC,
    FoundMethod,
    Linker,
    MissingError,
    internal,
    split,
    type_name,
)

if TYPE_CHECKING:
    from snarl.program.model import Program

Purpose = Literal["threads", "calls"]
"""What an analysis is for: to tell apart what threads do and have, where models stand for code that
would blur it; or to know every call, where such code is read itself."""

TESTED = (17, 25)
"""Feature versions of the JDKs that every built-in model is tested with."""

USER_FILE = "snarl.toml"
_FOLDER = Path(__file__).parent
_KEY = re.compile(r"([\w$<>*|-]+)\((.*)\)$")
_POLYMORPHIC = ("[Ljava/lang/Object;",)
_FILE_KEYS = {"requires", "purpose", "optional"}
_CLASS_KEYS = {"since", "until", "requires"}
_ENTRY_KEYS = {"since", "until", "effects"}

# What a source gives, where the language knows it.
_RESULTS = {
    "class-named": "Ljava/lang/Class;",
    "class-of": "Ljava/lang/Class;",
    "calling-class": "Ljava/lang/Class;",
    "defined-class": "Ljava/lang/Class;",
    "component": "Ljava/lang/Class;",
    "constructor": "Ljava/lang/reflect/Constructor;",
    "method": "Ljava/lang/reflect/Method;",
    "field": "Ljava/lang/reflect/Field;",
    "array": "[Ljava/lang/Object;",
    "current-thread": "Ljava/lang/Thread;",
}


class ModelError(Exception):
    """A model that cannot be used: where it stands, and what was expected."""

    def __init__(self, file: str, cls: str, key: str, message: str) -> None:
        place = f'["{cls}"] "{key}"' if key else f'["{cls}"]' if cls else ""
        super().__init__(f"{file}: {place}: {message}" if place else f"{file}: {message}")
        self.file = file
        self.cls = cls
        self.key = key
        self.message = message

    @property
    def keys(self) -> tuple[str, ...]:
        """Where it stands in the settings; empty if it is snarl's own."""
        here = ("models", self.cls, self.key) if self.file == USER_FILE else ()
        return tuple(filter(None, here))


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


class Body(NamedTuple):
    """A modelled method, by the ids that the engine has for it, and its body."""

    class_id: int
    method_index: int
    synthetic: Synthetic


class Entry(NamedTuple):
    """A model as it stands in a file."""

    file: str
    cls: str
    key: str
    effects: str
    is_pattern: bool
    is_optional: bool = False
    """Whether it is of a library of many versions: where it does not fit, the code is read."""

    def error(self, message: str) -> ModelError:
        """An error about it."""
        return ModelError(self.file, self.cls, self.key, message)


class Models:
    """The models of a program: which methods have one, and bodies of those that are asked for."""

    def __init__(self, entries: dict[tuple[int, int], Entry], compiler: _Bodies) -> None:
        self.entries = dict(sorted(entries.items()))
        """What models a method, by class and index of the method."""
        self._compiler = compiler

    @property
    def warnings(self) -> list[str]:
        """What of snarl's own models does not fit a JDK that they were not tested with, so far."""
        return self._compiler.warnings

    def body(self, class_id: int, method_index: int) -> Synthetic | None:
        """The body that stands in for a method's own; None without one.

        Methods of a class that look and do the same share one. Raises `ModelError`.
        """
        entry = self.entries.get((class_id, method_index))
        return None if entry is None else self._compiler.make(class_id, method_index, entry)

    def bodies(self) -> list[Body]:
        """All bodies, in a fixed order. Raises `ModelError`."""
        bodies = []
        for class_id, method_index in self.entries:
            body = self.body(class_id, method_index)
            if body is not None:
                bodies.append(Body(class_id, method_index, body))
        return bodies


def load_models(
    program: Program,
    extra: Mapping[str, Mapping[str, object]] | None = None,
    *,
    purpose: Purpose = "threads",
    synthetic: SyntheticFactory | None = None,
) -> Models:
    """snarl's own models and the user's, as far as they are about the program.

    Args:
        program: What the models are checked against.
        extra: The user's: tables of models by class. They win over snarl's own.
        purpose: What they are for; files of models that are for another purpose are left out.
        synthetic: Makes an empty body; the engine's own by default.

    Raises:
        ModelError: A model is not in the language, or names what is not there.
    """
    bodies = _Bodies(program, synthetic or _engine.Synthetic)
    own = _Matcher(bodies, lenient=program.jdk_version not in TESTED, purpose=purpose)
    for path in sorted(_FOLDER.glob("*.toml")):
        own.add_file(path.name, read_file(path))
    if program.is_of_jdk:
        _take_code_for_models(program, own.entries)
    if not extra:
        return Models(own.entries, bodies)
    users = _Matcher(bodies, lenient=False, purpose=purpose)
    users.add_tables(USER_FILE, extra)
    models = Models(own.entries | users.entries, bodies)
    for class_id, method_index in users.entries:
        models.body(class_id, method_index)  # a mistake is told now, also where nothing calls it
    return models


def _take_code_for_models(program: Program, entries: dict[tuple[int, int], Entry]) -> None:
    """Leaves out the models of classes that are to be analysed themselves, where there is code."""
    analysed = set(program.class_ids("application").tolist())
    for class_id, index in list(entries):
        if class_id in analysed and not program.method(class_id, index).is_native:
            del entries[class_id, index]


def read_file(path: Path) -> dict[str, object]:
    """The tables of a file of models."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ModelError(path.name, "", "", f"is not TOML: {error}") from None


class _Matcher:
    """Finds the methods that the entries of some files are about."""

    def __init__(self, bodies: _Bodies, *, lenient: bool, purpose: Purpose) -> None:
        self.entries: dict[tuple[int, int], Entry] = {}
        self._purpose = purpose
        self._lenient = lenient
        self._optional = False
        self._version = bodies.version
        self._warnings = bodies.warnings
        self._linker = bodies.linker

    def add_file(self, file: str, tables: Mapping[str, object]) -> None:
        """A file of snarl's own: class tables; what it requires and its purpose as a whole."""
        requires = tables.get("requires")
        if requires is not None and not isinstance(requires, str):
            raise ModelError(file, "", "", f"requires: expected a class, got {requires!r}")
        if requires is not None and self._linker.find_class(requires) is None:
            return
        purpose = tables.get("purpose", self._purpose)
        if purpose not in get_args(Purpose):
            expected = " or ".join(get_args(Purpose))
            raise ModelError(file, "", "", f"purpose: expected {expected}, got {purpose!r}")
        if purpose == self._purpose:
            self._optional = bool(tables.get("optional", False))
            self.add_tables(file, {cls: of for cls, of in tables.items() if cls not in _FILE_KEYS})
            self._optional = False

    def add_tables(self, file: str, tables: Mapping[str, object]) -> None:
        """Tables of models by class."""
        for cls, table in tables.items():
            if not isinstance(table, Mapping):
                raise ModelError(file, cls, "", f"expected a table of models, got {table!r}")
            try:
                self._add_table(file, cls, table)
            except ModelError as error:
                self._fail(error)

    def _fail(self, error: ModelError) -> None:
        if self._optional:
            return
        if not self._lenient:
            raise error
        self._warnings.append(str(error))

    def _add_table(self, file: str, cls: str, table: Mapping[str, object]) -> None:
        if not self._applies(file, cls, "", table):
            return
        requires = table.get("requires")
        if isinstance(requires, str) and self._linker.find_class(requires) is None:
            return
        class_id: int | None = None
        for key, value in table.items():
            if key in _CLASS_KEYS:
                continue
            for effects in self._versions(file, cls, key, value):
                if class_id is None:
                    class_id = self._class(file, cls)
                try:
                    self._add(class_id, Entry(file, cls, key, effects, "*" in key, self._optional))
                except ModelError as error:
                    self._fail(error)

    def _class(self, file: str, cls: str) -> int:
        found = self._linker.find_class(cls)
        if found is None:
            remedy = (
                "name the jar or folder that has it on the class path, or remove the table"
                if file == USER_FILE
                else "tell with since, until or requires where it is there"
            )
            raise ModelError(
                file, cls, "", f"expected a class of the program, got none of this name; {remedy}"
            )
        return found

    def _versions(self, file: str, cls: str, key: str, value: object) -> Iterator[str]:
        """The effects of an entry, if it is about the JDK at hand."""
        if isinstance(value, str):
            yield value
            return
        for table in value if isinstance(value, list) else [value]:
            if not isinstance(table, Mapping) or not isinstance(table.get("effects"), str):
                raise ModelError(
                    file, cls, key, f"expected effects, or a table with effects, got {table!r}"
                )
            if unknown := table.keys() - _ENTRY_KEYS:
                raise ModelError(
                    file,
                    cls,
                    key,
                    f"expected since, until and effects, got {', '.join(sorted(unknown))}",
                )
            if self._applies(file, cls, key, table):
                yield str(table["effects"])

    def _applies(self, file: str, cls: str, key: str, table: Mapping[str, object]) -> bool:
        since, until = table.get("since", 0), table.get("until", self._version)
        for name, value in (("since", since), ("until", until)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise ModelError(
                    file, cls, key, f"{name}: expected the number of a JDK as 21, got {value!r}"
                )
        assert isinstance(since, int)
        assert isinstance(until, int)
        return since <= self._version <= until

    def _add(self, class_id: int, entry: Entry) -> None:
        parts = _KEY.match(entry.key)
        if parts is None:
            raise entry.error("expected a key as name(types)")
        names, types = parts[1].split("|"), [of.strip() for of in parts[2].split(",") if of.strip()]
        declared = self._linker.declared(class_id)
        polymorphic = types == ["..."]
        wanted = _POLYMORPHIC if polymorphic else tuple([self._wanted(of) for of in types])
        for pattern in names:
            found = False
            for name in _matching(pattern, declared):
                for index, descriptor, flags in declared[name]:
                    if not _same(split(descriptor)[0], wanted):
                        continue
                    if polymorphic and not flags & NATIVE:
                        continue
                    found = True
                    self._assign(class_id, index, entry)
            if not found:
                raise entry.error(self._no_match(entry, pattern, declared))

    def _wanted(self, of: str) -> str:
        return of if of == "*" else self._linker.descriptor(of)

    def _no_match(self, entry: Entry, name: str, declared: Mapping[str, object]) -> str:
        rows = self._linker.declared(self._class(entry.file, entry.cls)).get(name, [])
        there = [
            f"{name}({', '.join(map(type_name, split(descriptor)[0]))})"
            for _, descriptor, _ in rows
        ]
        got = f"only {', '.join(there)}" if there else f"no method {name}"
        remedy = (
            "" if entry.file == USER_FILE else f"; this is JDK {self._version}: see since and until"
        )
        return f"expected a method that {entry.cls} declares itself, got {got}{remedy}"

    def _assign(self, class_id: int, index: int, entry: Entry) -> None:
        """An entry that names a method wins over a pattern; two of a kind are a mistake."""
        known = self.entries.get((class_id, index))
        if known is not None:
            if known.is_pattern == entry.is_pattern:
                raise entry.error(
                    f'expected one model a method, got another in {known.file}, "{known.key}"'
                )
            if entry.is_pattern:
                return
        self.entries[class_id, index] = entry


def _matching(pattern: str, declared: Mapping[str, object]) -> list[str]:
    if "*" not in pattern:
        return [pattern] if pattern in declared else []
    expression = re.compile(re.escape(pattern).replace(r"\*", r"[\w$-]*"))
    return [name for name in declared if expression.fullmatch(name)]


def _same(parameters: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    if "*" not in wanted:
        return parameters == wanted
    return len(parameters) == len(wanted) and all(
        want in ("*", has) for want, has in zip(wanted, parameters, strict=True)
    )


class _Bodies:
    """Makes the bodies of modelled methods."""

    def __init__(self, program: Program, synthetic: SyntheticFactory) -> None:
        self.linker = Linker(program)
        self.version = program.jdk_version
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
        if entry.file == USER_FILE or self.version in TESTED:
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
