"""What an analysis starts from: main methods, open classes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

import snarl
from classgen import Access
from conftest import TIMEOUT, Load, jar_of, simple_class, write_sources
from harnesses import MAIN, argument_types, chosen, names, opened, reached, solved
from snarl.points_to import RootError


class TestOpenClasses:
    def test_public_methods_are_called_and_others_not(self, program: Load) -> None:
        it = program(
            A="""
            public class A {
                A(int hidden) { }
                public A() { made(); }
                public void open() { inner(); }
                public static void fixed() { }
                public static void main(String[] args) { never(); }
                protected void below() { }
                void inside() { }
                private void inner() { }
                private void made() { }
                static void never() { }
                static class Hidden { public void no() { } }
                public static class Nested { public void yes() { } }
            }
            """,
            B="class B { public void no() { } public static class In { public void no() { } } }",
        )
        roots = opened(it)
        assert names(roots.calls) == ["A$Nested.yes", "A.fixed", "A.open"]
        assert (roots.mode, roots.methods, roots.setup) == ("open", [], [])
        solution = solved(it, roots)
        assert reached(solution) == {
            *("A.<init>", "A.made", "A.open", "A.inner", "A.fixed"),
            *("A$Nested.<init>", "A$Nested.yes"),
        }

    def test_what_is_internal_is_not_called_by_itself(self, program: Load) -> None:
        """A package `internal` is its library's own; what the library gives of it is called."""
        it = program(
            Made="package p; public interface Made { void use(); }",
            A="package p; public class A { public Made make() { return new p.internal.It(); } }",
            It="""
            package p.internal;
            public class It implements p.Made {
                public void use() { } public void own() { }
            }
            """,
        )
        assert names(opened(it).calls) == ["p.A.make", "p.internal.It.use"]
        assert "p.internal.It.own" in names(opened(it, "p.internal.It").calls)
        alone = program(p__internal__B="package p.internal; public class B { public void m() { } }")
        assert names(opened(alone).calls) == ["p.internal.B.m"]

    def test_what_kotlin_calls_internal_is_not_called(self, program: Load) -> None:
        """Public for the JVM; a class by its metadata (visibility 0), a member by its name."""
        it = program(
            Metadata="package kotlin; public @interface Metadata { int k(); String[] d1(); }",
            Inside="""
            @kotlin.Metadata(k = 1, d1 = {"\\0\\0\\b\\0"})
            public class Inside { public void no() { } }
            """,
            Known="""
            @kotlin.Metadata(k = 1, d1 = {"\\0\\0\\b\\6"})
            public class Known { public void no$lib() { } public void yes() { } }
            """,
            Plain="public class Plain { public void yes$lib() { } }",
        )
        assert names(opened(it).calls) == ["Known.yes", "Plain.yes$lib"]

    def test_what_scala_makes_for_itself_is_not_called(self, program: Load) -> None:
        """Anonymous classes, but for what others know them by; setters of values of traits, and
        private members that it shows to classes inside."""
        it = program(
            Step="public interface Step { void take(); }",
            A="""
            public class A {
                public static class $anon$1 implements Step {
                    public void take() { } public void own() { }
                }
                public Step step() { return new $anon$1(); }
                public void p$Monitor$_setter_$self_$eq(A self) { }
                public int p$A$$count() { return 1; }
                public void count_$eq(int count) { }
            }
            """,
        )
        assert names(opened(it).calls) == ["A$$anon$1.take", "A.count_$eq", "A.step"]

    def test_one_object_a_class_in_all_pools_above_it(self, program: Load) -> None:
        it = program(
            Shape="public interface Shape { void draw(Shape beside, Object any, String text); }",
            Round="""
            public class Round implements Shape {
                public void draw(Shape beside, Object any, String text) { }
            }
            """,
            Square="""
            public class Square implements Shape {
                public void draw(Shape beside, Object any, String text) { }
            }
            """,
        )
        roots = opened(it)
        assert names(roots.calls) == ["Round.draw", "Square.draw"]
        solution = solved(it, roots)
        assert argument_types(solution, "Round", "draw", 0) == {"Round"}
        assert argument_types(solution, "Round", "draw", 1) == {"Round", "Square"}
        anything = {"java.lang.Object", "java.lang.String", "Round", "Square"}
        assert argument_types(solution, "Round", "draw", 2) == anything
        assert argument_types(solution, "Round", "draw", 3) == {"java.lang.String"}
        assert len(solution.points_to(it["Round"].method("draw"), 0)) == 1

    def test_contexts_tell_harness_objects_apart(self, program: Load) -> None:
        it = program(
            Base="public abstract class Base { Object it = new Object(); public void run() { } }",
            A="public class A extends Base { }",
            B="public class B extends Base { }",
        )
        solution = solved(it, opened(it))
        contexts = {str(found) for found in solution.contexts(it["Base"].method("run"))}
        assert contexts == {"[A]", "[B]"}

    def test_many_classes_are_not_given_for_any_object(self, program: Load) -> None:
        many = {f"C{n}": f"public class C{n} {{ public void m() {{ }} }}" for n in range(60)}
        it = program(Taker="public class Taker { public void take(Object o) { } }", **many)
        solution = solved(it, opened(it), "ci")
        taken = argument_types(solution, "Taker", "take", 1)
        assert taken == {"java.lang.Object", "java.lang.String"}
        assert "C59.m" in reached(solution)

    def test_mocks(self, program: Load) -> None:
        """What nobody implements is there, runs what has code, and else does nothing."""
        it = program(
            Listener="""
            public interface Listener {
                Object told();
                default void twice() { Lib.seen(); }
            }
            """,
            Base="""
            public abstract class Base {
                protected Base() { init(); }
                void init() { }
                public abstract Object make();
                public void run() { make(); }
            }
            """,
            Lib="""
            public class Lib {
                public void add(Listener l, Base b) { l.twice(); b.run(); got(l.told()); }
                static void seen() { }
                private void got(Object o) { }
            }
            """,
        )
        solution = solved(it, opened(it))
        assert {"Listener.twice", "Lib.seen", "Base.init", "Base.run"} <= reached(solution)
        assert argument_types(solution, "Lib", "add", 1) == {"Listener"}
        assert argument_types(solution, "Lib", "add", 2) == {"Base"}
        assert argument_types(solution, "Lib", "got", 1) == set()

    def test_results_are_fed_back(self, program: Load) -> None:
        it = program(
            Pool="""
            public class Pool {
                public Lease take() { return new Lease(); }
                public void back(Lease lease) { }
                public Lease[] all() { return new Lease[] { new Lease() }; }
            }
            """,
            Lease="""
            public final class Lease {
                public static final Lease NONE = new Lease();
                Lease() { }
                public void use() { }
            }
            """,
            Lone="public class Lone { Lone() { } public void never() { } }",
        )
        solution = solved(it, opened(it))
        assert len(solution.points_to(it["Lease"].method("use"), 0)) == 3
        assert len(solution.points_to(it["Pool"].method("back"), 1)) == 3
        assert "Lone.never" not in reached(solution)

    def test_enums_and_factories(self, program: Load) -> None:
        it = program(
            Level="public enum Level { LOW, HIGH; public void set(Level other) { } }",
            Thing="""
            public class Thing {
                private Thing() { }
                public static Thing of() { return new Thing(); }
                public void use() { }
            }
            """,
        )
        solution = solved(it, opened(it))
        assert argument_types(solution, "Level", "set", 0) == {"Level"}
        assert argument_types(solution, "Level", "set", 1) == {"Level"}
        assert "Thing.use" in reached(solution)

    def test_arguments_of_the_jdk(self, program: Load) -> None:
        it = program(
            Item="public class Item { public void m() { } }",
            Job="public class Job implements Runnable { public void run() { } }",
            Lib="""
            import java.util.*;
            public class Lib {
                public void list(List<Item> items) { for (Item it : items) each(it); }
                public void map(Map<String, Item> items) { each(items.get("a")); }
                public void array(Item[] items) { each2(items[0]); }
                public void run(Runnable task) { task.run(); }
                public void read(java.io.InputStream in) { }
                public void time(java.time.LocalDate day, Class<?> of, Comparator<Item> by) { }
                void each(Item it) { }
                void each2(Item it) { }
            }
            """,
        )
        solution = solved(it, opened(it))
        assert argument_types(solution, "Lib", "list", 1) == {"java.util.ArrayList"}
        assert argument_types(solution, "Lib", "map", 1) == {"java.util.HashMap"}
        assert argument_types(solution, "Lib", "read", 1) == {"java.io.ByteArrayInputStream"}
        assert argument_types(solution, "Lib", "run", 1) == {"java.lang.Runnable", "Job"}
        assert argument_types(solution, "Lib", "each", 1) == {"Item"}
        assert argument_types(solution, "Lib", "each2", 1) == {"Item"}
        assert argument_types(solution, "Lib", "time", 3) == {"java.util.Comparator"}

    def test_what_is_hidden_behind_the_jdk(self, program: Load) -> None:
        """An iterator that a method returns is called, although its class is not public."""
        it = program(
            Bag="""
            import java.util.*;
            public class Bag implements Iterable<String> {
                public Iterator<String> iterator() { return new Walk(); }
                public List<String> copy() { return new ArrayList<>(); }
                private static class Walk implements Iterator<String> {
                    public boolean hasNext() { return false; }
                    public String next() { return null; }
                    public void other() { }
                }
            }
            """,
        )
        roots = opened(it)
        assert "Bag$Walk.next" in names(roots.calls)
        solution = solved(it, roots)
        assert {"Bag$Walk.next", "Bag$Walk.hasNext"} <= reached(solution)
        assert "Bag$Walk.other" not in reached(solution)
        assert not solution.reaches(it["java.util.ArrayList"].method("clear"))

    def test_the_order_of_calls_is_always_the_same(self, tmp_path: Path) -> None:
        """Whatever numbers Python gives to texts in this process."""
        kinds = (
            "Readable",
            "java.io.FilenameFilter",
            "java.util.concurrent.Executor",
            "java.util.concurrent.ThreadFactory",
        )
        gives = "".join(f"public {it} a{n}() {{ return new It(); }} " for n, it in enumerate(kinds))
        methods = """
            public int read(java.nio.CharBuffer to) { return to.length(); }
            public boolean accept(java.io.File in, String name) { return in.exists(); }
            public void execute(Runnable task) { task.run(); }
            public Thread newThread(Runnable task) { return new Thread(task); }
        """
        sources = write_sources(
            tmp_path,
            Open=f"public class Open {{ {gives} }}",
            It=f"class It implements {', '.join(kinds)} {{ {methods} }}",
        )
        script = (
            "import snarl; from snarl.program import harness;"
            f"it = snarl.load([{str(sources)!r}]);"
            "roots = harness.open_program(it, (), start='none');"
            "print(it.points_to('1obj', roots=roots).engine.object_types().tolist())"
        )
        told = {
            subprocess.run(
                [sys.executable, "-c", script],
                env={**os.environ, "PYTHONHASHSEED": str(seed)},
                capture_output=True,
                text=True,
                check=True,
                timeout=TIMEOUT,
            ).stdout
            for seed in (1, 2, 3)
        }
        assert len(told) == 1

    def test_inherited_from_a_hidden_class(self, program: Load) -> None:
        it = program(
            Base="abstract class Base { public void work() { step(); } protected void step() { } }",
            Impl="public class Impl extends Base { protected void step() { } }",
        )
        roots = opened(it)
        # The compiler gives the public class a bridge to what it inherits.
        assert names(roots.calls) == ["Base.work", "Impl.work"]
        assert "Impl.step" in reached(solved(it, roots))

    @pytest.mark.parametrize("descriptor", ["()", "(V)V", "(Q)V", "([)V", "(L;)V"])
    def test_a_broken_descriptor(self, descriptor: str, tmp_path: Path) -> None:
        cls = simple_class("A")
        cls.method("broken", descriptor, Access.PUBLIC).code.emit("return")
        cls.method("sound", "(Lnot/There;)Lnot/Here;", Access.PUBLIC).code.emit("return")
        it = snarl.load([jar_of(tmp_path / "a.jar", cls)])
        roots = opened(it)
        assert names(roots.calls) == ["A.sound"]
        assert "A.sound" in reached(solved(it, roots))


