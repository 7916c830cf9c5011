"""Windows: a listener of a component is called when a window is there to be clicked at, not before.

    button.addActionListener(it -> count++);      it is registered
    count = load();                               nobody can click yet
    frame.setVisible(true);                       from here on

That counts where main itself shows all windows, but for those that listeners show in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.calls.reach import Kills, Reach, Reaching
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.threads import Thread
    from snarl.points_to import Solution

Call = tuple[int, int]
"""A call, by its bytecode index in an instance."""

_SHOWS = frozenset(
    (
        *("setVisible", "show", "pack", "toFront"),
        *("showDialog", "showOpenDialog", "showSaveDialog"),
        *(
            f"show{of}{kind}Dialog"
            for of in ("", "Internal")
            for kind in ("Message", "Confirm", "Input", "Option")
        ),
    )
)
_SHOW_THEMSELVES = ("javax.swing.JOptionPane", "javax.swing.JFileChooser")
"""Components that are no windows, and open some."""
_OF_AWT = ("java.awt.", "javax.swing.")


class Windows:
    """Since when listeners may be called."""

    def __init__(
        self, solution: Solution, calls: Calls, accesses: Accesses, reaching: Reaching
    ) -> None:
        self._engine = solution.program.engine
        self._calls = calls
        self._accesses = accesses
        self._reaching = reaching
        self._listeners: dict[int, bool] = {}
        self._showing: dict[int, bool] = {}
        self._reaches: dict[int, Reach] = {}
        self._component = self._engine.find_class("java.awt.Component")
        self._part = self._engine.find_class("javax.swing.JComponent")

    def starts(self, parent: Thread, child: Thread, starts: list[Call]) -> list[Call]:
        """The calls by which a thread that another one starts comes to run: of a listener that is
        registered before any window is there, those that show one."""
        if parent.kind != "main" or not self._is_listener(child) or not self._shows_all(parent):
            return starts
        shown = self._after_windows(parent)
        later = [it for it in starts if self._reaching.is_within(it, shown)]
        return later if len(later) == len(starts) else [*later, *self._shown]

    def _after_windows(self, main: Thread) -> Reach:
        """What main may run when it has shown a window."""
        if main.number not in self._reaches:
            reach = self._reaching.reach(main, self._shown, Kills(), blocking=False)
            self._reaches[main.number] = reach
        return self._reaches[main.number]

    def _is_listener(self, thread: Thread) -> bool:
        """Whether a thread is the event thread, called by components."""
        if thread.number not in self._listeners:
            self._listeners[thread.number] = bool(thread.sites) and all(
                self._registers(place, bci) for place, bci in thread.sites
            )
        return self._listeners[thread.number]

    def _registers(self, place: int, bci: int) -> bool:
        """Whether a call registers a listener of a component."""
        code = self._calls.code(place)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or code.ops[call] != Op.INVOKE:
            return False
        name = code.reference(call).name
        if not (name.startswith("add") and name.endswith("Listener")) or self._component is None:
            return False
        called = [self._calls.methods[it].owner for it in self._calls.methods_called(place, bci)]
        return bool(called) and all(
            it.name.startswith(_OF_AWT) and self._engine.is_subclass(it.id, self._component)
            for it in called
        )

    def _shows_all(self, main: Thread) -> bool:
        """Whether main shows windows, and nobody else but listeners does."""
        if main.number not in self._showing:
            self._showing[main.number] = self._find_whether_shows_all(main)
        return self._showing[main.number]

    def _find_whether_shows_all(self, main: Thread) -> bool:
        by_main = False
        for instance, _ in self._shown:
            for thread in self._reaching.threads_of(instance):
                by_main |= thread == main
                if thread != main and not self._is_listener(thread):
                    return False
        return by_main

    @cached_property
    def _shown(self) -> list[Call]:
        """The calls that may show a window."""
        return list(self._find_shown())

    def _find_shown(self) -> Iterator[Call]:
        for place, inst, _ in self._accesses.calls_of(_SHOWS):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            if code is not None and self._may_be_window(code.reference(inst).owner):
                for instance in self._calls.instances_of(place):
                    yield instance, code.bcis[inst]

    def _may_be_window(self, name: str) -> bool:
        """Whether a class may be a window's: other components are parts of one."""
        of = self._engine.find_class(name)
        if of is None or self._component is None or self._part is None:
            return False
        if not self._engine.is_subclass(of, self._component):
            return False
        return name in _SHOW_THEMSELVES or not self._engine.is_subclass(of, self._part)
