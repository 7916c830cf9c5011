"""Which public classes of a library are for others: modules, OSGi manifests, neither."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import simple_class, write_jar
from points_to.programs import javac
from snarl.program import Program, load
from snarl.program.exports import are_for_others, exported
from snarl.program.harness import choose

PACKAGES = ["api", "api.more", "secret"]
BODY = "package %s; public class Shared { int count; public void add() { count++; } }"


def opened(program: Program) -> list[str]:
    """The packages whose methods the environment calls."""
    calls = choose(program, start="none").calls
    return sorted({method.owner.name.rpartition(".")[0] for method in calls})


@pytest.fixture
def classes(tmp_path: Path, home: Path) -> Path:
    """A folder of compiled classes, and a `module-info` that exports one package of three."""
    sources = tmp_path / "src"
    for package in PACKAGES:
        source = sources / package.replace(".", "/") / "Shared.java"
        source.parent.mkdir(parents=True)
        source.write_text(BODY % package, encoding="utf-8")
    module = sources / "module-info.java"
    module.write_text("module m { exports api; exports secret to java.sql; }", encoding="utf-8")
    javac(home, tmp_path / "classes", *sorted(sources.rglob("*.java")))
    return tmp_path / "classes"


def test_a_module_is_open_where_it_exports(classes: Path, tmp_path: Path) -> None:
    assert opened(load([classes], modules=["java.base"])) == ["api"]
    jar = Path(shutil.make_archive(str(tmp_path / "m"), "zip", classes)).rename(tmp_path / "m.jar")
    assert opened(load([jar], modules=["java.base"])) == ["api"]


def test_a_library_without_a_module_is_open_where_it_is_public(classes: Path) -> None:
    (classes / "module-info.class").unlink()
    assert opened(load([classes], modules=["java.base"])) == PACKAGES


def test_a_module_that_exports_nothing_is_open_everywhere(
    classes: Path, tmp_path: Path, home: Path
) -> None:
    source = tmp_path / "module-info.java"
    source.write_text("module m { }", encoding="utf-8")
    javac(home, classes, source)
    assert opened(load([classes], modules=["java.base"])) == PACKAGES


def test_what_is_hidden_can_be_asked_for(classes: Path) -> None:
    program = load([classes], modules=["java.base"])
    calls = choose(program, open=["secret.*"], start="none").calls
    assert [method.owner.name for method in calls] == ["secret.Shared"]


@pytest.mark.parametrize(
    ("manifest", "packages"),
    [
        ('Export-Package: p;version=1.0,q;r;uses:="s,t"\r\n', {"p", "q", "r"}),
        ("Export-Package: p.lo\r\n ng;version=1\r\nImport-Package: q\r\n", {"p.long"}),
        ("Export-Package: p,q;x-internal:=true\n", {"p"}),
        ("Bundle-Name: b\n", None),
    ],
)
def test_manifests(tmp_path: Path, manifest: str, packages: set[str] | None) -> None:
    entries: dict[str, bytes | str] = {
        "META-INF/MANIFEST.MF": manifest,
        "p/A.class": simple_class("p/A").build(),
    }
    jar = write_jar(tmp_path / "bundle.jar", entries)
    found = exported(load([jar], modules=["java.base"]))
    assert found == ({} if packages is None else {str(jar): frozenset(packages)})


@pytest.mark.parametrize(
    ("manifests", "are"),
    [
        (["Export-Package: p\n"], True),
        (["Export-Package: p\nmain-class: p.A\n"], False),
        (["Export-Package: p\n\nName: p/\nMain-Class: p.A\n"], True),  # of an entry, not of the jar
        (["Bundle-Name: b\n"], False),
        (["Export-Package: p\n", "Export-Package: p\n"], True),
        (["Export-Package: p\n", "Bundle-Name: b\n"], False),
        (["Export-Package: p\n", "Export-Package: p\nMain-Class: p.A1\n"], False),
    ],
)
def test_what_says_what_others_may_use_and_not_where_it_starts_is_for_others(
    tmp_path: Path, manifests: list[str], are: bool
) -> None:
    jars = []
    for number, manifest in enumerate(manifests):
        entries: dict[str, bytes | str] = {
            "META-INF/MANIFEST.MF": manifest,
            f"p/A{number}.class": simple_class(f"p/A{number}").build(),
        }
        jars.append(write_jar(tmp_path / f"bundle{number}.jar", entries))
    assert are_for_others(load(jars, modules=["java.base"])) is are


def test_a_folder_of_a_module_may_be_a_program(classes: Path) -> None:
    """What is built there may have its start on the command line."""
    assert not are_for_others(load([classes], modules=["java.base"]))
