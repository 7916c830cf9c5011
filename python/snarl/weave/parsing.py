"""From the text of a pointcut to its parts, or to an error: where, and what was expected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from snarl.weave import members, pointcuts
from snarl.weave import types as patterns
from snarl.weave.members import REST
from snarl.weave.types import NamePattern, TypePattern

if TYPE_CHECKING:
    from lark import Lark, Token

    from snarl.weave.pointcuts import Pointcut

_PRIMITIVES = {
    "GET": "get",
    "SET": "set",
    "ARRAYGET": "arrayget",
    "ARRAYSET": "arrayset",
    "CALL": "call",
    "EXECUTION": "execution",
    "WITHIN": "within",
    "WITHINCODE": "withincode",
    "TARGET": "target",
    "ARGS": "args",
    "LOCK": "lock",
    "UNLOCK": "unlock",
    "MAYBE_SHARED": "maybeShared",
}
_MODIFIERS = (
    "public protected private static final volatile transient synchronized native abstract strictfp"
).split()
# What people read for each terminal of the grammar, in the order in which it is told.
_WORDS = {
    "SEGMENT": "a name (`*` for any)",
    "NEW": "`new`",
    "MODIFIER": "a modifier",
    "AT": "`@`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "REST": "`..`",
    "VARARGS": "`...`",
    "PLUS": "`+`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "THROWS": "`throws`",
    "NOT": "`!`",
    "__ANON_1": "`&&`",
    "__ANON_0": "`||`",
    "$END": "the end",
}
_WORD = re.compile(r"[\w$*]+|&&|\|\||\.+|\S")


class PointcutError(ValueError):
    """A text that is no pointcut; the message has its line with a caret under the place."""

    def __init__(self, problem: str, text: str, line: int, column: int) -> None:
        lines = text.splitlines() or [""]
        shown = lines[line - 1] if line <= len(lines) else ""
        under = "".join("\t" if it == "\t" else " " for it in shown[: column - 1])
        super().__init__(f"line {line}, column {column}: {problem}\n    {shown}\n    {under}^")
        self.problem = problem
        self.line = line
        self.column = column


def parse(text: str, formals: Mapping[str, str] | None = None) -> Pointcut:
    """A pointcut. `formals` are the names that `target` and `args` may give to objects, each with
    the type that the object must have. Raises `PointcutError`."""
    types = {name: _type_of_formal(name, of) for name, of in (formals or {}).items()}
    try:
        return _Builder(types).pointcut(_tree(text, "pointcut"))
    except RecursionError:
        raise PointcutError("too many parentheses inside each other", text, 1, 1) from None


def parse_type(text: str) -> TypePattern:
    """A type pattern alone. Raises `PointcutError`."""
    return _Builder({}).type(_tree(text, "type"))


def _type_of_formal(name: str, text: str) -> NamePattern:
    found = parse_type(text)
    if isinstance(found, NamePattern) and found.is_exact and not found.with_subtypes:
        return found
    raise PointcutError(f"expected the name of a type for `{name}`, but got a pattern", text, 1, 1)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = files("snarl.weave").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, start=["pointcut", "type"], parser="lalr", maybe_placeholders=True)


def _tree(text: str, start: str) -> Any:
    from lark import UnexpectedCharacters, UnexpectedToken

    parsing: Any = _parser().parse_interactive(text, start=start)
    try:
        parsing.exhaust_lexer()
        return parsing.feed_eof()
    except UnexpectedToken as error:
        at = error.token.start_pos if error.token.type != "$END" else None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream
    raise _error(text, len(text.rstrip()) if at is None else at, parsing.accepts())


def _error(text: str, at: int, expected: set[str]) -> PointcutError:
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    found = _WORD.match(text, at)
    got = f"got `{found[0]}`" if found else "the text ends"
    hint = _hint(text[:at], found[0] if found else "", expected)
    return PointcutError(f"expected {_told(expected)}, but {got}{hint}", text, line, column)


def _told(expected: set[str]) -> str:
    words = [word for name, word in _WORDS.items() if name in expected]
    if "GET" in expected:
        words = [f"a pointcut ({', '.join(_PRIMITIVES.values())}), `(` or `!`"]
    if "MODIFIER" in expected:  # what may begin a pattern: one says it shorter
        words = [_WORDS["SEGMENT"], _WORDS["MODIFIER"]]
    elif {"PLUS", "LSQB"} <= expected:  # and what may go on with one
        words = [it for it in words if it not in ("`+`", "`[`", "`..`", "`&&`", "`||`")]
    if len(words) < 2:
        return "".join(words) or "something else"
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _hint(before: str, got: str, expected: set[str]) -> str:
    if re.search(r"\b(un)?lock\s*\(\s*$", before) and got != ")":
        return "; a lock gets its name from args, as in `lock() && args(l)`"
    if got == "<":
        return "; type arguments are gone when a program runs, so leave them out"
    known = [*_PRIMITIVES.values()] if "GET" in expected else []
    known += _MODIFIERS if "MODIFIER" in expected else []
    close = get_close_matches(got, known, 1) if got not in known else []
    return f"; did you mean `{close[0]}`?" if close else ""


class _Builder:
    """Makes the parts of a pointcut from the parser's trees."""

    def __init__(self, formals: Mapping[str, NamePattern]) -> None:
        self._formals = formals

    def pointcut(self, tree: Any) -> Pointcut:
        children = tree.children
        match tree.data:
            case "any_of":
                return pointcuts.any_of([self.pointcut(it) for it in children])
            case "all_of":
                return pointcuts.all_of([self.pointcut(it) for it in children])
            case "negated":
                return pointcuts.Not(self.pointcut(children[0]))
            case "get":
                return pointcuts.Get(self._field(children[1]))
            case "set":
                return pointcuts.Set(self._field(children[1]))
            case "call":
                return pointcuts.Call(self._code(children[1]))
            case "execution":
                return pointcuts.Execution(self._code(children[1]))
            case "within":
                return pointcuts.Within(self.type(children[1]))
            case "within_code":
                return pointcuts.WithinCode(self._code(children[1]))
            case "target":
                return pointcuts.Target(self._argument(children[1]))
            case "args":
                return pointcuts.Args(
                    tuple(self._argument_or_rest(it) for it in children[1:] if it)
                )
        return _PLAIN[str(tree.data)]

    def _argument_or_rest(self, tree: Any) -> NamePattern | pointcuts.Formal | members.Rest:
        return REST if tree.data == "rest" else self._argument(tree)

    def _argument(self, tree: Any) -> NamePattern | pointcuts.Formal:
        path, *dimensions = tree.children
        name = _path(path)
        if name in self._formals and not dimensions:
            return pointcuts.Formal(name, self._formals[name])
        return NamePattern(name, False, len(dimensions))

    # Members

    def _field(self, tree: Any) -> members.FieldPattern:
        *modifiers, of, member = tree.children
        owner, name = self._member(member)
        return members.FieldPattern(self._modifiers(modifiers), self.type(of), owner, name)

    def _code(self, tree: Any) -> members.CodePattern:
        *modifiers, first, second, parameters, throws = tree.children
        before = self._modifiers(modifiers)
        shared = (self._parameters(parameters), self._types(throws))
        if tree.data == "constructor":
            return members.ConstructorPattern(before, self._owner(first.children), *shared)
        owner, name = self._member(second)
        return members.MethodPattern(before, self.type(first), owner, name, *shared)

    def _member(self, tree: Any) -> tuple[TypePattern | None, str]:
        *owner, name = tree.children
        return self._owner(owner), str(name)

    def _owner(self, children: Sequence[Any]) -> TypePattern | None:
        """The type in front of a member: nothing, a path, a path and a plus, or any pattern."""
        children = [it for it in children if it != "."]
        if not children:
            return None
        if children[0].data == "path":
            return NamePattern(_path(children[0]), len(children) == 2)
        return self.type(children[0])

    def _parameters(self, tree: Any) -> members.Parameters:
        items: list[TypePattern | members.Rest] = []
        last_is_varargs = False
        for child in tree.children:
            if child is None:
                continue
            last_is_varargs = child.data == "varargs"
            if child.data == "rest":
                items.append(REST)
            else:
                items.append(self.type(child.children[0] if last_is_varargs else child))
        return members.Parameters(tuple(items), last_is_varargs)

    def _modifiers(self, trees: Sequence[Any]) -> members.Modifiers:
        return tuple(
            self._annotation(it)
            if it.data == "annotation"
            else members.Modifier(str(it.children[1]), it.children[0] is None)
            for it in _flat(trees)
        )

    def _annotation(self, tree: Any) -> patterns.AnnotationPattern:
        negated, path = tree.children
        return patterns.AnnotationPattern(_path(path), negated is None)

    # Types

    def _types(self, tree: Any) -> tuple[TypePattern, ...]:
        return tuple(self.type(it) for it in tree.children if it is not None)

    def type(self, tree: Any) -> TypePattern:
        children = tree.children
        match tree.data:
            case "any_type":
                return patterns.any_of_types([self.type(it) for it in children])
            case "all_types":
                return patterns.all_types([self.type(it) for it in children])
            case "not_type":
                return patterns.NotType(self.type(children[1]))
            case "named":
                return NamePattern(_path(children[0]), False, len(children) - 1)
            case "subtypes":
                return NamePattern(_path(children[0]), True, len(children) - 2)
        annotations, operand = children
        found = tuple(self._annotation(it) for it in _flat([annotations]))
        return patterns.AnnotatedType(found, self.type(operand))


_PLAIN: dict[str, Pointcut] = {
    "array_get": pointcuts.ArrayGet(),
    "array_set": pointcuts.ArraySet(),
    "lock": pointcuts.Lock(),
    "unlock": pointcuts.Unlock(),
    "maybe_shared": pointcuts.MaybeShared(),
}


def _flat(trees: Sequence[Any]) -> list[Any]:
    """The items of a list that the grammar builds from its end."""
    found: list[Any] = []
    while trees:
        *others, last = trees
        if last.data in ("modifiers", "annotations"):
            trees = last.children
        else:
            found.append(last)
            trees = others
    return found[::-1]


def _path(tree: Any) -> str:
    tokens: list[Token | Any] = tree.children
    return "".join(str(it) if isinstance(it, str) else _path(it) for it in tokens)
