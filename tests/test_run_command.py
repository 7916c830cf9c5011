"""`snarl run`: what it takes, what it passes through, what it says, how it ends.

The JVM is a stand-in (`fake_java`): what real ones do under the agent is in `test_run.py`.
"""

from __future__ import annotations

import ast
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import fake_java
import report_samples
import run_samples as samples
from conftest import TIMEOUT, Result, Snarl
from snarl.monitor import launch
from snarl.monitor.agent import launchers
from snarl.monitor.processes import is_running
from snarl.report import render

WHOLE = samples.text(*samples.WHOLE)
CLEAN = samples.text(*samples.CLEAN)
BOTH = samples.text(
    samples.jvm(), samples.THREADS, samples.BALANCE, samples.CYCLE, samples.COUNTS, samples.END
)

Java = Callable[..., Path]


@pytest.fixture
def java(here: Path, monkeypatch: pytest.MonkeyPatch) -> Java:
    """Makes a `java`, and puts it on the path."""
    monkeypatch.setenv("PATH", f"{here / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("JAVA_TOOL_OPTIONS", raising=False)

    def make(sightings: str = CLEAN, behaviour: str = "see()", name: str = "java") -> Path:
        return fake_java.make(here, sightings, behaviour, name)

    return make


def shown(done: Result) -> str:
    text = f"exit {done.status}\n--- stdout\n{done.out}--- stderr\n{done.err}"
    text = re.sub(r"in \d+\.\d s", "in N s", text)
    return re.sub(r"JVM \d+", "JVM PID", text)


def start(*arguments: str, **options: int) -> subprocess.Popen[bytes]:
    """A process of its own, for signals."""
    command = [sys.executable, "-m", "snarl", "run", *arguments]
    return subprocess.Popen(
        command,
        stdin=options.get("stdin", subprocess.DEVNULL),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


class TestReports:
    def test_findings(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java(BOTH, "see(); print('out'); print('err', file=sys.stderr)")
        assert shown(snarl("run", "--", "java", "demo.Transfer")) == snapshot

    def test_no_findings(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java(CLEAN, "see(); print('out')")
        done = snarl("run", "java", "-cp", "x", "demo.Transfer")
        assert done.status == 0
        assert shown(done) == snapshot

    def test_json_on_stdout(self, java: Java, snarl: Snarl) -> None:
        java(BOTH)
        done = snarl("run", "--output", "json", "--", "java", "demo.Transfer", "--output")
        assert done.status == 1
        made = json.loads(done.out)
        assert [it["rule"] for it in made["findings"]] == ["data-race", "lock-order-cycle"]
        assert made["input"] == {"paths": [], "mode": "run", "roots": ["demo.Transfer"]}
        assert made["run"]["command"] == ["java", "demo.Transfer", "--output"]
        assert made["run"]["exit-code"] == 0
        assert made["run"]["instrumented"].startswith("all accesses")
        site = made["findings"][0]["sites"][1]
        assert (site["thread"], site["starter"], site["stack"]) == ("back", "main", "example")
        assert "data-race: 1 observed; lock-order-cycle: 1 predicted in " in done.err
        assert "error[" not in done.err

    def test_files(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(BOTH, "see(); print('mine')")
        done = snarl("run", "--output", "json=out/a.json", "--output", "text=-", "--", "java", "X")
        assert done.status == 1
        assert done.out.startswith("mine\nerror[data-race]: BankAccount.balance was written by")
        assert len(json.loads((here / "out" / "a.json").read_text())["findings"]) == 2
        assert "error[" not in done.err

    def test_a_file_that_cannot_be_written(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(BOTH)
        (here / "file").write_text("")
        done = snarl("run", "--output", "json=file/a.json", "--", "java", "X")
        assert done.status == 2
        assert "error[data-race]: BankAccount.balance" in done.err
        assert "snarl: file/a.json: cannot be written" in done.err

    def test_beside_sources(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(BOTH)
        demo = Path(__file__).parents[1] / "examples" / "demo" / "demo" / "BankAccount.java"
        for folder, command in (
            ("src/main/java", ("mvn", "test")),
            ("module/src/main/java", ("mvn", "test")),
            ("lib/src/main/java", ("java", "-cp", f"nowhere{os.pathsep}lib/target/classes", "X")),
            ("alone", ("java", "-cp", "alone", "X")),
        ):
            java(BOTH, name=command[0])
            source = here / folder / "demo" / "BankAccount.java"
            source.parent.mkdir(parents=True)
            source.write_text(demo.read_text())
            (here / "lib" / "target" / "classes").mkdir(parents=True, exist_ok=True)
            done = snarl("run", "--", *command)
            assert f"write at {folder}/demo/BankAccount.java:20\n" in done.err
            source.unlink()

    def test_promises_of_the_project(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(samples.text(samples.jvm(), samples.INCREMENT, samples.COUNTS, samples.END))
        assert snarl("run", "java", "X").status == 1
        (here / "snarl.toml").write_text("[shared]\nthread-local = ['demo.Counter']\n")
        assert snarl("run", "java", "X").status == 0


class TestExitCodes:
    @pytest.mark.parametrize(("own", "status"), [(0, 0), (1, 1), (3, 3), (42, 42)])
    def test_without_findings_the_programs_own(
        self, own: int, status: int, java: Java, snarl: Snarl
    ) -> None:
        java(CLEAN, f"see(); sys.exit({own})")
        done = snarl("run", "java", "X")
        assert done.status == status
        assert done.err.endswith(f"; the program's own exit code is {own}\n")

    @pytest.mark.parametrize("own", [0, 42])
    def test_with_findings(self, own: int, java: Java, snarl: Snarl) -> None:
        java(WHOLE, f"see(); sys.exit({own})")
        done = snarl("run", "java", "X")
        assert done.status == 1
        assert done.err.endswith(f"; the program's own exit code is {own}\n")

    def test_killed(self, java: Java, snarl: Snarl) -> None:
        java(CLEAN.removesuffix("end\n"), "see(); os.kill(os.getpid(), signal.SIGKILL)")
        done = snarl("run", "java", "X")
        assert done.status == 137
        assert re.search(
            r"\nwarning: JVM \d+ \(demo.Transfer\) was killed: up to a second of what it did was "
            r"not seen\n$",
            done.err,
        )

    @pytest.mark.parametrize(("own", "status"), [(0, 3), (42, 42)])
    def test_not_watched_to_the_end(self, own: int, status: int, java: Java, snarl: Snarl) -> None:
        java(CLEAN.replace("end\n", "stopped\ttoo many threads\nend\n"), f"see(); sys.exit({own})")
        done = snarl("run", "java", "X")
        assert done.status == status
        assert "but the run was not watched as a whole; " in done.err
        assert "was not watched to its end: too many threads\n" in done.err

    def test_a_file_that_cannot_be_read(self, java: Java, snarl: Snarl) -> None:
        java(WHOLE, "see(); see('snarl run 99\\n', pid=999_999_999)")
        done = snarl("run", "java", "X")
        assert done.status == 1
        assert "999999999.txt is not a recording: its first line is not 'snarl run 1'\n" in done.err


class TestNothingWatched:
    def check(self, done: Result, snapshot: SnapshotAssertion) -> None:
        assert done.status == 3
        assert "no findings in" in done.err
        assert done.err.splitlines()[-1].startswith("snarl: NOTHING WAS WATCHED: ")
        assert done.err.splitlines()[-1] == snapshot

    def test_no_class(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java(samples.text(samples.jvm(), ("count", "classes", 0), samples.END))
        self.check(snarl("run", "java", "X"), snapshot)

    def test_no_main_class(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java(samples.text(samples.jvm(), samples.END), "see(); sys.exit(1)")
        self.check(snarl("run", "java", "X"), snapshot)

    def test_no_class_that_could_be(
        self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        rows = (("untransformed", "a.B", "it is odd"), ("untransformed", "a.C", "it is odder"))
        java(samples.text(samples.jvm(), rows, samples.END))
        self.check(snarl("run", "java", "X"), snapshot)

    def test_no_agent(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java("", "sys.exit(2)")
        self.check(snarl("run", "java", "X"), snapshot)

    def test_an_old_jvm(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        java("", "print('java version \"1.8.0_392\"', file=sys.stderr); sys.exit(1)")
        self.check(snarl("run", "java", "X"), snapshot)

    def test_no_jvm(self, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        self.check(snarl("run", "true"), snapshot)

    def test_build_tools_alone(self, java: Java, snarl: Snarl, snapshot: SnapshotAssertion) -> None:
        tool = samples.jvm(command="org.codehaus.plexus.classworlds.launcher.Launcher test")
        java(samples.text(tool, ("count", "classes", 0), ("off",)), name="mvn")
        self.check(snarl("run", "mvn", "test"), snapshot)


class TestBadUsage:
    @pytest.mark.parametrize(
        "arguments",
        [
            "",
            "--",
            "--detector lockset -- java X",
            "--instrument some -- java X",
            "--noise much -- java X",
            "--timeout 0 -- java X",
            "--output xml -- java X",
            "--output json --output json=- -- java X",
            "--output text --output text -- java X",
            "--with nothing.json -- java X",
            "--keep full -- java X",
            "--keep full/file -- java X",
            "jaav X",
            "./jaav X",
            "full X",
            "./full X",
            "full/file X",
        ],
    )
    def test_it_is_told(
        self, arguments: str, here: Path, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        (here / "full").mkdir()
        (here / "full" / "file").write_text("")
        done = snarl("run", *arguments.split())
        assert (done.status, done.out) == (2, "")
        assert done.err.splitlines()[-1] == snapshot

    def test_help(
        self, monkeypatch: pytest.MonkeyPatch, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        assert snarl("run", "--help").out == snapshot

    def test_what_cannot_be_executed(self, here: Path, snarl: Snarl) -> None:
        (here / "java").write_bytes(b"\x7fELF")
        (here / "java").chmod(0o755)
        done = snarl("run", "./java", "X")
        assert (done.status, done.err) == (2, "snarl: ./java: cannot be run (Exec format error)\n")

    def test_an_old_jvm_is_known_before_it_runs(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(WHOLE, "Path('ran').touch()")
        (here / "release").write_text('IMPLEMENTOR="x"\nJAVA_VERSION="11.0.2"\n')
        done = snarl("run", "java", "X")
        assert done.status == 2
        assert done.err == "snarl: java is Java 11, and snarl run needs Java 17 or newer\n"
        assert not (here / "ran").exists()
        (here / "release").write_text('JAVA_VERSION="17"\n')
        assert snarl("run", "java", "X").status == 3
        assert (here / "ran").exists()

    def test_a_comma_in_a_path(self, java: Java, snarl: Snarl) -> None:
        java()
        done = snarl("run", "--keep", "a,b", "--", "java", "X")
        assert done.status == 2
        assert "a,b/jvms: the agent cannot be told of a path with a comma in it" in done.err


class TestOptions:
    def options(self, here: Path) -> dict[str, str]:
        made: dict[str, str] = json.loads((here / "options").read_text())
        return made

    @pytest.fixture(autouse=True)
    def program(self, java: Java) -> None:
        told = "import json; Path('options').write_text(json.dumps(options)); see()"
        java(
            CLEAN, f"{told}; Path('containers').write_text(Path(options['containers']).read_text())"
        )

    def test_by_default(self, here: Path, snarl: Snarl) -> None:
        assert snarl("run", "java", "X").status == 0
        options = self.options(here)
        assert list(options) == ["detect", "containers", "detector", "off", "children"]
        assert options["detector"] == "racer+fasttrack"
        assert options["off"].split("+") == list(launchers())
        assert not Path(options["detect"]).exists()
        assert (here / "containers").read_text().startswith("container\t")

    def test_all_of_them(self, here: Path, snarl: Snarl) -> None:
        detectors = ("--detector", "eraser", "--detector", "racer", "--detector", "eraser")
        given = (*detectors, "--instrument", "all", "--noise", "7", "--keep", "kept")
        done = snarl("run", *given, "--", "java", "X")
        assert done.status == 0
        options = self.options(here)
        assert (options["detector"], options["noise"]) == ("eraser+racer", "7")
        assert options["detect"] == str(here / "kept" / "jvms")
        assert len(list((here / "kept" / "jvms").iterdir())) == 1
        assert "(all accesses); 3 threads; eraser and racer\n" in done.err

    def test_launchers_can_be_told(self) -> None:
        names = launchers()
        assert "org.codehaus.plexus.classworlds.launcher.Launcher" in names
        assert not any(re.search(r"[+,/\s'\"]", name) for name in names)


class TestWith:
    def test_static_findings_that_were_seen(
        self, java: Java, here: Path, snarl: Snarl, snapshot: SnapshotAssertion
    ) -> None:
        (here / "check.json").write_text(render("json", report_samples.SAMPLE))
        java(BOTH)
        done = snarl("run", "--with", "check.json", "--output", "json", "--", "java", "X")
        assert done.status == 1
        made = json.loads(done.out)["findings"]
        facts = [(it["rule"], it["subject"]["member"], it["evidence"]) for it in made]
        assert facts == snapshot
        assert made[0]["fingerprint"] == report_samples.BALANCE.fingerprint
        text = snarl("run", "--with", "check.json", "--", "java", "X")
        assert shown(text) == snapshot


class TestPassing:
    def test_input_and_output(self, java: Java) -> None:
        java(CLEAN, "see(); sys.stdout.write(sys.stdin.read().upper()); sys.stderr.write('e')")
        done = subprocess.run(
            [sys.executable, "-m", "snarl", "run", "--", "java", "X"],
            input=b"hello \xff\n",
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:surrogateescape"},
        )
        assert (done.returncode, done.stdout) == (0, b"HELLO \xff\n")
        assert done.stderr.startswith(b"e\n---- snarl run ---")

    def test_environment(self, java: Java) -> None:
        java(CLEAN, "see(); print(sorted(os.environ.items()))")
        given = {**os.environ, "MINE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "snarl", "run", "--", "java", "X"],
            stdout=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
            env=given,
        )
        got = dict(ast.literal_eval(done.stdout.decode()))
        assert got.pop("LC_CTYPE", None) in (None, "C.UTF-8")  # the stand-in's own
        given.pop("LC_CTYPE", None)
        assert got == given

    def test_much_output(self, java: Java) -> None:
        java(CLEAN, "see(); sys.stdout.write('x' * 5_000_000)")
        process = start("--", "java", "X")
        out, _ = process.communicate(timeout=TIMEOUT)
        assert (process.returncode, len(out)) == (0, 5_000_000)

    def test_arguments(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(CLEAN, "see(); print(sys.argv[1][:11], sys.argv[2:])")
        done = snarl("run", "--", "java", "-cp", "a b", "X", "--help", "--", "")
        assert done.out == "-javaagent: ['-cp', 'a b', 'X', '--help', '--', '']\n"

    @pytest.mark.parametrize("name", ["mvn", "gradle.sh"])
    @pytest.mark.parametrize("given", [None, "-Xmx1g"])
    def test_other_commands(
        self,
        name: str,
        given: str | None,
        java: Java,
        snarl: Snarl,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        if given:
            monkeypatch.setenv("JAVA_TOOL_OPTIONS", given)
        java(CLEAN, "see(); print(arguments, os.environ['JAVA_TOOL_OPTIONS'])", name)
        done = snarl("run", "--", name, "test")
        assert done.status == 0
        assert done.out.startswith(f"['test'] {given or ''}{' ' if given else ''}-javaagent:")
        assert os.environ.get("JAVA_TOOL_OPTIONS") == given

    def test_a_folder_with_a_blank(self, java: Java, snarl: Snarl) -> None:
        java(CLEAN, "print(os.environ['JAVA_TOOL_OPTIONS'])", "mvn")
        done = snarl("run", "--keep", "a b", "--", "mvn")
        assert re.fullmatch(r'"-javaagent:[^"]*/a b/jvms,[^"]*"\n', done.out)

    def test_several_jvms(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(BOTH)
        tool = samples.jvm(command="org.codehaus.plexus.classworlds.launcher.Launcher test")
        text = samples.text(tool, ("count", "classes", 0), ("off",))
        behaviour = "import subprocess; see(); [subprocess.run(['java', n]) for n in 'ab']"
        java(text, behaviour, "mvn")
        done = snarl("run", "mvn", "test")
        assert done.status == 1
        assert "2 JVMs watched (Java 25.0.1), 1 of build tools left alone; 4 classes" in done.err
        assert "data-race: 1 observed; lock-order-cycle: 1 predicted in" in done.err


READY = "see(); print('ready', flush=True); "


class TestSignals:
    def signalled(self, number: int) -> tuple[int, bytes, bytes]:
        """Runs `java` until it says that it is ready, sends a signal, and waits for the end."""
        process = start("--", "java", "X")
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=TIMEOUT)
        return process.returncode, out, err

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_they_end_the_program(self, number: signal.Signals, java: Java) -> None:
        java(CLEAN, f"signal.signal({number}, signal.SIG_DFL); {READY}time.sleep({TIMEOUT})")
        status, _, err = self.signalled(number)
        assert status == 128 + number
        assert b"2 classes with 31 sites instrumented" in err
        assert err.endswith(b"the program's own exit code is %d\n" % status)

    def test_a_program_that_does_not_mind(self, java: Java) -> None:
        java(
            CLEAN,
            # Not by print: the signal may come while 'ready' is still being printed.
            "def bye(*_):\n    os.write(1, b'bye\\n')\n    sys.exit(7)\n"
            f"signal.signal(signal.SIGTERM, bye)\n{READY}time.sleep({TIMEOUT})",
        )
        status, out, err = self.signalled(signal.SIGTERM)
        assert (status, out) == (7, b"bye\n")
        assert err.endswith(b"the program's own exit code is 7\n")

    def test_ctrl_c_on_a_terminal_comes_once(self, java: Java) -> None:
        java(
            CLEAN,
            "got = []\nsignal.signal(signal.SIGINT, lambda *_: got.append(1))\n"
            "see(); print('ready', flush=True)\nuntil = time.monotonic() + 2\n"
            "while time.monotonic() < until: time.sleep(0.05)\n"
            "print('got', len(got), flush=True)",
        )
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", TERMINAL, *(sys.executable, "-m", "snarl", "run", "java", "X")],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        text = b""
        while b"ready" not in text:
            text += os.read(master, 1024)
        os.write(master, b"\x03")
        text = b""
        until = time.monotonic() + TIMEOUT
        while b"exit code" not in text and time.monotonic() < until:
            text += os.read(master, 1024)
        assert process.wait(TIMEOUT) == 0
        os.close(master)
        assert b"got 1\r\n" in text

    def test_what_is_ignored_stays_so(self, java: Java) -> None:
        java(CLEAN, f"print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN); {READY}")
        done = subprocess.run(
            ["nohup", sys.executable, "-m", "snarl", "run", "java", "X"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, b"True\nready\n")


TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


class TestTimeout:
    def test_the_program_is_ended(self, java: Java, snarl: Snarl) -> None:
        java(BOTH, f"see(); time.sleep({TIMEOUT})")
        began = time.monotonic()
        done = snarl("run", "--timeout", "0.5", "--", "java", "X")
        assert time.monotonic() - began < TIMEOUT / 4
        assert done.status == 1
        assert done.err.endswith("ended when its time was over (exit code 143)\n")

    def test_without_findings(self, java: Java, snarl: Snarl) -> None:
        java(CLEAN, f"see(); time.sleep({TIMEOUT})")
        assert snarl("run", "--timeout", "0.5", "--", "java", "X").status == 143

    def test_one_that_does_not_want_to_end(
        self, java: Java, snarl: Snarl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(launch, "_GRACE", 0.5)
        java(CLEAN, f"signal.signal(15, signal.SIG_IGN); see(); time.sleep({TIMEOUT})")
        done = snarl("run", "--timeout", "1", "--", "java", "X")
        assert done.status == 137

    def test_what_it_has_started_is_ended_too(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(CLEAN, f"Path('pid').write_text(str(os.getpid())); see(); time.sleep({TIMEOUT})")
        (here / "script.sh").write_text("#!/bin/sh\njava X\necho done\n")
        (here / "script.sh").chmod(0o755)
        done = snarl("run", "--timeout", "1", "--", "./script.sh")
        assert done.status == 143
        pid = int((here / "pid").read_text())
        assert not is_running(pid)

    def test_in_time(self, java: Java, snarl: Snarl) -> None:
        java(CLEAN)
        assert snarl("run", "--timeout", str(TIMEOUT), "--", "java", "X").status == 0

    def test_a_jvm_that_outlives_the_command(
        self, java: Java, here: Path, snarl: Snarl, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = BOTH.removesuffix("end\n")
        behaviour = "see(); Path('pid').write_text(str(os.getpid())); time.sleep(30)"
        java(text, behaviour)
        (here / "script.sh").write_text(
            "#!/bin/sh\njava X <&- >&- 2>&- &\nwhile ! test -s pid; do sleep 0.1; done\n"
        )
        (here / "script.sh").chmod(0o755)
        monkeypatch.setattr(launch.wait_for, "__defaults__", (0.5,))
        try:
            done = snarl("run", "--", "./script.sh")
            assert done.status == 1
            assert "(demo.Transfer) still runs: what it does from now on is not seen\n" in done.err
        finally:
            os.kill(int((here / "pid").read_text()), signal.SIGKILL)

    def test_a_jvm_that_ends_a_little_later(self, java: Java, here: Path, snarl: Snarl) -> None:
        java(BOTH, "see(sightings.removesuffix('end\\n')); time.sleep(1); see()")
        (here / "script.sh").write_text("#!/bin/sh\njava X <&- >&- 2>&- &\nsleep 0.5\n")
        (here / "script.sh").chmod(0o755)
        done = snarl("run", "--", "./script.sh")
        assert done.status == 1
        assert "warning" not in done.err.replace("warning[", "")


def test_nothing_heavy_is_imported_before_the_program_runs() -> None:
    code = (
        "import sys, snarl.cli.run, snarl.watching; "
        "print([it for it in ('numpy', 'rich', 'snarl._engine', 'snarl.program') "
        "if it in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert done.stdout == "[]\n"
