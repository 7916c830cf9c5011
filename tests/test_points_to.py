"""Points-to sets and call edges are those that small programs say, one program a language feature.

`points_to.expectations` tells how a program says it. Every program also runs on a JVM, so that what
it says is true. What no Java source can make is assembled here. A program whose name begins with
`FN_` is one that the analysis is known to miss something of.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snarl
from classgen import Access, ClassBuilder
from conftest import jar_of
from points_to import programs, reality
from points_to.expectations import (
    DEFAULT_SELECTORS,
    SELECTORS,
    Expectation,
    ExpectationError,
    Source,
    parse,
    rewritten,
)
from points_to.findings import Findings, Sites
from points_to.labels import object_label, simple
from snarl.points_to import Solution
from snarl.program import Op, Program

SOURCES = {source.name: source for source in programs.sources()}


@pytest.fixture(scope="module")
def program(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """All programs that the JDK can compile, loaded together: each is analysed alone."""
    folder = tmp_path_factory.mktemp("programs")
    programs.compile_all(home, programs.sources(programs.feature(home)), folder)
    return snarl.load([folder], jdk=home)


class Analyses:
    """Analyses groups of programs, and keeps the last answer: the tests are in groups too."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._last: tuple[list[str], str, Solution] | None = None

    def solution(self, group: list[Source], selector: str) -> Solution:
        names = [source.name for source in group]
        if self._last is None or self._last[:2] != (names, selector):
            self._last = None  # two at once would need twice the memory
            self._last = names, selector, programs.analyse(self.program, group, selector)
        return self._last[2]


@pytest.fixture(scope="module")
def analyses(program: Program) -> Analyses:
    return Analyses(program)


CASES = [
    (group, selector, source)
    for group in programs.groups(SOURCES.values())
    for selector in SELECTORS
    for source in group
    if selector in source.selectors
]


@pytest.mark.parametrize(
    ("group", "selector", "source"),
    CASES,
    ids=[f"{selector}-{source.name}" for _, selector, source in CASES],
)
def test_program(group: list[Source], selector: str, source: Source, analyses: Analyses) -> None:
    program = analyses.program
    jdk = program.jdk_version
    if source.since > jdk:
        pytest.skip(f"needs Java {source.since}")
    together = [it for it in group if it.since <= jdk and selector in it.selectors]
    found = Findings(Sites(program, source), analyses.solution(together, selector))
    differences = list(map(str, found.differences(selector, jdk)))
    if source.name.startswith("FN_"):
        assert differences, f"{source.name} is no longer missed: drop the FN_"
    elif differences:
        head = f"{source.name} with {selector} on JDK {jdk}"
        pytest.fail("\n".join([head, *differences]), pytrace=False)


class TestQuestions:
    """Quick answers about single objects, methods and instances are those of the slow ways."""

    @pytest.fixture
    def solution(self, analyses: Analyses) -> Solution:
        sources = [it for it in SOURCES.values() if it.since <= analyses.program.jdk_version]
        return analyses.solution(sources[:3], "1obj")

    def test_what_leads_where_is_what_is_reached(self, solution: Solution) -> None:
        engine, nothing = solution.engine, np.zeros(0, np.uint32)
        answers = set()
        for instance, place in enumerate(engine.instances()[0].tolist()):
            if place >= len(solution.methods) or solution.methods[place].body is None:
                continue
            for one in (0, 1):
                reached = engine.reachable(engine.value_in(instance, one), nothing)
                leads = engine.leads_in(instance, one, 2)
                assert leads == reached[engine.value_in(instance, 2)].any()
                answers.add(leads)
        assert answers == {True, False}

    def test_a_value_in_an_instance_is_that_of_its_context(self, solution: Solution) -> None:
        engine = solution.engine
        places, contexts = engine.instances()
        some = 0
        for instance, (place, context) in enumerate(zip(places, contexts, strict=True)):
            if place >= len(solution.methods):
                continue
            method = solution.methods[place]
            for value in range(4):
                found = engine.value_in(instance, value).tolist()
                expected = engine.value(method.owner.id, method.index, value, int(context))
                assert found == expected.tolist()
                some += bool(found)
        assert some

    def test_methods_are_analysed_if_they_have_contexts(self, solution: Solution) -> None:
        found = solution.engine.analysed().tolist()
        assert found == [bool(solution.contexts(method)) for method in solution.methods]
        assert set(found) == {True, False}

    def test_sites_that_call_are_those_of_edges(self, solution: Solution) -> None:
        graph = solution.call_graph
        for place, method in enumerate(solution.methods):
            edges = graph.callers_of(method)
            expected = {(graph.place(edge.caller), edge.bci) for edge in edges}
            assert graph.sites_calling(place) == expected


