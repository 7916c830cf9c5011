"""Names of classes in resources: every kind of input, every kind of text, and bad input."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from conftest import jar_of, simple_class, write_jar
from points_to.programs import javac
from snarl.program import Program, load
from snarl.program.resources import Limits, Resources, read_resources

CLASSES = [simple_class(f"p/{name}") for name in ("A", "B", "C", "D", "Outer$Inner")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    jar = jar_of(tmp_path_factory.mktemp("classes") / "classes.jar", *CLASSES)
    return load([jar], modules=["java.base"])


def zip_of(entries: dict[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def read(program: Program, path: Path, entries: dict[str, bytes | str], **limits: int) -> Resources:
    return read_resources(program, [write_jar(path / "x.jar", entries)], Limits(**limits))


@pytest.mark.parametrize(
    ("name", "text", "mentioned"),
    [
        ("a.properties", "handler=p.A, p.B # p.Missing java.lang.String", ["p.A", "p.B"]),
        ("a.xml", '<bean class="p.A"/><call of="p.B.method"/>', ["p.A", "p.B"]),
        ("reflect-config.json", '[{"name":"p.Outer$Inner"}]', ["p.Outer$Inner"]),
        ("META-INF/spring.factories", "x.Y=\\\np.A,\\\np.B", ["p.A", "p.B"]),
        ("META-INF/spring/x.imports", "p.A\np.B\n", ["p.A", "p.B"]),
        ("a.yml", "type: p.A\npath: p/B", ["p.A", "p.B"]),
        ("a.txt", "p.A", []),
        ("a.png", "p.A", []),
        ("a.properties", b"\0\1p.A", []),
        ("META-INF/maven/g/a/pom.xml", "<mainClass>p.A</mainClass>", []),
        ("META-INF/INDEX.LIST", "p/A", []),
        # A manifest wraps lines, and lists the entries of a signed jar.
        (
            "META-INF/MANIFEST.MF",
            "Main-Class: p.O\r\n uter$Inner\r\n\r\nName: p/A.class",
            ["p.Outer$Inner"],
        ),
    ],
)
def test_texts(
    program: Program, tmp_path: Path, name: str, text: bytes | str, mentioned: list[str]
) -> None:
    found = read(program, tmp_path, {name: text})
    assert (found.mentioned, found.services, found.warnings) == (mentioned, {}, [])


def test_services(program: Program, tmp_path: Path) -> None:
    entries: dict[str, bytes | str] = {
        "META-INF/services/java.sql.Driver": "# first\np.B # the best\n\n p.A\np.B\np.Missing\n",
        "WEB-INF/classes/META-INF/services/p.C": "p.D",
        "META-INF/services/p.Empty": "",
        "META-INF/services/some/other": "p.C",
        "META-INF/services/": "",
    }
    found = read(program, tmp_path, entries)
    assert found.services == {"java.sql.Driver": ["p.B", "p.A"], "p.C": ["p.D"]}
    assert found.mentioned == ["p.A", "p.B", "p.D"]


def test_services_of_a_module(program: Program, tmp_path: Path, home: Path) -> None:
    source = tmp_path / "module-info.java"
    source.write_text("module m { uses Runnable; provides Runnable with p.B, p.A; }")
    for name in ("A", "B"):
        (tmp_path / f"{name}.java").write_text(
            f"package p; public class {name} implements Runnable {{ public void run() {{}} }}"
        )
    files = [tmp_path / name for name in ("module-info.java", "A.java", "B.java")]
    javac(home, tmp_path / "out", *files)
    data = (tmp_path / "out" / "module-info.class").read_bytes()
    found = read(program, tmp_path, {"module-info.class": data})
    assert found.services == {"java.lang.Runnable": ["p.B", "p.A"]}
    assert found.mentioned == ["p.A", "p.B"]
    assert read_resources(program, [tmp_path / "out"]).services == found.services


def test_a_broken_module(program: Program, tmp_path: Path) -> None:
    for data in (b"", b"text", b"\xca\xfe\xba\xbe\0\0\0\0\0\2\7"):
        found = read(program, tmp_path, {"module-info.class": data, "a.xml": "p.A"})
        assert found.mentioned == ["p.A"]
        assert "is no module-info" in str(found.warnings[0])


def test_providers_of_several_inputs_add_up(program: Program, tmp_path: Path) -> None:
    jars = [
        write_jar(tmp_path / f"{name}.jar", {"META-INF/services/p.D": f"p.{name}"})
        for name in ("A", "B")
    ]
    assert read_resources(program, jars).services == {"p.D": ["p.A", "p.B"]}


def test_folders(program: Program, tmp_path: Path) -> None:
    (tmp_path / "META-INF" / "services").mkdir(parents=True)
    (tmp_path / "META-INF" / "services" / "p.D").write_text("p.A")
    (tmp_path / "conf.properties").write_text("x=p.B")
    write_jar(tmp_path / "lib" / "x.jar", {"a.xml": "p.C"})
    found = read_resources(program, [tmp_path])
    assert (found.mentioned, found.services) == (["p.A", "p.B", "p.C"], {"p.D": ["p.A"]})


def test_jars_in_jars(program: Program, tmp_path: Path) -> None:
    inner = zip_of({"a.json": "p.B", "x.jar": zip_of({"META-INF/services/p.D": "p.C"})})
    found = read(program, tmp_path, {"a.xml": "p.A", "WEB-INF/lib/y.jar": inner})
    assert (found.mentioned, found.services) == (["p.A", "p.B", "p.C"], {"p.D": ["p.C"]})


def test_by_default_the_inputs_of_the_program(tmp_path: Path) -> None:
    jar = write_jar(tmp_path / "a.jar", {"p/A.class": CLASSES[0].build(), "a.xml": b"p.A p.B"})
    library = write_jar(
        tmp_path / "b.jar", {"p/B.class": CLASSES[1].build(), "META-INF/services/p.A": b"p.B"}
    )
    program = load([jar], classpath=[library], modules=["java.base"])
    found = read_resources(program)
    assert (found.mentioned, found.services) == (["p.A", "p.B"], {"p.A": ["p.B"]})


class TestBadInput:
    def test_what_is_not_there_or_no_archive(self, program: Program, tmp_path: Path) -> None:
        broken = tmp_path / "broken.jar"
        broken.write_bytes(b"not a zip")
        found = read_resources(program, [tmp_path / "missing.jar", broken, tmp_path / "A.class"])
        assert found.mentioned == []
        assert [Path(warning.file).name for warning in found.warnings] == [
            "missing.jar",
            "broken.jar",
        ]
        assert "its resources cannot be read" in str(found.warnings[1])

    def test_a_broken_entry_does_not_hide_the_others(
        self, program: Program, tmp_path: Path
    ) -> None:
        data = bytearray(zip_of({"a.xml": "p.A " * 200, "b.xml": "p.B"}))
        at = data.index(b"a.xml") + 5
        data[at : at + 8] = b"\xff" * 8
        path = tmp_path / "x.jar"
        path.write_bytes(data)
        found = read_resources(program, [path])
        assert found.mentioned == ["p.B"]
        assert [warning.entry for warning in found.warnings] == ["a.xml"]

    def test_a_broken_jar_in_a_jar(self, program: Program, tmp_path: Path) -> None:
        found = read(program, tmp_path, {"lib/x.jar": b"no", "a.xml": "p.A"})
        assert found.mentioned == ["p.A"]
        assert [warning.file for warning in found.warnings] == [f"{tmp_path}/x.jar!/lib/x.jar"]

    def test_too_large(self, program: Program, tmp_path: Path) -> None:
        entries: dict[str, bytes | str] = {"a.xml": "p.A" + " " * 100, "b.xml": "p.B"}
        found = read(program, tmp_path, entries, text_bytes=50)
        assert found.mentioned == ["p.B"]
        assert [str(warning) for warning in found.warnings] == [
            f"{tmp_path}/x.jar!a.xml: is 103 bytes; resources are read up to 50"
        ]

    def test_too_much(self, program: Program, tmp_path: Path) -> None:
        entries: dict[str, bytes | str] = {f"{n}.xml": f"p.{n}" for n in "ABCD"}
        found = read(program, tmp_path, entries, total_bytes=7)
        assert found.mentioned == ["p.A", "p.B"]
        assert [warning.message for warning in found.warnings] == [
            "resources are over 7 bytes in all: the rest is left out"
        ]

    def test_too_deep(self, program: Program, tmp_path: Path) -> None:
        inner = zip_of({"x.jar": zip_of({"a.xml": "p.A"}), "a.xml": "p.B"})
        found = read(program, tmp_path, {"x.jar": inner}, depth=1)
        assert found.mentioned == ["p.B"]
        assert [warning.message for warning in found.warnings] == ["is more than 1 archives deep"]

    def test_too_many_archives(self, program: Program, tmp_path: Path) -> None:
        found = read(program, tmp_path, {"x.jar": zip_of({"a.xml": "p.A"})}, archive_bytes=10)
        assert found.mentioned == []
        assert [warning.message for warning in found.warnings] == [
            "archives inside are over 10 bytes in all"
        ]

    def test_no_class_file_is_read(self, program: Program, tmp_path: Path) -> None:
        assert read(program, tmp_path, {"p/A.class": "p.A"}).mentioned == []


def test_derby(artifacts: Path) -> None:
    """Derby names its modules in a file of properties, and its driver as a service."""
    jar = artifacts / "derby-10.17.1.0.jar"
    found = read_resources(load([jar], modules=["java.base"]), [jar])
    assert found.services["java.sql.Driver"] == ["org.apache.derby.iapi.jdbc.AutoloadedDriver"]
    assert "org.apache.derby.impl.services.locks.ConcurrentPool" in found.mentioned
    assert found.warnings == []
