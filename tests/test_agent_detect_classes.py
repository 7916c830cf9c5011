"""Classes with shadow fields and hooks are as good to the JVM's verifier as they were without."""

from __future__ import annotations

import os
import struct
import subprocess
import zipfile
from pathlib import Path

import pytest

from agent_runs import java
from conftest import javac
from detections import Detection, detect
from java_homes import jdks

SOURCE = Path(__file__).parent / "java" / "detect" / "loading" / "LoadAll.java"
FEW = (
    "catalina-4.0.4.jar",
    "clojure-1.0.0.jar",
    "derby-10.1.1.0.jar",
    "scala-library-2.7.7.jar",
)
"""Old class files, with `jsr`, and those of other compilers than Java's."""
MANY = (
    "ant-1.6.5.jar",
    "clojure-1.12.1.jar",
    "derby-10.17.1.0.jar",
    "groovy-5.0.0.jar",
    "groovy-all-1.8.9.jar",
    "hibernate-core-7.0.4.Final.jar",
    "icu4j-77.1.jar",
    "kotlin-compiler-embeddable-2.2.0.jar",
    "scala-compiler-2.13.16.jar",
    "xercesImpl-2.0.2.jar",
)
CHOSEN = FEW + MANY if os.environ.get("SNARL_REAL_PROGRAMS") else FEW
QUICK = "-XX:TieredStopAtLevel=1"


@pytest.fixture(scope="module")
def loader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return javac(jdks()[0], tmp_path_factory.mktemp("loading"), "--release", "17", SOURCE)


def load(home: Path, folder: Path, loader: Path, *arguments: str | Path) -> tuple[int, Detection]:
    """Loads classes with and without the agent, to the same effect; returns how many there were."""
    options: tuple[str | Path, ...] = (QUICK, "-cp", loader, *arguments)
    plain = java(home, *options)
    done, found = detect(home, folder, *options)
    assert plain.returncode == 0, plain.stderr
    assert done.stdout.splitlines() == plain.stdout.splitlines()
    assert done.returncode == 0
    assert found.complete
    linked = plain.stdout.splitlines()[-1].removeprefix("linked ")
    return int(linked), found


def test_real_classes_verify(home: Path, loader: Path, artifacts: Path, tmp_path: Path) -> None:
    jars = [artifacts / name for name in CHOSEN]
    linked, found = load(home, tmp_path / "run", loader, "LoadAll", *jars)
    assert linked > 5000
    assert all("#" in name for name in found.untransformed), "only methods that are too large"


def test_the_jdks_classes_verify(home: Path, loader: Path, tmp_path: Path) -> None:
    folders = ("java.base/java/util", "java.base/java/lang", "java.base/jdk/internal")
    linked, found = load(home, tmp_path / "run", loader, "-Xverify:all", "LoadAll", *folders)
    assert linked > 2500
    assert not found.untransformed


# --- java.util, as if it were a program --------------------------------------------------------


def test_a_moved_java_util_verifies(home: Path, loader: Path, tmp_path: Path) -> None:
    extracted = tmp_path / "extracted"
    jimage = [str(home / "bin" / "jimage"), "extract", "--dir", str(extracted)]
    classes = ["--include", "regex:/java.base/java/util/.*", str(home / "lib" / "modules")]
    subprocess.run([*jimage, *classes], check=True, timeout=120)
    base = extracted / "java.base"
    with zipfile.ZipFile(tmp_path / "moved.jar", "w") as jar:
        for file in sorted(base.rglob("*.class")):
            name = file.relative_to(base).as_posix().replace("java/util/", "moved/u/")
            jar.writestr(name, moved(file.read_bytes()))
    linked, found = load(home, tmp_path / "run", loader, "LoadAll", tmp_path / "moved.jar")
    assert linked > 1000
    assert not found.untransformed


def moved(class_file: bytes) -> bytes:
    """The class with `java/util/` written `moved/u/` in all of its names."""
    count = struct.unpack_from(">H", class_file, 8)[0]
    sizes = {7: 2, 8: 2, 16: 2, 19: 2, 20: 2, 15: 3, 5: 8, 6: 8}
    out, at, index = bytearray(class_file[:10]), 10, 1
    while index < count:
        tag = class_file[at]
        if tag == 1:
            length = struct.unpack_from(">H", class_file, at + 1)[0]
            text = class_file[at + 3 : at + 3 + length].replace(b"java/util/", b"moved/u/")
            out += struct.pack(">BH", 1, len(text)) + text
            at += 3 + length
        else:
            size = 1 + sizes.get(tag, 4)
            out += class_file[at : at + size]
            at += size
        index += 2 if tag in (5, 6) else 1
    return bytes(out + class_file[at:])
