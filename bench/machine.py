"""What the machine is, in words that may be published: no host name, no path."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path

GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Machine:
    """The parts of a machine that matter for a figure."""

    cpu: str
    cores: int
    memory: int
    system: str
    load: float

    def __str__(self) -> str:
        return (
            f"{self.cores} cores of {self.cpu}, {self.memory / GIB:.0f} GiB of memory, "
            f"{self.system}; load average before the run {self.load:.1f}"
        )


def describe() -> Machine:
    """Describe the machine; cores are those that this process may use."""
    return Machine(
        cpu=_cpu_model(),
        cores=_usable_cores(),
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        system=f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        load=os.getloadavg()[0],
    )


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cpu_model() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "an unknown CPU"
