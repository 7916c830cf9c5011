"""The IR means what the bytecode means: an interpreter of it gives what a real JVM gives.

The methods are javac's, with every JDK of this machine, and with and without debug tables; those
that no compiler makes any more (subroutines, odd exception tables, all forms of dup); and random
ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from classgen import ClassBuilder
from ir import calls, odd_code, random_code
from ir.calls import Call, calls_of, compile_sources, differences
from java_homes import version
from snarl.program import Program, load


def feature(home: Path) -> int:
    """17 of 17.0.1, 8 of 1.8.0_392."""
    numbers = [int(number) for number in re.findall(r"\d+", version(home))]
    return numbers[1] if numbers[0] == 1 else numbers[0]


def sources(home: Path) -> list[Path]:
    """What the JDK's javac understands; a folder `since17` is for 17 and later."""
    found = sorted(calls.SOURCES.glob("*.java"))
    for folder in sorted(calls.SOURCES.glob("since*")):
        if feature(home) >= int(folder.name.removeprefix("since")):
            found += sorted(folder.glob("*.java"))
    return found


RANDOM_METHODS = 400
VARIANTS = {
    "debug": ["-g"],
    "bare": ["-g:none"],
    "release8": ["-g", "--release", "8"],
}


def assert_sound(program: Program) -> None:
    verification = program.verify("application")
    assert verification.bodies > 0
    assert not verification.failures, verification.failures[:5]


def assert_same(
    home: Path, classpath: Path | str, program: Program, chosen: Sequence[Call], at_least: int
) -> None:
    assert len(chosen) >= at_least
    wrong = differences(home, classpath, program, chosen)
    methods = Counter(line.partition("(")[0] for line in wrong)
    first = {line.partition("(")[0]: line for line in reversed(wrong)}
    assert not wrong, f"{len(wrong)} of {len(chosen)} calls differ: {dict(methods)}\n" + "\n".join(
        first.values()
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_code(home: Path, variant: str, tmp_path: Path) -> None:
    if variant == "release8" and feature(home) < 9:
        pytest.skip("javac 8 has no --release")
    chosen = sources(home) if variant != "release8" else sorted(calls.SOURCES.glob("*.java"))
    compile_sources(home, chosen, tmp_path, *VARIANTS[variant])
    program = load([tmp_path], jdk=home)
    assert_sound(program)
    all_calls = list(calls_of(program.classes("application"), limit=22))
    assert_same(home, tmp_path, program, all_calls, at_least=2000)


@pytest.fixture(scope="module")
def driver(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the driver alone."""
    folder = tmp_path_factory.mktemp("driver")
    compile_sources(home, [calls.DRIVER], folder)
    return folder


def assert_class_files_mean_the_same(
    home: Path,
    driver: Path,
    folder: Path,
    classes: Iterable[ClassBuilder],
    limit: int,
    at_least: int,
) -> None:
    for cls in classes:
        cls.write(folder)
    program = load([folder], jdk=home)
    all_calls = list(calls_of(program.classes("application"), limit))
    assert_same(home, f"{driver}:{folder}", program, all_calls, at_least)
    assert_sound(program)


def test_code_that_no_compiler_makes(home: Path, driver: Path, tmp_path: Path) -> None:
    assert_class_files_mean_the_same(home, driver, tmp_path, odd_code.class_files(), 22, 2000)


def test_return_addresses_on_the_stack(home: Path, driver: Path, tmp_path: Path) -> None:
    classes = odd_code.class_files("address")
    assert_class_files_mean_the_same(home, driver, tmp_path, classes, 22, 100)


def test_random_code(home: Path, driver: Path, tmp_path: Path) -> None:
    classes = (random_code.class_file(seed) for seed in range(RANDOM_METHODS))
    assert_class_files_mean_the_same(home, driver, tmp_path, classes, 6, 6 * RANDOM_METHODS)


def test_constructor_calls_have_a_target(home: Path) -> None:
    """A caller need not be above what it creates; JVMS 6.5.invokespecial excepts <init>."""
    method = load([], jdk=home).hierarchy.target(
        "special",
        caller="java.lang.String",
        owner="java.lang.Error",
        name="<init>",
        descriptor="()V",
        receiver="java.lang.Error",
    )
    assert method.owner.name == "java.lang.Error"
