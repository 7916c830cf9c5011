"""What frameworks call: servlets, controllers, tasks that nobody starts."""

from __future__ import annotations

import pytest

from conftest import Load
from harnesses import MAIN, argument_types, chosen, names, reached, solved
from snarl.checking import check
from snarl.findings import Severity
from snarl.program.callbacks import CallbackError, load

SERVLETS = {
    "javax__servlet__http__HttpServletRequest": """
        package javax.servlet.http;
        public interface HttpServletRequest { String getParameter(String name); }
    """,
    "javax__servlet__http__HttpServlet": """
        package javax.servlet.http;
        public abstract class HttpServlet {
            public void init() { }
            protected void doGet(HttpServletRequest request) { }
        }
    """,
}
SPRING = {
    "org__springframework__stereotype__Controller": """
        package org.springframework.stereotype;
        public @interface Controller { }
    """,
    "org__springframework__stereotype__Service": """
        package org.springframework.stereotype;
        public @interface Service { }
    """,
    "org__springframework__web__bind__annotation__GetMapping": """
        package org.springframework.web.bind.annotation;
        public @interface GetMapping { }
    """,
    "org__springframework__beans__factory__annotation__Autowired": """
        package org.springframework.beans.factory.annotation;
        public @interface Autowired { }
    """,
    "Users": """
        @org.springframework.stereotype.Controller
        class Users {
            @org.springframework.beans.factory.annotation.Autowired private Store store;
            @org.springframework.web.bind.annotation.GetMapping
            public String list(Query query) { return store.find(query); }
            public void helper() { }
        }
    """,
    "Query": "class Query { Query() { } }",
    "Store": "interface Store { String find(Query query); }",
    "MemoryStore": """
        @org.springframework.stereotype.Service
        class MemoryStore implements Store {
            public String find(Query query) { return null; }
        }
    """,
}
PATHS = {
    "javax__ws__rs__Path": "package javax.ws.rs; public @interface Path { String value(); }",
    "javax__ws__rs__GET": "package javax.ws.rs; public @interface GET { }",
    "javax__inject__Singleton": "package javax.inject; public @interface Singleton { }",
}
SCHEDULED = {
    "org__springframework__stereotype__Component": "package org.springframework.stereotype; "
    "public @interface Component { }",
    "org__springframework__scheduling__annotation__Scheduled": "package "
    "org.springframework.scheduling.annotation; public @interface Scheduled { }",
}


