"""The plan of a program: which accesses the agent instruments, if not all of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import snarl
from bench.detection.programs import TARGET, Program
from bench.jdks import Jdk

WEAVE = "snarl.weave"


@dataclass(frozen=True, slots=True)
class Plan:
    """A file for the agent, and how many accesses it leaves out."""

    file: Path
    accesses: int
    left_out: int
    """For whatever reason."""


def is_known() -> bool:
    """Whether this snarl knows what may be shared."""
    return find_spec(WEAVE) is not None


def plan(program: Program, jdk: Jdk) -> Plan:
    """What may race, from an analysis of the program; not part of what is measured."""
    folder = TARGET / "plans"
    folder.mkdir(parents=True, exist_ok=True)
    loaded = snarl.load([program.classes, *program.libraries], jdk=jdk.home)
    made = import_module(WEAVE).plan_shared(loaded, main=[program.main], only_racing=True)
    file = folder / f"{program.name}.txt"
    made.write(file)
    left_out = made.counts["left-out"] + made.counts["without-race"]
    return Plan(file, made.counts["accesses"], left_out)
