"""The dispatcher: from a stream of events to the methods of monitors, in the order of the run.

Paper 5, section 3.1: what comes after `lock()` is called when the lock is held, what comes before
`unlock()` while it still is. The agent sends events in that order; here it is kept. Where several
methods wait for one event, the monitor named first comes first, and its methods in the order of
their definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from snarl.monitor.monitors import Monitor, MonitorError, Report
from snarl.weave.classes import name_matches

if TYPE_CHECKING:
    from snarl.monitor.events import Event, Happened
    from snarl.weave.advice import Advice
    from snarl.weave.plan import Action
    from snarl.weave.residue import Bindings, Instances
    from snarl.weave.types import NamePattern


class ToldTypes:
    """Types as the run tells them: each class with all that is above it."""

    def __init__(self) -> None:
        self._above: dict[str, frozenset[str]] = {}

    def learn(self, name: str, above: Iterable[str]) -> None:
        """Tells of a class; arrays are named with brackets."""
        self._above[name] = frozenset({name, *above})

    def is_instance(self, name: str, of: NamePattern) -> bool:
        """Whether an object of a class is an instance of a type."""
        if of.name == "*" and not of.dimensions:
            return True
        brackets = "[]" * of.dimensions
        above = self._above.get(name, frozenset({name})) | {"java.lang.Object"}
        return any(
            it.endswith(brackets) and name_matches(of.name, it.removesuffix(brackets))
            for it in above
        )


class Dispatcher:
    """Calls the methods of monitors."""

    def __init__(self, monitors: Sequence[Monitor]) -> None:
        self.monitors = monitors
        self._waiting = [
            (monitor, name, advice) for monitor in monitors for name, advice in monitor.advice()
        ]

    @property
    def advice(self) -> list[Advice]:
        """What all of them wait for: what a plan is made from."""
        return [advice for _, _, advice in self._waiting]

    def run(
        self, stream: Iterable[Happened], actions: Sequence[Action], types: Instances
    ) -> list[Report]:
        """Hears a stream to its end, and tells what the monitors have to say."""
        for happened in stream:
            chosen = [(actions[number].advice, number) for number in happened.numbers]
            for index, number in sorted(chosen):
                self._call(index, actions[number], happened.event, types)
        for monitor in self.monitors:
            monitor.finish()
        return [report for monitor in self.monitors for report in monitor.reports]

    def _call(self, index: int, action: Action, event: Event, types: Instances) -> None:
        bindings = _bindings(action, event, types)
        if bindings is None:
            return
        monitor, name, _ = self._waiting[index]
        named = {key: event.object_at(position) for key, position in bindings.items()}
        try:
            getattr(monitor, name)(event, **named)
        except Exception as error:
            where = f"{type(monitor).__name__}.{name} failed at {event.place}"
            raise MonitorError(f"{where}: {type(error).__name__}: {error}") from error


def _bindings(action: Action, event: Event, types: Instances) -> Bindings | None:
    """The names that an event has for a method; None if it is not meant at all."""
    if isinstance(action.verdict, bool):
        return {} if action.verdict else None
    return action.verdict.evaluate(event, types)
