"""Odd and hostile programs: the analysis ends, in reasonable bounds, with what can be known.

Missing classes, recursive types, long chains and large cycles, the largest methods, methods without
code and broken ones. Bounds are on what the analysis makes, not on time.
"""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import snarl
from classgen import Access, ClassBuilder, CodeBuilder
from conftest import jar_of, javac, simple_class, write_sources
from points_to.labels import object_label
from snarl.points_to import RootError, Solution
from snarl.program import Method, Op, Program

OBJECT = "Ljava/lang/Object;"
STATIC = Access.PUBLIC | Access.STATIC
INTERFACE = Access.PUBLIC | Access.INTERFACE | Access.ABSTRACT

# What code that is not known may give: nothing, or one object that stands for all.
ANYTHING = {"Object"}

contexts = pytest.mark.parametrize("context", ["ci", "auto"])


def main_class(name: str = "Main") -> tuple[ClassBuilder, CodeBuilder]:
    """A class with `see` and the code of its main method, still open."""
    cls = simple_class(name)
    cls.method("see", f"({OBJECT})V", STATIC).code.emit("return")
    return cls, cls.method("main", "([Ljava/lang/String;)V", STATIC).code


def new(code: CodeBuilder, cls: str) -> CodeBuilder:
    return code.type("new", cls).emit("dup").invoke("invokespecial", cls, "<init>", "()V")


def see(code: CodeBuilder) -> CodeBuilder:
    return code.invoke("invokestatic", "Main", "see", f"({OBJECT})V")


def analysed(folder: Path, context: str, *classes: ClassBuilder) -> Solution:
    program = snarl.load([jar_of(folder / "app.jar", *classes)])
    solution = program.points_to(context=context)
    assert solution.is_complete
    return solution


def seen(solution: Solution, method: Method | None = None) -> list[set[str]]:
    """The types that a method, main by default, gives to `see`, call by call."""
    program: Program = solution.program
    method = method or program["Main"].method("main")
    calls = [it for it in method.body or () if it.op is Op.INVOKE and it.reference.name == "see"]
    return [
        {object_label(obj, program) for obj in solution.points_to(method, call.operands[0])}
        for call in calls
    ]


