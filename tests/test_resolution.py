"""Resolution and selection agree with the JVM (JVMS 5.4.3.2 to 5.4.6 and the invoke instructions).

Thousands of call sites in random hierarchies run on every JDK of this machine, and snarl is asked
the same questions. The two sides meet only in an outcome: the member that was reached, or the name
of the error.

HotSpot leaves the specification in two corners, both out of javac's reach; snarl may follow either
there (`may_differ`).
"""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

import snarl
from classgen import Access
from classgen.hierarchies import CallSite, FieldSite, Hierarchy, Site, Type, generate

DRIVER = Path(__file__).parent / "java" / "ResolutionDriver.java"
HIERARCHIES = 120
TIMEOUT = 300  # seconds; a run takes some three

# A member as "a.b.C.name:descriptor", or the simple name of an error.
Outcome = str
Outcomes = dict[tuple[str, str], Outcome]


@pytest.fixture(scope="module")
def hierarchies() -> list[Hierarchy]:
    return [generate(seed) for seed in range(HIERARCHIES)]


@pytest.fixture(scope="module")
def folder(hierarchies: list[Hierarchy], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hierarchies")
    for hierarchy in hierarchies:
        for cls in hierarchy.class_files():
            cls.write(folder)
    return folder


@pytest.fixture(scope="module")
def expected(home: Path, folder: Path, hierarchies: list[Hierarchy]) -> Outcomes:
    return jvm_outcomes(home, folder, hierarchies)


def jvm_outcomes(home: Path, folder: Path, hierarchies: list[Hierarchy]) -> Outcomes:
    """What a real JVM does at every site, by calling class and site id."""
    callers = sorted({site.caller for hierarchy in hierarchies for site in hierarchy.sites})
    names = folder / "callers.txt"
    names.write_text("\n".join(map(dotted, callers)))
    # A constant identity hash makes Object.hashCode a number like the others.
    flags = ["-XX:TieredStopAtLevel=1", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"]
    command: list[str | Path] = [home / "bin" / "java", *flags, DRIVER, folder, names]
    run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, cwd=folder)
    assert run.returncode == 0, run.stderr or run.stdout[-2000:]
    numbers = {n: member for h in hierarchies for n, member in h.numbers().items()}
    outcomes: Outcomes = {}
    for line in run.stdout.splitlines():
        caller, site, result = line.split(" ", 2)
        assert site != "-", f"the JVM rejects a generated class: {line}"
        outcomes[caller, site] = _jvm_outcome(result, numbers)
    return outcomes


def _jvm_outcome(result: str, numbers: dict[int, tuple[str, str, str]]) -> Outcome:
    if result == "java.lang.CloneNotSupportedException":  # it reached Object.clone
        result = "2"
    if not result.isdigit():
        return result.removeprefix("java.lang.")
    return member(*numbers[int(result)])


def snarl_outcome(program: snarl.Program, site: Site) -> Outcome:
    """What snarl says of a site."""
    hierarchy = program.hierarchy
    caller, owner = dotted(site.caller), dotted(site.owner)
    try:
        if isinstance(site, FieldSite):
            field = hierarchy.resolve_field(
                owner=owner,
                name=site.name,
                descriptor=site.descriptor,
                caller=caller,
                static=site.static,
            )
            return member(field.owner.name, field.name, site.descriptor)
        method = hierarchy.target(
            site.kind,
            caller=caller,
            owner=owner,
            name=site.name,
            descriptor=site.descriptor,
            interface=site.interface,
            receiver=dotted(site.receiver) if site.receiver else None,
        )
        return member(method.owner.name, method.name, method.descriptor)
    except snarl.LinkageError as error:
        return str(error.error)


def dotted(name: str) -> str:
    return name.replace("/", ".")


def member(owner: str, name: str, descriptor: str) -> Outcome:
    return f"{dotted(owner)}.{name}:{descriptor}"


def may_differ(hierarchy: Hierarchy, site: Site, jvm: Outcome, ours: Outcome) -> bool:
    """Where HotSpot throws, but not as JVMS 5.4.6 says.

    A private or static method in the receiver's classes can hide a default method: its default
    methods are then not computed anew, and the error that stood for them above stays. And older
    JDKs, 17 among them, leave conflicting defaults empty in the itable, so that invokeinterface
    gives AbstractMethodError where IncompatibleClassChangeError is due.
    """
    if not isinstance(site, CallSite) or site.kind not in ("interface", "virtual"):
        return False
    if site.kind == "interface" and ours == "IncompatibleClassChangeError":
        return jvm == "AbstractMethodError"
    errors = ("AbstractMethodError", "IncompatibleClassChangeError")
    return jvm in errors and hides_default(hierarchy, site)


def hides_default(hierarchy: Hierarchy, site: CallSite) -> bool:
    """Whether the receiver or a superclass has a private or static method of the site's name."""
    receiver: Type = next(t for t in hierarchy.types if t.name == site.receiver)
    return any(
        method.name == site.name and method.access & (Access.PRIVATE | Access.STATIC)
        for type in [receiver, *receiver.superclasses()]
        for method in type.methods
    )


def test_jvm_outcomes_are_of_every_kind(expected: Outcomes, hierarchies: list[Hierarchy]) -> None:
    assert len(expected) == sum(len(hierarchy.sites) for hierarchy in hierarchies)
    kinds = Counter(o if o.endswith("Error") else "reached" for o in expected.values())
    assert set(kinds) == {
        "reached",
        "NoSuchMethodError",
        "NoSuchFieldError",
        "IncompatibleClassChangeError",
        "IllegalAccessError",
        "AbstractMethodError",
    }
    assert min(kinds.values()) > len(expected) // 50, kinds
    assert kinds["reached"] > len(expected) // 4, kinds


def test_snarl_agrees_with_the_jvm(
    home: Path, folder: Path, hierarchies: list[Hierarchy], expected: Outcomes
) -> None:
    program = snarl.load([folder], jdk=home)
    wrong: list[str] = []
    tolerated = 0
    for hierarchy in hierarchies:
        for site in hierarchy.sites:
            jvm = expected[dotted(site.caller), site.id]
            ours = snarl_outcome(program, site)
            if ours == jvm:
                continue
            if may_differ(hierarchy, site, jvm, ours):
                tolerated += 1
                continue
            wrong.append(f"JVM {jvm}, snarl {ours}: {site}")
    assert not wrong, f"{len(wrong)} of {len(expected)} sites differ:\n" + "\n".join(wrong[:20])
    assert tolerated < len(expected) // 200, f"{tolerated} sites are let pass: too many"
