"""Whatever a user may name as input is loaded, and each class has the right origin."""

from __future__ import annotations

import io
import os
import shutil
import stat
import subprocess
import zipfile
from pathlib import Path

import pytest

import snarl as api
from classgen import Access, ClassBuilder
from conftest import (
    Snarl,
    feature,
    jar_of,
    javac,
    simple_class,
    snarl_process,
    write_jar,
    write_sources,
)
from java_homes import jdks, version
from snarl.program import InputError, Program, find_jdk
from snarl.program.sources import Sources


def names(program: Program, origin: api.program.model.Origin = "application") -> list[str]:
    return [cls.name for cls in program.classes(origin)]


def method_names(program: Program, cls: str) -> list[str]:
    return [method.name for method in program[cls].methods if method.name != "<init>"]


def marked(name: str, mark: str) -> ClassBuilder:
    """A class that tells its versions apart by the name of a method."""
    cls = simple_class(name)
    cls.method(mark, "()V", Access.PUBLIC | Access.STATIC).code.emit("return")
    return cls


def zip_bytes(*classes: ClassBuilder) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as jar:
        for cls in classes:
            jar.writestr(f"{cls.name}.class", cls.build())
    return buffer.getvalue()


class TestFolders:
    def test_the_package_root(self, tmp_path: Path) -> None:
        for name in ("p/A", "p/q/B", "C"):
            simple_class(name).write(tmp_path)
        program = api.load([tmp_path])
        assert sorted(names(program)) == ["C", "p.A", "p.q.B"]
        assert program.warnings == []
        assert program["p.q.B"].location == (str(tmp_path), "p/q/B.class")

    @pytest.mark.parametrize("given", [".", "build", "build/classes", "build/classes/p"])
    def test_a_folder_above_or_below_the_package_root(self, given: str, tmp_path: Path) -> None:
        root = tmp_path / "build" / "classes"
        simple_class("p/A").write(root)
        simple_class("p/q/B", "p/A").write(root)
        program = api.load([tmp_path / given])
        assert names(program) == ["p.A", "p.q.B"]
        assert program["p.q.B"].super_class == program["p.A"]
        assert program.warnings == []

    def test_a_single_class_file(self, tmp_path: Path) -> None:
        path = simple_class("p/q/B").write(tmp_path)
        assert names(api.load([path])) == ["p.q.B"]

    def test_a_folder_of_jars_stands_for_them(self, tmp_path: Path) -> None:
        jar_of(tmp_path / "lib" / "a.jar", simple_class("a/A"))
        jar_of(tmp_path / "lib" / "b.jar", simple_class("b/B"))
        assert names(api.load([tmp_path / "lib"])) == ["a.A", "b.B"]

    def test_one_path_needs_no_list(self, tmp_path: Path) -> None:
        simple_class("p/A").write(tmp_path)
        assert names(api.load(str(tmp_path))) == names(api.load(tmp_path)) == ["p.A"]


