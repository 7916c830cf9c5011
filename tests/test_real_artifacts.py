"""Every method of real jars from Maven Central, and of the JDKs, lowers and passes the IR verifier.

The jars (tests/artifacts/pom.xml) are from the compilers of five languages and of 25 years: classes
of version 45 with `jsr` and `ret`, StackMapTables that javac, scalac and kotlinc wrote, code that
Groovy and Clojure generated. They come without what they depend on, so that classes are missing
which the code joins with others; that must not be taken for wrong code.

Maven downloads them once and copies them to build/artifacts.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

import snarl
from conftest import POM
from java_homes import jdks, version
from snarl.program import Method

JAVA_SECONDS = 60
SHOWN = 10  # failures in the message of a test


@dataclass(frozen=True, slots=True)
class Artifact:
    """A jar: what is special about it, how much was in it, and the oldest class version in it."""

    jar: str
    note: str
    classes: int
    instructions: int
    oldest: int


# Counts are a little below what was measured: the JDK's version of a class comes first, and better
# lowering may need fewer instructions, but half a jar does not pass.
ARTIFACTS = [
    Artifact("xercesImpl-2.0.2.jar", "Java 1.1 classes", 600, 110_000, 45),
    Artifact("catalina-4.0.4.jar", "jsr; joins of missing classes", 250, 55_000, 45),
    Artifact("ant-1.6.5.jar", "239 jsr in 94 methods", 570, 90_000, 46),
    Artifact("derby-10.1.1.0.jar", "Java 1.2 classes", 1_190, 300_000, 46),
    Artifact("derby-10.17.1.0.jar", "parameters joined with missing classes", 1_460, 380_000, 63),
    Artifact("icu4j-77.1.jar", "huge tables in code", 1_690, 350_000, 52),
    Artifact("hibernate-core-7.0.4.Final.jar", "catches of missing classes", 7_700, 730_000, 61),
    Artifact("kotlin-compiler-embeddable-2.2.0.jar", "Kotlin, shrunk", 25_000, 3_200_000, 48),
    Artifact("scala-compiler-2.13.16.jar", "Scala 2", 3_500, 800_000, 52),
    Artifact("groovy-all-1.8.9.jar", "Groovy 1, without StackMapTable", 3_750, 700_000, 46),
    Artifact("groovy-5.0.0.jar", "Groovy 5", 4_900, 880_000, 49),
    Artifact("clojure-1.0.0.jar", "Clojure, without StackMapTable", 1_220, 150_000, 49),
    Artifact("clojure-1.12.1.jar", "Clojure", 3_650, 410_000, 52),
]

# scalac 2.7 left an exception handler's local uninitialised on one path: a `goto` from the finally
# block's normal copy into the exceptional one. No JVM runs it.
REJECTED_JAR = "scala-library-2.7.7.jar"
REJECTED_CLASS = "scala.collection.RollbackIterator"
REJECTED_METHOD = "tryRead"


def _expect_none(failures: list[tuple[Method, str]]) -> None:
    if failures:
        shown = [f"{method}: {message}" for method, message in failures[:SHOWN]]
        pytest.fail("\n".join([f"{len(failures)} methods fail, among them:", *shown]))


def test_every_jar_of_the_pom_is_tested() -> None:
    items = ElementTree.parse(POM).iterfind(".//{*}artifactItem")
    jars = {f"{item.findtext('{*}artifactId')}-{item.findtext('{*}version')}.jar" for item in items}
    assert jars == {REJECTED_JAR, *(artifact.jar for artifact in ARTIFACTS)}


@pytest.mark.parametrize("artifact", ARTIFACTS, ids=lambda artifact: artifact.jar)
def test_every_method_of_an_artifact_verifies(artifact: Artifact, artifacts: Path) -> None:
    program = snarl.load([artifacts / artifact.jar], jdk=jdks()[0])
    lost = [str(warning) for warning in program.warnings if warning.loses_input]
    assert not lost
    versions = [cls.version for cls in program.classes("application")]
    assert min(major for major, _ in filter(None, versions)) == artifact.oldest

    seen = program.verify("application")
    _expect_none(seen.failures)
    assert seen.classes >= artifact.classes
    assert seen.instructions >= artifact.instructions


@pytest.mark.parametrize("home", jdks(), ids=version)
def test_every_method_of_a_jdk_verifies(home: Path) -> None:
    seen = snarl.load([], jdk=home).verify()
    _expect_none(seen.failures)
    assert seen.classes >= 20_000
    assert seen.instructions >= 8_000_000


def test_what_a_jvm_rejects_is_rejected(artifacts: Path) -> None:
    jar = artifacts / REJECTED_JAR
    program = snarl.load([jar], jdk=jdks()[0])
    seen = program.verify("application")
    assert seen.classes >= 2_700
    [(method, message)] = seen.failures
    assert (method.owner.name, method.name) == (REJECTED_CLASS, REJECTED_METHOD)
    assert "local 4 is read before it is written" in message

    # The launcher links the class before it looks for `main`, which the class does not have.
    run = subprocess.run(
        [str(jdks()[0] / "bin" / "java"), "-cp", str(jar), REJECTED_CLASS],
        capture_output=True,
        text=True,
        timeout=JAVA_SECONDS,
        check=False,
    )
    assert "VerifyError" in run.stderr
    assert "Accessing value from uninitialized register 4" in run.stderr
