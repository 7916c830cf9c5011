"""The agent's jar is in the package, and a real JVM runs a program under it unchanged."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

PROGRAM = """
public class Hello {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> System.out.println("hello from a thread"));
        thread.start();
        thread.join();
        System.exit(args.length);
    }
}
"""


def jdk_tool(name: str) -> str:
    """A tool of `JAVA_HOME` if that is set, else of the path."""
    home = os.environ.get("JAVA_HOME")
    tool = shutil.which(name, path=str(Path(home, "bin")) if home else None)
    assert tool, f"the tests need a JDK, and found no {name} in JAVA_HOME or on the PATH"
    return tool


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_program_behaves_the_same_under_the_agent(tmp_path: Path) -> None:
    source = tmp_path / "Hello.java"
    source.write_text(PROGRAM)
    assert run(jdk_tool("javac"), "-d", str(tmp_path), str(source)).returncode == 0

    java = jdk_tool("java")
    program = ("-cp", str(tmp_path), "Hello", "one", "two", "three")
    without = run(java, *program)
    with as_file(files("snarl") / "agent" / "snarl-agent.jar") as jar:
        under = run(java, f"-javaagent:{jar}", *program)

    assert (under.returncode, under.stdout, under.stderr) == (3, "hello from a thread\n", "")
    assert (without.returncode, without.stdout) == (under.returncode, under.stdout)
