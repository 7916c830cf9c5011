"""Random small concurrent programs in Java, which tell the order of what they do.

Each is a class with some threads that lock, wait, notify, signal by volatile fields and latches,
start and join each other, and read and write what they share. Locks are taken in one order, waits
have an end: every program ends. What happens is told to `trace.Trace`, one event a line:

    THREAD WHAT ON [LINE]

An event is told while its thread has the turn, so that the order of the lines is that of the run.
What may block cannot be done within a turn: it is told before it begins and when it is done.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

MOST_THREADS = 4
DEPTH = 3
"""How deep blocks are nested."""
ACCESSES = ("read", "write", "update")
LATCH_MILLISECONDS = 3
METHODS = {"this": "p.{}(p)", "class": "{}(p)"}
"""Monitors that synchronized methods lock, and how those are called."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What there is in a program."""

    threads: int
    locations: tuple[str, ...]
    volatiles: tuple[str, ...]
    locks: tuple[str, ...]
    """In the order in which they may be taken: monitors (`this`, `class`, `m…`) and locks."""
    latches: dict[str, int]


def random_program(chance: random.Random, name: str) -> str:
    """The source of a class; its `main0` runs the program."""
    shape = _shape(chance)
    return _Body(chance, name, shape).program()


def _shape(chance: random.Random) -> Shape:
    locks = ["this", "class", "m0", "m1", "l0", "l1", "q0"]
    locations = ["x0", "x1", "s0", "a[0]", "a[1]"]
    return Shape(
        chance.randint(2, MOST_THREADS),
        tuple(chance.sample(locations, chance.randint(1, 3))),
        tuple(chance.sample(["v0", "w0"], chance.randint(0, 2))),
        tuple(chance.sample(locks, chance.randint(1, 3))),
        {name: chance.randint(1, 2) for name in chance.sample(["c0", "c1"], chance.randint(0, 2))},
    )


