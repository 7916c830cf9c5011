"""Monitors: Python classes whose methods carry pointcuts (DESIGN, section 7).

::

    class Writes(Monitor):
        @before("set(* *) && target(o) && within(com.acme..*)", o="Object")
        def write(self, event: Event, o: Object) -> None:
            self.report(f"{event.thread} writes {event.member} of {o}", event)

What advice names in its pointcut comes as arguments, as in paper 5, figure 2. A pointcut that
cannot be read is an error where the class is defined.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from snarl.weave import advice as weaving

if TYPE_CHECKING:
    from snarl.monitor.events import Event
    from snarl.weave.advice import Advice

_ADVICE = "_snarl_advice"

Method = TypeVar("Method", bound=Callable[..., None])


class MonitorError(Exception):
    """A monitor that cannot be used, or that failed."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a monitor has to say, and the events that it is about."""

    monitor: str
    message: str
    events: tuple[Event, ...] = ()


class Monitor:
    """What a monitor is made from. One object of it hears the events of one run, in order."""

    def __init__(self) -> None:
        self.reports: list[Report] = []

    def report(self, message: str, *events: Event) -> None:
        """Says something, about some events."""
        self.reports.append(Report(type(self).__name__, message, events))

    def finish(self) -> None:
        """Called when the run has ended."""

    @classmethod
    def advice(cls) -> list[tuple[str, Advice]]:
        """The names of its methods, with what each waits for, in the order of their definition."""
        found: dict[str, list[Advice]] = {}
        for each in reversed(cls.__mro__):
            for name, member in vars(each).items():
                own = getattr(member, _ADVICE, None)
                if own is not None:
                    found[name] = own
        return [(name, it) for name, all_of in found.items() for it in all_of]


def before(pointcut: str, **names: str) -> Callable[[Method], Method]:
    """Calls the method before the moments of a pointcut. `names` are the pointcut's own, with the
    types that the objects must have."""
    return _advised(weaving.before(pointcut, names))


def after(pointcut: str, **names: str) -> Callable[[Method], Method]:
    """Calls the method after the moments of a pointcut; see `before`."""
    return _advised(weaving.after(pointcut, names))


def _advised(advice: Advice) -> Callable[[Method], Method]:
    def mark(method: Method) -> Method:
        # Decorators are applied from below, and read from above.
        known: list[Advice] = getattr(method, _ADVICE, [])
        setattr(method, _ADVICE, [advice, *known])
        return method

    return mark


def monitors_in(path: str | Path) -> list[type[Monitor]]:
    """The monitors that a Python file defines; raises `MonitorError` if there are none."""
    file = Path(path)
    module = _module(file)
    found = [
        it
        for it in vars(module).values()
        if isinstance(it, type) and issubclass(it, Monitor) and it.__module__ == module.__name__
    ]
    if not found:
        raise MonitorError(f"{file}: expected a class that extends snarl.monitor.monitors.Monitor")
    for each in found:
        if not each.advice():
            raise MonitorError(f"{file}: {each.__name__} waits for nothing: it has no pointcuts")
    return found


def _module(file: Path) -> Any:
    name = f"snarl_monitor_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise MonitorError(f"{file}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise MonitorError(f"{file}: {type(error).__name__}: {error}") from error
    return module
