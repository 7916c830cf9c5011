"""What is shared in a real run: the judge of `maybeShared()`."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file
from pathlib import Path

from conftest import javac, write_jar
from snarl.monitor.agent import JAR
from snarl.monitor.recording import Site

ORACLE = Path(__file__).parents[1] / "java" / "sharing" / "SharingOracle.java"
TIMEOUT = 300


@dataclass(frozen=True, slots=True)
class Seen:
    """An access that happened."""

    site: Site
    count: int
    is_shared: bool
    """Whether several threads accessed what it accessed, be it here or elsewhere."""


def build(home: Path, folder: Path) -> Path:
    """The agent, in a jar. It works with ASM, of which the agent of snarl has a copy."""
    with as_file(JAR) as snarl_agent:
        classes = javac(home, folder / "oracle", "-cp", snarl_agent, ORACLE)
        manifest = f"Premain-Class: {ORACLE.stem}\nClass-Path: {snarl_agent.as_uri()}\n"
        entries: dict[str, bytes | str] = {
            path.name: path.read_bytes() for path in sorted(classes.glob("*.class"))
        }
        # A line of a manifest has 72 bytes; more of it follows after a space.
        lines = "".join(_folded(line) for line in manifest.splitlines())
        return write_jar(folder / "oracle.jar", {"META-INF/MANIFEST.MF": lines, **entries})


def _folded(line: str) -> str:
    parts = [line[:70], *(line[at : at + 69] for at in range(70, len(line), 69))]
    return "\n ".join(parts) + "\n"


def run(home: Path, oracle: Path, file: Path, *arguments: str | Path) -> list[Seen]:
    """Runs Java to its end, and tells what it accessed."""
    java = [home / "bin" / "java", f"-javaagent:{oracle}={file}", *arguments]
    done = subprocess.run(
        [str(part) for part in java],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert file.exists(), done.stderr[-3000:]
    return list(_read(file))


def _read(file: Path) -> Iterator[Seen]:
    *lines, end = file.read_text(encoding="utf-8").splitlines()
    assert end == "end", "the oracle did not come to its end"
    for line in lines:
        owner, method, descriptor, offset, count, is_shared = line.split("\t")
        site = Site(owner, method, descriptor, int(offset))
        yield Seen(site, int(count), is_shared == "true")
