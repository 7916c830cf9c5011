"""What a run left behind that can be compared: its exit code, what it printed, its tests.

Some programs never print the same twice. Two plain runs show how closely the output of one can be
compared: as it is, without its numbers, or without the order of its lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

Normal = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run did, as far as others can see."""

    code: int
    output: str
    tests: frozenset[tuple[str, str]] = frozenset()
    """Tests, and how each of them ended; empty if it runs none."""
    seconds: float = 0.0

    def ended(self, how: str) -> int:
        """How many tests ended so: passed, failed, skipped."""
        return sum(ending == how for _, ending in self.tests)


def tests_of(folder: Path) -> frozenset[tuple[str, str]]:
    """The tests in reports of JUnit or surefire."""
    cases = [
        case
        for file in sorted(folder.rglob("TEST-*.xml"))
        for case in ElementTree.parse(file).getroot().iter("testcase")
    ]
    seen: Counter[str] = Counter()
    found = set()
    for case in cases:
        name = _without_identity(f"{case.get('classname')}.{case.get('name')}")
        seen[name] += 1
        found.add((f"{name} #{seen[name]}", _ending(case)))
    return frozenset(found)


def _ending(case: ElementTree.Element) -> str:
    inside = {element.tag for element in case}
    if inside & {"failure", "error"}:
        return "failed"
    return "skipped" if "skipped" in inside else "passed"


def _without_identity(text: str) -> str:
    """Objects are named by hashes that no run repeats."""
    return re.sub(r"@[0-9a-f]{1,8}\b", "@", text)


def _without_numbers(text: str) -> str:
    return re.sub(r"[0-9]+([.,][0-9]+)*", "0", _without_identity(text))


def _without_order(text: str) -> str:
    return "\n".join(sorted(_without_numbers(text).splitlines()))


def _as_set(text: str) -> str:
    return "\n".join(sorted(set(_without_numbers(text).splitlines())))


LEVELS: dict[str, Normal] = {
    "as it is": str,
    "without hashes of objects": _without_identity,
    "without numbers": _without_numbers,
    "without numbers and order": _without_order,
    "without numbers, order and repetition": _as_set,
    "not": lambda text: "",
}


def level(outputs: Iterable[str]) -> str:
    """How closely these can be compared: at this level, they are all the same."""
    texts = list(outputs)
    return next(name for name, normal in LEVELS.items() if len(set(map(normal, texts))) == 1)


def differences(plain: list[Outcome], watched: Outcome) -> list[str]:
    """What a watched run did that no plain one does, in words; nothing if it did the same."""
    found = []
    codes = {outcome.code for outcome in plain}
    if watched.code not in codes:
        found.append(f"exit code {watched.code} instead of {_listed(codes)}")
    how = level(outcome.output for outcome in plain)
    normal = LEVELS[how]
    if normal(watched.output) != normal(plain[0].output):
        before, after = (normal(it.output).splitlines() for it in (plain[0], watched))
        news = Counter(after) - Counter(before) or Counter(before) - Counter(after)
        line = next(iter(news), "the order of lines")
        found.append(f"printed something else (compared {how}): {line[:120]}")
    unsteady = {name for one in plain for name, _ in plain[0].tests ^ one.tests}
    for name, ending in sorted(watched.tests - plain[0].tests):
        if name not in unsteady:
            found.append(f"{name} {ending}")
    for name, _ in sorted(plain[0].tests):
        if name not in unsteady and name not in dict(watched.tests):
            found.append(f"{name} did not run")
    return found


def _listed(values: Iterable[object]) -> str:
    return " or ".join(map(str, sorted(map(str, values))))