class TestJars:
    def test_a_jar_and_its_classpath(self, tmp_path: Path) -> None:
        app = jar_of(tmp_path / "app.jar", simple_class("app/Main", "lib/Base"))
        lib = jar_of(tmp_path / "lib.jar", simple_class("lib/Base"), simple_class("lib/Other"))
        program = api.load([app], classpath=[lib])
        assert names(program) == ["app.Main"]
        assert names(program, "library") == ["lib.Base", "lib.Other"]
        assert program["app.Main"].super_class == program["lib.Base"]
        assert program["lib.Base"].origin == "library"
        assert program.warnings == []

    @pytest.mark.parametrize("kind", ["BOOT-INF", "WEB-INF"])
    def test_jars_in_a_fat_jar_or_war_are_libraries(self, kind: str, tmp_path: Path) -> None:
        path = write_jar(
            tmp_path / ("app.jar" if kind == "BOOT-INF" else "app.war"),
            {
                f"{kind}/classes/app/Main.class": simple_class("app/Main", "lib/Base").build(),
                f"{kind}/lib/lib.jar": zip_bytes(simple_class("lib/Base")),
            },
        )
        program = api.load([path])
        assert names(program) == ["app.Main"]
        assert names(program, "library") == ["lib.Base"]
        assert program.warnings == []
        file, entry = program["lib.Base"].location or ("", "")
        assert (file, entry) == (f"{path}!/{kind}/lib/lib.jar", "lib/Base.class")

    def test_a_war_without_classes_of_its_own_is_its_jars(self, here: Path, snarl: Snarl) -> None:
        write_jar(here / "app.war", {"WEB-INF/lib/a.jar": zip_bytes(simple_class("a/A"))})
        done = snarl("ir", "*", "app.war")
        assert done.status == 0
        assert "class a.A" in done.out

    @pytest.mark.parametrize("home", jdks(), ids=version)
    def test_a_multi_release_jar_is_as_the_jdk_sees_it(self, home: Path, tmp_path: Path) -> None:
        entries: dict[str, bytes | str] = {
            "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\nMulti-Release: true\n\n",
            "p/A.class": marked("p/A", "base").build(),
            "META-INF/versions/9/p/A.class": marked("p/A", "nine").build(),
            "META-INF/versions/21/p/A.class": marked("p/A", "twentyOne").build(),
            "META-INF/versions/21/p/New.class": marked("p/New", "twentyOne").build(),
            "META-INF/versions/99/p/A.class": marked("p/A", "future").build(),
        }
        program = api.load([write_jar(tmp_path / "app.jar", entries)], jdk=home)
        recent = feature(home) >= 21
        assert program.jdk_version == feature(home)
        assert method_names(program, "p.A") == (["twentyOne"] if recent else ["nine"])
        assert ("p.New" in program) == recent
        assert program.warnings == []

    def test_names_beyond_ascii_and_paths_with_spaces(self, here: Path, snarl: Snarl) -> None:
        name = "größe/Ünïcode$日本😀"
        cls = marked(name, "méthode")
        jar_of(here / "my app" / "späce.jar", cls)
        cls.write(here / "my classes")
        for path in ("my app/späce.jar", "my classes"):
            done = snarl("ir", "größe.Ünïcode$日本😀.méthode", path)
            assert done.status == 0, done.err
            assert "void méthode()" in done.out
            assert f"{path}!{name}.class" in done.out

    def test_output_that_cannot_be_encoded_is_escaped(self, here: Path) -> None:
        jar_of(here / "app.jar", marked("p/日本", "méthode"))
        done = snarl_process("ir", "*", "app.jar", cwd=here, env={"PYTHONIOENCODING": "cp437"})
        assert done.status == 0
        assert r"class p.\u65e5\u672c" in done.out


