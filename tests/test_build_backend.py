"""The build backend: what it says when a tool is missing, and when it builds the agent anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import snarl_build


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on the path, with a cargo, a javac 17 and a Maven that do nothing."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in {"cargo": "", "javac": "echo javac 17.0.1", "mvn": ""}.items():
        tool = folder / name
        tool.write_text(f"#!/bin/sh\n{text}\n")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    return folder


@pytest.fixture
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An agent of one source, all of it old, and a place for its jar."""
    folder = tmp_path / "agent"
    source = folder / "src" / "Agent.java"
    source.parent.mkdir(parents=True)
    source.write_text("class Agent {}")
    (folder / "pom.xml").write_text("<project/>")
    for path in (folder / "pom.xml", source, source.parent):
        os.utime(path, (1, 1))
    monkeypatch.setattr(snarl_build, "AGENT", folder)
    monkeypatch.setattr(snarl_build, "BUILT_JAR", folder / "target" / "snarl-agent.jar")
    monkeypatch.setattr(snarl_build, "PACKED_JAR", tmp_path / "packed" / "snarl-agent.jar")
    return folder


def test_nothing_is_said_when_all_tools_are_there(tools: Path) -> None:
    assert snarl_build.missing_tools(agent=True) == []


@pytest.mark.parametrize(
    ("tool", "sentence"),
    [
        ("cargo", snarl_build.NO_CARGO),
        ("javac", snarl_build.NO_JDK.format(where="on the PATH")),
        ("mvn", snarl_build.NO_MAVEN),
    ],
)
def test_a_missing_tool_is_one_sentence_that_names_it(
    tools: Path, tool: str, sentence: str
) -> None:
    (tools / tool).unlink()
    assert snarl_build.missing_tools(agent=True) == [sentence]
    assert tool in sentence
    assert sentence.count(". ") == 0


def test_a_java_home_without_a_compiler_is_no_jdk(
    tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jre"))
    (sentence,) = snarl_build.missing_tools(agent=True)
    assert f"found none in JAVA_HOME ({tmp_path / 'jre'}):" in sentence


@pytest.mark.parametrize(("said", "version"), [("1.8.0_402", 8), ("11.0.22", 11)])
def test_an_old_jdk_is_named_with_its_version(tools: Path, said: str, version: int) -> None:
    (tools / "javac").write_text(f"#!/bin/sh\necho javac {said} >&2\n")
    (sentence,) = snarl_build.missing_tools(agent=True)
    assert f"is version {version}:" in sentence
    assert str(tools / "javac") in sentence


def test_pip_is_left_without_a_traceback(tools: Path, agent: Path) -> None:
    (tools / "mvn").unlink()
    with pytest.raises(SystemExit) as end:
        snarl_build.get_requires_for_build_wheel()
    assert end.value.code == snarl_build.NO_MAVEN


def test_a_source_distribution_needs_no_java(tools: Path, agent: Path) -> None:
    (tools / "mvn").unlink()
    (tools / "javac").unlink()
    snarl_build.get_requires_for_build_sdist()


def test_the_agent_is_built_once_and_again_when_a_source_changes(tools: Path, agent: Path) -> None:
    (tools / "mvn").write_text(
        f"#!/bin/sh\n/bin/mkdir -p '{agent}/target'\necho jar >> '{snarl_build.BUILT_JAR}'\n"
    )
    assert not snarl_build.agent_is_fresh()
    snarl_build.build_agent()
    snarl_build.build_agent()
    assert snarl_build.PACKED_JAR.read_text() == "jar\n"

    (agent / "src" / "Agent.java").unlink()
    os.utime(agent / "src", (2**32, 2**32))
    assert not snarl_build.agent_is_fresh()
    snarl_build.build_agent()
    assert snarl_build.PACKED_JAR.read_text() == "jar\njar\n"


def test_a_failed_agent_shows_what_maven_said(tools: Path, agent: Path) -> None:
    (tools / "mvn").write_text("#!/bin/sh\necho 'Agent.java:1: error'\nexit 1\n")
    with pytest.raises(SystemExit, match=r"Agent\.java:1: error\nMaven could not build"):
        snarl_build.build_agent()
    assert not snarl_build.PACKED_JAR.exists()
