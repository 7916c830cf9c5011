"""Maven: builds projects of ours, and fetches jars from Maven Central by their coordinates."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from bench.process import last_line, run

LIMIT = 900.0
PLUGIN = "3.11.0"
"""The version of maven-dependency-plugin."""


class MavenError(Exception):
    """Maven is not there, or could not do it; the text says why."""


def execute(pom: Path, phase: str, *, offline_first: bool = False) -> None:
    """Run a project up to a phase; first without the network, if it may have everything."""
    maven = shutil.which("mvn")
    if not maven:
        raise MavenError("`mvn` (Maven) is not on the path")
    command = [maven, "-q", "-B", "-f", str(pom), phase]
    if offline_first and not run([*command, "--offline"], limit=LIMIT).code:
        return
    done = run(command, limit=LIMIT)
    if done.code:
        raise MavenError(f"Maven could not do it: {last_line(done)}")


def jar_of(coordinates: str) -> str:
    """The file name of the jar with coordinates `group:artifact:version`, or `…:classifier`."""
    _, *names = coordinates.split(":")
    return f"{'-'.join(names)}.jar"


def fetch(coordinates: Iterable[str], folder: Path) -> None:
    """Copy the jars with these coordinates into a folder; each alone, and only those missing."""
    missing = [it for it in dict.fromkeys(coordinates) if not (folder / jar_of(it)).exists()]
    if missing:
        items = "".join(f"<artifactItem>{_elements(it)}</artifactItem>" for it in missing)
        _run_plugin(folder, "copy", f"<artifactItems>{items}</artifactItems>", "")


def fetch_with_dependencies(coordinates: str, folder: Path) -> None:
    """Copy a jar and all that it needs at run time into a folder; nothing if it is there."""
    if not (folder / jar_of(coordinates)).exists():
        dependency = f"<dependency>{_elements(coordinates)}</dependency>"
        scope = "<includeScope>runtime</includeScope>"
        _run_plugin(folder, "copy-dependencies", scope, dependency)


def _elements(coordinates: str) -> str:
    names = ("groupId", "artifactId", "version", "classifier")
    parts = zip(names, coordinates.split(":"), strict=False)
    return "".join(f"<{name}>{value}</{name}>" for name, value in parts)


def _run_plugin(folder: Path, goal: str, configuration: str, dependencies: str) -> None:
    """A project that does nothing but run the dependency plugin, kept beside what it fetched."""
    folder.mkdir(parents=True, exist_ok=True)
    output = f"<outputDirectory>{folder.resolve()}</outputDirectory>"
    pom = folder / "pom.xml"
    pom.write_text(
        f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  {_elements("snarl.bench:fetched:1")}<packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
  <build><plugins><plugin>
    {_elements(f"org.apache.maven.plugins:maven-dependency-plugin:{PLUGIN}")}
    <executions><execution>
      <phase>generate-resources</phase><goals><goal>{goal}</goal></goals>
      <configuration>{output}{configuration}</configuration>
    </execution></executions>
  </plugin></plugins></build>
</project>
""",
        encoding="utf-8",
    )
    execute(pom, "generate-resources")