class TestCallbacks:
    def test_servlets(self, program: Load) -> None:
        it = program(
            **SERVLETS,
            Hello="""
            import javax.servlet.http.*;
            public class Hello extends HttpServlet {
                private int count;
                public void init() { count = 1; }
                protected void doGet(HttpServletRequest request) { request.getParameter("a"); }
                public void other() { }
            }
            """,
        )
        roots = chosen(it)
        assert names(roots.calls) == ["Hello.doGet"]
        assert names(roots.setup) == ["Hello.init"]
        assert roots.mode == "open"
        do_get = it["Hello"].method("doGet")
        assert roots.fresh == {do_get: frozenset({1})}
        solution = solved(it, roots)
        assert {"Hello.<init>", "Hello.init", "Hello.doGet"} <= reached(solution)
        assert "Hello.other" not in reached(solution)
        init = it["Hello"].method("init")
        assert solution.points_to(init, 0) == solution.points_to(do_get, 0)
        assert {found.type for found in solution.points_to(do_get, 1)} == {
            "javax.servlet.http.HttpServletRequest"
        }

    def test_controllers_and_what_is_injected(self, program: Load) -> None:
        it = program(**SPRING)
        roots = chosen(it)
        assert names(roots.calls) == ["Users.list"]
        solution = solved(it, roots)
        assert "MemoryStore.find" in reached(solution)
        assert "Users.helper" not in reached(solution)
        assert argument_types(solution, "MemoryStore", "find", 1) == {"Query"}

    def test_beside_a_main(self, program: Load) -> None:
        it = program(**SPRING, Boot=f"class Boot {{ {MAIN} }}")
        for roots in (chosen(it), chosen(it, ["Boot"])):
            assert (names(roots.methods), names(roots.calls)) == (["Boot.main"], ["Users.list"])
            assert {"Boot.main", "MemoryStore.find"} <= reached(solved(it, roots))

    def test_an_object_for_each_request(self, program: Load) -> None:
        it = program(
            **PATHS,
            Once="""
            @javax.ws.rs.Path("a")
            public class Once {
                @javax.ws.rs.GET public void a() { }
                @javax.ws.rs.GET public void b() { }
            }
            """,
            Always="""
            @javax.ws.rs.Path("b") @javax.inject.Singleton
            public class Always { @javax.ws.rs.GET public void a() { } }
            """,
        )
        roots = chosen(it)
        assert names(roots.calls) == ["Always.a", "Once.a", "Once.b"]
        a, b = it["Once"].method("a"), it["Once"].method("b")
        assert roots.fresh[a] == {0}
        assert roots.fresh[it["Always"].method("a")] == frozenset()
        solution = solved(it, roots)
        assert solution.points_to(a, 0) != solution.points_to(b, 0)

    def test_concurrent_tests(self, program: Load) -> None:
        junit = {
            "org__junit__jupiter__api__Test": """
                package org.junit.jupiter.api;
                public @interface Test { }
            """,
            "org__junit__jupiter__api__BeforeEach": """
                package org.junit.jupiter.api;
                public @interface BeforeEach { }
            """,
            "org__junit__jupiter__api__parallel__ExecutionMode": """
                package org.junit.jupiter.api.parallel;
                public enum ExecutionMode { SAME_THREAD, CONCURRENT }
            """,
            "org__junit__jupiter__api__parallel__Execution": """
                package org.junit.jupiter.api.parallel;
                public @interface Execution { ExecutionMode value(); }
            """,
        }
        body = """
            @org.junit.jupiter.api.BeforeEach void start() { }
            @org.junit.jupiter.api.Test void test() { }
        """
        mode = "org.junit.jupiter.api.parallel.Execution(org.junit.jupiter.api.parallel."
        it = program(
            **junit,
            Beside=f"@{mode}ExecutionMode.CONCURRENT) class Beside {{ {body} }}",
            After=f"@{mode}ExecutionMode.SAME_THREAD) class After {{ {body} }}",
        )
        roots = chosen(it)
        assert (names(roots.calls), names(roots.setup)) == (["Beside.test"], ["Beside.start"])
        solution = solved(it, roots)
        start, test = it["Beside"].method("start"), it["Beside"].method("test")
        assert solution.points_to(start, 0) == solution.points_to(test, 0)

    def test_tests_one_after_the_other(self, program: Load) -> None:
        """They are all that runs where there is hardly anything else; else it is a library."""
        sources = {
            "org__junit__Test": "package org.junit; public @interface Test { }",
            "org__junit__Before": "package org.junit; public @interface Before { }",
            "One": """
                class One {
                    @org.junit.Before public void start() { }
                    @org.junit.Test public void first() { }
                    @org.junit.Test public void second() { }
                }
            """,
            "Two": "class Two { @org.junit.Test public void test() { } }",
        }
        roots = chosen(program(**sources))
        assert names(roots.methods) == ["One.first", "One.second", "Two.test"]
        assert (names(roots.calls), names(roots.setup)) == ([], ["One.start"])
        library = {
            f"L{number}": f"public class L{number} {{ public void m() {{ }} }}"
            for number in range(3)
        }
        assert names(chosen(program(**sources, **library)).calls) == ["L0.m", "L1.m", "L2.m"]
        it = program(**sources, Boot=f"class Boot {{ {MAIN} }}")
        assert names(chosen(it).methods) == ["Boot.main"]

    def test_applets(self, program: Load) -> None:
        it = program(
            Show="""
            public class Show extends java.applet.Applet implements java.awt.event.ActionListener {
                private int frame, clicks;
                public void init() { frame = 1; }
                public void start() { new Thread(() -> frame++).start(); }
                public void paint(java.awt.Graphics g) { g.drawString("" + frame, 0, 0); }
                public void actionPerformed(java.awt.event.ActionEvent e) { clicks++; }
            }
            """
        )
        roots = chosen(it)
        assert names(roots.methods) == ["Show.actionPerformed", "Show.paint", "Show.start"]
        assert (names(roots.calls), names(roots.setup)) == ([], ["Show.init"])
        told = [it for it in check(it).findings if it.severity is not Severity.NOTE]
        assert [str(it.subject) for it in told] == ["Show.frame"]

    def test_what_is_injected_into_requests_is_shared(self, program: Load) -> None:
        it = program(
            **PATHS,
            javax__inject__Inject="package javax.inject; public @interface Inject { }",
            Request="""
            @javax.ws.rs.Path("a")
            public class Request {
                @javax.inject.Inject Store store;
                private int own;
                @javax.ws.rs.GET public void get() { own++; store.add("x"); }
            }
            """,
            Store="""
            @javax.inject.Singleton
            class Store {
                private int adds;
                private final java.util.List<String> all = new java.util.ArrayList<>();
                void add(String it) { adds++; all.add(it); }
            }
            """,
        )
        assert {str(it.subject) for it in check(it).findings} == {"Store.adds", "Store.all"}

    def test_tasks_that_nobody_makes(self, program: Load) -> None:
        it = program(
            **SERVLETS,
            Hello="""
            import javax.servlet.http.*;
            public class Hello extends HttpServlet {
                protected void doGet(HttpServletRequest request) { new Made().toString(); }
            }
            """,
            Made="class Made implements Runnable { public void run() { } }",
            Unmade="class Unmade implements Runnable { public void run() { } }",
            Below="class Below extends Unmade { }",
        )
        roots = chosen(it)
        assert names(roots.calls) == ["Hello.doGet", "Unmade.run"]
        solution = solved(it, roots)
        assert argument_types(solution, "Unmade", "run", 0) == {"Unmade", "Below"}

    def test_a_library_with_beans_is_still_a_library(self, program: Load) -> None:
        it = program(
            CacheMBean="public interface CacheMBean { int size(); }",
            Cache="""
            class Cache implements CacheMBean {
                Cache() { }
                public int size() { return 0; }
                public void other() { }
            }
            """,
            Lib="public class Lib { public void m() { } }",
        )
        roots = chosen(it)
        assert names(roots.calls) == ["Cache.size", "Lib.m"]

    def test_the_users_own(self, program: Load) -> None:
        it = program(
            Handler="public interface Handler { void handle(String it); }",
            Mine="""
            class Mine implements Handler {
                public void handle(String it) { }
                public void handleAll() { }
                public void open() { }
            }
            """,
        )
        table: dict[str, object] = {"methods": ["handle*"], "setup": ["open"]}
        roots = chosen(it, callbacks={"Handler": table})
        assert names(roots.calls) == ["Mine.handle", "Mine.handleAll"]
        assert names(roots.setup) == ["Mine.open"]

    @pytest.mark.parametrize(
        ("table", "said"),
        [
            (3, "callbacks.'a.B': expected a table, but got 3"),
            ({}, "callbacks.'a.B': expected methods or setup"),
            ({"method": ["m"]}, "callbacks.'a.B'.method: there is no such key; did you mean meth"),
            ({"methods": "m"}, "callbacks.'a.B'.methods: expected a list of texts, but got 'm'"),
            ({"methods": ["m", 1]}, "callbacks.'a.B'.methods.1: expected a text, but got 1"),
            ({"methods": ["m()"]}, "expected the name of a method, with *, or @ and an annot"),
            ({"methods": ["m"], "shared": 1}, "'a.B'.shared: expected true or false, but got 1"),
            (
                {"methods": ["m"], "threads": "two"},
                "threads: expected many or one or each, but got 'two'",
            ),
            ({"methods": ["m"], "with": {"a": 1}}, "with: expected a table of texts"),
        ],
    )
    def test_mistakes(self, table: object, said: str) -> None:
        with pytest.raises(CallbackError) as error:
            load({"a.B": table})
        assert said in str(error.value)
        assert error.value.keys[:2] == ("callbacks", "a.B")

    def test_a_type_that_is_not_there(self, program: Load) -> None:
        it = program(Handler="interface Handler { }", Mine="class Mine implements Handler { }")
        for name, said in {
            "Handlr": "no type Handlr; did you mean Handler?",
            "@x.Y": "x.Y",
        }.items():
            with pytest.raises(CallbackError) as error:
                chosen(it, callbacks={name: {"methods": ["m"]}})
            assert said in str(error.value)

    def test_a_method_that_is_not_there(self, program: Load) -> None:
        it = program(
            Handler="interface Handler { }",
            Mine="class Mine implements Handler { public void handle() { } }",
        )
        for table, said, keys in (
            ({"methods": ["handle", "hande"]}, "called hande; did you mean handle?", "methods"),
            ({"methods": ["h*"], "setup": ["@x.Y"]}, "is annotated with x.Y", "setup"),
        ):
            with pytest.raises(CallbackError) as error:
                chosen(it, callbacks={"Handler": table})
            assert said in str(error.value)
            assert error.value.keys[:3] == ("callbacks", "Handler", keys)

    def test_what_interfaces_say(self, program: Load) -> None:
        """A resource may be described by an interface; what it hands on to has methods alone."""
        it = program(
            **PATHS,
            Api="""
            @javax.ws.rs.Path("a")
            public interface Api<T> { @javax.ws.rs.GET void get(T id); void other(); }
            """,
            Impl="""
            class Impl implements Api<String> {
                public void get(String id) { }
                public void other() { }
                Sub sub() { return new Sub(); }
            }
            """,
            Sub="class Sub { @javax.ws.rs.GET public void get() { } public void other() { } }",
        )
        assert names(chosen(it).calls) == ["Impl.get", "Sub.get"]

    def test_a_scheduler_waits_for_the_end_of_a_run(self, program: Load) -> None:
        it = program(
            **SCHEDULED,
            Jobs="""
            @Component
            public class Jobs {
                int ofOne, ofTwo;
                @Scheduled void one() { ofOne++; ofTwo++; }
                @Scheduled void two() { ofTwo++; }
            }
            """.replace("@", "@org.springframework.")
            .replace("Component", "stereotype.Component")
            .replace("Scheduled", "scheduling.annotation.Scheduled"),
        )
        assert {str(finding.subject) for finding in check(it).findings} == {"Jobs.ofTwo"}

    def test_an_object_is_set_up_once(self, program: Load) -> None:
        """What it starts then is one thread; but not if there are several such objects."""
        starting = """
            int own; static int all;
            public void init() { new Thread(() -> { own++; all++; }).start(); }
            protected void doGet(javax.servlet.http.HttpServletRequest request) { }
        """
        servlet = "extends javax.servlet.http.HttpServlet"
        alone = program(**SERVLETS, Alone=f"public class Alone {servlet} {{ {starting} }}")
        assert not check(alone).findings
        several = program(
            **SERVLETS,
            Base=f"public abstract class Base {servlet} {{ {starting} }}",
            One="public class One extends Base { }",
            Two="public class Two extends Base { }",
        )
        assert "Base.all" in {str(finding.subject) for finding in check(several).findings}

    def test_own_data_can_be_read(self) -> None:
        known = load()
        assert len(known) > 15
        assert not any(it.is_own for it in known)