class TestSources:
    BASE = "package p; public class Base { public int x; }"
    USER = "package q; public class User extends p.Base { public int get() { return x; } }"

    def test_a_folder(self, tmp_path: Path) -> None:
        folder = write_sources(tmp_path / "src dir", p__Base=self.BASE, q__User=self.USER)
        (folder / "module-info.java").write_text("module m { requires not.there; }")
        program = api.load([folder])
        assert names(program) == ["p.Base", "q.User"]
        assert program.warnings == []

    def test_they_are_shown_beside_the_code(self, here: Path, snarl: Snarl) -> None:
        write_sources(
            here / "project" / "src" / "main" / "java", p__Base=self.BASE, q__User=self.USER
        )
        done = snarl("ir", "q.User.get", "project")
        assert done.status == 0
        assert "from project/src/main/java/q/User.java" in done.out
        assert "1 | package q; public class User" in done.out
        assert "snarl-" not in done.out

    def test_a_single_file(self, tmp_path: Path) -> None:
        folder = write_sources(tmp_path, p__Base=self.BASE)
        assert names(api.load([folder / "p" / "Base.java"])) == ["p.Base"]

    def test_two_folders_may_need_each_other(self, tmp_path: Path) -> None:
        base = write_sources(tmp_path / "a", deeper__p__Base=self.BASE)
        user = write_sources(tmp_path / "b", q__User=self.USER)
        assert sorted(names(api.load([user, base]))) == ["p.Base", "q.User"]

    def test_names_beyond_ascii(self, tmp_path: Path) -> None:
        folder = write_sources(
            tmp_path / "qu e llé", größe__Ä='package größe; class Ä { String s = "日本"; }'
        )
        # A JVM takes the locale's word for how names of files are written.
        done = snarl_process("ir", "größe.Ä", folder, env={"LC_ALL": "C"})
        assert done.status == 0, done.err
        assert "class größe.Ä" in done.out

    def test_an_error_is_shown_in_the_words_of_javac(self, here: Path, snarl: Snarl) -> None:
        write_sources(here / "src", p__Bad="package p;\nclass Bad { int x = nothing; }\n")
        done = snarl("ir", "*", "src")
        assert done.status == 2
        assert done.err.startswith("snarl: src: javac refuses the sources:\n")
        assert "src/p/Bad.java:2: error: cannot find symbol\n" in done.err
        assert "class Bad { int x = nothing; }\n" in done.err
        assert done.err.endswith("1 error\n")

    def test_the_rest_is_loaded_when_one_folder_has_errors(self, here: Path, snarl: Snarl) -> None:
        write_sources(here / "good", p__Base=self.BASE)
        write_sources(here / "bad", p__Bad="package p; class Bad { int x = nothing; }")
        done = snarl("ir", "*", "bad", "good")
        assert done.status == 3
        assert "class p.Base" in done.out
        assert "warning: bad: javac refuses the sources:\n" in done.err

    @pytest.mark.parametrize("form", ["folder", "jar", "folder of jars"])
    def test_they_see_the_classpath(self, form: str, java_home: Path, tmp_path: Path) -> None:
        base = write_sources(tmp_path / "base", p__Base=self.BASE)
        lib = javac(java_home, tmp_path / "lib", base / "p" / "Base.java")
        if form != "folder":
            jar = tmp_path / "jars" / "base.jar"
            write_jar(jar, {"p/Base.class": (lib / "p" / "Base.class").read_bytes()})
            lib = jar if form == "jar" else jar.parent
        user = write_sources(tmp_path / "user", q__User=self.USER)
        program = api.load([user], classpath=[lib])
        assert names(program) == ["q.User"]
        assert names(program, "library") == ["p.Base"]
        with pytest.raises(InputError, match=r"package p does not exist"):
            api.load([user])

    def test_a_run_time_environment_has_no_compiler(self, java_home: Path, tmp_path: Path) -> None:
        home = tmp_path / "deep" / "jre"
        (home / "lib").mkdir(parents=True)
        (home / "lib" / "modules").symlink_to(java_home / "lib" / "modules")
        folder = write_sources(tmp_path / "src", p__Base=self.BASE)
        with pytest.raises(InputError, match=r"has no bin/javac: name a whole JDK with --jdk"):
            api.load([folder], jdk=home)

    def test_other_languages_are_to_be_built_first(self, here: Path, snarl: Snarl) -> None:
        (here / "src").mkdir()
        (here / "src" / "A.kt").write_text("class A")
        done = snarl("ir", "*", "src")
        assert done.status == 2
        assert (
            "src: has 1 Kotlin source, and snarl compiles Java alone: build the program" in done.err
        )

    def test_sources_beside_a_stray_class_are_not_passed_over_in_silence(
        self, here: Path, snarl: Snarl
    ) -> None:
        write_sources(here / "project", p__Base=self.BASE, q__User=self.USER)
        simple_class("x/Stray").write(here / "project")
        done = snarl("ir", "*", "project")
        assert done.status == 3
        assert "class x.Stray" in done.out
        assert (
            "project: has 1 class file, but 2 .java sources beside them are not compiled "
            "(p/Base.java, q/User.java); only the class files are analysed."
        ) in done.err

    def test_one_source_among_class_files_is_not_passed_over_in_silence(
        self, java_home: Path, here: Path, snarl: Snarl
    ) -> None:
        """There are more class files than sources, and still one has none."""
        write_sources(here / "built", p__Two="package p; class One {} class Other {}")
        javac(java_home, here / "built", here / "built" / "p" / "Two.java")
        assert snarl("ir", "*", "built").status == 0
        write_sources(here / "built", q__New="package q; public class New { public int x; }")
        done = snarl("ir", "*", "built")
        assert done.status == 3
        assert "1 .java source beside them is not compiled (q/New.java)" in done.err

    def test_they_need_not_be_in_utf_8(self, here: Path, snarl: Snarl) -> None:
        (here / "src").mkdir()
        text = "// caf\xe9\nclass L {\n    int n\xe9 = 1;\n}\n"
        (here / "src" / "L.java").write_bytes(text.encode("latin-1"))
        done = snarl("ir", "L", "src")
        assert done.status == 0, done.err
        assert "int n\xe9" in done.out
        assert "3 | int n\xe9 = 1;" in done.out

    def test_lines_are_counted_as_a_compiler_does(self, tmp_path: Path) -> None:
        """A form feed ends none, as in sources that were printed once."""
        file = tmp_path / "L.java"
        file.write_bytes(b"one\n\x0c\ntwo\r\nthree\rfour\x0b\xe2\x80\xa8\nfive\n")
        sources = Sources([tmp_path])
        lines = [sources.line(file, number) for number in range(1, 7)]
        assert lines == ["one", "\f", "two", "three", "four\v\u2028", "five"]

    def test_what_they_need_is_asked_for(self, here: Path, snarl: Snarl) -> None:
        write_sources(here / "src", q__User=self.USER)
        done = snarl("ir", "*", "src")
        assert done.status == 2
        assert done.err.endswith(
            "hint: --classpath names the jars and folders that the sources need\n"
        )


