"""Child processes, measured whole: wall clock, CPU time of user and system, peak of memory."""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

POLL_SECONDS = 0.002
_NOTHING_KEPT = "PYTHONDONTWRITEBYTECODE"


@dataclass(frozen=True, slots=True)
class Measured:
    """What one child process needed, and what it said."""

    wall: float
    cpu: float
    peak: int
    """Peak of resident memory, in bytes."""
    code: int
    """Exit code; minus the signal's number if a signal ended it."""
    over_limit: bool
    output: str
    errors: str


def run(
    command: Sequence[str | Path],
    *,
    limit: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Measured:
    """Run a command to its end, or to the limit in seconds, which ends it and its children.

    `environment` is added to ours, in which Python keeps what it has compiled, as where it is
    installed: else each run would compile all of snarl again, half a second.
    """
    ours = {name: value for name, value in os.environ.items() if name != _NOTHING_KEPT}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        child = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            cwd=folder,
            env=ours | dict(environment or {}),
            start_new_session=True,
        )
        over_limit = False
        mapped = 0
        try:
            # Popen.wait() drops the resource usage, and RUSAGE_CHILDREN is a maximum over all
            # children so far: only wait4 gives the figures of this one.
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                mapped = _peak_now(child.pid) or mapped
                if not over_limit and time.perf_counter() - start > limit:
                    over_limit = True
                    os.killpg(child.pid, signal.SIGKILL)
                time.sleep(POLL_SECONDS)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            raise
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Measured(
            wall=wall,
            cpu=usage.ru_utime + usage.ru_stime,
            peak=_peak(usage, mapped),
            code=child.returncode,
            over_limit=over_limit,
            output=output.read().decode("utf-8", "replace"),
            errors=errors.read().decode("utf-8", "replace"),
        )


def _peak(usage: resource.struct_rusage, mapped: int) -> int:
    """The peak of a child that has ended.

    Linux counts for a child what its parent had when it was forked, before it became another
    program. Above that the figure is the child's own; below, what was seen of it must do.
    """
    unit = 1 if sys.platform == "darwin" else 1024
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return usage.ru_maxrss * unit if usage.ru_maxrss > own or not mapped else mapped


def _peak_now(pid: int) -> int:
    """The peak of a running process so far, without its parent's; 0 where nobody tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def last_line(measured: Measured) -> str:
    """What to quote from a process that failed: its first exception or error, or its last line."""
    lines = [line for line in (measured.output + measured.errors).splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"Exception|Error|ERROR", line)]
    chosen = (telling or lines or ["it said nothing"])[0 if telling else -1]
    return publishable(chosen.strip())[:200]


def publishable(text: str) -> str:
    """A text for a cell of a table: of a file its name is enough, and a bar would end the cell."""
    return re.sub(r"(?<!\w)/(?:[^\s/|]+/)+", "…/", text).replace("|", "¦")
