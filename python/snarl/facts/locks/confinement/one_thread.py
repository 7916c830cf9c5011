"""Confinement: what belongs to one thread, because it was made for this thread alone.

new Thread(new Task()).start();                 a task for each thread
factory.newThread(new Task()).start();          here too, if the factory makes one thread of it
Task task = new Task();
new Thread(task).start();
new Thread(task).start();                       not here
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.code import Code, made_anew, uses_but_construction
from snarl.facts.code.values import Root
from snarl.facts.locks.confinement.once_each import OnceEach
from snarl.facts.locks.confinement.walks import Walks
from snarl.facts.locks.words import Lock, once_for
from snarl.facts.stand_ins import StandIn
from snarl.graph import distinct
from snarl.program import Op
from snarl.program.body import Instruction, MethodHandle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from snarl.facts.accesses import Accesses
    from snarl.facts.calls import Calls
    from snarl.facts.code import FieldKey
    from snarl.facts.heap import Heap
    from snarl.facts.threads import Thread, Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution
    from snarl.program import Method
    from snarl.program.body import MemberReference

# What one does with a task besides starting it.
_TASK_METHODS = {"join", "get", "isDone", "isAlive", "cancel", "interrupt", "setName", "setDaemon"}


_RUN_ONCE = {"start", "startVirtualThread", "execute", "submit", "fork"}
"""Calls that run a task once."""
_ASK_FOR_NULL = ("java.util.Objects", "kotlin.jvm.internal.Intrinsics")
"""Whose methods compilers call to see that something is not null."""
_OF_WALK = StandIn.WALK.value
_FACTORIES = 3
"""Of threads, that ask each other."""


class Confined:
    """Finds what threads have for themselves."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        accesses: Accesses,
        once: Once,
        threads: Threads,
        heap: Heap,
    ) -> None:
        self._once_each = OnceEach(calls, accesses, threads)
        self._heap = heap
        self._walks = Walks(solution, calls, once, heap)
        self._solution = solution
        self._calls = calls
        self._once = once
        self._threads = threads
        self._written = accesses.written_fields
        self._in_common: dict[int, list[tuple[int, frozenset[Lock]]]] = {}

    @cached_property
    def parameters(self) -> dict[int, frozenset[Lock]]:
        """Parameters of threads' first own methods whose objects no other thread has.

        A thread whose task object is its own is in the place of a holder of that object's lock: no
        second one can be. So it is told in the same words.
        """
        found: dict[int, frozenset[Lock]] = {}
        graph = self._solution.call_graph
        fresh = {graph.place(it): which for it, which in self._solution.roots.fresh.items()}
        for thread in self._threads.all:
            if thread.kind == "environment":
                for root in thread.roots:
                    place = int(self._calls.method_of[root])
                    locks = {_parameter(position) for position in fresh.get(place, ())}
                    if self._is_run_of_thread(place):
                        locks.add(once_for(0, place))
                    if locks:
                        found[root] = found.get(root, frozenset()) | locks
        return found | self._of_spawned

    def _is_run_of_thread(self, place: int) -> bool:
        """Whether a method is what a thread runs. Who has one starts it, and that only once: nobody
        calls this method himself."""
        above = self._solution.program.find_class("java.lang.Thread")
        if above is None or not 0 <= place < len(self._calls.methods):
            return False
        method = self._calls.methods[place]
        if (method.name, method.descriptor) != ("run", "()V"):
            return False
        return self._solution.program.engine.is_subclass(method.owner.id, above.id)

    @cached_property
    def once(self) -> frozenset[int]:
        """Methods that run once for each of their objects, in a thread that has it for itself."""
        own = self._of_spawned
        by_place: dict[int, list[int]] = {}
        for instance in own:
            by_place.setdefault(int(self._calls.method_of[instance]), []).append(instance)
        return frozenset(
            place
            for place, instances in by_place.items()
            if all(
                _parameter(0) in own.get(it, ())
                for it in self._calls.instances_of(place)
                if self._threads.runs[it]
            )
            and all(self._runs_once(thread) for it in instances for thread in self._threads.of(it))
        )

    def _runs_once(self, thread: Thread) -> bool:
        """Whether what starts a thread runs its task once, and not again and again."""
        for method, bci in thread.sites:
            code = self._calls.code(method)
            call = None if code is None else code.call_at(bci)
            if code is None or call is None or code.reference(call).name not in _RUN_ONCE:
                return False
        return bool(thread.sites)

    @cached_property
    def _of_spawned(self) -> dict[int, frozenset[Lock]]:
        """What spawned threads have for themselves, of each entry what all of them have there."""
        by_thread: dict[int, dict[int, frozenset[Lock]]] = {}
        for thread in self._threads.all:
            if thread.kind == "spawn":
                for entry, locks in self._confined(thread):
                    known = by_thread.setdefault(entry, {})
                    known[thread.number] = known.get(thread.number, frozenset()) | locks
        found = {}
        for entry, known in by_thread.items():
            threads = [it.number for it in self._threads.of(entry)]
            if all(number in known for number in threads):
                found[entry] = frozenset.intersection(*(known[number] for number in threads))
        return found

    def _confined(self, thread: Thread) -> Iterator[tuple[int, frozenset[Lock]]]:
        """What one spawned thread has for itself: where it enters the program's code, and what."""
        root = thread.roots[0]
        is_thread = self._is_thread_object(thread.tasks)
        if self._calls.is_own[root] and is_thread and self._is_only_entry(root):
            yield root, frozenset({_parameter(0)})
            for function in self._functions_of(root):
                yield function, self._own_parameters(function, self._tasks_of[thread.number])
            return
        tasks = self._tasks_of[thread.number]
        entries = self._entries_of(thread) if tasks or self._started_once else []
        for entry in entries:
            if self._threads.of(entry) == [thread]:
                yield from self._confined_at(entry, tasks)
                continue
            # What is the same for all of them is found out once: threads may be many.
            if entry not in self._in_common:
                found = self._confined_at(entry, self._tasks_in(entry))
                self._in_common[entry] = list(found)
            yield from self._in_common[entry]

    def _confined_at(
        self, entry: int, tasks: Sequence[int]
    ) -> Iterator[tuple[int, frozenset[Lock]]]:
        """What threads have for themselves, by some tasks, where they enter the program's code."""
        if not self._is_only_entry(entry):
            return
        if locks := self._own_parameters(entry, tasks):
            yield entry, locks
        for function in self._functions_of(entry):
            yield function, self._own_parameters(function, tasks)

    def _functions_of(self, entry: int) -> list[int]:
        """Functions of the application that an entry of a library runs, once: `thread { … }`."""
        calls = self._calls
        code = calls.code_of(entry)
        if code is None or calls.is_application_method[calls.method_of[entry]]:
            return []
        return [
            callee
            for site, callees in calls.callees_of(entry).items()
            for callee in callees
            if calls.is_own[callee]
            and calls.is_application_method[calls.method_of[callee]]
            and {caller for caller, _, _ in calls.callers_of(callee)} == {entry}
            and (call := code.call_at(site)) is not None
            and not code.is_in_loop(call)
        ]

    def _tasks_in(self, entry: int) -> list[int]:
        """The tasks that threads which enter the program's code at one place have each for itself:
        those that are started at one place, as by tasks that fork tasks of their kind."""
        return [
            task
            for thread in self._threads.of(entry)
            for task in self._tasks_of.get(thread.number, ())
            if len(self._starts_of[task]) == 1
        ]

    @cached_property
    def _tasks_of(self) -> dict[int, list[int]]:
        """The tasks that each spawned thread has for itself."""
        return {it.number: self._own_tasks(it) for it in self._threads.all if it.kind == "spawn"}

    @cached_property
    def _starts_of(self) -> dict[int, set[tuple[int, int]]]:
        """Where threads are started that have a task for themselves."""
        found: dict[int, set[tuple[int, int]]] = {}
        for thread in self._threads.all:
            for task in self._tasks_of.get(thread.number, ()):
                found.setdefault(task, set()).update(thread.sites)
        return found

    def _is_thread_object(self, tasks: Sequence[int]) -> bool:
        program = self._solution.program
        above = program.find_class("java.lang.Thread")
        types = [program.engine.type_class(self._solution.engine.object(it)[1]) for it in tasks]
        return (
            bool(types)
            and above is not None
            and all(it is not None and program.engine.is_subclass(it, above.id) for it in types)
        )

    def _own_tasks(self, thread: Thread) -> list[int]:
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
        return 0 if call == new or self._is_thread_object([number]) else 1

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
        if not is_new and not self._is_element_for(code, value, call):
            return []
        if not self._is_given_once(place, code, value, call):
            return []
        method = self._calls.methods[place]
        objects: list[int] = self._solution.engine.value(
            method.owner.id, method.index, value
        ).tolist()
        return objects

    def _is_element_for(self, code: Code, value: int, call: int) -> bool:
        """Whether a call gets each element of a collection once, and no other starts a thread with
        one of them."""
        if not self._walks.is_element(code, value, call):
            return False
        method = code.method
        objects = set(self._solution.engine.value(method.owner.id, method.index, value).tolist())
        return all(
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
            method = code.method
            found[place, bci] = {
                int(it)
                for operand in code.operands(call)
                for it in self._solution.engine.value(method.owner.id, method.index, operand)
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

    def _entries_of(self, thread: Thread) -> list[int]:
        """The first instances of the program's own code that a thread runs: called by the JDK's
        code, or started as they are."""
        calls = self._calls
        inside = self._threads.runs_in(thread)
        found = [root for root in thread.roots if calls.is_own[root]]
        edges = self._entering[inside[calls.callers[self._entering]]]
        found += distinct(calls.callees[edges]).tolist()
        return found

    @cached_property
    def _entering(self) -> NDArray[np.int64]:
        """The calls of the program's own code by the JDK's."""
        calls = self._calls
        is_entering = ~calls.is_own[calls.callers] & calls.is_own[calls.callees]
        return np.flatnonzero(calls.is_in_thread & is_entering)

    def _is_only_entry(self, instance: int) -> bool:
        """Whether an instance runs only at the start of threads."""
        calls = self._calls
        return not any(
            calls.is_own[calls.callers[edge]]
            for edge in calls.edges_to(instance)
            if calls.is_in_thread[edge]
        )

    def _own_parameters(self, instance: int, tasks: Sequence[int]) -> frozenset[Lock]:
        """Parameters that are the task itself, or what only this lambda captured."""
        code = self._calls.code_of(instance)
        if code is None:
            return frozenset()
        this = [] if code.method.is_static else code.parameters[:1]
        objects = self._calls.objects(instance, this[0]).tolist() if this else []
        if objects and set(objects) <= set(tasks):
            return frozenset({_parameter(0), *self._once_for_makers(code)})
        if objects and self._started_once.issuperset(objects):
            return frozenset({once_for(0, code.place), *self._once_for_makers(code)})
        known = set(tasks)
        made = {
            (it.place, inst): it
            for task, it, inst in self._lambdas.get(_shape(code.method), ())
            if task in known
        }
        found = (self._own_captures(code.method, it, inst) for (_, inst), it in made.items())
        return frozenset().union(*found, self._once_for_each(code.method, made))

    @cached_property
    def _started_once(self) -> frozenset[int]:
        """Objects that one thread gets, once: they give themselves to it, as in a constructor with
        `new Thread(this).start()`; or they are made for it, whoever else knows them."""
        found: dict[int, set[tuple[int, int]]] = {}
        others: set[int] = set()
        engine = self._solution.engine
        for code, call, operand in self._given_to_threads():
            method, value = code.method, code.source_of(operand)
            objects = engine.value(method.owner.id, method.index, value).tolist()
            is_this = not method.is_static and value == code.parameters[0]
            made = code.definitions[self._put_before(code, value)]
            is_made_for = made >= 0 and code.ops[made] == Op.NEW and made_anew(code, made, call)
            if is_made_for or (is_this and self._once_each.is_once(code, call)):
                for it in objects:
                    found.setdefault(it, set()).add((code.place, call))
            else:
                others.update(objects)
        return frozenset(it for it, at in found.items() if len(at) == 1 and it not in others)

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
        if len(bases) > 1 or code.may_follow_without(0, load, put):
            return value
        return code.source_of(code.operands(put)[1])

    def _given_to_threads(self) -> Iterator[tuple[Code, int, int]]:
        """The calls that give something to a thread, and what; of a factory, which makes one thread
        of what it gets, its calls."""
        for code, call, first in self._starting_calls:
            for operand in code.operands(call)[first:]:
                yield from self._first_given(code, call, operand, _FACTORIES)

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

    def _once_for_each(self, method: Method, made: dict[tuple[int, int], Code]) -> frozenset[Lock]:
        """The object that a lambda has captured, if the lambda is made once for each of them: no
        second thread runs the same method on it."""
        if len(made) != 1:
            return frozenset()
        ((_, inst), code), *_ = made.items()
        if not self._once_each.is_once(code, inst):
            return frozenset()
        function = self._solution.call_graph.place(method)
        assert function is not None
        return frozenset(
            once_for(position, function)
            for position, operand in enumerate(code.operands(inst))
            if code.source_of(operand) == code.parameters[0]
        )

    def _once_for_makers(self, code: Code) -> Iterator[Lock]:
        """The object that has made the task that a method is of, if it makes one such task: of an
        inner class, say. The task knows it by a field, and no second thread runs the same method
        for it."""
        made = {
            self._once.allocation(task)
            for instance in self._calls.instances_of(code.place)
            for task in self._calls.objects(instance, code.parameters[0]).tolist()
        }
        found = made.pop() if len(made) == 1 else None
        if found is None or not self._once_each.is_once(*found):
            return
        maker, new = found
        call = self._once.constructor_call(maker, new)
        operands = [] if call is None else maker.operands(call)
        for position, operand in enumerate(operands):
            if maker.source_of(operand) == maker.parameters[0]:
                for field in self._filled_by(maker, call, position):
                    yield Lock(
                        Root("parameter", (0,)),
                        (),
                        (field, *once_for(0, code.place).down),
                        mode="own",
                    )

    def _filled_by(self, maker: Code, call: int | None, position: int) -> Iterator[FieldKey]:
        """The fields of a new object that hold an argument of its constructor, and nothing else."""
        if call is None:
            return
        for place in self._calls.methods_called(maker.place, maker.bcis[call]):
            code = self._calls.code(place)
            if code is None or position >= len(code.parameters):
                continue
            for use in code.uses.get(code.parameters[position], ()):
                field = code.field(use) if code.ops[use] == Op.PUT_FIELD else None
                if field is None or code.source_of(code.operands(use)[0]) != code.parameters[0]:
                    continue
                if self._written.get(field) == [(place, use)]:
                    yield field

    @cached_property
    def _lambdas(self) -> dict[tuple[str, str], list[tuple[int, Code, int]]]:
        """The tasks that are functions, each with the instruction that makes it, by the name and
        the descriptor of the method that they run."""
        found: dict[tuple[str, str], list[tuple[int, Code, int]]] = {}
        for task in sorted({task for tasks in self._tasks_of.values() for task in tasks}):
            made = self._once.allocation(task)
            if made is not None and (method := _function(*made)) is not None:
                found.setdefault(method, []).append((task, *made))
        return found

    def _own_captures(self, method: Method, code: Code, inst: int) -> frozenset[Lock]:
        """Parameters of a lambda's body whose objects are made anew for each lambda."""
        found: set[Lock] = set()
        for position, operand in enumerate(code.operands(inst)):
            value = code.source_of(operand)
            new = code.definitions[value]
            uses = [use for use in uses_but_construction(code, value) if use != inst]
            if new < 0:
                continue
            is_kept = any(_keeps(code, use, value) for use in uses)
            if code.ops[new] in (Op.NEW, Op.NEW_ARRAY) and made_anew(code, new, inst):
                own = self._once_captured(method, position) if is_kept else _parameter(position)
                found.update(() if own is None else (own,))
            elif not is_kept and self._walks.is_element(code, value, inst):
                # Others may walk too, and give the same elements to other functions.
                function = self._solution.call_graph.place(method)
                assert function is not None
                found.add(_parameter(position)._replace(down=((_OF_WALK, function),)))
        return frozenset(found)

    def _once_captured(self, method: Method, position: int) -> Lock | None:
        """What a lambda has that is made anew for each, and is known to others too: they may do
        anything with it but run the same function on it, if only one instruction makes such
        lambdas."""
        function = self._solution.call_graph.place(method)
        is_made_once = self._creations[method.owner.name, method.name, method.descriptor] == 1
        return once_for(position, function) if function is not None and is_made_once else None

    @cached_property
    def _creations(self) -> Counter[tuple[str, str, str]]:
        """How many instructions of the program's own code make functions of each method."""
        methods, insts, *_ = self._solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
        found: Counter[tuple[str, str, str]] = Counter()
        for place, inst in zip(methods.tolist(), insts.tolist(), strict=True):
            code = self._calls.code(place) if self._calls.is_own_method[place] else None
            member = None if code is None else _member(code, inst)
            if member is not None:
                found[member.owner, member.name, member.descriptor] += 1
        return found


def _function(code: Code, inst: int) -> tuple[str, str] | None:
    """The method of which an instruction makes a function, if it makes one."""
    member = _member(code, inst)
    return None if member is None else _shape(member)


def _member(code: Code, inst: int) -> MemberReference | None:
    """The same with the class that it names."""
    if code.ops[inst] != Op.INVOKE_DYNAMIC:
        return None
    made = Instruction(code.body, inst).bootstrap
    handle = made.arguments[1] if made.kind == "lambda" else None
    return handle.member if isinstance(handle, MethodHandle) else None


def _shape(member: Method | MemberReference) -> tuple[str, str]:
    return member.name, member.descriptor


def _parameter(position: int) -> Lock:
    return Lock(Root("parameter", (position,)), mode="own")


def _keeps(code: Code, use: int, value: int) -> bool:
    """Whether an instruction may make a value known to others."""
    op = code.ops[use]
    if op in (Op.GET_FIELD, Op.PUT_FIELD):
        return op == Op.PUT_FIELD and code.operands(use)[1] == value
    if op in (Op.ARRAY_LOAD, Op.ARRAY_STORE):
        return op == Op.ARRAY_STORE and code.operands(use)[2] == value
    if op == Op.INVOKE and code.reference(use).owner in _ASK_FOR_NULL:
        return False
    return op in (Op.PUT_STATIC, Op.INVOKE, Op.INVOKE_DYNAMIC, Op.PHI, Op.RETURN)
