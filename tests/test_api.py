"""The Python API: load a program, walk it, ask its hierarchy."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import snarl
from classgen import Access, ClassBuilder
from conftest import TIMEOUT, jar_of, simple_class, write_jar
from snarl.program import Class, InputError, LinkageError, Op, Program

LARGE = 4000  # classes


@pytest.fixture(scope="module")
def jdk(java_home: Path) -> Program:
    return snarl.load([], jdk=java_home)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A jar that takes longer to load than progress is silent."""
    folder = tmp_path_factory.mktemp("large")
    wide = []
    for number in range(LARGE):
        cls = simple_class(f"p{number % 40}/C{number}")
        cls.method("run", "()V").code.emit("return")
        wide.append(cls)
    return jar_of(folder / "large.jar", *wide)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    shape = ClassBuilder("p/Shape", access=Access.PUBLIC | Access.INTERFACE | Access.ABSTRACT)
    shape.method("area", "()I", Access.PUBLIC | Access.ABSTRACT)
    square = ClassBuilder("p/Square", interfaces=["p/Shape"])
    square.field("side", "I", Access.PRIVATE | Access.VOLATILE)
    square.constructor().code.emit("return")
    code = square.method("area", "()I", Access.PUBLIC | Access.SYNCHRONIZED).code
    code.emit("aload_0").field("getfield", "p/Square", "side", "I").push(2).emit("imul")
    code.emit("ireturn")
    for descriptor in ("(I)V", "(J)V"):
        square.method("set", descriptor).code.emit("return")
    return jar_of(tmp_path / "app.jar", shape, square)


class TestWalking:
    def test_from_program_to_instruction(self, small: Path) -> None:
        program = snarl.load([small])
        assert [cls.name for cls in program.classes("application")] == ["p.Shape", "p.Square"]
        square = program["p.Square"]
        assert (square.package, square.origin, square.version) == ("p", "application", (61, 0))
        assert square.interfaces == [program["p.Shape"]]
        assert program["p.Shape"].is_interface
        assert square.super_class == program["java.lang.Object"]
        assert program["java.lang.Object"].super_class is None

        (side,) = square.fields
        assert (side.name, side.descriptor) == ("side", "I")
        assert (side.is_volatile, side.is_static, side.is_final) == (True, False, False)

        area = square.method("area")
        assert area.is_synchronized
        assert area.signature == ([], "int")
        body = area.body
        assert body is not None
        ops = [instruction.op for block in body.blocks for instruction in block]
        assert ops == [instruction.op for instruction in body]
        assert Op.MONITOR_ENTER in ops
        (read,) = [instruction for instruction in body if instruction.op is Op.GET_FIELD]
        assert str(read.reference) == "p.Square.side:I"
        assert [row.mnemonic for row in area.bytecode][:2] == ["aload_0", "getfield"]
        assert program["p.Shape"].method("area").body is None

    def test_ids_are_arrays(self, jdk: Program) -> None:
        ids = jdk.class_ids("jdk")
        assert ids.dtype == np.uint32
        assert ids.size == len(list(jdk.classes("jdk"))) > 5000
        assert jdk.class_ids("application").size == 0

    def test_finding(self, jdk: Program) -> None:
        assert "java.util.Map$Entry" in jdk
        assert "java.util.NoSuch" not in jdk
        assert jdk.find_class("java.util.NoSuch") is None
        assert jdk["java.util.Map$Entry"].name == "java.util.Map$Entry"

    def test_repr(self, small: Path) -> None:
        program = snarl.load([small])
        square = program["p.Square"]
        assert repr(square) == "<Class p.Square>"
        assert repr(square.fields[0]) == "<Field p.Square.side>"
        assert repr(square.method("area")) == "<Method p.Square.area()I>"
        assert repr(program).startswith("<Program of ")


class TestEquality:
    def test_handles_that_mean_the_same_are_equal(self, small: Path) -> None:
        program = snarl.load([small])
        square = program["p.Square"]
        assert square == program["p.Square"]
        assert square is not program["p.Square"]
        assert {square, program["p.Square"], program["p.Shape"]} == {square, program["p.Shape"]}
        assert square.fields[0] == program["p.Square"].fields[0]
        assert len({*square.methods, *program["p.Square"].methods}) == len(square.methods)
        one, other = square.methods_named("set")
        assert one != other
        assert square != "p.Square"

    def test_programs_are_worlds_of_their_own(self, small: Path) -> None:
        one, other = snarl.load([small]), snarl.load([small])
        assert one["p.Square"].id == other["p.Square"].id
        assert one["p.Square"] != other["p.Square"]
        assert one["p.Square"].method("area") != other["p.Square"].method("area")


