"""Hears the events of runs while they happen: what the agent tells at a port of this machine.

Each JVM that runs under the agent connects, says a word that only this run knows, and tells its
events in order (the agent's package `snarl.agent.weave` says how). If monitors are slower than the
program, the program waits: no event is lost.
"""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

from snarl.monitor.dispatch import Dispatcher, ToldTypes
from snarl.monitor.events import Event, EventKind, Happened, Object
from snarl.monitor.monitors import Monitor, MonitorError, Report
from snarl.monitor.recording import Site
from snarl.weave.plan import Action

HEADER: Final = "snarl events 1"
_PATIENCE = 10.0
"""Seconds in which a JVM that has ended must have told all."""
_KINDS: dict[str, EventKind] = {
    "get": "get",
    "set": "set",
    "arrayget": "arrayget",
    "arrayset": "arrayset",
    "call": "call",
    "execution": "execution",
    "lock": "lock",
    "unlock": "unlock",
}


@dataclass(slots=True)
class Heard:
    """What was heard of one JVM."""

    pid: int
    events: int = 0
    reports: list[Report] = field(default_factory=list)
    is_complete: bool = False
    error: str | None = None


class StreamError(Exception):
    """A stream that is not one of events."""


@dataclass(frozen=True, slots=True)
class _Moment:
    kind: EventKind
    is_after: bool
    site: Site
    line: int
    member: str
    numbers: tuple[int, ...]


class Stream:
    """The events of one JVM, decoded."""

    def __init__(self, lines: Iterator[bytes], heard: Heard) -> None:
        self.types = ToldTypes()
        self._lines = lines
        self._heard = heard
        self._moments: dict[int, _Moment] = {}
        self._threads: dict[int, str] = {}
        self._classes: dict[int, str] = {}

    def __iter__(self) -> Iterator[Happened]:
        for line in self._lines:
            match line.decode("utf-8", "replace").rstrip("\n").split("\t"):
                case ["e", moment, thread, time, target, arguments, index]:
                    self._heard.events += 1
                    yield self._event(moment, thread, time, target, arguments, index)
                case ["m", number, kind, when, *place, member, numbers] if len(place) == 5:
                    self._moments[int(number)] = _Moment(
                        _KINDS[kind],
                        when == "after",
                        Site(place[0], place[1], place[2], int(place[3])),
                        int(place[4]),
                        member,
                        tuple(map(int, numbers.split(","))),
                    )
                case ["t", number, path]:
                    self._threads[int(number)] = path
                case ["c", number, name, above]:
                    self._classes[int(number)] = name
                    self.types.learn(name, above.split(","))
                case ["end", _]:
                    self._heard.is_complete = True
                case other:
                    raise StreamError(f"expected an event, but got {other}")

    def _event(
        self, moment: str, thread: str, time: str, target: str, arguments: str, index: str
    ) -> Happened:
        at = self._moments[int(moment)]
        event = Event(
            kind=at.kind,
            when="after" if at.is_after else "before",
            thread=self._threads[int(thread)],
            site=at.site,
            line=at.line,
            member=at.member,
            target=self._object(target),
            args=tuple(map(self._object, arguments.split(","))) if arguments else (),
            index=int(index) if index != "-1" else None,
            time=int(time),
        )
        return Happened(at.numbers, event)

    def _object(self, text: str) -> Object | None:
        if text == "-":
            return None
        class_number, _, number = text.partition(":")
        return Object(int(number), self._classes[int(class_number)])


class Listener:
    """Listens to JVMs; each has monitors of its own."""

    def __init__(self, monitors: Callable[[], list[Monitor]], actions: tuple[Action, ...]) -> None:
        self.token = secrets.token_hex(16)
        self.heard: list[Heard] = []
        self._make_monitors = monitors
        self._actions = actions
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._hearing: list[threading.Thread] = []

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    def __enter__(self) -> Self:
        self._listening.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hears those to their end that are connected, within some seconds of silence."""
        self._socket.close()
        for thread in self._hearing:
            self._wait_for(thread)

    def _wait_for(self, thread: threading.Thread) -> None:
        before = -1
        while thread.is_alive():
            events = sum(it.events for it in self.heard)
            if events == before:
                return
            before = events
            thread.join(_PATIENCE)

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._hear, args=(connection,), daemon=True)
            self._hearing.append(thread)
            thread.start()

    def _hear(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            first = lines.readline().decode("utf-8", "replace").rstrip("\n").split("\t")
            if len(first) != 3 or first[:2] != [HEADER, self.token]:
                return
            heard = Heard(int(first[2]))
            self.heard.append(heard)
            monitors = self._make_monitors()
            stream = Stream(iter(lines), heard)
            try:
                heard.reports = Dispatcher(monitors).run(stream, self._actions, stream.types)
            except (MonitorError, StreamError) as error:
                heard.error = str(error)
            except (OSError, KeyError, ValueError) as error:
                heard.error = f"the events of the JVM {heard.pid} cannot be read: {error!r}"
