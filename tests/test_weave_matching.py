"""Which shadows a pointcut selects in real class files, by offset and line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zlib import crc32

import pytest

import snarl
from conftest import javac, write_jar, write_sources
from java_homes import jdks, version
from snarl.program import Method, Program
from snarl.weave import Advice, Plan, PlanError, after, before, plan_monitor
from snarl.weave.plan import PlannedMethod, read
from snarl.weave.residue import (
    TARGET,
    Every,
    IsInstance,
    Opposite,
    Some,
    Verdict,
    as_data,
    from_data,
)
from snarl.weave.types import NamePattern

SOURCES = {
    "a__Queue": """
        package a;
        import java.util.*;
        import java.util.concurrent.locks.*;
        public class Queue extends ArrayList<Object> implements Runnable {
            static int made;
            protected volatile int count;
            @Deprecated private int[] sizes = new int[3];            // sizes
            final Lock lock = new ReentrantLock();                   // lock
            public Queue() { this(1); }                              // this
            Queue(int first) { super(first); made++; }               // made
            public synchronized void run() { count = sizes[1]; }     // run
            static synchronized void reset() { made = 0; }           // reset
            void guarded(Object o, List<String> list) {
                synchronized (o) { sizes[0] = list.size(); }         // block
                lock.lock();                                         // juc
                try { count++; } finally { lock.unlock(); }          // increment
            }
            Object use(Object o) {
                add(o);                                              // add
                super.add(o);                                        // super
                Runnable r = this;
                r.run();                                             // runs
                new Queue(3);                                        // makes
                new Queue().own();                                   // makes2
                return String.format("%s", o);                       // format
            }
            private void own() { helper("", 1); }                    // own
            static void helper(CharSequence text, int number) { }
            public class Inner { int seen = count; }                 // inner
        }
    """,
    "a__Sub": """
        package a;
        public class Sub extends Queue {
            @Override public void run() { super.run(); count = 1; }  // sub
            static class Deep { int x = new Sub().count; }           // deep
        }
    """,
    "b__Other": """
        package b;
        public final class Other {
            String name;
            void touch(a.Sub sub, Object any, Object[] all, String[] texts) {
                sub.run();                                           // touch
                all[0] = texts[0];                                   // arrays
                name = "x";                                          // name
                synchronized (this) { }                              // itself
                synchronized (any) { }                               // any
            }
        }
    """,
}


@pytest.fixture(scope="module", params=jdks(), ids=version)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    home: Path = request.param
    folder = tmp_path_factory.mktemp("weave")
    write_sources(folder / "src", **SOURCES)
    classes = javac(home, folder / "classes", *sorted((folder / "src").rglob("*.java")))
    return snarl.load([classes], jdk=home)


def no_analysis(program: Program, *advice: Advice) -> Plan:
    """A plan; there is no main method, so that it would fail if the analysis had to run."""
    return plan_monitor(program, advice, main=["there.is.None"])


def methods(plan: Plan) -> dict[tuple[str, str, str], PlannedMethod]:
    return {(cls.name, it.name, it.descriptor): it for cls in plan.classes for it in cls.methods}


def line_of(method: Method, offset: int) -> str:
    """What is written beside the line of an instruction."""
    _, number = max((start, line) for start, line in method.line_table if start <= offset)
    text = SOURCES[method.owner.name.partition("$")[0].replace(".", "__")]
    return text.splitlines()[number - 1].partition("// ")[2] or f"line {number}"


Selected = Callable[[str], list[str]]


@pytest.fixture
def selected(program: Program) -> Selected:
    """The words beside the lines that a pointcut selects, or the methods as wholes."""

    def of(text: str) -> list[str]:
        plan = no_analysis(program, before(text))
        found = []
        for (owner, name, descriptor), it in methods(plan).items():
            method = program[owner].method(name, descriptor)
            if it.entry:
                found.append(f"{owner}.{name}")
            for word, places in (("", it.at), ("lock ", it.lock), ("unlock ", it.unlock)):
                for offset in places:
                    place = line_of(method, offset) if offset >= 0 else f"{owner}.{name}"
                    found.append(word + place)
        return sorted(found)

    return of


# --- fields ------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    return sorted(text.split())


FIELDS = {
    "set(static * *)": "made reset",
    "get(static * *) && within(a..*)": "made",
    "set(volatile * *)": "increment run sub",
    "get(volatile * *) && !within(a.Queue)": "deep",
    "get(volatile * *) && within(a.Queue)": "increment inner",
    "get(volatile * *) && within(a.Queue.Inner)": "inner",
    "get(volatile * *) && within(a.Queue$Inner)": "inner",
    "get(volatile * *) && within(Inner)": "inner",
    "set(int a.Sub.*)": "sub",
    "set(int a.Queue.count)": "increment run sub",
    "set(int Queue.c*t)": "increment run sub",
    "set(int java.util.ArrayList+.count)": "increment run sub",
    "set(int java.util.ArrayList.count)": "",
    "set(int b..*.count)": "",
    "set(!int *) && within(b..*)": "name",
    "set(String *)": "name",
    "set(java.lang.String *)": "name",
    "set(java..* *) && within(b..*)": "name",
    "set(CharSequence+ *)": "name",
    "set(int[] *)": "sizes",
    "set(@Deprecated * *)": "sizes",
    "set(private @java.lang.Deprecated * *)": "sizes",
    "set(!@Deprecated !volatile !static java..* *) && within(a.Queue)": "lock",
    "set((java..* && !String) *)": "lock",
    "set(Lock || String *)": "lock name",
    "arrayset()": "arrays block format",
    "arrayget()": "arrays run",
    "arrayset() && target(int[])": "block",
    "arrayset() && args(int, int)": "block",
    "arrayget() && target(String[])": "arrays",
    "arrayget() && args(int)": "arrays run",
    "get(* *) && args()": "block deep inner inner increment increment increment juc made run",
    "get(* *) && target(a.Queue)": "block deep inner increment increment increment juc run",
    "set(* *) && args(int) && within(Sub)": "deep sub",
    "set(* *) && target(Sub)": "increment lock run sizes sub",
}


@pytest.mark.parametrize("pointcut", FIELDS)
def test_fields_and_elements(selected: Selected, pointcut: str) -> None:
    assert selected(pointcut) == words(FIELDS[pointcut])


# --- calls and executions ----------------------------------------------------------------------

CALLS = {
    "call(* run())": "runs touch",
    "call(* Runnable.run())": "runs touch",
    "call(* Queue.run())": "touch",
    "call(* a.Sub.run())": "touch",
    "call(* Runnable+.run())": "runs touch",
    "call(* java.util.*List.*(..))": "add block",
    "call(* add(..))": "add",
    "call(* java.util.Collection.add(..))": "add",
    "call(* a.Queue.add(Object))": "add",
    "call(boolean *(*)) && within(a.Queue)": "add",
    "call(* *(CharSequence, int))": "own",
    "call(* *(.., int))": "own",
    "call(* *(CharSequence, ..))": "own",
    "call(* *(int, ..))": "",
    "call(static * helper(..))": "own",
    "call(private * *(..))": "makes2",
    "call(String String.format(String, Object...))": "format",
    "call(* format(String, Object[]))": "format",
    "call(* helper(CharSequence...))": "",
    "call(a.Queue.new(..))": "makes makes2",
    "call(a.Queue.new(int))": "makes",
    "call(Queue+.new())": "deep makes2",
    "call(new(..)) && within(a.Sub)": "deep",
    "call(public Queue.new(..))": "makes2",
    "call(* lock()) && target(java.util.concurrent.locks.Lock)": "juc",
    "call(* *(..)) && withincode(* own())": "own",
    "call(* *(..)) && withincode(a.Queue.new(..))": "",
    "set(* *) && withincode(Queue.new(int))": "lock made sizes",
    "set(* *) && withincode(* Runnable.run())": "run sub",
    "execution(* run())": "a.Queue.run a.Sub.run",
    "execution(* Runnable.run())": "a.Queue.run a.Sub.run",
    "execution(* a.Sub.run())": "a.Sub.run",
    "execution(synchronized * *(..))": "a.Queue.reset a.Queue.run",
    "execution(synchronized !static * *(..))": "a.Queue.run",
    "execution(Queue.new(..))": "a.Queue.<init> a.Queue.<init>",
    "execution(* *(..)) && args(CharSequence, *)": "a.Queue.guarded a.Queue.helper",
    "execution(* helper(..)) && target(*)": "",
}


@pytest.mark.parametrize("pointcut", CALLS)
def test_calls_and_executions(selected: Selected, pointcut: str) -> None:
    assert selected(pointcut) == words(CALLS[pointcut])


# --- locks -------------------------------------------------------------------------------------

LOCKS = {
    "lock() && within(a..*)": ["lock a.Queue.reset", "lock a.Queue.run", "lock block", "lock juc"],
    "unlock() && within(b..*)": ["unlock any"] * 2 + ["unlock itself"] * 2,
    "unlock() && within(a..*)": sorted(
        ["unlock a.Queue.reset", "unlock a.Queue.run"]
        + ["unlock block"] * 2
        + ["unlock increment"] * 2
    ),
    "lock() && args(b.Other)": ["lock any", "lock block", "lock itself"],
    "lock() && args(Class)": ["lock a.Queue.reset", "lock any", "lock block"],
    "lock() && !args(java.util.concurrent.locks.Lock) && within(a..*)": [
        "lock a.Queue.reset",
        "lock a.Queue.run",
        "lock block",
    ],
    "lock() && target(*)": [],
    "lock() && call(* *(..))": [],
}


@pytest.mark.parametrize("pointcut", LOCKS)
def test_locks(selected: Selected, pointcut: str) -> None:
    assert selected(pointcut) == LOCKS[pointcut]


def test_offsets_are_those_of_the_class_file(program: Program) -> None:
    plan = no_analysis(program, before("set(* *)"), after("lock()"), before("unlock()"))
    guarded = methods(plan)["a.Queue", "guarded", "(Ljava/lang/Object;Ljava/util/List;)V"]
    code = {
        it.bci: it.mnemonic
        for it in program["a.Queue"].method("guarded").bytecode
        if it.mnemonic in ("monitorenter", "monitorexit", "putfield", "invokeinterface")
    }
    assert [code[it] for it in guarded.at] == ["putfield"]
    assert [code[it] for it in guarded.lock] == ["monitorenter", "invokeinterface"]
    unlocks = ["monitorexit", "monitorexit", "invokeinterface", "invokeinterface"]
    assert [code[it] for it in guarded.unlock] == unlocks
    assert list(guarded.unlock) == sorted(guarded.unlock)


# --- what is left to the run -------------------------------------------------------------------


def verdicts(program: Program, text: str, formals: Mapping[str, str] | None = None) -> set[Verdict]:
    return {it.verdict for it in no_analysis(program, before(text, formals)).actions}


def test_declared_types_decide_where_they_can(program: Program) -> None:
    sub = NamePattern("a.Sub")
    assert verdicts(program, "call(* run()) && target(Runnable)") == {True}
    assert verdicts(program, "set(* *) && target(String)") == set()  # both are classes
    assert verdicts(program, "set(int count) && target(a.Sub)") == {True, IsInstance(TARGET, sub)}
    assert verdicts(program, "set(String name) && target(Runnable)") == set()  # Other is final
    assert verdicts(program, "call(* run()) && !target(a.Sub)") == {
        Opposite(IsInstance(TARGET, sub))
    }
    assert verdicts(program, "call(* helper(..)) && args(String, ..)") == {
        IsInstance(0, NamePattern("java.lang.String"))
    }


def test_names_are_bound_even_if_nothing_is_left_to_test(program: Program) -> None:
    text = "lock() && args(l) || call(* run()) && target(l)"
    assert verdicts(program, text, {"l": "java.lang.Object"}) == {
        IsInstance(0, None, "l"),
        IsInstance(TARGET, None, "l"),
    }


def test_each_residue_has_a_number_of_its_own(program: Program, tmp_path: Path) -> None:
    plan = no_analysis(program, before("set(int count) && target(a.Sub)"), after("set(* *)"))
    assert {(it.when, it.advice) for it in plan.actions} == {("before", 0), ("after", 1)}
    assert len(plan.actions) == 3
    plan.write(tmp_path / "plan.txt", notes=True)
    assert read(tmp_path / "plan.txt") == plan


def test_a_verdict_survives_a_file() -> None:
    leaf = IsInstance(1, NamePattern("a.B", False, 2), "x")
    verdict = Every((leaf, Some((Opposite(leaf), IsInstance(TARGET, None, None)))))
    assert from_data(as_data(verdict)) == verdict
    with pytest.raises(ValueError, match="expected a residue"):
        from_data(["every", True])


# --- the file ----------------------------------------------------------------------------------


def test_the_plan_of_a_monitor(program: Program) -> None:
    plan = no_analysis(
        program,
        before("execution(* a.Queue.reset())"),
        after("execution(* a.Queue.reset())"),
        after("lock() && withincode(* reset())"),
        before("set(int made) && withincode(* reset())"),
    )
    checksums = {it.name: f"{it.checksum:08x}" for it in plan.classes}
    assert list(plan.lines()) == [
        "snarl-plan\t1",
        "advice\t0\tbefore\t-\t0\ttrue",
        "advice\t1\tafter\t-\t1\ttrue",
        "advice\t2\tafter\t-\t2\ttrue",
        "advice\t3\tbefore\t-\t3\ttrue",
        f"class\ta.Queue\t{checksums['a.Queue']}",
        "method\treset\t()V",
        "at\t1:3",
        "lock\t-1:2",
        "entry\t0",
        "exit\t1",
        f"class\ta.Queue$Inner\t{checksums['a.Queue$Inner']}",
        f"class\ta.Sub\t{checksums['a.Sub']}",
        f"class\ta.Sub$Deep\t{checksums['a.Sub$Deep']}",
        f"class\tb.Other\t{checksums['b.Other']}",
    ]
    assert plan.summary == "4 join points of the code are watched"


def test_checksums_are_those_of_the_class_files(program: Program, tmp_path: Path) -> None:
    plan = no_analysis(program, before("set(* *)"))
    location = program["a.Sub"].location
    assert location is not None
    data = (Path(location[0]) / location[1]).read_bytes()
    checksum = next(it.checksum for it in plan.classes if it.name == "a.Sub")
    assert checksum == crc32(data)
    inner = write_jar(tmp_path / "inner.jar", {"a/Sub.class": data})
    outer = write_jar(tmp_path / "app.war", {"WEB-INF/lib/inner.jar": inner.read_bytes()})
    for jar in (inner, outer):
        packed = snarl.load([jar], jdk=program.jdk.home)
        found = no_analysis(packed, before("set(* *)"))
        assert [(it.name, it.checksum) for it in found.classes] == [("a.Sub", checksum)]


def test_what_matches_nothing_is_said(program: Program) -> None:
    plan = no_analysis(program, before("set(Strin *)"), before("call(* nothing(..))"))
    assert plan.warnings == (
        "nothing in the program matches set(Strin *)",
        "there is no type Strin in the program: set(Strin *)",
        "nothing in the program matches call(* nothing(..))",
    )
    thrown = no_analysis(program, before("call(* run() throws Exception)"))
    assert thrown.warnings == (
        "what methods throw is not looked at: call(* run() throws Exception)",
    )


@pytest.mark.parametrize(
    "text", ["", "snarl-plan\t1\nat\t1\nend\n", "snarl-plan\t1\nclass\ta.B", "\0\xff"]
)
def test_what_is_no_plan_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "plan.txt"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(PlanError, match=r"plan\.txt"):
        read(path)
