"""The build backend of snarl: the Java agent with Maven, then everything else with maturin.

pip calls the functions at the end of this file (PEP 517 and PEP 660). They check that the tools are
there before anything is built, put the agent's jar where maturin packs it into the wheel, and hand
over to maturin. A missing tool ends the build with one sentence, not with a traceback.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import maturin

ROOT = Path(__file__).resolve().parent.parent
AGENT = ROOT / "agent"
BUILT_JAR = AGENT / "target" / "snarl-agent.jar"
PACKED_JAR = ROOT / "python" / "snarl" / "agent" / "snarl-agent.jar"

OLDEST_JDK = 17
MAVEN_SECONDS = 900

NO_CARGO = (
    "snarl needs cargo to build its engine, which is written in Rust, and found none on the PATH: "
    "install Rust from https://rustup.rs or with your package manager."
)
NO_JDK = (
    f"snarl needs a JDK (javac, version {OLDEST_JDK} or newer) to build its Java agent, and found "
    "none {where}: install one with your package manager (openjdk-17-jdk on Debian and Ubuntu) or "
    "from https://adoptium.net, and let JAVA_HOME name it or be unset."
)
OLD_JDK = (
    f"snarl needs a JDK of version {OLDEST_JDK} or newer to build its Java agent, and {{javac}} is "
    "version {version}: install a newer one and set JAVA_HOME to it."
)
NO_MAVEN = (
    "snarl needs Maven (mvn) to build its Java agent, and found none on the PATH: "
    "install it with your package manager or from https://maven.apache.org."
)

Settings = Mapping[str, Any] | None


# --- tools -------------------------------------------------------------------------------------


def find_javac() -> str | None:
    """The compiler of `JAVA_HOME` if that is set, as Maven does, else the one on the path."""
    home = os.environ.get("JAVA_HOME")
    return shutil.which("javac", path=str(Path(home, "bin")) if home else None)


def javac_version(javac: str) -> int | None:
    """The feature release of a compiler (17, or 8 for `1.8.0`), None if it does not say."""
    run = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
    match = re.search(r"javac (?:1\.)?(\d+)", run.stdout + run.stderr)
    return int(match[1]) if match else None


def missing_tools(*, agent: bool) -> list[str]:
    """One sentence for each tool that the build needs and does not find."""
    missing = [] if shutil.which("cargo") else [NO_CARGO]
    if not agent:
        return missing
    javac = find_javac()
    version = javac_version(javac) if javac else None
    if javac is None or version is None:
        home = os.environ.get("JAVA_HOME")
        missing.append(NO_JDK.format(where=f"in JAVA_HOME ({home})" if home else "on the PATH"))
    elif version < OLDEST_JDK:
        missing.append(OLD_JDK.format(javac=javac, version=version))
    if not shutil.which("mvn"):
        missing.append(NO_MAVEN)
    return missing


def require_tools(*, agent: bool) -> None:
    """Ends the build, with a sentence for each tool that is missing."""
    if missing := missing_tools(agent=agent):
        sys.exit("\n".join(missing))


# --- agent -------------------------------------------------------------------------------------


def agent_is_fresh() -> bool:
    """Whether the packed jar is newer than every source, and every folder that lost one."""
    if not PACKED_JAR.is_file():
        return False
    sources = [AGENT / "pom.xml", AGENT / "src", *(AGENT / "src").rglob("*")]
    return PACKED_JAR.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def maven_environment() -> dict[str, str]:
    """Ours, with `JAVA_HOME` set to the JDK that was checked: `java` may be another one."""
    environment = dict(os.environ)
    javac = find_javac()
    if javac and "JAVA_HOME" not in environment:
        home = Path(javac).resolve().parent.parent
        if (home / "bin" / "java").exists():
            environment["JAVA_HOME"] = str(home)
    return environment


def build_agent() -> None:
    """Builds the agent's jar and puts it into the Python package, unless it is there already."""
    if agent_is_fresh():
        return
    print("building the agent with Maven", flush=True)
    mvn = shutil.which("mvn") or "mvn"
    try:
        run = subprocess.run(
            [mvn, "--quiet", "--batch-mode", "--file", str(AGENT / "pom.xml"), "clean", "package"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=maven_environment(),
            timeout=MAVEN_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"Maven did not finish the agent within {MAVEN_SECONDS} s: is there a network?")
    if run.returncode != 0:
        sys.exit(f"{run.stdout.rstrip()}\nMaven could not build the agent; its output is above.")
    PACKED_JAR.parent.mkdir(parents=True, exist_ok=True)
    unfinished = PACKED_JAR.with_suffix(".tmp")
    shutil.copyfile(BUILT_JAR, unfinished)
    unfinished.replace(PACKED_JAR)


def prepare() -> None:
    """What every build of a wheel starts with."""
    require_tools(agent=not agent_is_fresh())
    build_agent()


# --- what pip calls ----------------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    require_tools(agent=not agent_is_fresh())
    requires: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return requires


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return get_requires_for_build_wheel(config_settings)


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    require_tools(agent=False)
    requires: list[str] = maturin.get_requires_for_build_sdist(config_settings)
    return requires


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    require_tools(agent=not agent_is_fresh())
    name: str = maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)
    return name


def prepare_metadata_for_build_editable(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    return prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    prepare()
    name: str = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    prepare()
    name: str = maturin.build_editable(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    require_tools(agent=False)
    name: str = maturin.build_sdist(sdist_directory, config_settings)
    return name
