"""Which locks threads wait for, how often and how long."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from snarl.monitor.events import Event, Object
from snarl.monitor.monitors import Monitor, after, before


@dataclass(slots=True)
class Use:
    """How a lock was used."""

    taken: int = 0
    waits: int = 0
    nanoseconds: int = 0
    places: set[str] = field(default_factory=set)


class LockContention(Monitor):
    """Reports the locks that were waited for, the longest wait first."""

    def __init__(self) -> None:
        super().__init__()
        self.uses: defaultdict[Object, Use] = defaultdict(Use)
        self.holders: dict[Object, list[str]] = {}
        self.began: dict[str, tuple[int, bool]] = {}

    @before("lock() && args(l)", l="Object")
    def wants(self, event: Event, l: Object) -> None:  # noqa: E741
        others = [it for it in self.holders.get(l, []) if it != event.thread]
        self.began[event.thread] = (event.time, bool(others))

    @after("lock() && args(l)", l="Object")
    def acquired(self, event: Event, l: Object) -> None:  # noqa: E741
        began, waited = self.began.pop(event.thread, (event.time, False))
        use = self.uses[l]
        use.taken += 1
        if waited:
            use.waits += 1
            use.nanoseconds += event.time - began
            use.places.add(event.place)
        self.holders.setdefault(l, []).append(event.thread)

    @after("unlock() && args(l)", l="Object")
    def released(self, event: Event, l: Object) -> None:  # noqa: E741
        if event.thread in self.holders.get(l, []):
            self.holders[l].remove(event.thread)

    def finish(self) -> None:
        for lock, use in sorted(self.uses.items(), key=lambda it: -it[1].nanoseconds):
            if use.waits:
                times = f"{use.waits} of {use.taken} times, {use.nanoseconds / 1e6:.1f} ms in all"
                self.report(f"{lock} was waited for {times}, at {', '.join(sorted(use.places))}")
