"""The agent's options: what `java` is told so that a run is recorded, or watched."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

JAR = files("snarl") / "agent" / "snarl-agent.jar"


@contextmanager
def call_recording(file: Path) -> Iterator[str]:
    """The option of `java` that records calls into a file; good until the context ends."""
    with as_file(JAR) as agent:
        yield f"-javaagent:{agent}=record={file}"


@contextmanager
def access_recording(file: Path, noise: int = 0) -> Iterator[str]:
    """The option of `java` that records accesses into a file; good until the context ends.

    From `noise`, if it is not 0, the agent draws short pauses at accesses, so that another order of
    threads is seen.
    """
    with as_file(JAR) as agent, TemporaryDirectory(prefix="snarl-agent-") as folder:
        table = Path(folder) / "containers.txt"
        table.write_text("".join(f"{line}\n" for line in container_lines()), encoding="utf-8")
        pauses = f",noise={noise}" if noise else ""
        yield f"-javaagent:{agent}=accesses={file},containers={table}{pauses}"


class PathError(ValueError):
    """A path that the agent's options cannot name, or the agent itself if it is missing."""


@contextmanager
def detection(
    folder: Path,
    detectors: Sequence[str],
    *,
    plan: Path | None = None,
    noise: int = 0,
    off: Sequence[str] = (),
    children: bool = False,
) -> Iterator[str]:
    """The option of `java` that lets detectors watch a run; good until the context ends.

    In the folder, which is made, each JVM writes a file of its own into `jvms`. JVMs whose main
    class or jar is named in `off` are left alone. With `children`, JVMs that the program starts get
    the option as well, without the plan.

    Raises:
        PathError: A path holds a sign that divides options.
    """
    sightings, table = folder / "jvms", folder / "containers.txt"
    sightings.mkdir(parents=True)
    table.write_text("".join(f"{line}\n" for line in container_lines()), encoding="utf-8")
    options = [f"detect={sightings}", f"containers={table}", f"detector={'+'.join(detectors)}"]
    if plan is not None:
        options.append(f"plan={plan}")
    if noise:
        options.append(f"noise={noise}")
    if off:
        options.append(f"off={'+'.join(off)}")
    if children:
        options.append("children=on")
    for path in (sightings, *([plan] if plan else ())):
        if "," in str(path):
            raise PathError(f"{path}: the agent cannot be told of a path with a comma in it")
    if not JAR.is_file():
        raise PathError(f"{JAR}: is missing, and without it nothing can be watched: install again")
    with as_file(JAR) as agent:
        if "=" in str(agent):
            raise PathError(f"{agent}: java takes no agent whose path has a '=' in it")
        yield f"-javaagent:{agent}={','.join(options)}"


def launchers() -> tuple[str, ...]:
    """Main classes and jars whose JVMs only start others: those of build tools."""
    text = files("snarl.monitor").joinpath("launchers.toml").read_text(encoding="utf-8")
    table: dict[str, list[str]] = tomllib.loads(text)
    return tuple(name for names in table.values() for name in names)


@contextmanager
def event_stream(plan: Path, port: int, token: str) -> Iterator[str]:
    """The option of `java` that tells the events of a plan; good until the context ends."""
    with as_file(JAR) as agent:
        yield f"-javaagent:{agent}=events={port},token={token},plan={plan}"


def container_lines() -> Iterator[str]:
    """The table of containers that the static analysis uses, as the agent reads it."""
    text = files("snarl.facts.containers").joinpath("containers.toml").read_text(encoding="utf-8")
    table: dict[str, dict[str, Any]] = tomllib.loads(text)
    shapes, arrays = table.pop("shapes"), table.pop("arrays")
    del table["arguments"]  # a run sees itself what methods do with these
    for name, entry in table.items():
        methods = shapes[entry["like"]] if "like" in entry else entry
        kind = "safe" if entry.get("safe") else "locked" if entry.get("locked") else "plain"
        lists = (methods.get("reads", ()), methods.get("writes", ()), entry.get("unlocked", ()))
        yield "\t".join(["container", name, kind, *map(_list, lists)])
    for name, entry in arrays.items():
        positions = (entry.get("reads", ()), entry.get("writes", ()))
        yield "\t".join(["array", name, *map(_list, positions)])


def _list(items: Iterable[object]) -> str:
    return ",".join(map(str, items))
