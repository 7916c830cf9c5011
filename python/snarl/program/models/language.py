"""The language of library models: what a method does to references, in a few words.

A model is a list of effects, one a line or separated by `;`. `docs/models.md` tells what they mean.
Here they become a tree; whether the classes, fields and methods that they name are there is
asked in `loading`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

ELEMENTS = "[]"
NOTHING = "_"

# A name with its fields and elements, a sign, or what is neither.
_TOKENS = re.compile(r"[\w$<>](?:[\w$<>.]|\[\])*|[()=,]|\S+").findall
_NAME = re.compile(r"[\w$<>]")
_SIGNS = "()=,"
_ROOTS = {"this", "return", NOTHING}
_LOCAL = re.compile(r"[a-z]\w*$")


class EffectError(Exception):
    """A text that is not in the language. The message says what was expected."""


class Place(NamedTuple):
    """Something that holds references: a root, then fields and elements."""

    root: str
    """`this`, `return`, `_`, `arg0`, the name of a local, or `static`."""
    path: tuple[str, ...] = ()
    """Names of fields, `[]` for the elements of an array."""
    owner: str = ""
    """The class of a static field; the first name of the path is the field."""

    def __str__(self) -> str:
        """As it is written."""
        fields = "".join(step if step == ELEMENTS else f".{step}" for step in self.path)
        return f"static {self.owner}{fields}" if self.root == "static" else self.root + fields


class Argument(NamedTuple):
    """An argument of a call, with the type of the parameter if it is told."""

    place: Place
    type: str | None


class Copy(NamedTuple):
    """What a place holds; with `type`, only the instances of it."""

    place: Place
    type: str | None = None


class New(NamedTuple):
    """A new object; with arguments, its constructor runs."""

    type: str
    arguments: tuple[Argument, ...] | None


class Call(NamedTuple):
    """A call: of a place's method, or of a class's static method."""

    spawn: bool
    receiver: Place | None
    owner: str
    """The class of a static method."""
    method: str
    arguments: tuple[Argument, ...]


class Reflect(NamedTuple):
    """What the engine does with classes, members and handles as objects."""

    what: str
    places: tuple[Place, ...]


Source = Copy | New | Call | Reflect


class Effect(NamedTuple):
    """A source, and the place that its value goes to, if there is one."""

    target: Place | None
    source: Source


# The first word of a source, and what follows: words as they stand, `@` for a place.
_FORMS: dict[str, list[tuple[str, list[str]]]] = {
    "clone": [("clone", ["@"])],
    "class": [("class-named", ["named", "@"]), ("class-of", ["of", "@"])],
    "defined": [("defined-class", ["class"])],
    "component": [("component", ["of", "@"])],
    "instance": [("instance", ["of", "@"])],
    "array": [("array", ["of", "@"])],
    "constructor": [("constructor", ["of", "@"])],
    "method": [("method", ["@", "of", "@"])],
    "public": [("public-method", ["method", "@", "of", "@"])],
    "field": [("field", ["@", "of", "@"])],
    "elements": [("elements", ["of", "@"])],
    "construct": [("construct", ["@", "with", "@"])],
    "invoke": [("invoke", ["@", "on", "@", "with", "@"])],
    "apply": [("apply", ["@"])],
    "bind": [("bind", ["@", "to", "@"])],
    "get": [("get", ["@", "on", "@"])],
    "set": [("set", ["@", "on", "@", "to", "@"])],
    "read": [("read", ["@"])],
    "write": [("write", ["@"])],
    "update": [("update", ["@"])],
    "proxy": [("proxy", ["of", "@", "with", "@"])],
    "providers": [("providers", ["of", "@"])],
    "current": [("current-thread", ["thread"])],
    "calling": [("calling-class", ["class"])],
}
_WORDS = {"call", "spawn", "new", "static", *_FORMS}


def parse(text: str) -> list[Effect]:
    """The effects of a model. Raises `EffectError`."""
    if "#" in text:
        text = "\n".join(line.partition("#")[0] for line in text.split("\n"))
    effects = []
    known: frozenset[str] = frozenset()
    for line in text.replace(";", "\n").split("\n"):
        if statement := line.strip():
            effect = _parse(statement, known)
            effects.append(effect)
            target = effect.target
            if target is not None and not target.path and target.root != "return":
                known = known | {target.root}
    return effects


@cache
def _parse(statement: str, known: frozenset[str]) -> Effect:
    """One effect, behind others that have given values to some locals.

    Models share many statements, and the time to read them counts in every run.
    """
    return _Parser(statement, known).effect()


class _Parser:
    """Reads a statement."""

    def __init__(self, statement: str, known: frozenset[str]) -> None:
        self._locals = known
        self._statement = statement
        self._tokens = self._split(statement)
        self._next = 0

    def effect(self) -> Effect:
        target = self._target() if "=" in self._tokens else None
        source = self._source()
        if self._next < len(self._tokens):
            raise self._error("the end", self._tokens[self._next])
        if target is None and isinstance(source, Copy):
            raise EffectError(
                f"{self._statement!r} has no effect: expected 'place = source', a call or a spawn"
            )
        return Effect(target, source)

    def _split(self, statement: str) -> list[str]:
        tokens: list[str] = _TOKENS(statement)
        for token in tokens:
            if token not in _SIGNS and not _NAME.match(token):
                raise EffectError(f"{statement!r}: expected a name or one of ( ) = , got {token!r}")
        return tokens

    def _error(self, expected: str, got: str | None) -> EffectError:
        found = "the end" if got is None else repr(got)
        return EffectError(f"{self._statement!r}: expected {expected}, got {found}")

    def _take(self, expected: str) -> str:
        if self._next == len(self._tokens):
            raise self._error(expected, None)
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _expect(self, token: str) -> None:
        found = self._take(repr(token))
        if found != token:
            raise self._error(repr(token), found)

    def _peek(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _target(self) -> Place:
        first = self._take("a place")
        place = self._static() if first == "static" else self._place_of(first, assigned=True)
        self._expect("=")
        return place

    def _place(self) -> Place:
        token = self._take("a place")
        return self._static() if token == "static" else self._place_of(token)

    def _static(self) -> Place:
        name = self._take("a static field as a.b.C.field")
        owner, path = _class_and_field(name)
        if not owner or not path[0]:
            raise self._error("a static field as a.b.C.field", name)
        return Place("static", path, owner)

    def _place_of(self, token: str, assigned: bool = False) -> Place:
        root, path = _steps(token)
        if not self._is_root(root) and not (assigned and not path and _is_local(root)):
            raise self._error(
                f"a place ({', '.join(['this', 'argN', 'return', *sorted(self._locals)])}, or "
                "'static a.b.C.field')",
                token,
            )
        if assigned and not path and root != "return" and (root in _ROOTS or _is_argument(root)):
            raise self._error("return, a new name, a field or elements before '='", token)
        if assigned and not path and root in self._locals:
            raise EffectError(
                f"{self._statement!r}: {root} has a value already: expected a name that is new, "
                "for only 'return', fields and elements can be assigned twice"
            )
        return Place(root, path)

    def _is_root(self, root: str) -> bool:
        return root in _ROOTS or root in self._locals or _is_argument(root)

    def _source(self) -> Source:
        first = self._take("a source")
        if first in ("call", "spawn"):
            return self._call(first == "spawn")
        if first == "new":
            return self._new()
        if first == "(":
            of = self._type()
            self._expect(")")
            return Copy(self._place(), of)
        if first == "static":
            return Copy(self._static())
        if first in _FORMS and self._peek() is not None:
            return self._reflect(first)
        return Copy(self._place_of(first))

    def _reflect(self, first: str) -> Reflect:
        forms = _FORMS[first]
        chosen = next((form for form in forms if form[1][0] in ("@", self._peek())), None)
        if chosen is None:
            raise self._error(" or ".join(repr(form[1][0]) for form in forms), self._peek())
        what, words = chosen
        places = []
        for word in words:
            if word == "@":
                places.append(self._place())
            else:
                self._expect(word)
        return Reflect(what, tuple(places))

    def _new(self) -> New:
        of = self._type()
        return New(of, self._arguments() if self._peek() == "(" else None)

    def _call(self, spawn: bool) -> Call:
        token = self._take("a method as place.method(…) or a.b.C.method(…)")
        path, _, method = token.rpartition(".")
        if not path or not method or ELEMENTS in method:
            raise self._error("a method as place.method(…) or a.b.C.method(…)", token)
        root, steps = _steps(path)
        arguments = self._arguments()
        if self._is_root(root):
            return Call(spawn, Place(root, steps), "", method, arguments)
        if ELEMENTS in path:
            raise self._error("a class as a.b.C before a static method", path)
        if spawn:
            raise self._error("a place before the method that runs in a new thread", path)
        return Call(spawn, None, path, method, arguments)

    def _arguments(self) -> tuple[Argument, ...]:
        self._expect("(")
        arguments: list[Argument] = []
        if self._peek() == ")":
            self._next += 1
            return ()
        while True:
            arguments.append(self._argument())
            token = self._take("',' or ')'")
            if token == ")":
                return tuple(arguments)
            if token != ",":
                raise self._error("',' or ')'", token)

    def _argument(self) -> Argument:
        if self._peek() == "static":
            return Argument(self._place(), None)
        first = self._take("a place")
        if self._peek() in (",", ")", None):
            return Argument(self._place_of(first), None)
        return Argument(self._place(), first)

    def _type(self) -> str:
        token = self._take("a type")
        if token in _SIGNS:
            raise self._error("a type", token)
        return token


def _is_argument(name: str) -> bool:
    return name.startswith("arg") and name[3:].isdecimal()


def _is_local(name: str) -> bool:
    return _LOCAL.match(name) is not None and name not in _WORDS


def _steps(token: str) -> tuple[str, tuple[str, ...]]:
    """A place's root and its steps: `arg0.next[].value` is `arg0`, (`next`, `[]`, `value`)."""
    if "." not in token and "[" not in token:
        return token, ()
    root, *steps = token.replace(ELEMENTS, f".{ELEMENTS}").split(".")
    return root, tuple(steps)


def _class_and_field(token: str) -> tuple[str, tuple[str, ...]]:
    """Class and field of `a.b.C.field`, which may have elements at its end."""
    name, *elements = token.split(ELEMENTS)
    owner, _, field = name.rpartition(".")
    if any(elements):  # something follows the elements
        return "", ("",)
    return owner, (field, *(ELEMENTS for _ in elements))
