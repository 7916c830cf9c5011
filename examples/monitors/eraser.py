"""ERASER, as paper 5 draws it beside RACER: locks that protect a variable, refined once a second
thread comes."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from snarl.monitor.events import Event, Object
from snarl.monitor.monitors import Monitor, after, before


@dataclass(slots=True)
class Variable:
    """What is known of a variable."""

    owner: str
    state: str = "exclusive"
    candidates: set[Object] | None = None  # None: all there are
    last: Event | None = None


class Eraser(Monitor):
    """Reports variables that no lock protects and that are written while they are shared."""

    def __init__(self) -> None:
        super().__init__()
        self.held: defaultdict[str, Counter[Object]] = defaultdict(Counter)
        self.variables: dict[object, Variable] = {}

    @after("lock() && args(l)", l="Object")
    def acquired(self, event: Event, l: Object) -> None:  # noqa: E741
        self.held[event.thread][l] += 1  # a bag: Java's locks are reentrant

    @before("unlock() && args(l)", l="Object")
    def released(self, event: Event, l: Object) -> None:  # noqa: E741
        self.held[event.thread][l] -= 1

    @before("(get(!volatile !final * *) || arrayget()) && maybeShared()")
    def read(self, event: Event) -> None:
        self.access(event, "shared")

    @before("(set(!volatile !final * *) || arrayset()) && maybeShared()")
    def write(self, event: Event) -> None:
        self.access(event, "shared-modified")

    def access(self, event: Event, state: str) -> None:
        found = self.variables.setdefault(event.variable, Variable(event.thread))
        if found.state == "exclusive" and found.owner == event.thread:
            found.last = event
            return
        if found.state != "shared-modified":
            found.state = state
        locks = {lock for lock, times in self.held[event.thread].items() if times}
        found.candidates = locks if found.candidates is None else found.candidates & locks
        if found.state == "shared-modified" and not found.candidates and found.last:
            self.report(f"no lock protects {event.member or 'an array'}", found.last, event)
            found.last = None  # once is enough
        elif found.last:
            found.last = event