@contexts
class TestMissing:
    def test_classes_that_are_not_there(self, context: str, tmp_path: Path) -> None:
        """What is made of a phantom class is an object; what its methods do is not known."""
        main, code = main_class()
        new(code, "gone/Thing").emit("astore", 1).emit("aload", 1)
        see(code)
        code.emit("aload", 1).invoke("invokevirtual", "gone/Thing", "get", f"(){OBJECT}")
        see(code)
        code.emit("aload", 1).invoke("invokeinterface", "gone/Face", "get", f"(){OBJECT}", True)
        see(code)
        code.invoke("invokestatic", "gone/Thing", "make", f"(){OBJECT}")
        see(code)
        code.field("getstatic", "gone/Thing", "field", OBJECT)
        see(code)
        code.emit("aload", 1).type("checkcast", "gone/Other")
        see(code)
        code.push(1).type("anewarray", "gone/Thing").emit("arraylength").emit("pop")
        new(code, "Known")
        see(code)
        code.emit("return")
        solution = analysed(tmp_path, context, main, simple_class("Known"))
        found = seen(solution)
        assert found[0] == {"Thing"}
        assert found[-1] == {"Known"}

    def test_a_super_class_that_is_not_there(self, context: str, tmp_path: Path) -> None:
        main, code = main_class()
        new(code, "Half").emit("astore", 1)
        code.emit("aload", 1).invoke("invokevirtual", "Half", "own", f"(){OBJECT}")
        see(code)
        code.emit("aload", 1).invoke("invokevirtual", "Half", "inherited", f"(){OBJECT}")
        see(code)
        code.emit("aload", 1).field("getfield", "Half", "above", OBJECT)
        see(code)
        code.emit("return")
        half = simple_class("Half", "gone/Base")
        half.method("own", f"(){OBJECT}").code.emit("aload_0").emit("areturn")
        found = seen(analysed(tmp_path, context, main, half))
        assert found[0] == {"Half"}

    def test_exceptions_and_lambdas_of_missing_types(self, context: str, tmp_path: Path) -> None:
        write_sources(
            tmp_path / "source",
            Gone="public class Gone extends RuntimeException {}",
            Face="public interface Face { Object get(); }",
            Main="""public class Main {
                static void see(Object o) {}
                static class Known {}
                public static void main(String[] args) {
                    Known known = new Known();
                    Face face = () -> known;
                    see(face.get());
                    try {
                        throw new Gone();
                    } catch (Gone e) {
                        see(e);
                    } finally {
                        see(known);
                    }
                }
            }""",
        )
        home = snarl.program.find_jdk().home
        classes = javac(home, tmp_path / "classes", *(tmp_path / "source").glob("*.java"))
        (classes / "Gone.class").unlink()
        (classes / "Face.class").unlink()
        solution = snarl.load([classes]).points_to(context=context)
        found = seen(solution)
        assert {"Known@5"} in found
        assert solution.reaches(solution.program["Main"].method("main"))

    def test_methods_without_code(self, context: str, tmp_path: Path) -> None:
        """What a native method does is not known; an abstract one without a class does nothing."""
        main, code = main_class()
        main.method("native0", f"(){OBJECT}", STATIC | Access.NATIVE)
        code.invoke("invokestatic", "Main", "native0", f"(){OBJECT}")
        see(code)
        code.emit("aconst_null").invoke("invokeinterface", "Face", "get", f"(){OBJECT}", True)
        see(code)
        new(code, "Partial").invoke("invokevirtual", "Partial", "get", f"(){OBJECT}")
        see(code)
        code.emit("return")
        face = ClassBuilder("Face", access=INTERFACE)
        face.method("get", f"(){OBJECT}", Access.PUBLIC | Access.ABSTRACT)
        partial = simple_class("Partial")  # not abstract, though its method is: no compiler does it
        partial.method("get", f"(){OBJECT}", Access.PUBLIC | Access.ABSTRACT)
        solution = analysed(tmp_path, context, main, face, partial)
        native, *abstract = seen(solution)
        assert native <= ANYTHING
        assert abstract == [set(), set()]
        assert solution.reaches(solution.program["Main"].method("native0"))

    def test_broken_bodies(self, context: str, tmp_path: Path) -> None:
        """What a method that breaks the JVM's rules does is not known; its callers are analysed."""
        main, code = main_class()
        main.method("broken", f"({OBJECT}){OBJECT}", STATIC).code.emit("iadd").emit("areturn")
        main.method("truncated", f"(){OBJECT}", STATIC).code.raw(b"\xb8\x00")
        main.method("endless", "()V", STATIC).code.emit("nop")
        new(code, "Main").invoke("invokestatic", "Main", "broken", f"({OBJECT}){OBJECT}")
        see(code)
        code.invoke("invokestatic", "Main", "truncated", f"(){OBJECT}")
        see(code)
        code.invoke("invokestatic", "Main", "endless", "()V")
        new(code, "Main")
        see(code)
        code.emit("return")
        *unknown, known = seen(analysed(tmp_path, context, main))
        assert all(found <= ANYTHING for found in unknown)
        assert known == {"Main"}

    def test_a_cycle_of_super_classes(self, context: str, tmp_path: Path) -> None:
        main, code = main_class()
        new(code, "A").invoke("invokevirtual", "A", "get", f"(){OBJECT}")
        see(code)
        code.emit("return")
        a, b = simple_class("A", "B"), simple_class("B", "A")
        b.method("get", f"(){OBJECT}").code.emit("aload_0").emit("areturn")
        analysed(tmp_path, context, main, a, b)

    def test_dynamic_constants_of_themselves(self, context: str, tmp_path: Path) -> None:
        """A constant that is an argument of its own bootstrap, and an unknown bootstrap method."""
        main, code = main_class()
        pool = main.pool
        bootstrap = pool.method_handle(6, pool.method("Main", "make", f"(){OBJECT}"))
        pool.name_and_type("name", OBJECT)
        itself = pool.count  # the index that the next constant gets
        constant = pool.dynamic(main.bootstrap(bootstrap, itself), "name", OBJECT)
        code.ldc(constant)
        see(code)
        site = pool.invoke_dynamic(main.bootstrap(bootstrap), "unknown", f"({OBJECT}){OBJECT}")
        new(code, "Main").emit("invokedynamic", site)
        see(code)
        new(code, "Main")
        see(code)
        code.emit("return")
        assert seen(analysed(tmp_path, context, main))[-1] == {"Main"}