class TestJdk:
    """In which forms a JDK has its classes."""

    def check(self, program: Program) -> None:
        text = program["java.lang.String"]
        assert text.origin == "jdk"
        assert text in program.hierarchy.subtypes(program["java.lang.CharSequence"])
        body = text.method("isEmpty").body
        assert body is not None
        assert text.method("isEmpty").verify() is None

    @pytest.mark.parametrize("home", jdks(), ids=version)
    def test_an_image(self, home: Path) -> None:
        program = api.load([], jdk=home)
        self.check(program)
        assert program.jdk_version == feature(home)
        assert program["java.lang.String"].location == (
            str(home / "lib" / "modules"),
            "/java.base/java/lang/String.class",
        )

    def test_only_some_modules(self, java_home: Path) -> None:
        program = api.load([], jdk=java_home, modules=["java.base"])
        self.check(program)
        assert "java.util.logging.Logger" not in program
        with pytest.raises(InputError, match=r"has none of the modules .*: java\.bass"):
            api.load([], jdk=java_home, modules=["java.bass"])

    def test_jmods(self, tmp_path: Path) -> None:
        with_jmods = [home for home in jdks() if (home / "jmods" / "java.base.jmod").is_file()]
        if not with_jmods:
            pytest.skip("no JDK of this machine has jmods")
        (tmp_path / "jmods").mkdir()
        for module in ("java.base", "java.logging"):
            jmod = f"jmods/{module}.jmod"
            (tmp_path / jmod).symlink_to(with_jmods[0] / jmod)
        program = api.load([], jdk=tmp_path)
        self.check(program)
        assert "java.util.logging.Logger" in program
        assert program.jdk_version == feature(with_jmods[0])
        alone = api.load([], jdk=tmp_path, modules=["java.base"])
        assert "java.util.logging.Logger" not in alone

    @pytest.mark.parametrize("layout", ["jre/lib", "lib"])
    def test_rt_jar(self, layout: str, java_home: Path, tmp_path: Path) -> None:
        extracted = tmp_path / "extracted"
        subprocess.run(
            [
                str(java_home / "bin" / "jimage"),
                "extract",
                f"--dir={extracted}",
                "--include=glob:/java.base/java/lang/*.class",
                str(java_home / "lib" / "modules"),
            ],
            check=True,
            timeout=60,
        )
        base = extracted / "java.base"
        jar = tmp_path / "home" / layout / "rt.jar"
        classes = sorted(base.rglob("*.class"))
        write_jar(jar, [(str(path.relative_to(base)), path.read_bytes()) for path in classes])
        app = jar_of(tmp_path / "app.jar", simple_class("p/A"))
        program = api.load([app], jdk=tmp_path / "home")
        self.check(program)
        assert program["p.A"].super_class == program["java.lang.Object"]
        assert program.warnings == []
        # Without a `release` file, the version is that of the class files.
        assert program.jdk_version == feature(java_home)

    def test_a_home_without_object_is_none(self, here: Path, snarl: Snarl) -> None:
        jar_of(here / "home" / "jre" / "lib" / "rt.jar", simple_class("p/A"))
        done = snarl("ir", "p.A", "--jdk", "home")
        assert done.status == 2
        assert "home: is not the home of a JDK: java.lang.Object is missing" in done.err

    def test_a_broken_image_is_told(self, here: Path, snarl: Snarl) -> None:
        (here / "home" / "lib").mkdir(parents=True)
        (here / "home" / "lib" / "modules").write_bytes(b"\xda\xda\xfe\xca" + bytes(100))
        done = snarl("ir", "p.A", "--jdk", "home")
        assert done.status == 2
        assert "home/lib/modules" in done.err


