"""What the agent is told is understood, or ends the JVM with a sentence."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

import pytest

from agent_runs import java

EXPECTED = (
    "expected record=FILE, walks=NUMBER, accesses=FILE, containers=FILE, noise=NUMBER, "
    "detect=FOLDER, detector=NAME+NAME, plan=FILE, off=CLASS+CLASS, "
    "children=on, events=PORT or token=WORD"
)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("record", f"{EXPECTED}, but got 'record'"),
        ("recrod=x", f"{EXPECTED}, but got 'recrod=x'"),
        ("accesses", f"{EXPECTED}, but got 'accesses'"),
        ("noise=none", f"{EXPECTED}, but got 'noise=none'"),
        ("detect=x,detector=razor", f"{EXPECTED}, but got 'detector=razor'"),
        (
            "accesses=x,record=y",
            "expected one of record, accesses, detect and events, but got accesses and record",
        ),
        ("record=/nowhere/at/all", "cannot write the recording: "),
        ("accesses=/nowhere/at/all", "cannot write the accesses: "),
        ("accesses=x,containers=/nowhere", "cannot read the containers: "),
        ("detect=/nowhere", "cannot write the findings: "),
        ("detect=.,plan=/nowhere", "cannot read the plan: "),
    ],
)
def test_a_wrong_option_ends_the_jvm_with_a_sentence(
    java_home: Path, options: str, message: str
) -> None:
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as jar:
        done = java(java_home, f"-javaagent:{jar}={options}", "-version")
    assert done.returncode == 2
    assert done.stderr.startswith(f"snarl-agent: {message}")
    assert len(done.stderr.splitlines()) == 1