def test_what_the_programs_say_is_true(home: Path, tmp_path: Path) -> None:
    """All that is given to `see` in a run is of a type that the line names."""
    sources = programs.sources(programs.feature(home))
    seen = reality.run(home, sources, tmp_path)
    assert len(seen) > 300
    for each in seen:
        said = said_at(SOURCES[each.program], each.line)
        types = {name.partition("@")[0] for it in said for name in it.names}
        # What is the JDK's need not be named, unless the line is about it.
        matters = each.is_own or any(it.mode == "exactly" for it in said)
        if said and matters and not any(it.mode == "something" for it in said):
            place = f"{each.program}.java:{each.line}"
            assert each.type in types, f"{place} gets {each.type}, but names {types}"


def said_at(source: Source, line: int) -> list[Expectation]:
    return [it for it in source.expectations if (it.line, it.kind) == (line, "points to")]


class TestExpectations:
    """The reader of expectations itself."""

    @staticmethod
    def parsed(*lines: str) -> Source:
        return parse(Path("Sample.java"), "\n".join(lines))

    def test_lists(self) -> None:
        source = self.parsed(
            "see(x);  // points to: A@12 B@14; calls: Task.run, main",
            "see(y); // points to: nothing",
            "see(z); // points to exactly (ci, 1obj): String; points to at least: String",
            "f.set(x, y); // accesses: Node.left set, elements get",
            "see(w); // points to: something",
        )
        names = frozenset
        assert source.expectations == (
            Expectation(1, "points to", names({"A@12", "B@14"})),
            Expectation(1, "calls", names({"Task.run", "main"})),
            Expectation(2, "points to"),
            Expectation(3, "points to", names({"String"}), "exactly", names({"ci", "1obj"})),
            Expectation(3, "points to", names({"String"}), "at least"),
            Expectation(4, "accesses", names({"Node.left set", "elements get"})),
            Expectation(5, "points to", names(), "something"),
        )

    def test_what_stands_alone(self) -> None:
        source = self.parsed("void m() { // reached", "} // unreached", "f(); // unresolved")
        kinds = [(it.line, it.kind, *it.names) for it in source.expectations]
        assert kinds == [(1, "method", "reached"), (2, "method", "unreached"), (3, "unresolved")]

    def test_other_comments(self) -> None:
        source = self.parsed(
            "/** Points to: nothing. */", "    // a line of its own", "x(); // why"
        )
        assert source.expectations == ()

    def test_headers(self) -> None:
        source = self.parsed(
            "// since: 21",
            "// context: ci 2obj",
            "// exact: 2obj",
            "// javac: -XDa=b -g",
            "// resource: META-INF/services/S: One",
            "// resource: META-INF/services/S: Two",
            "// static: empty",
        )
        assert (source.since, source.selectors) == (21, ("ci", "2obj"))
        assert source.javac == ("-XDa=b", "-g")
        assert source.resources == {"META-INF/services/S": "One\nTwo\n"}
        assert (source.exact, source.static) == (frozenset({"2obj"}), "empty")
        assert self.parsed("").selectors == DEFAULT_SELECTORS
        assert self.parsed("// exact: none").exact == frozenset()

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("see(x); // point to: A@1", "Sample.java:1: unknown: point to: A@1"),
            ("see(x); // points to: A@1; call: m", "Sample.java:1: unknown: call: m"),
            ("see(x); // points to:", "Sample.java:1: points to what"),
            ("see(x); // points to (3cfa): A@1", "Sample.java:1: unknown selector '3cfa'"),
            ("// contexts: ci", "Sample.java:1: unknown header '// contexts: ci'"),
            ("// context: 3cfa", "Sample.java: unknown selector '3cfa'"),
        ],
    )
    def test_mistakes(self, line: str, message: str) -> None:
        with pytest.raises(ExpectationError) as error:
            self.parsed(line)
        assert message in str(error.value)

    def test_the_special_in_place_of_the_general(self) -> None:
        source = self.parsed("see(x); // points to: A@1; points to (ci): B@1; points to (25): C@1")

        def names(selector: str, jdk: int) -> list[str]:
            return sorted(name for it in source.expected(selector, jdk) for name in it.names)

        assert names("2obj", 17) == ["A@1"]
        assert names("ci", 17) == ["B@1"]
        assert names("2obj", 25) == ["C@1"]

    def test_lists_that_are_lower_bounds(self) -> None:
        source = self.parsed("// exact: 2obj", "see(x); // points to: A@1")
        assert [it.mode for it in source.expected("2obj", 17)] == ["exact"]
        assert [it.mode for it in source.expected("ci", 17)] == ["at least"]

    def test_what_meets_them(self) -> None:
        own, names = frozenset({"A@1"}), frozenset({"A@1", "String"})
        assert Expectation(1, "points to", own).is_met_by(names, own)
        assert Expectation(1, "points to", names).is_met_by(names, own)
        assert not Expectation(1, "points to").is_met_by(names, own)
        assert not Expectation(1, "points to", own | {"B@2"}).is_met_by(names, own)
        assert not Expectation(1, "points to", own, "exactly").is_met_by(names, own)
        assert Expectation(1, "points to", own, "at least").is_met_by(names | {"B@2"}, names)
        assert Expectation(1, "points to", frozenset(), "something").is_met_by(names, own)
        assert not Expectation(1, "points to", mode="something").is_met_by(frozenset(), own)

    def test_writing_them(self) -> None:
        line = "    see(x);   // points to: A@1"
        expectations = [
            Expectation(1, "points to", frozenset({"B@12", "A@9", "String"})),
            Expectation(1, "points to", frozenset(), only=frozenset({"1obj", "ci"})),
            Expectation(1, "calls", frozenset({"A.run", "main"}), "exactly"),
        ]
        assert rewritten(line, expectations) == (
            "    see(x);  // points to: String A@9 B@12; points to (ci, 1obj): nothing; "
            "calls exactly: A.run, main"
        )
        assert rewritten(line, []) == "    see(x);"

    def test_simple_names(self) -> None:
        assert simple("a.b.Outer$Inner[][]") == "Inner[][]"
        assert simple("a.b.Outer$1") == "Outer$1"
        assert simple("a.b.Outer$1Local") == "Local"
        assert simple("int[]") == "int[]"