class TestDiscovery:
    """--jdk, else JAVA_HOME, else the java on the PATH."""

    @pytest.fixture
    def homes(self, java_home: Path, tmp_path: Path) -> dict[str, Path]:
        """Three homes that are the same JDK."""
        found = {name: tmp_path / name for name in ("named", "variable", "path")}
        for home in found.values():
            (home / "lib").mkdir(parents=True)
            (home / "lib" / "modules").symlink_to(java_home / "lib" / "modules")
            (home / "bin").mkdir()
            launcher = home / "bin" / "java"
            launcher.write_text("#!/bin/sh\nexit 1\n")
            launcher.chmod(0o755)
        return found

    def test_the_order(self, homes: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("JAVA_HOME", str(homes["variable"]))
        monkeypatch.setenv("PATH", str(homes["path"] / "bin"))
        assert find_jdk(homes["named"]).home == homes["named"]
        assert find_jdk() == api.program.Jdk(homes["variable"], "JAVA_HOME")
        monkeypatch.delenv("JAVA_HOME")
        assert find_jdk() == api.program.Jdk(homes["path"], "java on the PATH")
        monkeypatch.setenv("JAVA_HOME", "")
        assert find_jdk().home == homes["path"]

    def test_a_link_on_the_path(
        self, homes: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "java").symlink_to(homes["path"] / "bin" / "java")
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        assert find_jdk().home == homes["path"]

    def test_a_script_on_the_path_is_asked(
        self, java_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shim = tmp_path / "shims" / "java"
        shim.parent.mkdir()
        shim.write_text(f'#!/bin/sh\nexec "{java_home}/bin/java" "$@"\n')
        shim.chmod(0o755)
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}/usr/bin{os.pathsep}/bin")
        assert find_jdk().home.resolve() == java_home.resolve()

    def test_a_script_that_is_no_java(
        self, here: Path, snarl: Snarl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shim = here / "shims" / "java"
        shim.parent.mkdir()
        shim.write_text("#!/bin/sh\necho no\n")
        shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", str(shim.parent))
        done = snarl("ir", "java.lang.Object")
        assert done.status == 2
        assert done.err == (
            f"snarl: {shim}: is on the PATH but does not belong to a JDK: "
            "name one with --jdk, or set JAVA_HOME\n"
        )

    def test_none_at_all(self, snarl: Snarl, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", "/nowhere")
        assert shutil.which("java") is None
        done = snarl("ir", "java.lang.Object")
        assert done.status == 2
        assert done.err == (
            "snarl: no JDK was found: name one with --jdk, or set JAVA_HOME, "
            "or put java on the PATH\n"
        )
        shown = snarl("version")
        assert shown.status == 0
        assert "JDK none (no JDK was found: " in shown.out

    def test_a_wrong_name(
        self, java_home: Path, here: Path, snarl: Snarl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("JAVA_HOME", "/nowhere")
        done = snarl("ir", "java.lang.Object")
        assert done.status == 2
        assert done.err == "snarl: /nowhere: JAVA_HOME names it, but it does not exist\n"
        done = snarl("ir", "java.lang.Object", "--jdk", java_home / "bin" / "java")
        assert done.status == 2
        assert f"did you mean {java_home}?" in done.err
        done = snarl("ir", "java.lang.Object", "--jdk", ".")
        assert done.status == 2
        assert "it has no lib/modules, jmods or rt.jar" in done.err
