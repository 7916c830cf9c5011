"""What a program is started from: the JVM's own start, its main thread, and main methods.

A root is a method that is handed to the engine (`_engine.Synthetic`). What the environment of an
open program calls is more of the same: `snarl.program.harness`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal

from snarl import _engine
from snarl.points_to.starting import Start, has_method, start_jvm
from snarl.program.models.linking import split

if TYPE_CHECKING:
    from snarl.program.model import Class, Method, Program

MAIN = "([Ljava/lang/String;)V"
PRIVATE, STATIC = 0x2, 0x8
# The first version of the launcher that takes instance main methods.
INSTANCE_MAIN = 25
_SHOWN = 3
"""Names in a message."""


class RootError(ValueError):
    """There is nothing to start from."""


@dataclass(frozen=True, slots=True)
class Roots:
    """What an analysis starts from: bodies for the engine, and the methods that they call.

    Constructors that the bodies call are in none of the lists: they run before all `calls`.
    """

    bodies: list[_engine.Synthetic]
    methods: list[Method]
    """Run in the main thread, one after the other: main methods."""
    calls: list[Method] = field(default_factory=list)
    """What the environment calls, each in threads of its own, any number at the same time."""
    setup: list[Method] = field(default_factory=list)
    """What the environment calls alone, before all `calls`."""
    fresh: Mapping[Method, frozenset[int]] = field(default_factory=dict)
    """Places of arguments of `calls`, 0 the receiver, that the environment makes anew for each
    call, so that no two threads share them."""
    once: frozenset[Method] = frozenset()
    """Those of `setup` that are called once at most: for the one object of their class."""
    alone: frozenset[Method] = frozenset()
    """Those of `calls` that never run twice at the same time: a scheduler waits for each run."""
    in_turn: frozenset[Method] = frozenset()
    """Those of `methods` that are no programs of their own: one thread calls them again and again
    on what they share, while what they have started runs on."""
    is_hosted: bool = False
    """Whether a framework runs the program: it calls a servlet or a controller, not a mere bean."""

    @property
    def mode(self) -> Literal["open", "closed"]:
        """`open` if only the environment calls, `closed` if there is something that runs first."""
        return "open" if self.calls and not self.methods else "closed"

    @property
    def is_of_program(self) -> bool:
        """Whether they are what a program starts from, and not all that a library has."""
        return self.is_hosted or self.mode == "closed"


def find_mains(program: Program, classes: Iterable[str] | None = None) -> list[Method]:
    """The main methods of some classes, by name, or of all classes of the application."""
    if classes is None:
        return [main for cls in program.classes("application") if (main := _main_of(cls))]
    found = []
    for name in classes:
        if name not in program:
            raise RootError(f"there is no class {name} in the program{_meant(program, name)}")
        main = _main_of(program[name])
        if main is None:
            said = f"{name} has no main method: expected `static void main(String[])`"
            raise RootError(said + _meant(program, name))
        found.append(main)
    return found


def _meant(program: Program, name: str) -> str:
    """Which main methods there are, those first that may be meant by the name of another class."""
    mains = [main.owner.name for main in find_mains(program)]
    simple = re.split(r"[.$/]", name)[-1]
    close = [it for it in mains if re.split(r"[.$]", it)[-1] in (simple, f"{simple}Kt")]
    close = close or get_close_matches(name, mains, n=_SHOWN)
    if close:
        return f"; did you mean {' or '.join(close[:_SHOWN])}?"
    if not mains:
        return "; no class of the input has a main method"
    more = ", …" if len(mains) > _SHOWN else ""
    return f"; main methods are in {', '.join(mains[:_SHOWN])}{more}"


def _main_of(cls: Class) -> Method | None:
    """The main method as the launcher chooses it (JLS 12.1.4)."""
    mains = {method.descriptor: method for method in cls.methods if method.name == "main"}
    main = mains.get(MAIN)
    if main and main.flags & STATIC:
        return main
    if cls.program.jdk_version < INSTANCE_MAIN:
        return None
    main = main or mains.get("()V")
    if main is None or main.flags & PRIVATE or main.is_abstract:
        return None
    if main.flags & STATIC:
        return main
    constructors = (it for it in cls.methods if (it.name, it.descriptor) == ("<init>", "()V"))
    return main if any(not it.flags & PRIVATE for it in constructors) else None


def of_methods(program: Program, methods: Sequence[Method], *, start: Start = "full") -> Roots:
    """The roots of a closed program: the JVM's start, and these methods in the main thread."""
    if not methods:
        raise RootError("there is nothing to start from: expected a main method or roots")
    body = started(program, start)
    for method in methods:
        _call(program, body, method)
    return Roots([body], list(methods))


def started(program: Program, start: Start = "full") -> _engine.Synthetic:
    """A body that has done what the JVM does before a program."""
    body = _engine.Synthetic(program.engine, [], "V")
    start_jvm(program, body, start)
    return body


def _call(program: Program, body: _engine.Synthetic, method: Method) -> None:
    """Calls a method with one object of each declared type."""
    owner = method.owner.name.replace(".", "/")
    parameters, _ = split(method.descriptor)
    arguments = [_argument(program, body, descriptor) for descriptor in parameters]
    if method.is_static:
        body.call("static", owner, method.name, method.descriptor, arguments)
        return
    receiver = body.new(f"L{owner};")
    if method.name != "<init>" and has_method(program, owner, "<init>", "()V"):
        body.call("special", owner, "<init>", "()V", [receiver])
    kind = "special" if method.name == "<init>" else "virtual"
    body.call(kind, owner, method.name, method.descriptor, [receiver, *arguments])


def _argument(program: Program, body: _engine.Synthetic, descriptor: str) -> int:
    """An object of a type, with the elements of an array; -1 for a primitive."""
    if descriptor[0] not in "L[":
        return -1
    made = body.new(descriptor)
    if descriptor[0] == "[":
        body.store_elements(made, _argument(program, body, descriptor[1:]))
    return made
