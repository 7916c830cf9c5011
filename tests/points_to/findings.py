"""What an analysis found at the lines of a program, in the words of its expectations."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from points_to.expectations import Expectation, Kind, Source, code_of, shown
from points_to.labels import first_line, is_own, line_at, method_label, object_label, simple
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.points_to import HeapObject, Solution
    from snarl.program import Class, Method, Program

Names = frozenset[str]
_NONE: Names = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """Names at a line, and those among them that are the program's own."""

    names: Names
    own: Names


_NOTHING = Found(_NONE, _NONE)


@dataclass(frozen=True, slots=True)
class Difference:
    """An expectation that is not met."""

    source: Source
    expectation: Expectation
    found: Found

    def __str__(self) -> str:
        line = self.expectation.line
        expected = str(self.expectation)
        kind, _, names = expected.partition(": ")
        got = _shown(self.found, self.expectation)
        return "\n".join(
            [
                f"  {self.source.path.name}:{line}: {code_of(self.source.lines[line - 1]).strip()}",
                f"    {kind}",
                f"      expected: {names or kind}",
                f"      found:    {got}",
            ]
        )


def _shown(found: Found, expectation: Expectation) -> str:
    if expectation.kind in ("method", "unresolved"):
        return ", ".join(sorted(found.names)) or "nothing"
    if expectation.mode != "exact":
        return shown(found.names, expectation.kind)
    return shown(found.own | (found.names & expectation.names), expectation.kind)


class Sites:
    """The classes of a program, and where in them `see` is called. The same for all selectors."""

    def __init__(self, program: Program, source: Source) -> None:
        self.program = program
        self.source = source

    @cached_property
    def classes(self) -> list[Class]:
        """The main class and those nested in it."""
        main = self.source.main
        return [cls for cls in self.program.classes("application") if is_own(cls.name, main)]

    @cached_property
    def methods(self) -> list[Method]:
        """Their methods."""
        return [method for cls in self.classes for method in cls.methods]

    @cached_property
    def seen(self) -> dict[int, list[tuple[Method, int]]]:
        """The values that are given to `see`, by line."""
        sites: dict[int, list[tuple[Method, int]]] = defaultdict(list)
        for method in self.methods:
            for instruction in method.body or ():
                if instruction.op is not Op.INVOKE or instruction.reference.name != "see":
                    continue
                if instruction.reference.owner == self.source.main:
                    value = instruction.operands[-1]
                    sites[line_at(method, instruction.bci)].append((method, value))
        return sites

    def declared(self, line: int) -> Method:
        """The method that is declared at a line: the first of its name whose code comes then."""
        code = code_of(self.source.lines[line - 1])
        match = re.search(r"([\w$]+)\s*\(", code)
        assert match, f"{self.source.path.name}:{line} declares no method"
        is_type = any(simple(cls.name) == match[1] for cls in self.classes)
        name = "<init>" if is_type else match[1]
        found = [it for it in self.methods if it.name == name and first_line(it) >= line]
        # A bridge stands at the line of its class, above.
        assert found, f"{self.source.path.name}:{line}: there is no code of a method {name}"
        return min(found, key=first_line)


class Findings:
    """What was found for one program with one selector."""

    def __init__(self, sites: Sites, solution: Solution) -> None:
        self._sites = sites
        self._solution = solution
        self._main = sites.source.main

    def at(self, line: int, kind: Kind) -> Found:
        """What was found at a line."""
        match kind:
            case "points to":
                return self._points_to(line)
            case "calls":
                return self._calls.get(line, _NOTHING)
            case "spawns":
                return _own(self._spawns.get(line, ()))
            case "initializes":
                return _own(self._initialized.get(line, ()))
            case "accesses":
                return _own(self._accesses.get(line, ()))
            case "unresolved":
                return _own({"unresolved"} if line in self._unresolved else ())
            case "method":
                reached = self._solution.reaches(self._sites.declared(line))
                return _own({"reached" if reached else "unreached"})

    def differences(self, selector: str, jdk: int) -> Iterator[Difference]:
        """What is expected and not met, and what is found where nothing is expected."""
        source = self._sites.source
        expected = list(source.expected(selector, jdk))
        for expectation in expected:
            found = self.at(expectation.line, expectation.kind)
            if expectation.kind == "unresolved":
                expectation = replace(expectation, names=frozenset({"unresolved"}))
            if not expectation.is_met_by(found.names, found.own):
                yield Difference(source, expectation, found)
        unresolved = {each.line for each in expected if each.kind == "unresolved"}
        for line in sorted(self._unresolved - unresolved):
            nothing = Expectation(line, "unresolved", frozenset({"resolved"}))
            yield Difference(source, nothing, _own({"unresolved"}))

    def _points_to(self, line: int) -> Found:
        values = self._sites.seen.get(line)
        assert values, f"{self._sites.source.path.name}:{line} does not call see"
        names, own = set(), set()
        for method, value in values:
            for obj in self._solution.points_to(method, value):
                if self._is_foreign(obj):
                    continue
                label = object_label(obj, self._sites.program)
                names.add(label)
                if "@" in label or is_own(obj.type, self._main):
                    own.add(label)
        return Found(frozenset(names), frozenset(own))

    def _is_foreign(self, obj: HeapObject) -> bool:
        """Whether it comes from another program that is analysed together with this one."""
        program = self._sites.program
        cls = program.find_class(obj.type.partition("[")[0])
        owners = [cls, obj.method.owner if obj.method is not None else None]
        return any(
            owner is not None
            and owner.origin == "application"
            and not is_own(owner.name, self._main)
            for owner in owners
        )

    @cached_property
    def _calls(self) -> dict[int, Found]:
        names: dict[int, set[str]] = defaultdict(set)
        own: dict[int, set[str]] = defaultdict(set)
        for method in self._sites.methods:
            for edge in self._solution.call_graph.callees_of(method):
                if edge.kind in (EdgeKind.SPAWN, EdgeKind.CLASS_INIT) or edge.callee.name == "see":
                    continue
                line = line_at(method, edge.bci)
                label = method_label(edge.callee, self._main)
                names[line].add(label)
                if is_own(edge.callee.owner.name, self._main):
                    own[line].add(label)
        return {at: Found(frozenset(names[at]), frozenset(own[at])) for at in names}

    @cached_property
    def _initialized(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = defaultdict(set)
        for method in self._sites.methods:
            for edge in self._solution.call_graph.callees_of(method):
                owner = edge.callee.owner
                if edge.kind is EdgeKind.CLASS_INIT and owner.origin == "application":
                    found[line_at(method, edge.bci)].add(simple(owner.name))
        return found

    @cached_property
    def _spawns(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = defaultdict(set)
        for spawn in self._solution.spawns:
            if is_own(spawn.caller.owner.name, self._main):
                line = line_at(spawn.caller, spawn.bci)
                found[line].add(method_label(spawn.root, self._main))
        return found

    @cached_property
    def _accesses(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = defaultdict(set)
        for row in self._solution.accesses_by_handle:
            if is_own(row.method.owner.name, self._main):
                field = row.field
                name = f"{simple(field.owner.name)}.{field.name}" if field else "elements"
                found[line_at(row.method, row.bci)].add(f"{name} {row.mode}")
        return found

    @cached_property
    def _unresolved(self) -> set[int]:
        return {
            line_at(row.method, row.bci)
            for row in self._solution.unresolved
            if is_own(row.method.owner.name, self._main)
        }


def _own(names: Iterable[str]) -> Found:
    return Found(frozenset(names), frozenset(names))
