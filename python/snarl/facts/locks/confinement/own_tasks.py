"""Own tasks: which tasks only one thread gets, as what starts threads tells.

new Thread(new Task()).start();         one for each thread
factory.newThread(new Task()).start();  here too, if the factory makes one thread of it
Task task = new Task();
new Thread(task).start();
new Thread(task).start();               not here
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.facts.code import Code, made_anew, uses_but_construction
from snarl.program import Op

if TYPE_CHECKING:
    from snarl.facts.locks.confinement.once_each import OnceEach
    from snarl.facts.locks.confinement.walks import Walks
    from snarl.facts.locks.ground import Ground
    from snarl.facts.threads import Thread

_TASK_METHODS = {"join", "get", "isDone", "isAlive", "cancel", "interrupt", "setName", "setDaemon"}
"""What one does with a task besides starting it."""
_FACTORIES = 3
"""Of threads, that ask each other."""


class OwnTasks:
    """Finds the tasks of threads, and how threads get them."""

    def __init__(self, ground: Ground, walks: Walks, once_each: OnceEach) -> None:
        self._solution = ground.solution
        self._calls = ground.calls
        self._once = ground.once
        self._threads = ground.threads
        self._walks = walks
        self._once_each = once_each
        self._heap = ground.heap
        self._written = ground.accesses.written_fields

    def of(self, thread: Thread) -> Sequence[int]:
        """The tasks that a spawned thread has for itself."""
        return self._of.get(thread.number, ())

    @property
    def all(self) -> set[int]:
        """The tasks of all threads."""
        return {task for tasks in self._of.values() for task in tasks}

    def starts_of(self, task: int) -> set[tuple[int, int]]:
        """Where threads are started that have a task for themselves."""
        return self._starts[task]

    @cached_property
    def _of(self) -> dict[int, list[int]]:
        return {it.number: self._find(it) for it in self._threads.all if it.kind == "spawn"}

    @cached_property
    def _starts(self) -> dict[int, set[tuple[int, int]]]:
        found: dict[int, set[tuple[int, int]]] = {}
        for thread in self._threads.all:
            for task in self.of(thread):
                found.setdefault(task, set()).update(thread.sites)
        return found

    def _find(self, thread: Thread) -> list[int]:
        """The program's task objects (a `Runnable`, a lambda) that only one such thread gets."""
        tasks = []
        for method, bci in thread.sites:
            code = self._calls.code(method)
            inst = None if code is None else code.call_at(bci)
            if code is None or inst is None:
                return []
            tasks += self._fresh_arguments(method, code, inst)
        tasks += self._given_each(thread)
        for number in thread.tasks:
            made = self._once.allocation(number)
            if made is None:
                continue
            code, new = made
            call = self._making_call(code, new)
            if call is not None:
                first = self._first_given_by(number, new, call)
                tasks += self._fresh_arguments(code.place, code, call, first)
                tasks += self._handed_on(code, call)
        return tasks

    def _given_each(self, thread: Thread) -> list[int]:
        """The tasks that a thread gets as elements, each once: `tasks.forEach(pool::submit)`."""
        if len(thread.sites) != 1:
            return []
        ((method, bci),) = thread.sites
        code = self._calls.code(method)
        call = None if code is None else code.call_at(bci)
        if code is None or call is None or not self._walks.gives_each(code, call):
            return []
        others = {
            it for site, given in self._given_at.items() if site != (method, bci) for it in given
        }
        return [it for it in thread.tasks if it not in others and self._heap.is_put_once(it)]

    def _first_given_by(self, number: int, new: int, call: int) -> int:
        """Which operand is the first that a call which makes a task gives to its thread. That is
        the task itself only if it can be started no more than once."""
        return 0 if call == new or self.are_threads([number]) else 1

    def _making_call(self, code: Code, new: int) -> int | None:
        """The call that gives a new thread its task: of its constructor, or of a factory of the
        JDK's, which makes one thread each time."""
        return new if code.ops[new] == Op.INVOKE else self._once.constructor_call(code, new)

    def _handed_on(self, code: Code, call: int, above: int = _FACTORIES) -> list[int]:
        """Objects that callers made for a method which makes one thread for what it gets: of a
        factory of threads, which may ask another one."""
        if not above or code.may_follow(call, call):
            return []
        sources = {code.source_of(operand) for operand in code.operands(call)}
        found: list[int] = []
        for position, parameter in enumerate(code.parameters):
            if parameter in sources and self._is_given_once(code.place, code, parameter, call):
                for place, caller, site in self._own_callers(code.place):
                    # A lambda has what it captured in front, and a caller the lambda itself.
                    more = len(code.parameters) - len(caller.operands(site))
                    if not more or position > more:
                        found += self._fresh_argument(place, caller, site, position - more)
                        found += self._handed_on(caller, site, above - 1)
        return found

    def _own_callers(self, place: int) -> Iterator[tuple[int, Code, int]]:
        """The calls of a method in the program's own code: method, code and instruction."""
        calls = self._calls
        seen = set()
        for instance in calls.instances_of(place):
            for edge in calls.edges_to(instance):
                method, bci = int(calls.method_of[calls.callers[edge]]), int(calls.sites[edge])
                code = calls.code(method) if calls.is_own_method[method] else None
                inst = None if code is None else code.call_at(bci)
                if code is not None and inst is not None and (method, inst) not in seen:
                    seen.add((method, inst))
                    yield method, code, inst

    def _fresh_arguments(self, place: int, code: Code, call: int, first: int = 0) -> list[int]:
        """Objects made for one call, of its arguments from `first` on: each time the call runs, it
        gets new ones."""
        return [
            number
            for position in range(first, len(code.operands(call)))
            for number in self._fresh_argument(place, code, call, position)
        ]

    def _fresh_argument(self, place: int, code: Code, call: int, position: int) -> list[int]:
        """The objects of one argument, if they are made for one call."""
        operands = code.operands(call)
        if position >= len(operands):
            return []
        value = code.source_of(operands[position])
        made = code.definitions[value]
        is_new = made >= 0 and code.ops[made] in (Op.NEW, Op.INVOKE_DYNAMIC)
        if is_new and not made_anew(code, made, call):
            return []
        if not is_new and not self._is_for_call(code, value, call):
            return []
        if not self._is_given_once(place, code, value, call):
            return []
        objects: list[int] = self._solution.numbers(code.method, value).tolist()
        return objects

    def _is_for_call(self, code: Code, value: int, call: int) -> bool:
        """Whether a call gets each element of a collection once, or what each object has made for
        itself, and no other starts a thread with one of them."""
        objects = set(self._solution.numbers(code.method, value).tolist())
        if self._is_part_given_once(code, value, call):
            return all(len(self._givers_of.get(it, ())) == 1 for it in objects)
        return self._walks.is_element(code, value, call) and all(
            site == (code.place, code.bcis[call]) or not objects & given
            for site, given in self._given_at.items()
        )

    @cached_property
    def _given_at(self) -> dict[tuple[int, int], set[int]]:
        """What each call gets that starts a thread."""
        found: dict[tuple[int, int], set[int]] = {}
        started: dict[tuple[int, int], list[Thread]] = {}
        for thread in self._threads.all:
            for site in thread.sites:
                started.setdefault(site, []).append(thread)
        for (place, bci), threads in started.items():
            code = self._calls.code(place)
            call = None if code is None else code.call_at(bci)
            if code is None or call is None:
                continue
            found[place, bci] = {
                it
                for operand in code.operands(call)
                for it in self._solution.numbers(code.method, operand).tolist()
            }
            if self._walks.gives_each(code, call):
                found[place, bci].update(it for thread in threads for it in thread.tasks)
        return found

    def _is_given_once(self, place: int, code: Code, value: int, call: int) -> bool:
        """Whether no other thread gets a task: it is kept in lists of the JDK at most."""
        starts = {site for thread in self._threads.all for site in thread.sites}
        for use in uses_but_construction(code, value):
            if use == call or code.ops[use] in (Op.GET_FIELD, Op.ARRAY_STORE):
                continue
            if code.ops[use] == Op.PUT_FIELD and code.operands(use)[0] == value:
                continue
            if code.ops[use] == Op.CHECK_CAST:
                if self._is_given_once(place, code, code.results[use], call):
                    continue
                return False
            if code.ops[use] != Op.INVOKE or (place, code.bcis[use]) in starts:
                return False
            named = code.reference(use)
            if named.name in _TASK_METHODS and code.operands(use)[0] == value:
                continue
            if not named.owner.startswith("java.util.") or named.name == "<init>":
                return False
        return True

    @cached_property
    def started_once(self) -> frozenset[int]:
        """Objects that one thread gets, once: they give themselves to it, as in a constructor with
        `new Thread(this).start()`; or they are made for it, whoever else knows them."""
        others: set[int] = set()
        for code, call, value, objects in self._given_to_threads:
            is_this = not code.method.is_static and value == code.parameters[0]
            made = code.definitions[self._put_before(code, value)]
            is_made_for = made >= 0 and code.ops[made] == Op.NEW and made_anew(code, made, call)
            is_made_for = is_made_for or self._is_part_given_once(code, value, call)
            if not is_made_for and not (is_this and self._once_each.is_once(code, call)):
                others.update(objects)
        return frozenset(
            it for it, at in self._givers_of.items() if len(at) == 1 and it not in others
        )

    @cached_property
    def _givers_of(self) -> dict[int, set[tuple[int, int]]]:
        """Where each object is given to threads."""
        found: dict[int, set[tuple[int, int]]] = {}
        for code, call, _, objects in self._given_to_threads:
            for it in objects:
                found.setdefault(it, set()).add((code.place, call))
        return found

    def _put_before(self, code: Code, value: int) -> int:
        """What a method has itself put into the field that a value is read from, if nothing else is
        ever put there; else the value."""
        load = code.definitions[value]
        field = code.field(load) if load >= 0 and code.ops[load] == Op.GET_FIELD else None
        written = [] if field is None else self._written.get(field, [])
        if len(written) != 1 or written[0][0] != code.place:
            return value
        put = written[0][1]
        bases = {code.source_of(code.operands(it)[0]) for it in (load, put)}
        if len(bases) > 1 or code.may_begin_without(load, put):
            return value
        return code.source_of(code.operands(put)[1])

    def _is_part_given_once(self, code: Code, value: int, call: int) -> bool:
        """Whether a value is what the constructor of `this` has put into a field for good, new, and
        a call gets it once for each `this`."""
        load = code.definitions[value]
        field = code.field(load) if load >= 0 and code.ops[load] == Op.GET_FIELD else None
        written = [] if field is None else self._written.get(field, [])
        if len(written) != 1 or code.method.is_static:
            return False
        place, put = written[0]
        maker = self._calls.code(place)
        if maker is None or maker.method.name != "<init>" or maker.ops[put] != Op.PUT_FIELD:
            return False
        base, kept = (maker.source_of(it) for it in maker.operands(put))
        made = maker.definitions[kept]
        return (
            base == maker.parameters[0]
            and made >= 0
            and maker.ops[made] in (Op.NEW, Op.INVOKE_DYNAMIC)
            and code.source_of(code.operands(load)[0]) == code.parameters[0]
            and self._once_each.is_once(code, call)
        )

    @cached_property
    def _given_to_threads(self) -> list[tuple[Code, int, int, list[int]]]:
        """The calls that give something to a thread, what, and its objects; of a factory, which
        makes one thread of what it gets, its calls."""
        found = []
        for code, call, first in self._starting_calls:
            for operand in code.operands(call)[first:]:
                for giver, at, given in self._first_given(code, call, operand, _FACTORIES):
                    value = giver.source_of(given)
                    objects = self._solution.numbers(giver.method, value).tolist()
                    found.append((giver, at, value, objects))
        return found

    def _first_given(
        self, code: Code, call: int, operand: int, above: int
    ) -> Iterator[tuple[Code, int, int]]:
        """A call that gives something to a thread; of a factory also the calls that ask it."""
        value = code.source_of(operand)
        given = code.parameters[0 if code.method.is_static else 1 :]
        callers = list(self._own_callers(code.place)) if above and value in given else []
        is_factory = (
            bool(callers)
            and not code.may_follow(call, call)
            and self._is_given_once(code.place, code, value, call)
            and all(len(it.operands(at)) == len(code.parameters) for _, it, at in callers)
        )
        if not is_factory:
            yield code, call, operand
            return
        for _, caller, site in callers:
            argument = caller.operands(site)[code.parameters.index(value)]
            yield from self._first_given(caller, site, argument, above - 1)

    @cached_property
    def _starting_calls(self) -> list[tuple[Code, int, int]]:
        """The calls that start threads, and those that make them of a task, each with the first
        operand that a thread is given."""
        found: dict[tuple[int, int], tuple[Code, int]] = {}
        for thread in self._threads.all:
            for number in thread.tasks:
                made = self._once.allocation(number)
                call = None if made is None else self._making_call(*made)
                if made is not None and call is not None:
                    first = self._first_given_by(number, made[1], call)
                    found[made[0].place, call] = made[0], first
            for place, bci in thread.sites:
                code = self._calls.code(place)
                call = None if code is None else code.call_at(bci)
                if code is not None and call is not None:
                    found[place, call] = code, 0
        return [(code, call, first) for (_, call), (code, first) in found.items()]

    def are_threads(self, tasks: Sequence[int]) -> bool:
        """Whether tasks are threads themselves."""
        program = self._solution.program
        above = program.find_class("java.lang.Thread")
        types = list(map(self._solution.class_of, tasks))
        return (
            bool(types)
            and above is not None
            and all(it is not None and program.engine.is_subclass(it, above.id) for it in types)
        )
