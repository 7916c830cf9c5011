"""The command line: what it says, how it ends, and that it behaves in pipes and on terminals."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from classgen import Access, ClassBuilder
from conftest import SNARL, TIMEOUT, Result, Snarl, jar_of, simple_class, write_jar, write_sources

ESCAPE = "\x1b"


def shown(done: Result) -> str:
    return f"exit {done.status}\n--- stdout\n{done.out}--- stderr\n{done.err}"


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help is folded to the width of the terminal."""
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def app(here: Path) -> Path:
    """A small program."""
    main = simple_class("com/acme/Main")
    main.method("run", "()V").code.emit("return")
    main.method("runAll", "(I)V", Access.PUBLIC | Access.STATIC).code.emit("return")
    worker = simple_class("com/acme/work/Worker", "com/acme/Main")
    worker.method("run", "()V").code.emit("return")
    inner = simple_class("com/acme/Main$Inner")
    return jar_of(here / "app.jar", main, inner, worker)


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--help",
        "-h",
        "ir --help",
        "explain --help",
        "version --help",
        "--version",
        "vresion",
        "explode",
        "--bogus",
        "ir",
        "ir --bogus java.lang.Object",
        "ir --jdk",
    ],
)
def test_help_and_usage(arguments: str, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
    done = snarl(*arguments.split())
    assert done.status == (0 if "-h" in arguments or "--version" in arguments else 2)
    text = re.sub(r"snarl \d+\.\d+\.\d+\S*", "snarl VERSION", shown(done))
    assert text == snapshot


def test_version(snarl: Snarl, java_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home))
    done = snarl("version")
    assert (done.status, done.err) == (0, "")
    own, python, jdk = done.out.splitlines()
    assert re.fullmatch(r"snarl \d+\.\d+\.\d+\S*", own)
    assert re.fullmatch(r"Python 3\.\d+\.\d+\S* on \w+ \w+", python)
    assert re.fullmatch(rf"JDK \d\S* in {re.escape(str(java_home))} \(found by JAVA_HOME\)", jdk)


