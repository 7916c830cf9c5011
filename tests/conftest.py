"""What tests of the command line and of loading share."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from classgen import ClassBuilder
from java_homes import jdks, version
from snarl import Program, load

# How long an example takes is the machine's affair.
settings.register_profile("snarl", deadline=None)
settings.load_profile("snarl")

TIMEOUT = 120  # seconds; for what should take one or two
SNARL = Path(sys.executable).with_name("snarl")
POM = Path(__file__).parent / "artifacts" / "pom.xml"
FOLDER = Path(__file__).parents[1] / "build" / "artifacts"
MAVEN_SECONDS = 900  # for 130 MB over a slow line; a second where Maven has them already


@dataclass(frozen=True, slots=True)
class Result:
    """What a command left behind."""

    status: int
    out: str
    err: str

    def __post_init__(self) -> None:
        for text in (self.out, self.err):
            assert "Traceback" not in text, text
            assert "panicked" not in text, text


Snarl = Callable[..., Result]
Load = Callable[..., Program]


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What is kept between commands is kept where only the tests find it."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture
def snarl(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Snarl:
    """Runs the command line in this process, which is quicker than a new one."""
    from snarl import cli

    def run(*arguments: str | Path) -> Result:
        monkeypatch.setattr(sys, "argv", ["snarl", *map(str, arguments)])
        capfd.readouterr()
        status = cli.execute()
        out, err = capfd.readouterr()
        return Result(status, out, err)

    return run


def snarl_process(
    *arguments: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> Result:
    """Runs the command line in a process of its own, with changes to the environment."""
    done = subprocess.run(
        [str(SNARL), *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **(env or {})},
        cwd=cwd,
        timeout=TIMEOUT,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new working folder, so that messages show short paths."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def java_home() -> Path:
    """One JDK of this machine."""
    return jdks()[0]


@pytest.fixture(scope="module", params=jdks(), ids=version)
def home(request: pytest.FixtureRequest) -> Path:
    """Each JDK of this machine in turn."""
    home: Path = request.param
    return home


def feature(home: Path) -> int:
    """The feature number of a JDK: 17, 25."""
    return int(version(home).removeprefix("1.").split(".")[0])


def write_jar(
    path: Path, entries: Mapping[str, bytes | str] | Iterable[tuple[str, bytes | str]]
) -> Path:
    """A jar with these entries, in this order, also if some are there twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        warnings.simplefilter("ignore")
        for name, data in pairs:
            jar.writestr(name, data)
    return path


def jar_of(path: Path, *classes: ClassBuilder) -> Path:
    """A jar of these classes, each where its name says."""
    return write_jar(path, [(f"{cls.name}.class", cls.build()) for cls in classes])


def simple_class(name: str, super_name: str = "java/lang/Object") -> ClassBuilder:
    """A class with a constructor."""
    cls = ClassBuilder(name, super_name)
    cls.constructor().code.emit("return")
    return cls


def write_sources(folder: Path, **sources: str) -> Path:
    """Java sources: `p__A="package p; class A {}"` becomes `p/A.java`."""
    for name, text in sources.items():
        path = folder / f"{name.replace('__', '/')}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Load:
    """Programs of sources: `p__A="package p; …"`."""

    @cache
    def compiled(sources: frozenset[tuple[str, str]]) -> Program:
        return load([write_sources(tmp_path_factory.mktemp("src"), **dict(sources))])

    return lambda **sources: compiled(frozenset(sources.items()))


def javac(home: Path, target: Path, *arguments: str | Path) -> Path:
    """Compiles into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    command = [str(home / "bin" / "javac"), "-d", str(target), *map(str, arguments)]
    subprocess.run(command, check=True, timeout=TIMEOUT, capture_output=True)
    return target


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """The folder of the jars, filled by Maven."""
    maven(POM, FOLDER)
    return FOLDER


def maven(pom: Path, folder: Path) -> None:
    """Lets Maven fill a folder: without the network if it has all that it needs.

    One process of the tests at a time: they share the folder, and Maven's own.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / "maven.lock", timeout=2 * MAVEN_SECONDS):
        offline = _maven(pom, folder, "--offline")
        if offline.returncode != 0:
            online = _maven(pom, folder)
            assert online.returncode == 0, f"Maven could not get the artifacts:\n{online.stdout}"


def _maven(pom: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    mvn = shutil.which("mvn")
    assert mvn, "the tests need Maven: put mvn on the path"
    command = [mvn, "--quiet", "--batch-mode", *options, "--file", str(pom), f"-Dfolder={folder}"]
    return subprocess.run(
        [*command, "generate-resources"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=MAVEN_SECONDS,
        check=False,
    )
