"""High-level data races, by view consistency (Artho, Havelund and Biere, 2003): what a thread
accesses under one lock belongs together, and another thread should not take it apart."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise, permutations

from snarl.monitor.events import Event, Object
from snarl.monitor.monitors import Monitor, after, before

View = frozenset[object]


class ViewConsistency(Monitor):
    """Reports variables that one thread accesses together, and another one here and there."""

    def __init__(self) -> None:
        super().__init__()
        self.open: defaultdict[str, list[tuple[Object, set[object]]]] = defaultdict(list)
        self.views: defaultdict[tuple[Object, str], set[View]] = defaultdict(set)
        self.names: dict[object, str] = {}

    @after("lock() && args(l)", l="Object")
    def enter(self, event: Event, l: Object) -> None:  # noqa: E741
        self.open[event.thread].append((l, set()))

    @before("unlock() && args(l)", l="Object")
    def leave(self, event: Event, l: Object) -> None:  # noqa: E741
        blocks = self.open[event.thread]
        for at in reversed(range(len(blocks))):
            if blocks[at][0] == l:
                self.views[l, event.thread].add(frozenset(blocks.pop(at)[1]))
                return

    @before("(get(!final * *) || set(!final * *)) && maybeShared()")
    def access(self, event: Event) -> None:
        self.names[event.variable] = event.member
        for _, view in self.open[event.thread]:
            view.add(event.variable)

    def finish(self) -> None:
        for (lock, one), (other, two) in permutations(self.views, 2):
            if lock == other and one != two:
                for whole in self.views[lock, one]:
                    self.compare(lock, whole, self.views[lock, two], one, two)

    def compare(self, lock: Object, whole: View, views: set[View], one: str, two: str) -> None:
        parts = sorted({whole & view for view in views}, key=len)
        if any(not small <= large for small, large in pairwise(parts)):
            names = ", ".join(sorted({self.names[it] for it in whole}))
            self.report(f"{one} accesses {names} under {lock} together, {two} takes them apart")