# --- what javac does not write --------------------------------------------------------------------

BOOTSTRAPS = "java/lang/invoke/ConstantBootstraps"
LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;"
STATIC = Access.PUBLIC | Access.STATIC


def seen(program: Program, solution: Solution, name: str) -> list[set[str]]:
    """What the main method of a class gives to `see`, call by call."""
    main = program[name].method("main")
    assert main.body is not None
    calls = [it for it in main.body if it.op is Op.INVOKE and it.reference.name == "see"]
    return [
        {object_label(obj, program) for obj in solution.points_to(main, call.operands[0])}
        for call in calls
    ]


def with_see(name: str) -> ClassBuilder:
    cls = ClassBuilder(name)
    cls.method("see", "(Ljava/lang/Object;)V", STATIC).code.emit("return")
    return cls


def made(cls: ClassBuilder, name: str, type: str, line: int) -> None:
    """A static method that makes an object."""
    code = cls.method(name, "()Ljava/lang/Object;", STATIC).code
    code.line(line).type("new", type).emit("dup")
    code.invoke("invokespecial", type, "<init>", "()V").emit("areturn")


@pytest.mark.parametrize("selector", ["ci", "2obj", "auto"])
def test_dynamic_constants(selector: str, home: Path, tmp_path: Path) -> None:
    """ldc of a constant that a bootstrap method makes: of ConstantBootstraps, and one's own."""
    a, b, c = (ClassBuilder(name) for name in ("A", "B", "C"))
    for cls in (a, b, c):
        cls.constructor().code.emit("return")
    main = with_see("Main")
    pool = main.pool
    made(main, "make", "A", 10)
    main.field("FIELD", "Ljava/lang/Object;", STATIC | Access.FINAL)
    clinit = main.method("<clinit>", "()V", Access.STATIC).code
    clinit.line(20).type("new", "B").emit("dup").invoke("invokespecial", "B", "<init>", "()V")
    clinit.field("putstatic", "Main", "FIELD", "Ljava/lang/Object;").emit("return")
    own = main.method("bootstrap", f"({LOOKUP})Ljava/lang/Object;", STATIC).code
    own.line(30).type("new", "C").emit("dup").invoke("invokespecial", "C", "<init>", "()V")
    own.emit("areturn")

    def handle(owner: str, name: str, descriptor: str) -> int:
        return pool.method_handle(6, pool.method(owner, name, descriptor))

    invoke = handle(
        BOOTSTRAPS,
        "invoke",
        f"({LOOKUP}Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
    )
    make = handle("Main", "make", "()Ljava/lang/Object;")
    get = handle(
        BOOTSTRAPS,
        "getStaticFinal",
        f"({LOOKUP}Ljava/lang/Class;)Ljava/lang/Object;",
    )
    null = handle(BOOTSTRAPS, "nullConstant", f"({LOOKUP})Ljava/lang/Object;")
    mine = handle("Main", "bootstrap", f"({LOOKUP})Ljava/lang/Object;")
    object = "Ljava/lang/Object;"
    constants = [
        pool.dynamic(main.bootstrap(invoke, make), "invoked", object),
        pool.dynamic(main.bootstrap(get, pool.class_("Main")), "FIELD", object),
        pool.dynamic(main.bootstrap(null), "none", object),
        pool.dynamic(main.bootstrap(mine), "own", object),
    ]
    code = main.method("main", "([Ljava/lang/String;)V", STATIC).code
    for constant in constants:
        code.ldc(constant).invoke("invokestatic", "Main", "see", "(Ljava/lang/Object;)V")
    code.emit("return")
    jar_of(tmp_path / "app.jar", main, a, b, c)
    program = snarl.load([tmp_path / "app.jar"], jdk=home)
    solution = program.points_to(context=selector)
    assert seen(program, solution, "Main") == [{"A@10"}, {"B@20"}, set(), {"C@30"}]


def test_a_method_handle_constant(home: Path, tmp_path: Path) -> None:
    """ldc of a method handle, which is then invoked."""
    a = ClassBuilder("A")
    a.constructor().code.emit("return")
    main = with_see("Main")
    made(main, "make", "A", 10)
    handle = main.pool.method_handle(6, main.pool.method("Main", "make", "()Ljava/lang/Object;"))
    code = main.method("main", "([Ljava/lang/String;)V", STATIC).code
    code.ldc(handle)
    handles = "java/lang/invoke/MethodHandle"
    code.invoke("invokevirtual", handles, "invokeExact", "()Ljava/lang/Object;")
    code.invoke("invokestatic", "Main", "see", "(Ljava/lang/Object;)V").emit("return")
    jar_of(tmp_path / "app.jar", main, a)
    program = snarl.load([tmp_path / "app.jar"], jdk=home)
    assert seen(program, program.points_to(context="ci"), "Main") == [{"A@10"}]