class TestTargets:
    def shown(self, done: Result) -> list[str]:
        """Classes and methods that were shown, constructors left out."""
        assert done.status == 0, done.err
        found = re.findall(r"class (\S+)|^  \S.* (\w+)\(", done.out, re.MULTILINE)
        return [cls or method for cls, method in found if cls or method]

    @pytest.mark.parametrize(
        ("target", "expected"),
        [
            ("com.acme.work.Worker", ["com.acme.work.Worker", "run"]),
            ("com/acme/work/Worker", ["com.acme.work.Worker", "run"]),
            ("com.acme.Main.run", ["com.acme.Main", "run"]),
            ("com.acme.Main.run*", ["com.acme.Main", "run", "runAll"]),
            ("com.acme.Main$*", ["com.acme.Main$Inner"]),
            ("*Worker", ["com.acme.work.Worker", "run"]),
            ("com.acme.*.runAll", ["com.acme.Main", "runAll"]),
            ("*.run", ["com.acme.Main", "run", "com.acme.work.Worker", "run"]),
            (
                "*",
                [
                    *("com.acme.Main", "run", "runAll", "com.acme.Main$Inner"),
                    *("com.acme.work.Worker", "run"),
                ],
            ),
        ],
    )
    def test_names_and_wildcards(
        self, target: str, expected: list[str], app: Path, snarl: Snarl
    ) -> None:
        assert self.shown(snarl("ir", target, "app.jar")) == expected

    def test_what_the_program_uses_can_be_shown_too(self, app: Path, snarl: Snarl) -> None:
        jar_of(app.parent / "lib.jar", simple_class("lib/Base"))
        done = snarl("ir", "lib.*", "app.jar", "--classpath", "lib.jar")
        assert self.shown(done) == ["lib.Base"]
        assert "class java.lang.Thread " in snarl("ir", "java.lang.Thread.join", "app.jar").out

    def test_class_paths_are_as_java_takes_them(self, app: Path, snarl: Snarl) -> None:
        for name in ("a", "b", "c"):
            jar_of(app.parent / "lib" / f"{name}.jar", simple_class(f"lib/{name}/L"))
        jar_of(app.parent / "d.jar", simple_class("lib/d/L"))
        all_of_them = [f"lib.{name}.L" for name in "abcd"]
        for option in ("-cp", "--classpath"):
            done = snarl("ir", "lib.*", "app.jar", option, f"lib/*{os.pathsep}d.jar")
            assert self.shown(done) == all_of_them
        done = snarl("ir", "lib.*", "app.jar", "-cp", "lib", "-cp", "d.jar")
        assert self.shown(done) == all_of_them

    def test_the_jdk_alone(self, snarl: Snarl) -> None:
        done = snarl("ir", "java.lang.Object.wait*")
        assert self.shown(done)[:2] == ["java.lang.Object", "wait"]
        done = snarl("ir", "--verify", "java.util.*")
        assert (done.status, done.err) == (0, "")
        assert re.fullmatch(
            r"\d+ classes, \d+ methods lowered to \d+ instructions: 0 failures\n", done.out
        )

    @pytest.mark.parametrize(
        "target",
        [
            "com.acme.Mian",
            "com.acme.Main.rum",
            "com.acme.Main.Inner",
            "Worker",
            "com.acme.Main.zzz",
            "org.other.Thing",
            "app.jar",
            "com.nothing.*",
        ],
    )
    def test_no_match(
        self, target: str, app: Path, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        done = snarl("ir", target, "app.jar")
        assert (done.status, done.out) == (2, "")
        assert done.err == snapshot

    def test_no_match_in_the_jdk(self, snarl: Snarl) -> None:
        done = snarl("ir", "java.util.ArrayLst")
        assert done.status == 2
        assert done.err.startswith(
            "snarl: no class or method java.util.ArrayLst in the JDK. "
            "Did you mean java.util.ArrayList"
        )
        assert snarl("ir", "ArrayList").err.endswith("Did you mean java.util.ArrayList?\n")

    def test_a_path_before_a_class(self, app: Path, snarl: Snarl) -> None:
        done = snarl("ir", "app.jar", "com.acme.work.Worker")
        assert done.status == 2
        assert done.err == (
            "snarl: Expected CLASS[.METHOD] before the paths but got a path, app.jar. "
            "Perhaps you meant: snarl ir com.acme.work.Worker app.jar\n"
        )

    def test_a_path_for_a_command(self, app: Path, snarl: Snarl) -> None:
        done = snarl("app.jar")
        assert done.status == 2
        assert "Error: Expected a command but got a path, 'app.jar'." in done.err


class TestIr:
    SOURCE = """
package demo;

class Counter {
    private int count;
    private final Object lock = new Object();

    int next(int step) {
        synchronized (lock) {
            count += step;
            return count;
        }
    }
}
"""

    def test_beside_the_source(self, here: Path, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        write_sources(here / "src", demo__Counter=self.SOURCE)
        done = snarl("ir", "demo.Counter.next", "src")
        assert (done.status, done.err) == (0, "")
        assert re.sub(r"version \d+", "version N", done.out) == snapshot

    def test_bytecode(self, here: Path, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        write_sources(here / "src", demo__Counter=self.SOURCE)
        done = snarl("ir", "--bytecode", "demo.Counter.next", "src")
        assert (done.status, done.err) == (0, "")
        assert re.sub(r"version \d+", "version N", done.out) == snapshot

    @pytest.mark.parametrize(
        ("target", "sum"),
        [
            ("*", "3 classes, 6 methods lowered to 15 instructions: 0 failures\n"),
            ("com.acme.Main", "1 class, 3 methods lowered to 7 instructions: 0 failures\n"),
            # Every class has a constructor: this must not count the whole classes.
            ("*.<init>", "3 classes, 3 methods lowered to 9 instructions: 0 failures\n"),
        ],
    )
    def test_verify(self, target: str, sum: str, app: Path, snarl: Snarl) -> None:
        done = snarl("ir", "--verify", target, "app.jar")
        assert (done.status, done.out, done.err) == (0, sum, "")

    def test_verify_shows_some_of_many_failures(self, here: Path, snarl: Snarl) -> None:
        cls = ClassBuilder("p/Broken")
        for number in range(30):
            cls.method(f"m{number}", "()V", Access.STATIC).code.emit("pop").emit("return")
        jar_of(here / "app.jar", cls)
        for target in ("*", "p.Broken", "p.Broken.m*"):
            done = snarl("ir", "--verify", target, "app.jar")
            assert done.status == 3
            assert done.out.count("the operand stack is empty") == 20
            assert done.out.endswith(
                "and 10 more\n1 class, 0 methods lowered to 0 instructions: 30 failures\n"
            )


class TestPipes:
    def test_a_reader_that_has_seen_enough(self) -> None:
        process = subprocess.Popen(
            [str(SNARL), "ir", "java.util.*"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"public abstract class java.util.")
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(TIMEOUT) == 141  # what a shell makes of SIGPIPE

    @pytest.mark.parametrize("arguments", ["--help", "version", "ir java.lang.Object"])
    def test_a_reader_that_never_was(self, arguments: str) -> None:
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [str(SNARL), *arguments.split()],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (141, b"")

    def test_a_full_disk(self) -> None:
        full = Path("/dev/full")
        if not full.exists():
            pytest.skip("there is no /dev/full")
        with full.open("wb") as output:
            done = subprocess.run(
                [str(SNARL), "ir", "java.lang.Object"],
                stdout=output,
                stderr=subprocess.PIPE,
                timeout=TIMEOUT,
                check=False,
            )
        assert (done.returncode, done.stderr) == (2, b"snarl: No space left on device\n")

    @pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
    def test_closed_streams(self, closed: str) -> None:
        done = subprocess.run(
            ["/bin/sh", "-c", f'"{SNARL}" ir java.lang.Object {closed}'],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")

    def test_nothing_but_the_report_on_stdout(self, app: Path) -> None:
        write_jar(app.parent / "bad.jar", {"p/Bad.class": b"?"})
        done = subprocess.run(
            [str(SNARL), "ir", "com.acme.*", "app.jar", "bad.jar"],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 3
        assert "warning" not in done.stdout
        assert done.stderr.startswith("warning: bad.jar!p/Bad.class: ")
        assert ESCAPE not in done.stdout + done.stderr


class Terminal:
    """A process whose output goes to a terminal of its own."""

    def __init__(
        self,
        *arguments: str,
        out: bool = True,
        err: bool = True,
        env: Mapping[str, str] | None = None,
        patience: float | None = None,
    ) -> None:
        command = [str(SNARL)]
        if patience is not None:
            setup = f"from snarl.cli import loading, main; loading._PATIENCE = {patience}; main()"
            command = [sys.executable, "-c", setup]
        self._master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=slave if out else subprocess.DEVNULL,
            stderr=slave if err else subprocess.DEVNULL,
            env={**environment, **(env or {})},
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def read_until(self, wanted: Callable[[str], bool]) -> str:
        """Reads until the text so far is as wanted, or the process ends."""
        deadline = time.monotonic() + TIMEOUT
        while not wanted(self.text) and time.monotonic() < deadline:
            try:
                self.text += os.read(self._master, 1 << 16).decode("utf-8", "replace")
            except OSError:  # Linux tells the end of a terminal like this
                break
        return self.text

    def finish(self) -> str:
        """All that it printed."""
        self.read_until(lambda _: False)
        os.close(self._master)
        self.process.wait(TIMEOUT)
        return self.text


class TestTerminal:
    def test_colour_on_a_terminal_alone(self, app: Path, snarl: Snarl) -> None:
        terminal = Terminal("ir", "com.acme.Main", "app.jar", err=False)
        text = terminal.finish()
        assert terminal.process.returncode == 0
        assert f"{ESCAPE}[1mpublic class com.acme.Main{ESCAPE}[0m" in text
        assert ESCAPE not in snarl("ir", "com.acme.Main", "app.jar").out

    @pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_no_colour_if_so_wished(self, env: dict[str, str], app: Path) -> None:
        text = Terminal("ir", "com.acme.Main", "app.jar", err=False, env=env).finish()
        assert "public class com.acme.Main" in text
        assert ESCAPE not in text

    def test_an_empty_no_color_means_nothing(self, app: Path) -> None:
        text = Terminal("ir", "com.acme.Main", "app.jar", err=False, env={"NO_COLOR": ""}).finish()
        assert ESCAPE in text

    def test_no_progress_for_short_work(self) -> None:
        terminal = Terminal("ir", "--verify", "java.util.*", out=False, patience=TIMEOUT)
        assert terminal.finish() == ""
        assert terminal.process.returncode == 0

    def test_progress_for_long_work(self) -> None:
        terminal = Terminal("ir", "--verify", "*", out=False, patience=0)
        text = terminal.finish()
        assert terminal.process.returncode == 0
        assert "verifying" in text
        assert re.search(r"\d+/\d{5}", text)
        # It leaves nothing behind: the last that is done is to clear the line.
        assert text.rstrip().endswith(f"{ESCAPE}[2K")

    def test_ctrl_c_ends_long_work(self) -> None:
        terminal = Terminal("ir", "--verify", "*", out=False, patience=0)
        terminal.read_until(lambda text: "verifying" in text)
        terminal.process.send_signal(signal.SIGINT)
        text = terminal.finish()
        assert terminal.process.returncode == 130
        assert "interrupted" in text
        assert "Traceback" not in text
        assert "panicked" not in text

    def test_ctrl_c_ends_a_listing(self) -> None:
        process = subprocess.Popen(
            [str(SNARL), "ir", "*"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 130
        assert err.strip() == b"snarl: interrupted"


def test_a_bug_is_told_as_such(
    snarl: Snarl, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is full")

    monkeypatch.delenv("SNARL_DEBUG", raising=False)
    monkeypatch.setattr("snarl.program.load", broken)
    assert shown(snarl("ir", "java.lang.Object")) == snapshot
    monkeypatch.setenv("SNARL_DEBUG", "1")
    from snarl.cli import execute

    with pytest.raises(RuntimeError):
        execute()