class TestHierarchy:
    def test_subtypes(self, jdk: Program) -> None:
        listed = jdk["java.util.List"]
        names = {cls.name for cls in jdk.hierarchy.subtypes(listed)}
        assert {"java.util.ArrayList", "java.util.LinkedList", "java.util.Stack"} <= names
        assert "java.util.List" not in names
        assert "java.util.HashSet" not in names
        direct = {cls.name for cls in jdk.hierarchy.direct_subtypes(listed)}
        assert "java.util.AbstractList" in direct
        assert "java.util.Stack" not in direct
        assert direct < names

    def test_super_types(self, jdk: Program) -> None:
        stack, collection = jdk["java.util.Stack"], jdk["java.util.Collection"]
        names = {cls.name for cls in jdk.hierarchy.super_types(stack)}
        assert {"java.util.Vector", "java.util.List", "java.lang.Iterable"} <= names
        assert "java.util.Stack" not in names
        assert jdk.hierarchy.is_subtype(stack, collection)
        assert not jdk.hierarchy.is_subtype(collection, stack)
        assert jdk.hierarchy.is_subtype(stack, stack)

    def test_resolution_and_selection(self, jdk: Program) -> None:
        hierarchy = jdk.hierarchy
        resolved = hierarchy.resolve_method("java.util.List", "size", "()I", interface=True)
        assert resolved.owner.name == "java.util.List"
        chosen = hierarchy.select(jdk["java.util.ArrayList"], resolved)
        assert chosen == jdk["java.util.ArrayList"].method("size")
        field = hierarchy.resolve_field("java.util.Stack", "elementCount", "I")
        assert field.owner.name == "java.util.Vector"
        target = hierarchy.target(
            "virtual",
            caller="java.util.Stack",
            owner="java.util.Stack",
            name="hashCode",
            descriptor="()I",
            receiver="java.util.Stack",
        )
        assert target.owner.name == "java.util.Vector"


class TestErrors:
    def test_key_errors_say_what_is_missing(self, jdk: Program) -> None:
        with pytest.raises(KeyError, match=r"java\.util\.NoSuch"):
            jdk["java.util.NoSuch"]
        text = jdk["java.lang.String"]
        with pytest.raises(KeyError, match=r"java\.lang\.String has no method nothing"):
            text.method("nothing")
        with pytest.raises(KeyError, match=r"has \d+ methods valueOf: name the descriptor too"):
            text.method("valueOf")
        assert text.method("valueOf", "(I)Ljava/lang/String;").is_static

    def test_linkage_errors_are_those_of_the_jvm(self, jdk: Program) -> None:
        with pytest.raises(LinkageError) as raised:
            jdk.hierarchy.resolve_method("java.lang.String", "nothing", "()V")
        assert raised.value.error == "NoSuchMethodError"
        assert str(raised.value) == "NoSuchMethodError: java.lang.String.nothing()V"
        with pytest.raises(LinkageError) as raised:
            jdk.hierarchy.resolve_field("java.lang.String", "nothing", "I")
        assert str(raised.value) == "NoSuchFieldError: java.lang.String.nothing:I"
        with pytest.raises(LinkageError) as raised:
            jdk.hierarchy.resolve_method("a.b.C", "nothing", "()V")
        assert raised.value.error == "NoClassDefFoundError"
        with pytest.raises(LinkageError, match="IncompatibleClassChangeError"):
            jdk.hierarchy.resolve_method("java.util.List", "size", "()I")

    def test_wrong_arguments(self, jdk: Program, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match=r"expected origin .* but got .program."):
            jdk.class_ids("program")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"expected kind .* but got .dynamic."):
            jdk.hierarchy.target(
                "dynamic",  # type: ignore[arg-type]
                caller="java.lang.Object",
                owner="java.lang.Object",
                name="x",
                descriptor="()V",
            )
        with pytest.raises(InputError) as raised:
            snarl.load([tmp_path / "nothing.jar"], jdk=jdk.jdk.home)
        assert raised.value.__cause__ is None

    @pytest.mark.parametrize("wrong", [2**32 - 1, 10**6])
    def test_an_id_that_does_not_exist_is_a_phantom(self, wrong: int, jdk: Program) -> None:
        cls = Class(jdk, wrong)
        assert cls.is_phantom
        assert cls.methods == []
        assert cls.location is None