class TestNothingToStartFrom:
    def test_no_main(self, tmp_path: Path) -> None:
        program = snarl.load([jar_of(tmp_path / "app.jar", simple_class("p/Lib"))])
        with pytest.raises(RootError, match="there is nothing to start from"):
            program.points_to()

    def test_names_that_are_not_there(self, tmp_path: Path) -> None:
        program = snarl.load([jar_of(tmp_path / "app.jar", simple_class("p/Lib"))])
        with pytest.raises(RootError, match=r"there is no class p\.Gone in the program"):
            program.points_to(main=["p.Gone"])
        with pytest.raises(RootError, match=r"p\.Lib has no main method.*; no class of the input"):
            program.points_to(main=["p.Lib"])

    def test_names_that_may_be_meant(self, tmp_path: Path) -> None:
        start = simple_class("p/Start")
        start.method("main", "([Ljava/lang/String;)V", Access.PUBLIC | Access.STATIC).code.emit(
            "return"
        )
        program = snarl.load([jar_of(tmp_path / "app.jar", start, simple_class("p/Lib"))])
        with pytest.raises(
            RootError, match=r"no class Start in the program; did you mean p\.Start\?"
        ):
            program.points_to(main=["Start"])
        with pytest.raises(RootError, match=r"p\.Lib has no .*; main methods are in p\.Start"):
            program.points_to(main=["p.Lib"])

    def test_unknown_contexts(self, tmp_path: Path) -> None:
        main, code = main_class()
        code.emit("return")
        program = snarl.load([jar_of(tmp_path / "app.jar", main)])
        with pytest.raises(ValueError, match="9cfa"):
            program.points_to(context="9cfa")


@pytest.mark.parametrize("context", ["ci", "2obj", "auto"])
class TestRecursion:
    def test_recursive_generics(self, context: str, tmp_path: Path) -> None:
        write_sources(
            tmp_path / "source",
            Main="""public class Main {
                static void see(Object o) {}
                static abstract class Shape<T extends Shape<T>> implements Comparable<T> {
                    abstract T self();
                    T twice() { return self().self(); }
                    public int compareTo(T other) { see(other); return 0; }
                }
                static class Square extends Shape<Square> { Square self() { return this; } }
                static class Box<T> {
                    final T held;
                    Box(T held) { this.held = held; }
                    Box<Box<T>> wrap() { return new Box<>(this); }
                    <U extends Comparable<? super U>> U pick(U left, U right) {
                        return left.compareTo(right) > 0 ? left : right;
                    }
                }
                static Object nest(Object o, int depth) {
                    return depth == 0 ? o : nest(new Box<>(o).wrap(), depth - 1);
                }
                public static void main(String[] args) {
                    see(new Square().twice());
                    see(new Box<>(args).pick(new Square(), new Square()));
                    see(nest(new Object(), 5));
                }
            }""",
        )
        solution = snarl.load([tmp_path / "source"]).points_to(context=context)
        square, picked, nested = seen(solution)
        assert square == {"Square@21"}
        assert picked == {"Square@22"}
        assert nested == {"Box@12", "Object@23"}

    def test_objects_that_make_each_other(self, context: str, tmp_path: Path) -> None:
        """Contexts end at their depth, however deep the objects are nested."""
        write_sources(
            tmp_path / "source",
            Main="""public class Main {
                static void see(Object o) {}
                interface Node { Node next(); }
                static class A implements Node { public Node next() { return new B(); } }
                static class B implements Node { public Node next() { return new C(); } }
                static class C implements Node { public Node next() { return new A(); } }
                public static void main(String[] args) {
                    Node node = new A();
                    for (int i = 0; i < 100; i++) { node = node.next(); }
                    see(node);
                }
            }""",
        )
        solution = snarl.load([tmp_path / "source"]).points_to(context=context)
        assert seen(solution) == [{"A@6", "A@8", "B@4", "C@5"}]
        makes = solution.program["Main$B"].method("next")
        assert 1 <= len(solution.contexts(makes)) <= 4


