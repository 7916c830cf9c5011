"""Bad input gives a message that names file and entry, and the rest is still loaded.

The exit code is 2 if nothing is usable, 3 if something that the user gave could not be analysed.
`Result` checks that neither a traceback nor a panic is ever shown.
"""

from __future__ import annotations

import os
import re
import struct
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import snarl as api
from classgen import Access, ClassBuilder, ConstantPool
from conftest import Result, Snarl, jar_of, javac, simple_class, write_jar, write_sources
from java_homes import jdks, version
from snarl.program import InputError, LoweringError

GOOD = simple_class("p/Good").build()
BAD = simple_class("p/Bad").build()
INTERFACE = Access.PUBLIC | Access.INTERFACE | Access.ABSTRACT


def corrupt_constant() -> bytes:
    """A class whose name is a number."""
    data = bytearray(BAD)
    place = data.index(b"\x07")
    data[place] = 0xFF
    return bytes(data)


# What is wrong with p/Bad.class.
BAD_CLASSES = {
    "truncated": BAD[:40],
    "truncated-at-the-end": BAD[:-1],
    "bytes-after-the-end": BAD + b"\0",
    "corrupt": corrupt_constant(),
    "wrong-magic": b"\xca\xfe\xd0\x0d" + BAD[4:],
    "text": b"this is no class",
    "empty": b"",
    "version-70": BAD[:6] + struct.pack(">H", 70) + BAD[8:],
    "version-44": BAD[:6] + struct.pack(">H", 44) + BAD[8:],
    "zip-bomb": bytes(40_000_000),
    "too-large": bytes(70_000_000),
}


def shown(done: Result) -> str:
    return f"exit {done.status}\n{done.err}"