class TestProgress:
    def test_it_is_called_with_done_and_total(self, large: Path) -> None:
        calls: list[tuple[int, int]] = []
        snarl.load([large], progress=lambda done, total: calls.append((done, total)))
        assert calls
        assert all(0 <= done <= total for done, total in calls)
        assert {total for _, total in calls} <= {0, LARGE}
        program = snarl.load([], modules=["java.base"])
        calls.clear()
        program.verify("jdk", progress=lambda done, total: calls.append((done, total)))
        assert calls
        assert [done for done, _ in calls] == sorted(done for done, _ in calls)
        assert calls[-1][1] == program.class_ids("jdk").size

    def test_what_it_raises_ends_the_work(self, large: Path) -> None:
        class EnoughError(Exception):
            pass

        def progress(done: int, total: int) -> None:
            raise EnoughError(done, total)

        with pytest.raises(EnoughError):
            snarl.load([large], progress=progress)
        program = snarl.load([large])
        began = time.monotonic()
        with pytest.raises(EnoughError):
            program.verify(progress=progress)
        assert time.monotonic() - began < 5  # all of it would take longer
        # It can be used all the same.
        assert program.verify("application").failures == []

    def test_a_signal_ends_a_load(self, large: Path) -> None:
        code = (
            "import os, signal, snarl, sys\n"
            "def progress(done, total):\n"
            "    os.kill(os.getpid(), signal.SIGINT)\n"
            "try:\n"
            "    snarl.load([sys.argv[1]], progress=progress)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(large)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("interrupted\n", "")


class TestThreads:
    def test_several_loads_at_once(self, small: Path, large: Path) -> None:
        with ThreadPoolExecutor(6) as pool:
            programs = list(pool.map(snarl.load, [small, large] * 3))
        for program in programs[::2]:
            assert [cls.name for cls in program.classes("application")] == ["p.Shape", "p.Square"]
        for program in programs[1::2]:
            assert program.class_ids("application").size == LARGE

    def test_one_program_in_several_threads(self, java_home: Path) -> None:
        program = snarl.load([], jdk=java_home, modules=["java.base"])
        wanted = [cls for cls in program.classes("jdk") if cls.package == "java.util"]

        def lengths(_: int) -> list[int]:
            bodies = (method.body for cls in wanted for method in cls.methods)
            return [len(body) for body in bodies if body is not None]

        with ThreadPoolExecutor(4) as pool:
            first, *rest = pool.map(lengths, range(4))
        assert len(first) > 1000
        assert all(found == first for found in rest)

    def test_other_threads_run_meanwhile(self, large: Path) -> None:
        """Long work releases the GIL."""
        stop = threading.Event()
        gaps = [0.0]

        def watch() -> None:
            last = time.monotonic()
            while not stop.is_set():
                time.sleep(0.001)
                now = time.monotonic()
                gaps.append(now - last)
                last = now

        watcher = threading.Thread(target=watch)
        watcher.start()
        began = time.monotonic()
        program = snarl.load([large], modules=["java.base"])
        program.verify("jdk")
        took = time.monotonic() - began
        stop.set()
        watcher.join()
        # A thread that has to wait for the GIL would see one gap as long as the work.
        assert max(gaps) < max(took / 2, 0.2)


def test_loading_twice_gives_the_same(tmp_path: Path) -> None:
    entries: dict[str, bytes] = {}
    for number in range(300):
        cls = simple_class(f"p/C{number}", f"lib/Missing{number % 50}")
        entries[f"{cls.name}.class"] = cls.build() if number % 7 else b"broken"
    path = write_jar(tmp_path / "app.jar", entries)

    def facts() -> tuple[object, ...]:
        program = snarl.load([path])
        ids = {cls.name: cls.id for cls in program.classes()}
        phantoms = [program.find_class(f"lib.Missing{number}") for number in range(50)]
        phantom_ids = [cls.id for cls in phantoms if cls is not None]
        return ids, phantom_ids, program.warnings, program.verify("application").instructions

    first = facts()
    for _ in range(3):
        assert facts() == first


def test_a_circle_is_cut_at_the_same_place_each_time(tmp_path: Path) -> None:
    names = [f"p/C{number:03}" for number in range(400)]
    path = jar_of(tmp_path / "app.jar", *map(ClassBuilder, names, [*names[1:], names[0]]))
    for _ in range(10):
        (warning,) = snarl.load([path], modules=["java.base"]).warnings
        assert warning.entry == "p/C000.class"


def test_importing_is_quick_for_what_needs_no_engine() -> None:
    code = "import sys, snarl.cli, snarl.cli.version; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert done.stdout == "False\n"