class TestPatterns:
    SOURCES: ClassVar = {
        "com__acme__Foo": "package com.acme; public class Foo { public void m() { } }",
        "com__acme__Bar": "package com.acme; public class Bar { public void m() { } }",
        "com__acme__in__UserService": """
            package com.acme.in;
            public class UserService { public void m() { } }
        """,
        "com__other__Foo": "package com.other; public class Foo { public void m() { } }",
    }

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            ("com.acme.*", ["com.acme.Bar.m", "com.acme.Foo.m"]),
            ("com.acme..*", ["com.acme.Bar.m", "com.acme.Foo.m", "com.acme.in.UserService.m"]),
            ("com.acme.Foo", ["com.acme.Foo.m"]),
            ("*Service", ["com.acme.in.UserService.m"]),
            ("Foo", ["com.acme.Foo.m", "com.other.Foo.m"]),
            ("com..F*", ["com.acme.Foo.m", "com.other.Foo.m"]),
        ],
    )
    def test_names(self, program: Load, pattern: str, expected: list[str]) -> None:
        assert names(opened(program(**self.SOURCES), pattern).calls) == expected

    def test_several(self, program: Load) -> None:
        roots = opened(program(**self.SOURCES), "com.other.*", "com.acme.Bar")
        assert names(roots.calls) == ["com.acme.Bar.m", "com.other.Foo.m"]

    @pytest.mark.parametrize(
        ("pattern", "said"),
        [
            (
                "com.acme.Fooo",
                "--open com.acme.Fooo matches no class of the input, and no interface"
                " that one implements; did you mean com.acme.Foo",
            ),
            ("org.acme.UserService", "did you mean com.acme.in.UserService?"),
            ("com.acmee.*", "did you mean com.acme.*"),
            ("com.acme/Foo", "--open com.acme/Foo: expected a pattern of classes"),
        ],
    )
    def test_nothing_matches(self, program: Load, pattern: str, said: str) -> None:
        with pytest.raises(RootError) as error:
            opened(program(**self.SOURCES), "com.other.*", pattern)
        assert said in str(error.value)

    def test_interfaces(self, program: Load) -> None:
        """All implementations, called through the interface alone (paper 1)."""
        it = program(
            api__Store="package api; public interface Store { void put(Object key); }",
            impl__Disk="""
            package impl;
            class Disk implements api.Store {
                private final Log log;
                Disk(Log log) { this.log = log; }
                public void put(Object key) { log.add(); }
                public void flush() { }
            }
            """,
            impl__Log="package impl; class Log { Log() { } void add() { } }",
        )
        roots = opened(it, "api.*")
        assert names(roots.calls) == ["impl.Disk.put"]
        assert reached(solved(it, roots)) == {
            *("impl.Disk.<init>", "impl.Disk.put", "impl.Log.<init>", "impl.Log.add"),
        }

    def test_interfaces_of_the_jdk(self, program: Load) -> None:
        it = program(
            db__Link="""
            package db;
            abstract class Link implements java.sql.Driver {
                public boolean acceptsURL(String url) { return used(); }
                boolean used() { return true; }
            }
            """,
            db__Fast="""
            package db;
            import java.sql.*;
            class Fast extends Link {
                public Connection connect(String url, java.util.Properties info) { return null; }
                public DriverPropertyInfo[] getPropertyInfo(String u, java.util.Properties i) {
                    return null;
                }
                public int getMajorVersion() { return 1; }
                public int getMinorVersion() { return 1; }
                public boolean jdbcCompliant() { return false; }
                public java.util.logging.Logger getParentLogger() { return null; }
                public void extra() { }
            }
            """,
        )
        roots = opened(it, "java.sql.*")
        assert "db.Link.acceptsURL" in names(roots.calls)
        assert "db.Fast.connect" in names(roots.calls)
        found = reached(solved(it, roots))
        assert {"db.Fast.connect", "db.Link.used"} <= found
        assert "db.Fast.extra" not in found
        with pytest.raises(RootError, match="matches no class"):
            opened(it, "javax.sql.*")


