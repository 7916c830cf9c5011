"""What a program says: the comments at the ends of its lines, and those at its head.

At the end of a line, several separated by semicolons:

    see(x);      // points to: A@12 B@14     x, given to the program's own `see`, by simple type and
                                             line of allocation; what has no line in the program (of
                                             the JDK, or merged) by its type alone
    r.run();     // calls: Task.run, main    callees of the line's call sites: Class.method, or a
                                             method of the main class, or lambda@7 by its line
    t.start();   // spawns: Task.run         what the line starts in other threads
    new A();     // initializes: A           classes of the program whose <clinit> the line runs
    V.set(x, y); // accesses: Node.value set         a field, or `elements`, and the method called
    forName(s);  // unresolved               reflection that cannot be resolved
    void run() { // reached                  on the line of a declaration; or unreached

`nothing` is the empty set; `something` is any other. Lists are exact, as far as the program's own
objects and methods go: what is the JDK's counts if it is named. `points to exactly` and `calls
exactly` mean the JDK's too; `points to at least` is a lower bound. `points to (ci, 1obj): …` holds
for these selectors only, in place of one without; a number there is a JDK.

At the head of the file:

    // since: 21                    needs this JDK
    // context: ci 2obj             the selectors to run with
    // exact: 2obj auto             for other selectors lists are lower bounds, and `unreached` is
                                    not asked; `none`: for all
    // javac: -XDstringConcat=inline
    // resource: META-INF/services/S: text of a line
    // static: empty                static methods have the empty context
    // alone: why                   not analysed together with others
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

PROGRAMS = Path(__file__).parents[1] / "programs" / "points-to"
SELECTORS = ("ci", "1obj", "2obj", "3obj", "1type", "2type", "auto")
DEFAULT_SELECTORS = ("ci", "1obj", "auto")

Kind = Literal["points to", "calls", "spawns", "initializes", "accesses", "unresolved", "method"]
Mode = Literal["exact", "exactly", "at least", "something"]

_HEADER = re.compile(r"// (since|context|exact|javac|resource|static|alone): (.+)")
_COMMENT = re.compile(r"^(?P<code>.*?\S)(?P<gap>\s+)// (?P<text>.*)$")
_LIST = re.compile(
    r"(?P<kind>points to|calls|spawns|initializes|accesses)"
    r"(?: (?P<mode>exactly|at least))?(?: \((?P<only>[^)]*)\))?:(?P<names>.*)"
)


class ExpectationError(ValueError):
    """A comment that says nothing that can be checked."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected at a line."""

    line: int
    kind: Kind
    names: frozenset[str] = frozenset()
    mode: Mode = "exact"
    only: frozenset[str] = frozenset()
    """Selectors and JDKs that it holds for; all if empty."""

    def holds_for(self, selector: str, jdk: int) -> bool:
        """Whether it is meant for this selector and this JDK."""
        jdks = {name for name in self.only if name.isdigit()}
        selectors = self.only - jdks
        return (not selectors or selector in selectors) and (not jdks or str(jdk) in jdks)

    def is_met_by(self, found: frozenset[str], own: frozenset[str]) -> bool:
        """Whether it is met by what was found, of which some is the program's own."""
        match self.mode:
            case "something":
                return bool(found)
            case "at least":
                return self.names <= found
            case "exactly":
                return self.names == found
            case "exact":
                return self.names <= found and own <= self.names

    def __str__(self) -> str:
        if self.kind in ("unresolved", "method"):
            return " ".join(sorted(self.names)) or self.kind
        mode = f" {self.mode}" if self.mode in ("exactly", "at least") else ""
        only = f" ({', '.join(sorted(self.only, key=_rank))})" if self.only else ""
        return f"{self.kind}{mode}{only}: {shown(self.names, self.kind, self.mode)}"


def shown(names: Iterable[str], kind: Kind, mode: Mode = "exact") -> str:
    """Names as a source has them."""
    separator = " " if kind == "points to" else ", "
    text = separator.join(sorted(names, key=_by_line))
    return text or ("something" if mode == "something" else "nothing")


def _by_line(name: str) -> tuple[int, str]:
    line = name.partition("@")[2]
    return (int(line) if line.isdigit() else 0, name)


def _rank(selector: str) -> tuple[int, str]:
    return (SELECTORS.index(selector) if selector in SELECTORS else len(SELECTORS), selector)