@pytest.mark.parametrize("case", BAD_CLASSES)
def test_a_bad_class(case: str, here: Path, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
    write_jar(here / "app.jar", {"p/Bad.class": BAD_CLASSES[case], "p/Good.class": GOOD})
    done = snarl("ir", "*", "app.jar")
    assert done.status == 3
    assert "class p.Good" in done.out
    assert done.err.startswith("warning: app.jar!p/Bad.class: ")
    assert shown(done) == snapshot


@pytest.mark.parametrize("case", BAD_CLASSES)
def test_nothing_but_a_bad_class(case: str, here: Path, snarl: Snarl) -> None:
    write_jar(here / "app.jar", {"p/Bad.class": BAD_CLASSES[case]})
    done = snarl("ir", "*", "app.jar")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("snarl: app.jar!p/Bad.class: ")


def test_a_bad_class_in_a_folder(here: Path, snarl: Snarl) -> None:
    simple_class("p/Good").write(here / "classes")
    (here / "classes" / "p" / "Bad.class").write_bytes(BAD[:40])
    done = snarl("ir", "*", "classes")
    assert done.status == 3
    assert "class p.Good" in done.out
    assert done.err.startswith("warning: classes!p/Bad.class: truncated at byte ")


def test_a_bad_class_of_a_library_matters_when_it_is_used(here: Path, snarl: Snarl) -> None:
    write_jar(here / "lib.jar", {"lib/Base.class": BAD[:40], "lib/Unused.class": b"?"})
    jar_of(here / "app.jar", simple_class("p/User", "lib/Base"))
    done = snarl("ir", "*", "app.jar", "--classpath", "lib.jar")
    assert done.status == 3
    assert "class p.User" in done.out
    assert "warning: lib.jar!lib/Base.class: truncated at byte " in done.err
    program = api.load(["app.jar"], classpath=["lib.jar"])
    assert [warning.entry for warning in program.warnings] == ["lib/Base.class"]


def test_many_bad_classes_do_not_flood_the_terminal(here: Path, snarl: Snarl) -> None:
    bad = {f"p/Bad{number:03}.class": b"?" for number in range(300)}
    write_jar(here / "app.jar", {**bad, "p/Good.class": GOOD})
    done = snarl("ir", "*", "app.jar")
    assert done.status == 3
    assert done.err.count("\n") == 21
    assert done.err.endswith("warning: 280 more of this kind (bad-class)\n")
    assert len(api.load(["app.jar"]).warnings) == 300
    write_jar(here / "app.jar", bad)
    done = snarl("ir", "*", "app.jar")
    assert done.status == 2
    assert done.err.count("\n") == 21
    assert done.err.endswith("and 280 more problems like these\n")


class TestArchives:
    @pytest.fixture
    def jar(self, here: Path) -> bytes:
        return write_jar(
            here / "good.jar", {"p/Good.class": GOOD, "q/More.class": GOOD}
        ).read_bytes()

    def test_not_usable(
        self, jar: bytes, here: Path, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        (here / "truncated.jar").write_bytes(jar[: len(jar) // 2])
        (here / "garbage.jar").write_bytes(b"PK\x03\x04" + bytes(range(256)) * 4)
        (here / "empty-file.jar").write_bytes(b"")
        write_jar(here / "empty.jar", {})
        write_jar(here / "resources.jar", {"a.txt": "x", "META-INF/MANIFEST.MF": "x: y\n"})
        write_jar(here / "module-only.jar", {"module-info.class": b"x"})
        (here / "text.txt").write_text("hello")
        (here / "text.class").write_text("hello")
        (here / "empty-folder").mkdir()
        (here / "text-folder").mkdir()
        (here / "text-folder" / "readme.txt").write_text("hello")
        told = []
        for path in [*sorted(path.name for path in here.iterdir()), "missing.jar"]:
            if path == "good.jar":
                continue
            done = snarl("ir", "*", path)
            assert (done.status, done.out) == (2, "")
            assert done.err.startswith(f"snarl: {path}: ")
            told.append(done.err)
            # Beside something good, it is a warning.
            done = snarl("ir", "p.Good", "good.jar", path)
            assert done.status == 3
            assert f"warning: {path}: " in done.err
        assert "".join(told) == snapshot

    def test_a_classpath_that_is_not_there(self, jar: bytes, snarl: Snarl) -> None:
        done = snarl("ir", "p.Good", "good.jar", "--classpath", "missing.jar")
        assert done.status == 3
        assert done.err.startswith("warning: missing.jar: does not exist\n")

    def test_a_classpath_without_classes(self, jar: bytes, here: Path, snarl: Snarl) -> None:
        """Sources of Clojure, or resources: nothing is missing because of it."""
        write_jar(here / "lib.jar", {"readme.txt": b"no class"})
        done = snarl("ir", "p.Good", "good.jar", "--classpath", "lib.jar")
        assert done.status == 0
        assert done.err.startswith("warning: lib.jar: holds no class\n")

    def test_a_damaged_entry(self, jar: bytes, here: Path, snarl: Snarl) -> None:
        damaged = bytearray(jar)
        damaged[jar.index(b"p/Good.class") + 30] ^= 0xFF
        (here / "app.jar").write_bytes(damaged)
        done = snarl("ir", "*", "app.jar", "good.jar")
        assert done.status == 3
        assert "warning: app.jar!p/Good.class: " in done.err

    def test_a_path_outside_of_the_archive(self, here: Path, snarl: Snarl) -> None:
        entries = {"../p/Bad.class": BAD, "/p/Bad.class": BAD, "p/Good.class": GOOD}
        write_jar(here / "app.jar", entries)
        done = snarl("ir", "*", "app.jar")
        assert done.status == 3
        assert "class p.Good" in done.out
        assert "class p.Bad" not in done.out
        assert "warning: app.jar!../p/Bad.class: has `..` in its path, which points out" in done.err
        assert "warning: app.jar!/p/Bad.class: is an absolute path" in done.err

    def test_a_name_cannot_command_the_terminal(self, here: Path, snarl: Snarl) -> None:
        cls = simple_class("p/\x1b]0;evil\x07\x1b[2J")
        cls.method("a\nwarning: spoofed", "()V", Access.ABSTRACT)
        entries = {"p/\x1b[2Jx\ny.class": b"?", f"{cls.name}.class": cls.build()}
        write_jar(here / "app.jar", entries)
        done = snarl("ir", "*", "app.jar")
        assert done.status == 3
        assert "\x1b" not in done.out + done.err
        assert "\nwarning: spoofed" not in done.out
        assert r"p/\x1b[2Jx\ny.class" in done.err

    def test_a_bomb_in_a_jar_inside(self, here: Path, snarl: Snarl) -> None:
        inner = write_jar(here / "inner.jar", {"p/Big.class": bytes(60_000_000)}).read_bytes()
        bomb = write_jar(here / "bomb.jar", {"x": bytes(80_000_000)}).read_bytes()
        entries = {"p/Good.class": GOOD, "lib/inner.jar": inner, "lib/bomb.jar": bomb}
        write_jar(here / "app.jar", {**entries, "lib/nothing.jar": b"?" * 100})
        done = snarl("ir", "*", "app.jar")
        assert done.status == 3
        assert "class p.Good" in done.out
        assert "warning: app.jar!/lib/nothing.jar: is not a zip archive, or is cut off" in done.err

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_an_unreadable_file(self, jar: bytes, here: Path, snarl: Snarl) -> None:
        (here / "secret.jar").write_bytes(jar)
        (here / "secret.jar").chmod(0)
        done = snarl("ir", "p.Good", "good.jar", "secret.jar")
        assert done.status == 3
        assert "warning: secret.jar: cannot be read (Permission denied" in done.err

    def test_a_pipe_is_not_waited_for(self, here: Path, snarl: Snarl) -> None:
        os.mkfifo(here / "pipe.jar")
        done = snarl("ir", "*", "pipe.jar")
        assert done.status == 2
        assert done.err == "snarl: pipe.jar: is not a regular file\n"


class TestTwice:
    """The first on the path wins, and it is said once."""

    def versions(self, here: Path) -> None:
        for number in (1, 2):
            classes = []
            for name in ("p/A", "p/B", "p/C"):
                cls = simple_class(name)
                cls.method(f"version{number}", "()V").code.emit("return")
                classes.append(cls)
            jar_of(here / f"{number}.jar", *classes)

    def test_in_two_inputs(self, here: Path, snarl: Snarl) -> None:
        self.versions(here)
        done = snarl("ir", "*", "1.jar", "2.jar")
        assert done.status == 0
        assert "version1" in done.out
        assert "version2" not in done.out
        assert done.err == "warning: 2.jar: 3 classes (p.A, …) are also in 1.jar, which is used\n"
        done = snarl("ir", "p.A.version2", "2.jar", "--classpath", "1.jar")
        assert done.status == 0
        assert done.err == "warning: 1.jar: 3 classes (p.A, …) are also in 2.jar, which is used\n"

    def test_as_two_entries_of_one_jar(self, here: Path, snarl: Snarl) -> None:
        write_jar(here / "app.jar", [("p/Good.class", GOOD), ("p/Good.class", GOOD)])
        done = snarl("ir", "*", "app.jar")
        assert done.err == "warning: app.jar!p/Good.class: is there twice; the first is used\n"
        assert done.status == 0

    def test_a_class_of_the_jdk(self, here: Path, snarl: Snarl) -> None:
        jar_of(here / "app.jar", simple_class("p/Good"), simple_class("java/util/List"))
        done = snarl("ir", "java.util.List", "app.jar")
        assert done.status == 0
        assert "interface java.util.List" in done.out
        assert done.err == "warning: app.jar: java.util.List is also in the JDK, which is used\n"

    def test_nothing_but_classes_of_the_jdk(self, here: Path, snarl: Snarl) -> None:
        jar_of(here / "app.jar", simple_class("java/util/List"))
        done = snarl("ir", "*", "app.jar")
        assert done.status == 2
        assert "app.jar: java.util.List is also in the JDK, which is used" in done.err


class TestHierarchy:
    def check_cycle(self, here: Path, snarl: Snarl, *classes: ClassBuilder) -> None:
        jar_of(here / "app.jar", simple_class("p/Good"), *classes)
        done = snarl("ir", "*", "app.jar")
        assert done.status == 3
        for cls in classes:
            assert cls.name.replace("/", ".") in done.out
        what = (
            "is its own super type; it is" if len(classes) == 1 else "are super types of each other"
        )
        assert what in done.err
        assert "taken to extend Object alone" in done.err
        assert "warning: app.jar!p/" in done.err
        program = api.load(["app.jar"])
        for loaded in program.classes("application"):
            assert loaded not in program.hierarchy.super_types(loaded)

    def test_two_classes(self, here: Path, snarl: Snarl) -> None:
        self.check_cycle(here, snarl, simple_class("p/A", "p/B"), simple_class("p/B", "p/A"))

    def test_a_class_alone(self, here: Path, snarl: Snarl) -> None:
        self.check_cycle(here, snarl, simple_class("p/A", "p/A"))

    def test_interfaces(self, here: Path, snarl: Snarl) -> None:
        one = ClassBuilder("p/I", interfaces=["p/J"], access=INTERFACE)
        other = ClassBuilder("p/J", interfaces=["p/I"], access=INTERFACE)
        self.check_cycle(here, snarl, one, other)

    def test_a_very_deep_one(self, here: Path) -> None:
        depth = 20_000
        names = [f"p/C{number:05}" for number in range(depth)]
        above = [*names[1:], "java/lang/Object"]
        jar_of(here / "deep.jar", *map(ClassBuilder, names, above))
        program = api.load(["deep.jar"])
        assert program.class_ids("application").size == depth
        too_deep = r"deep\.jar!p/C\d+\.class: class p\.C\d+ has more than \d+ super types"
        assert re.search(too_deep, str(program.warnings[0]))
        assert len(program.warnings) < 20
        top, upper = program[f"p.C{depth - 1:05}"], program[f"p.C{depth - 1000:05}"]
        assert program.hierarchy.is_subtype(upper, top)
        assert len(program.hierarchy.super_types(upper)) == 1000

    def test_a_missing_class_is_a_phantom(self, here: Path, snarl: Snarl) -> None:
        user = simple_class("p/User", "lib/Base")
        code = user.method("call", "()V", Access.PUBLIC | Access.STATIC).code
        code.invoke("invokestatic", "lib/Helper", "help", "()V").emit("return")
        jar_of(here / "app.jar", user, simple_class("p/Other", "lib/Base"))
        done = snarl("ir", "p.User", "app.jar")
        assert done.status == 0
        assert "class p.User extends lib.Base" in done.out
        assert "lib.Helper.help()" in done.out
        assert done.err == (
            "warning: class lib.Base is missing; p.Other refers to it\n"
            "warning: class lib.Helper is missing; p.User refers to it\n"
            "hint: --classpath names the jars and folders that hold such classes\n"
        )
        done = snarl("ir", "lib.Base", "app.jar")
        assert done.status == 2
        assert done.err.endswith(
            "snarl: class lib.Base is missing: other classes refer to it, but no input holds it\n"
        )
        program = api.load(["app.jar"])
        base = program.find_class("lib.Base")
        assert base is not None
        assert base.is_phantom
        assert "lib.Base" not in program
        with pytest.raises(KeyError, match=r"lib\.Base"):
            program["lib.Base"]

    def test_what_only_libraries_miss_is_counted(self, here: Path, snarl: Snarl) -> None:
        jar_of(here / "app.jar", simple_class("p/Main"))
        jar_of(here / "lib.jar", simple_class("l/A", "gone/One"), simple_class("l/B", "gone/Two"))
        done = snarl("ir", "p.Main", "app.jar", "--classpath", "lib.jar")
        assert done.status == 0
        assert done.err == "warning: 2 classes are missing that only libraries refer to\n"

    def test_classes_for_a_newer_jdk(self, here: Path, snarl: Snarl) -> None:
        newer = simple_class("p/Main")
        newer.version = (44 + 25, 0)
        jar_of(here / "app.jar", newer)
        oldest = jdks()[0]
        done = snarl("ir", "p.Main", "app.jar", "--jdk", str(oldest))
        if int(version(oldest).partition(".")[0]) >= 25:
            pytest.skip("no older JDK")
        assert "warning: the program has classes for Java 25, and the JDK is " in done.err
        assert "--jdk names another one" in done.err

    def test_many_missing_classes_are_counted(self, here: Path, snarl: Snarl) -> None:
        users = [simple_class(f"p/U{number}", f"lib/L{number}") for number in range(9)]
        jar_of(here / "app.jar", *users)
        done = snarl("ir", "p.U0", "app.jar")
        assert done.status == 0
        assert done.err.count("is missing") == 5
        assert "warning: 4 more classes are missing\nhint: --classpath" in done.err

    def test_a_missing_exception_beside_a_known_one(
        self, java_home: Path, here: Path, snarl: Snarl
    ) -> None:
        write_sources(
            here / "src",
            p__Gone="package p; public class Gone extends Exception {}",
            p__User="""
            package p;
            class User {
                void run(java.util.concurrent.Callable<String> task) {
                    try {
                        if (task.call() == null) throw new Gone();
                    } catch (Gone | RuntimeException e) {
                        throw new IllegalStateException(e);
                    } catch (Exception e) {
                        throw new Error(e);
                    }
                }
            }
            """,
        )
        classes = javac(java_home, here / "classes", "-sourcepath", "src", "src/p/User.java")
        (classes / "p" / "Gone.class").unlink()
        done = snarl("ir", "--verify", "*", "classes")
        assert "0 failures" in done.out
        assert done.status == 0

    def test_a_name_that_does_not_fit_the_path(self, here: Path, snarl: Snarl) -> None:
        write_jar(here / "app.jar", {"q/Elsewhere.class": BAD, "p/Good.class": GOOD})
        done = snarl("ir", "*", "app.jar")
        assert done.status == 0
        assert "from app.jar!q/Elsewhere.class" in done.out
        assert "class p.Bad" in done.out


class TestCode:
    def broken(self) -> ClassBuilder:
        cls = simple_class("p/Broken")
        cls.method("fine", "()I", Access.STATIC).code.push(42).emit("ireturn")
        cls.method("underflow", "()V", Access.STATIC).code.emit("pop").emit("return")
        cls.method("endless", "()V", Access.STATIC).code.emit("nop")
        cls.method("wrongType", "()V", Access.STATIC).code.push(1).emit("athrow")
        cls.method("noSuchOpcode", "()V", Access.STATIC).code.raw(b"\xfe")
        cls.method("jumpsAway", "()V", Access.STATIC).code.emit("goto", 5000)
        cls.method("oddDescriptor", "(Lp/Broken", Access.STATIC | Access.NATIVE)
        return cls

    def test_a_method_with_broken_code(
        self, here: Path, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        jar_of(here / "app.jar", self.broken())
        done = snarl("ir", "*", "app.jar")
        assert done.status == 3
        assert done.out == snapshot(name="shown")
        assert done.err == ""
        done = snarl("ir", "p.Broken.fine", "app.jar")
        assert done.status == 0
        done = snarl("ir", "--bytecode", "*", "app.jar")
        assert done.status == 3
        assert done.out == snapshot(name="bytecode")
        done = snarl("ir", "--verify", "*", "app.jar")
        assert done.status == 3
        assert done.out == snapshot(name="verified")

    def test_a_method_with_half_its_code(self, here: Path, snarl: Snarl) -> None:
        cls = self.broken()
        cls.method("half", "()V", Access.STATIC).attributes.append(("Code", b"\0\1\0\1\0\0"))
        cls.method("after", "()V", Access.STATIC).code.emit("return")
        jar_of(here / "app.jar", cls)
        done = snarl("ir", "*", "app.jar")
        assert "void half()\n    cannot be shown: truncated at byte" in done.out
        assert "void after()" in done.out
        assert (done.status, done.err) == (3, "")

    def test_from_python(self, tmp_path: Path) -> None:
        program = api.load([jar_of(tmp_path / "app.jar", self.broken())])
        cls = program["p.Broken"]
        assert cls.method("fine").body is not None
        with pytest.raises(LoweringError):
            cls.method("underflow").body  # noqa: B018, reading it is the point
        seen = program.verify("application")
        # The constructor and `fine` are right, and `oddDescriptor` has no code.
        assert len(seen.failures) == len(cls.methods) - 3

    def test_65535_methods(self, tmp_path: Path) -> None:
        path = write_jar(tmp_path / "many.jar", {"p/Many.class": many_methods(65535)})
        program = api.load([path])
        methods = program["p.Many"].methods
        assert len(methods) == 65535
        assert len({(method.name, method.descriptor) for method in methods}) == 65535
        assert methods[-1].body is not None
        assert methods[-1].verify() is None
        seen = program.verify("application")
        assert (seen.bodies, seen.failures) == (65535, [])

    def test_arrays_of_255_dimensions(self, here: Path, snarl: Snarl) -> None:
        cls = simple_class("p/Arrays")
        cls.field("cube", "[" * 255 + "I")
        code = cls.method("cast", f"({'[' * 255}J)Ljava/lang/Object;", Access.STATIC).code
        code.emit("aload_0")
        code.emit("checkcast", cls.pool.class_("[" * 255 + "Ljava/lang/String;")).emit("areturn")
        code = cls.method("make", "(I)V", Access.STATIC).code
        for _ in range(255):
            code.emit("iload_0")
        code.emit("multianewarray", cls.pool.class_("[" * 255 + "I"), 255)
        code.emit("pop").emit("return")
        jar_of(here / "app.jar", cls)
        done = snarl("ir", "*", "app.jar")
        assert done.status == 0, done.err
        assert f"new int{'[p0]' * 255}" in done.out.replace("[v0]", "[p0]")
        assert snarl("ir", "--verify", "*", "app.jar").status == 0


def many_methods(count: int) -> bytes:
    """A class of so many methods; their names and descriptors have to share constants."""
    pool = ConstantPool()
    names = [pool.utf8(f"n{number}") for number in range(256)]
    descriptors = [
        pool.utf8("(" + "".join("IJ"[number >> bit & 1] for bit in range(8)) + ")V")
        for number in range(256)
    ]
    head = (Access.PUBLIC, pool.class_("p/Many"), pool.class_("java/lang/Object"), 0, 0, count)
    code = struct.pack(">HHI", 0, 16, 1) + b"\xb1" + struct.pack(">HH", 0, 0)
    attribute = struct.pack(">HI", pool.utf8("Code"), len(code)) + code
    flags = Access.PUBLIC | Access.STATIC
    methods = [
        struct.pack(">4H", flags, names[number >> 8], descriptors[number & 255], 1) + attribute
        for number in range(count)
    ]
    start = struct.pack(">IHH", 0xCAFEBABE, 0, 61) + pool.build() + struct.pack(">6H", *head)
    return start + b"".join(methods) + b"\0\0"


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(InputError, match="loop: "):
        api.load([tmp_path / "loop"])


def test_the_error_says_what_it_is_about(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        api.load([tmp_path / "missing.jar"])
    assert str(raised.value) == f"{tmp_path / 'missing.jar'}: does not exist"