def chained(classes: list[ClassBuilder], count: int, closed: bool) -> None:
    """Static methods m0, m1, … over some classes: each gives its argument to the next, and gives
    back what that gives; the last gives back its argument, or begins again."""
    of = f"({OBJECT}){OBJECT}"
    for number in range(count):
        code = classes[number % len(classes)].method(f"m{number}", of, STATIC).code
        code.emit("aload_0")
        if number + 1 < count or closed:
            after = (number + 1) % count
            code.invoke("invokestatic", classes[after % len(classes)].name, f"m{after}", of)
        code.emit("areturn")


@contexts
class TestLarge:
    def test_a_chain_of_calls(self, context: str, tmp_path: Path) -> None:
        count = 10_000
        main, code = main_class()
        new(code, "Main").invoke("invokestatic", "Main", "m0", f"({OBJECT}){OBJECT}")
        see(code)
        code.emit("return")
        chained([main], count, closed=False)
        solution = analysed(tmp_path, context, main)
        assert seen(solution) == [{"Main"}]
        cls = solution.program["Main"]
        assert all(solution.reaches(cls.method(f"m{number}")) for number in (0, 5000, count - 1))
        assert len(solution.contexts(cls.method(f"m{count - 1}"))) == 1

    def test_a_cycle_of_calls(self, context: str, tmp_path: Path) -> None:
        """Ten classes with ten thousand methods each, all of them one cycle of copies."""
        count = 100_000
        main, code = main_class()
        classes = [simple_class(f"C{number}") for number in range(10)]
        chained(classes, count, closed=True)
        for number in range(20):
            new(code, f"C{number % 10}")
            code.invoke("invokestatic", "C0", "m0", f"({OBJECT}){OBJECT}")
            see(code)
        code.emit("return")
        solution = analysed(tmp_path, context, main, *classes)
        # Nothing comes back: there is no way out of the cycle.
        assert seen(solution) == [set()] * 20
        method = solution.program["C7"].method("m77777")
        everything = {f"C{number}" for number in range(10)}
        assert {object_label(it, solution.program) for it in solution.points_to(method, 0)} == (
            everything
        )

    def test_a_cycle_of_copies(self, context: str, tmp_path: Path) -> None:
        """A hundred thousand static fields, each copied into the next."""
        each = 10_000
        main, code = main_class()
        classes = [ClassBuilder(f"C{number}") for number in range(10)]
        for place, cls in enumerate(classes):
            copy = cls.method("copy", "()V", STATIC).code
            after = classes[(place + 1) % len(classes)].name
            for number in range(each):
                cls.field(f"f{number}", OBJECT, STATIC)
                copy.field("getstatic", cls.name, f"f{number}", OBJECT)
                owner, name = (cls.name, number + 1) if number + 1 < each else (after, 0)
                copy.field("putstatic", owner, f"f{name}", OBJECT)
            copy.emit("return")
            code.invoke("invokestatic", cls.name, "copy", "()V")
        new(code, "Main").field("putstatic", "C3", "f3333", OBJECT)
        code.field("getstatic", "C8", "f8888", OBJECT)
        see(code)
        code.emit("return")
        assert seen(analysed(tmp_path, context, main, *classes)) == [{"Main"}]

    def test_a_method_of_64_kilobytes(self, context: str, tmp_path: Path) -> None:
        """As much as a method may hold: allocations, calls, and fields of what was made before."""
        main, code = main_class()
        main.field("next", OBJECT)
        new(code, "Main").emit("astore", 1)
        while code.bci < 65_500:
            new(code, "Main").emit("dup").emit("aload", 1).field("putfield", "Main", "next", OBJECT)
            code.emit("astore", 1)
        code.emit("aload", 1).field("getfield", "Main", "next", OBJECT)
        see(code)
        code.emit("return")
        assert 65_500 < code.bci < 65_536
        solution = analysed(tmp_path, context, main)
        method = solution.program["Main"].method("main")
        assert method.body is not None
        call = next(it for it in method.body if it.op is Op.INVOKE and it.reference.name == "see")
        assert len(solution.points_to(method, call.operands[0])) == 1

    def test_a_call_with_thousands_of_targets(self, context: str, tmp_path: Path) -> None:
        main, code = main_class()
        classes = []
        code.push(1).type("anewarray", "java/lang/Object").emit("astore", 1)
        for number in range(3000):
            cls = simple_class(f"C{number}", "Base")
            cls.method("get", f"(){OBJECT}").code.emit("aload_0").emit("areturn")
            classes.append(cls)
            code.emit("aload", 1).push(0)
            new(code, cls.name).emit("aastore")
        code.emit("aload", 1).push(0).emit("aaload").type("checkcast", "Base")
        code.invoke("invokevirtual", "Base", "get", f"(){OBJECT}")
        see(code)
        code.emit("return")
        base = simple_class("Base")
        base.method("get", f"(){OBJECT}").code.emit("aconst_null").emit("areturn")
        (found,) = seen(analysed(tmp_path, context, main, base, *classes))
        assert len(found) == 3000

    def test_arrays_of_255_dimensions(self, context: str, tmp_path: Path) -> None:
        main, code = main_class()
        brackets = "[" * 255
        code.max_stack = 260
        for _ in range(255):
            code.push(1)
        code.raw(struct.pack(">BHB", 0xC5, main.pool.class_(f"{brackets}LMain;"), 255))
        code.emit("astore", 1).emit("aload", 1)
        for _ in range(254):
            code.push(0).emit("aaload")
        code.emit("dup").push(0)
        new(code, "Main").emit("aastore").push(0).emit("aaload")
        see(code)
        code.emit("return")
        assert seen(analysed(tmp_path, context, main)) == [{"Main"}]


@pytest.mark.parametrize("context", ["ci", "1obj", "auto"])
def test_the_same_input_gives_the_same_answer(context: str, tmp_path: Path) -> None:
    main, code = main_class()
    new(code, "java/util/HashMap").emit("dup").emit("astore", 1)
    new(code, "Main").emit("dup")
    code.invoke("invokevirtual", "java/util/HashMap", "put", f"({OBJECT}{OBJECT}){OBJECT}")
    see(code)
    code.emit("return")
    solutions = [analysed(tmp_path, context, main) for _ in range(2)]
    first, second = solutions
    assert first.counts == second.counts
    for column in ("callers", "sites", "callees", "kinds"):
        one, two = (getattr(it.call_graph, column) for it in solutions)
        assert (one == two).all()
    objects = [
        [str(it.object(number)) for number in range(it.counts["objects"])] for it in solutions
    ]
    assert objects[0] == objects[1]