@dataclass(frozen=True, slots=True)
class Source:
    """A program and what it says."""

    path: Path
    lines: tuple[str, ...]
    since: int
    selectors: tuple[str, ...]
    exact: frozenset[str] | None
    """The selectors for which lists are exact; None: for all."""
    javac: tuple[str, ...]
    resources: dict[str, str]
    static: str | None
    is_alone: bool
    expectations: tuple[Expectation, ...]

    @property
    def name(self) -> str:
        """The simple name of the main class."""
        return self.path.stem

    @property
    def main(self) -> str:
        """The main class, with its package."""
        packages = (re.fullmatch(r"package ([\w.]+);", line) for line in self.lines)
        package = next((match[1] + "." for match in packages if match), "")
        return package + self.name

    @property
    def settings(self) -> Path | None:
        """Its snarl.toml, if it has one."""
        path = self.path.with_suffix(".toml")
        return path if path.exists() else None

    def expected(self, selector: str, jdk: int) -> Iterator[Expectation]:
        """What it says for a selector and a JDK: the special in place of the general."""
        fitting = [each for each in self.expectations if each.holds_for(selector, jdk)]
        special = {(each.line, each.kind) for each in fitting if each.only}
        is_loose = self.exact is not None and selector not in self.exact
        for each in fitting:
            if each.only:
                yield each
            elif (each.line, each.kind) not in special:
                yield from _loosened(each) if is_loose else (each,)


def _loosened(expectation: Expectation) -> Iterator[Expectation]:
    """A lower bound in place of an exact list; that something is not reached is none."""
    if expectation.kind in ("points to", "calls") and expectation.mode == "exact":
        yield replace(expectation, mode="at least")
    elif "unreached" not in expectation.names:
        yield expectation


def read(path: Path) -> Source:
    """Reads a program."""
    return parse(path, path.read_text(encoding="utf-8"))


def parse(path: Path, text: str) -> Source:
    """Reads the text of a program. Raises `ExpectationError` for what it does not understand."""
    lines = text.splitlines()
    headers: dict[str, list[str]] = {}
    for number, line in enumerate(lines, 1):
        if not line.startswith("//"):
            continue
        header = _HEADER.fullmatch(line)
        if header is None:
            raise ExpectationError(f"{path.name}:{number}: unknown header {line!r}")
        headers.setdefault(header[1], []).append(header[2])
    selectors = _selectors(path, headers.get("context"))
    exact = headers.get("exact")
    return Source(
        path,
        tuple(lines),
        int(headers.get("since", ["0"])[0]),
        selectors or DEFAULT_SELECTORS,
        None if exact is None else frozenset(_selectors(path, exact)),
        tuple(headers["javac"][0].split()) if "javac" in headers else (),
        _resources(headers.get("resource", [])),
        headers["static"][0] if "static" in headers else None,
        "alone" in headers,
        tuple(_expectations(path, lines)),
    )


def _selectors(path: Path, given: list[str] | None) -> tuple[str, ...]:
    names = tuple(given[0].split()) if given and given != ["none"] else ()
    for name in names:
        if name not in SELECTORS:
            raise ExpectationError(f"{path.name}: unknown selector {name!r}")
    return names


def _resources(given: list[str]) -> dict[str, str]:
    resources: dict[str, str] = {}
    for each in given:
        name, _, line = each.partition(": ")
        resources[name] = resources.get(name, "") + line + "\n"
    return resources


def _expectations(path: Path, lines: list[str]) -> Iterator[Expectation]:
    for number, line in enumerate(lines, 1):
        comment = _COMMENT.match(line)
        if comment is None:
            continue
        parts = [part.strip() for part in comment["text"].split(";")]
        if not any(map(_is_expectation, parts)):
            if re.match(r"[\w ]+(\([\w, ]*\))?:", comment["text"]) and ": this" not in line:
                raise ExpectationError(f"{path.name}:{number}: unknown: {comment['text']}")
            continue
        for part in parts:
            try:
                yield _expectation(number, part)
            except ExpectationError as error:
                raise ExpectationError(f"{path.name}:{number}: {error}") from None


def _is_expectation(part: str) -> bool:
    return part in ("reached", "unreached", "unresolved") or _LIST.fullmatch(part) is not None


def _expectation(line: int, part: str) -> Expectation:
    if part == "unresolved":
        return Expectation(line, "unresolved")
    if part in ("reached", "unreached"):
        return Expectation(line, "method", frozenset({part}))
    match = _LIST.fullmatch(part)
    if match is None:
        raise ExpectationError(f"unknown: {part}")
    kind: Kind = match["kind"]  # type: ignore[assignment]
    mode: Mode = match["mode"] or "exact"  # type: ignore[assignment]
    only = frozenset(re.split(r"[,\s]+", match["only"])) if match["only"] else frozenset()
    for name in only:
        if name not in SELECTORS and not name.isdigit():
            raise ExpectationError(f"unknown selector {name!r}")
    separator = r"\s*,\s*" if kind == "accesses" else r"[,\s]+"
    names = frozenset(re.split(separator, match["names"].strip()))
    if not match["names"].strip():
        raise ExpectationError(f"{kind} what? An empty set is `nothing`")
    if names == {"nothing"}:
        names = frozenset()
    elif names == {"something"}:
        names, mode = frozenset(), "something"
    return Expectation(line, kind, names, mode, only)


def code_of(line: str) -> str:
    """A line without the comment at its end."""
    comment = _COMMENT.match(line)
    return comment["code"] if comment else line


def rewritten(line: str, expectations: list[Expectation]) -> str:
    """A line with other expectations."""
    code = code_of(line).rstrip()
    return f"{code}  // {'; '.join(map(str, expectations))}" if expectations else code
