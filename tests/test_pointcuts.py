"""The pointcut language: what it reads, what it prints, and what it says of mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snarl.weave import members, pointcuts
from snarl.weave import types as patterns
from snarl.weave.members import REST
from snarl.weave.parsing import PointcutError, parse, parse_type
from snarl.weave.pointcuts import Pointcut
from snarl.weave.types import NamePattern, TypePattern

# --- forms -------------------------------------------------------------------------------------

FORMS = [
    "get(* *)",
    "set(static * *) && maybeShared()",
    "set(!static * *) && target(o) && maybeShared()",
    "get(volatile int com.acme..*.count)",
    "set(private !final java.util.List+ (A || B).items)",
    "get(@GuardedBy * *)",
    "get(!@GuardedBy (@Immutable *) *)",
    "set(int[] *)",
    "set(String[][] Foo$Bar.x)",
    "arrayget() || arrayset()",
    "call(* *(..))",
    "call(void java.util.concurrent.locks.ReentrantLock.lock())",
    "call(public !static * java.util.Map+.get(..))",
    "call(* get(Object, .., int))",
    "call(String String.format(String, Object...))",
    "call(new())",
    "call(com.acme.Task+.new(int, ..) throws java.io.IOException, Foo+)",
    "call((A && !B).new(..))",
    "call(!void a.b.C.set*(*))",
    "execution(synchronized * lock(..))",
    "execution(@Test public void *.test*())",
    "within(com.acme..* && !com.acme.test..*)",
    "within(a.b.Outer.Inner || Foo+)",
    "withincode(* Foo.new*(..))",
    "withincode(Foo.new(..))",
    "target(java.util.List)",
    "args()",
    "args(..)",
    "args(.., int[], *)",
    "lock() && args(l)",
    "!unlock()",
    "!(lock() || unlock()) && within(*)",
    "(lock() && args(l) || call(void Lock.lock()) && target(l)) && !within(Racer)",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_pointcut_prints_as_it_was_written(text: str) -> None:
    assert str(parse(text)) == text


def test_white_space_and_lines_do_not_matter() -> None:
    assert parse("  set( * *.x )\n  &&maybeShared ( )") == parse("set(* *.x) && maybeShared()")


def test_and_binds_closer_than_or() -> None:
    lock, unlock, shared = pointcuts.Lock(), pointcuts.Unlock(), pointcuts.MaybeShared()
    assert parse("lock() || unlock() && maybeShared()") == pointcuts.AnyOf(
        (lock, pointcuts.AllOf((unlock, shared)))
    )


def test_the_parts_of_a_field_pattern() -> None:
    found = parse("set(private !static int a..B+.c*)")
    modifiers = (members.Modifier("private"), members.Modifier("static", False))
    owner = NamePattern("a..B", with_subtypes=True)
    assert found == pointcuts.Set(members.FieldPattern(modifiers, NamePattern("int"), owner, "c*"))


def test_the_parts_of_a_method_pattern() -> None:
    found = parse("call(* run(.., int))")
    parameters = members.Parameters((REST, NamePattern("int")))
    assert found == pointcuts.Call(
        members.MethodPattern((), patterns.ANY_TYPE, None, "run", parameters)
    )


def test_pointcuts_have_names_of_methods_too() -> None:
    found = parse("call(* Map.get(..)) && call(* set(..)) && call(* lock()) && get(* call)")
    assert isinstance(found, pointcuts.AllOf)
    assert len(found.parts) == 4


def test_a_name_of_an_advice_is_bound() -> None:
    found = parse("lock() && args(l)", {"l": "TaskQueue"})
    formal = pointcuts.Formal("l", NamePattern("TaskQueue"))
    assert found == pointcuts.AllOf((pointcuts.Lock(), pointcuts.Args((formal,))))
    assert str(found) == "lock() && args(l)"


def test_the_type_of_a_name_is_no_pattern() -> None:
    with pytest.raises(PointcutError, match="expected the name of a type for `l`"):
        parse("lock() && args(l)", {"l": "Task*"})


# --- mistakes ----------------------------------------------------------------------------------

KNOWN = (
    "a pointcut (get, set, arrayget, arrayset, call, execution, within, withincode, target, args, "
    "lock, unlock, maybeShared), `(` or `!`"
)
MISTAKES = [
    ("", 1, f"expected {KNOWN}, but the text ends"),
    ("gett(* *)", 1, f"expected {KNOWN}, but got `gett`; did you mean `get`?"),
    ("maybeshared()", 1, f"expected {KNOWN}, but got `maybeshared`; did you mean `maybeShared`?"),
    ("lock() &&", 10, f"expected {KNOWN}, but the text ends"),
    ("set(* x) && #", 13, f"expected {KNOWN}, but got `#`"),
    ("set(*)", 6, "expected a name (`*` for any) or `(`, but got `)`"),
    ("set(static **)", 14, "expected a name (`*` for any) or `(`, but got `)`"),
    ("set(* foo..x)", 13, "expected `.`, `..` or `+`, but got `)`"),
    ("call(* foo)", 11, "expected `(`, but got `)`"),
    ("call(* foo(a b))", 14, "expected `)`, `,` or `...`, but got `b`"),
    ("call(* foo(..)", 15, "expected `)` or `throws`, but the text ends"),
    ("lock() & unlock()", 8, "expected `&&`, `||` or the end, but got `&`"),
    ("lock() unlock()", 8, "expected `&&`, `||` or the end, but got `unlock`"),
    ("(lock()", 8, "expected `)`, but the text ends"),
    (
        "lock(l)",
        6,
        "expected `)`, but got `l`; a lock gets its name from args, as in `lock() && args(l)`",
    ),
    (
        "within(List<String>)",
        12,
        "expected `)` or `.`, but got `<`; "
        "type arguments are gone when a program runs, so leave them out",
    ),
    ("args(..", 8, "expected `)` or `,`, but the text ends"),
    ("target(Foo+)", 11, "expected `)`, `.`, `..` or `[`, but got `+`"),
]


@pytest.mark.parametrize(("text", "column", "problem"), MISTAKES)
def test_a_mistake_is_shown_where_it_is(text: str, column: int, problem: str) -> None:
    with pytest.raises(PointcutError) as raised:
        parse(text)
    assert (raised.value.problem, raised.value.line, raised.value.column) == (problem, 1, column)


def test_the_message_has_a_caret_under_the_line() -> None:
    with pytest.raises(PointcutError) as raised:
        parse("lock()\n  && args(l\n  && unlock()")
    assert str(raised.value) == (
        "line 3, column 3: expected `)`, `,`, `.`, `..` or `[`, but got `&&`\n"
        "      && unlock()\n"
        "      ^"
    )


def test_too_deep_is_a_mistake_too() -> None:
    deep = 20_000
    with pytest.raises(PointcutError, match="too many parentheses"):
        parse("(" * deep + "lock()" + ")" * deep)


@given(st.text(alphabet=" ()!&|.*+,@[]azget_lock\n\t", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_pointcut_or_a_mistake(text: str) -> None:
    try:
        found = parse(text)
    except PointcutError as error:
        line, column = error.line, error.column
        assert 1 <= line <= text.count("\n") + 1
        assert column >= 1
    else:
        assert parse(str(found)) == found


# --- what is printed is read again -------------------------------------------------------------

_KEYWORDS = {
    *("public protected private static final volatile transient synchronized native".split()),
    *("abstract strictfp new throws".split()),
}
segments = st.from_regex(r"[A-Za-z_$*][A-Za-z0-9_$*]{0,5}", fullmatch=True).filter(
    lambda it: it not in _KEYWORDS
)
annotated = st.builds(patterns.AnnotationPattern, segments, st.booleans())


@st.composite
def paths(draw: st.DrawFn) -> str:
    first, *others = draw(st.lists(segments, min_size=1, max_size=4))
    return first + "".join(draw(st.sampled_from([".", ".."])) + it for it in others)


names = st.builds(NamePattern, paths(), st.booleans(), st.integers(0, 2))


def _more_types(inner: st.SearchStrategy[TypePattern]) -> st.SearchStrategy[TypePattern]:
    several = st.lists(inner, min_size=2, max_size=3)
    return (
        st.builds(patterns.NotType, inner)
        | several.map(patterns.all_types)
        | several.map(patterns.any_of_types)
        | st.builds(
            patterns.AnnotatedType,
            st.lists(annotated, min_size=1, max_size=2).map(tuple),
            inner,
        )
    )


types: st.SearchStrategy[TypePattern] = st.recursive(names, _more_types, max_leaves=4)
modifiers = st.lists(
    st.builds(members.Modifier, st.sampled_from(["public", "static", "volatile"]), st.booleans())
    | annotated,
    max_size=2,
).map(tuple)
owners = st.none() | types


@st.composite
def parameters(draw: st.DrawFn) -> members.Parameters:
    items = draw(st.lists(types | st.just(REST), max_size=3))
    may_vary = bool(items) and items[-1] != REST
    return members.Parameters(tuple(items), may_vary and draw(st.booleans()))


thrown = st.lists(types, max_size=2).map(tuple)
fields = st.builds(members.FieldPattern, modifiers, types, owners, segments)
codes = st.builds(
    members.MethodPattern, modifiers, types, owners, segments, parameters(), thrown
) | st.builds(members.ConstructorPattern, modifiers, owners, parameters(), thrown)
arguments = st.builds(NamePattern, paths(), st.just(False), st.integers(0, 2))
primitives: st.SearchStrategy[Pointcut] = st.one_of(
    st.builds(pointcuts.Get, fields),
    st.builds(pointcuts.Set, fields),
    st.just(pointcuts.ArrayGet()),
    st.just(pointcuts.ArraySet()),
    st.builds(pointcuts.Call, codes),
    st.builds(pointcuts.Execution, codes),
    st.builds(pointcuts.Within, types),
    st.builds(pointcuts.WithinCode, codes),
    st.builds(pointcuts.Target, arguments),
    st.builds(pointcuts.Args, st.lists(arguments | st.just(REST), max_size=3).map(tuple)),
    st.just(pointcuts.Lock()),
    st.just(pointcuts.Unlock()),
    st.just(pointcuts.MaybeShared()),
)


def _more_pointcuts(inner: st.SearchStrategy[Pointcut]) -> st.SearchStrategy[Pointcut]:
    several = st.lists(inner, min_size=2, max_size=3)
    return (
        st.builds(pointcuts.Not, inner)
        | several.map(pointcuts.all_of)
        | several.map(pointcuts.any_of)
    )


@given(st.recursive(primitives, _more_pointcuts, max_leaves=5))
def test_what_is_printed_is_read_again(pointcut: Pointcut) -> None:
    assert parse(str(pointcut)) == pointcut


@given(types)
def test_types_that_are_printed_are_read_again(pattern: TypePattern) -> None:
    assert parse_type(str(pattern)) == pattern