class _Body:
    """Writes the class of a program."""

    def __init__(self, chance: random.Random, name: str, shape: Shape) -> None:
        self._chance = chance
        self._name = name
        self._shape = shape
        self._lines: list[str] = []
        self._methods: list[Callable[[], None]] = []
        """Those that are called, but not yet written."""
        self._method_count = 0
        self._care = chance.choice([0.0, 0.9, 1.0])
        self._guards = {name: chance.choice(shape.locks) for name in shape.locations}
        # Thread n is started and joined by one with a smaller number.
        self._starter = {n: chance.randrange(n) for n in range(1, shape.threads)}

    def program(self) -> str:
        self._write(
            "import java.util.concurrent.CountDownLatch;",
            "import java.util.concurrent.TimeUnit;",
            "import java.util.concurrent.locks.ReentrantLock;",
            "import java.util.concurrent.locks.ReentrantReadWriteLock;",
            "import trace.Trace;",
            "",
            f"final class {self._name} {{",
            "    int x0, x1;",
            "    static int s0;",
            "    volatile int v0;",
            "    static volatile int w0;",
            "    final int[] a = new int[2];",
            "    final Object m0 = new Object(), m1 = new Object();",
            "    final ReentrantLock l0 = new ReentrantLock(), l1 = new ReentrantLock();",
            "    final ReentrantReadWriteLock q0 = new ReentrantReadWriteLock();",
        )
        for name, count in self._shape.latches.items():
            self._write(f"    final CountDownLatch {name} = new CountDownLatch({count});")
        for thread in self._starter:
            self._write(f"    final Thread t{thread} = new Thread(() -> main{thread}());")
        for thread in range(self._shape.threads):
            self._main(thread)
        while self._methods:
            self._methods.pop()()
        self._write("}")
        return "\n".join(self._lines) + "\n"

    def _write(self, *lines: str) -> None:
        self._lines += lines

    # Threads

    def _main(self, thread: int) -> None:
        self._write("", f"    void main{thread}() {{", f"        {self._name} p = this;")
        self._write("        int r = 0;", "        try {")
        if thread:
            self._write(_at(thread, "acquire", f"t{thread}"))
        children = [child for child, starter in self._starter.items() if starter == thread]
        for child in children:
            self._block(thread, [], self._chance.randint(0, 2))
            self._told(f"p.t{child}.start();", thread, "release", f"t{child}")
        self._block(thread, [], self._chance.randint(2, 6))
        for child in children:
            self._write(f"            p.t{child}.join();", _at(thread, "acquire", f"e{child}"))
            self._block(thread, [], self._chance.randint(0, 2))
        if thread:
            self._write(_at(thread, "release", f"e{thread}"))
        self._write(
            "        } catch (Exception problem) {",
            "            throw new AssertionError(problem);",
            "        }",
            "    }",
        )

    def _block(self, thread: int, held: list[str], statements: int) -> None:
        for _ in range(statements):
            self._statement(thread, held)

    def _statement(self, thread: int, held: list[str]) -> None:
        kinds = ["access"] * 5 + ["lock"] * 3 + ["volatile"] * 2 + ["latch", "loop"]
        if held and _may_wait(held, self._shape.locks):
            kinds += ["wait", "notify", "notify"]
        match self._chance.choice(kinds):
            case "lock" if len(held) < DEPTH:
                self._random_lock(thread, held)
            case "volatile" if self._shape.volatiles:
                self._volatile(thread)
            case "latch" if self._shape.latches:
                self._latch(thread)
            case "loop" if len(held) < DEPTH:
                count = f"i{len(self._lines)}"
                self._write(f"            for (int {count} = 0; {count} < 2; {count}++) {{")
                self._block(thread, held, 2)
                self._write("            }")
            case "wait":
                monitor = held[-1]
                self._write(
                    _at(thread, "unlock", monitor),
                    f"            {self._object(monitor)}.wait(1);",
                    _at(thread, "lock", monitor),
                )
            case "notify":
                self._write(f"            {self._object(held[-1])}.notifyAll();")
            case _:
                self._access(thread, held)

    # Statements

    def _told(self, code: str, thread: int, what: str, on: str, is_access: bool = False) -> None:
        """Something that is done within a turn."""
        line = f" {len(self._lines) + 1}" if is_access else ""
        event = f"{thread} {what} {on}{line}"
        self._write(f'            Trace.begin(); {code} Trace.end("{event}");')

    def _access(self, thread: int, held: list[str]) -> None:
        """An access, most often with the location's lock held if the program is a careful one."""
        location = self._chance.choice(self._shape.locations)
        guard = self._guards[location]
        if guard in held or self._chance.random() >= self._care:
            self._told_access(thread, location)
        elif self._may_take(guard, held):
            self._lock(thread, held, guard, lambda: self._told_access(thread, location))

    def _told_access(self, thread: int, location: str) -> None:
        what = self._chance.choice(ACCESSES)
        code = {
            "read": f"r = p.{location};",
            "write": f"p.{location} = r;",
            "update": f"p.{location}++;",
        }
        self._told(code[what], thread, what, location, is_access=True)

    def _volatile(self, thread: int) -> None:
        name = self._chance.choice(self._shape.volatiles)
        if self._chance.random() < 0.5:
            self._told(f"p.{name} = r;", thread, "release", name)
        else:
            self._told(f"r = p.{name};", thread, "acquire", name)

    def _latch(self, thread: int) -> None:
        name = self._chance.choice(list(self._shape.latches))
        if self._chance.random() < 0.5:
            count = f"boolean isOpen = p.{name}.getCount() > 0; p.{name}.countDown();"
            event = f'"{thread} " + (isOpen ? "count" : "too-late") + " {name}"'
            self._write(f"            {{ Trace.begin(); {count} Trace.end({event}); }}")
            return
        wait = f"p.{name}.await({LATCH_MILLISECONDS}, TimeUnit.MILLISECONDS)"
        self._write(
            _at(thread, "awaits", name),
            f"            if ({wait}) {{",
            _at(thread, "awaited", name),
            "            } else {",
            _at(thread, "gave-up", name),
            "            }",
        )

    def _may_take(self, lock: str, held: list[str]) -> bool:
        order = self._shape.locks
        return lock in held or all(order.index(it) < order.index(lock) for it in held)

    def _random_lock(self, thread: int, held: list[str]) -> None:
        free = [lock for lock in self._shape.locks if self._may_take(lock, held)]
        if not free:
            return
        lock = self._chance.choice(free)
        statements = self._chance.randint(1, 3)
        self._lock(thread, held, lock, lambda: self._block(thread, [*held, lock], statements))

    def _lock(self, thread: int, held: list[str], lock: str, inside: Callable[[], None]) -> None:
        """Takes a lock, does what is to be done inside, and gives it back."""
        if lock.startswith("l"):
            self._explicit(thread, lock, lock, ("lock", "unlock"), inside)
            return
        if lock.startswith("q"):
            # Who reads must not come to write before it has given back.
            is_shared = lock in held or self._chance.random() < 0.6
            side = f"{lock}.{'read' if is_shared else 'write'}Lock()"
            events = ("share", "unshare") if is_shared else ("lock", "unlock")
            self._explicit(thread, lock, side, events, inside)
            return
        if lock in METHODS and self._chance.random() < 0.5:
            self._method_count += 1
            method = f"locked{self._method_count}"
            self._methods.append(lambda: self._method(thread, lock, method, inside))
            self._write(f"            {METHODS[lock].format(method)};")
        else:
            self._write(f"            synchronized ({self._object(lock)}) {{")
            self._write(_at(thread, "lock", lock))
            inside()
            self._write("                Trace.begin();", "            }")
        self._write(f'            Trace.end("{thread} unlock {lock}");')

    def _explicit(
        self,
        thread: int,
        lock: str,
        side: str,
        events: tuple[str, str],
        inside: Callable[[], None],
    ) -> None:
        """A lock, or one side of it, by calls."""
        self._write(f"            p.{side}.lock();", "            try {")
        self._write(_at(thread, events[0], lock))
        inside()
        self._write("                Trace.begin();", "            } finally {")
        self._write(f"                p.{side}.unlock();", "            }")
        self._write(f'            Trace.end("{thread} {events[1]} {lock}");')

    def _method(self, thread: int, lock: str, name: str, inside: Callable[[], None]) -> None:
        """A synchronized method; its caller says when it is left."""
        modifier = "static synchronized" if lock == "class" else "synchronized"
        self._write("", f"    {modifier} void {name}({self._name} p) throws Exception {{")
        self._write("        int r = 0;", _at(thread, "lock", lock))
        inside()
        self._write("            Trace.begin();", "    }")

    def _object(self, monitor: str) -> str:
        return {"class": f"{self._name}.class", "this": "p"}.get(monitor, f"p.{monitor}")


def _may_wait(held: list[str], order: tuple[str, ...]) -> bool:
    """Whether the last lock is a monitor, and taking it again would not break the order."""
    last = held[-1]
    return not last.startswith(("l", "q")) and all(
        order.index(lock) < order.index(last) for lock in held if lock != last
    )


def _at(thread: int, what: str, on: str) -> str:
    return f'            Trace.at("{thread} {what} {on}");'


def driver(names: list[str]) -> str:
    """A main that runs programs one after the other."""
    runs = "".join(
        f'        new {name}().main0();\n        trace.Trace.print("{name}");\n' for name in names
    )
    return f"public class All {{\n    public static void main(String[] args) {{\n{runs}    }}\n}}\n"