class TestChoice:
    SOURCES: ClassVar = {
        "App": f"public class App {{ {MAIN} public void m() {{ }} }}",
        "Tool": f"public class Tool {{ {MAIN} }}",
    }

    def test_mains_found(self, program: Load) -> None:
        roots = chosen(program(**self.SOURCES))
        assert names(roots.methods) == ["App.main", "Tool.main"]
        assert (roots.mode, roots.calls) == ("closed", [])

    def test_main_named(self, program: Load) -> None:
        assert names(chosen(program(**self.SOURCES), ["Tool"]).methods) == ["Tool.main"]

    def test_open_named(self, program: Load) -> None:
        roots = chosen(program(**self.SOURCES), None, ["App"])
        assert (roots.mode, roots.methods, names(roots.calls)) == ("open", [], ["App.m"])

    def test_both(self, program: Load) -> None:
        it = program(**self.SOURCES)
        roots = chosen(it, ["Tool"], ["App"])
        assert (names(roots.methods), names(roots.calls)) == (["Tool.main"], ["App.m"])
        assert roots.mode == "closed"
        assert {"Tool.main", "App.m"} <= reached(solved(it, roots))

    def test_neither(self, program: Load) -> None:
        roots = chosen(program(Lib="public class Lib { public void m() { } }"))
        assert (roots.mode, names(roots.calls)) == ("open", ["Lib.m"])

    @pytest.mark.parametrize(
        ("source", "said"),
        [
            ("class Lib { public void m() { } }", "no main method and no public class to open"),
            ("public class Lib { void m() { } }", "no public class has a public method to call"),
        ],
    )
    def test_nothing(self, program: Load, source: str, said: str) -> None:
        with pytest.raises(RootError, match=said):
            chosen(program(Lib=source))

    def test_nothing_to_call(self, program: Load) -> None:
        with pytest.raises(RootError, match="no class that matches --open Tool has a public"):
            chosen(program(**self.SOURCES), None, ["Tool"])

    def test_no_such_main(self, program: Load) -> None:
        with pytest.raises(RootError, match="there is no class Nope"):
            chosen(program(**self.SOURCES), ["Nope"])


def test_what_is_prepared_changes_no_answer(program: Load) -> None:
    """The harness has templates made while it works; an analysis that finds none makes its own."""
    it = program(
        A="""
        import java.util.*;
        public class A {
            private final Map<String, List<Thing>> all = new TreeMap<>();
            public void add(String name) {
                all.computeIfAbsent(name, key -> new ArrayList<>()).add(new B());
                synchronized (name.intern()) { all.forEach((k, v) -> v.sort(null)); }
            }
        }
        """,
        Thing="public interface Thing { }",
        B='public class B implements Thing { public String toString() { return "B"; } }',
    )
    roots = opened(it)
    prepared, plain = (solved(it, roots, "auto") for _ in range(2))
    assert prepared.counts == plain.counts
    assert [it.name for it in prepared.methods] == [it.name for it in plain.methods]
