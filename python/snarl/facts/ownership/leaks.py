"""Leaks: where a method makes a value known, itself or by what it calls.

Publication asks this of single methods: which instructions put a value where others may find it,
and which of a method's parameters know another one when it has ended.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.calls.modelled import Modelled
from snarl.facts.calls.streams import is_for_sequential, is_of_stream
from snarl.facts.code.values import ELEMENTS
from snarl.facts.containers.references import container_reference
from snarl.facts.heap.moves import PUTS
from snarl.facts.questions import Questions
from snarl.program import Op
from snarl.program.body import NO_VALUE

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.heap import Heap
    from snarl.points_to import Solution

# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_PHI, _PARAMETER, _CONSTANT = int(Op.PHI), int(Op.PARAMETER), int(Op.CONSTANT)
_GET_FIELD, _INVOKE, _RETURN = int(Op.GET_FIELD), int(Op.INVOKE), int(Op.RETURN)
_DYNAMIC = int(Op.INVOKE_DYNAMIC)
_PUTS = frozenset((int(Op.PUT_FIELD), int(Op.ARRAY_STORE)))
_TELLS = frozenset((int(Op.PUT_STATIC), int(Op.THROW)))
_HANDS_ON = frozenset((_PHI, int(Op.CHECK_CAST), _DYNAMIC))
_PASSES_ON = _PUTS | _TELLS | _HANDS_ON | {_INVOKE}
"""What lets somebody know a value, but for the end of the method."""
_MAKES = frozenset((int(Op.NEW), int(Op.NEW_ARRAY), int(Op.NEW_MULTI_ARRAY)))
_BEGINS = _MAKES | {_PARAMETER}
_OBJECT = "java.lang.Object"
_FACTORIES = 3
"""That call each other."""
_VAR_HANDLE = "java.lang.invoke.VarHandle"
_HANDLES = frozenset((_VAR_HANDLE, "jdk.internal.misc.Unsafe", "sun.misc.Unsafe"))
_INTERFACE = 3
"""The kind of a call of an interface's method, as the IR has it."""
_COLLECTIONS = ("java.util.Collection", "java.util.Map")
_STORES = ("set", "put", "compareand", "weakcompareand", "getandset")


@dataclass(frozen=True, slots=True)
class Leaks:
    """Where a method makes a value known, directly or by what holds it."""

    to_all: frozenset[int]
    """Instructions after which anybody may know it."""
    to_parameters: frozenset[tuple[int, int]]
    """Instructions after which it is known to whoever knows a parameter, and which one."""
    is_returned: bool

    def joined(self, other: Leaks) -> Leaks:
        """Both together."""
        return Leaks(
            self.to_all | other.to_all,
            self.to_parameters | other.to_parameters,
            self.is_returned or other.is_returned,
        )

    @property
    def places(self) -> frozenset[int]:
        """All these instructions: after each of them somebody knows it, if only its own object."""
        return self.to_all | {inst for inst, _ in self.to_parameters}

    @property
    def kept(self) -> frozenset[int] | None:
        """The parameters that know the value when the method has ended, and -1 if the result does;
        None if anybody may."""
        if self.to_all:
            return None
        kept = frozenset(position for _, position in self.to_parameters)
        return kept | {-1} if self.is_returned else kept


_NONE = Leaks(frozenset(), frozenset(), is_returned=False)
_ANYBODY: tuple[tuple[int | None, bool], ...] = ((None, False),)
_AT_ONCE = Leaks(frozenset({-1}), frozenset(), is_returned=False)


class KnownLeaks(NamedTuple):
    """What was found so far: for another process."""

    leaks: dict[Hashable, Leaks]
    kept: dict[tuple[int, int], frozenset[int] | None]


class Leaking:
    """Leaks of all methods, found as they are asked for."""

    def __init__(
        self, solution: Solution, calls: Calls, heap: Heap, body: int | None = None
    ) -> None:
        """With a `body`, of lambdas that have this one: where one is called, no other body runs."""
        self._solution = solution
        self._calls = calls
        self._heap = heap
        self._body = body
        self._modelled = Modelled(solution)
        self._lambdas = Lambdas(calls)
        self._of_bodies: dict[int, Leaking] = {}
        self._leaks_of = Questions(first=_NONE, last=_AT_ONCE, joined=Leaks.joined)
        self._kept_by: dict[tuple[int, int], frozenset[int] | None] = {}
        self._parameters: dict[tuple[int, int], int] = {}

    @property
    def answers(self) -> KnownLeaks:
        """All that was found so far, but for lambdas."""
        return KnownLeaks(self._leaks_of.settled, self._kept_by)

    def learn(self, answers: KnownLeaks) -> None:
        """Takes over what another process has found."""
        self._leaks_of.learn(answers.leaks)
        self._kept_by |= answers.kept

    def of_lambda(self, body: int) -> Leaking:
        """The leaks of lambdas with a body, a method by its place."""
        if body not in self._of_bodies:
            self._of_bodies[body] = Leaking(self._solution, self._calls, self._heap, body)
        return self._of_bodies[body]

    def leaks(self, place: int, code: Code, value: int) -> Leaks:
        """The instructions that make a value known."""
        return self._leaks_of.ask((place, value), self._find_leaks, place, code, value)

    def _find_leaks(self, place: int, code: Code, value: int) -> Leaks:
        """Follows a value to all that knows it. What a holder tells after it was given the value
        tells the value too; what it told before does so at once."""
        to_all: dict[int, set[int]] = {}
        to_parameters: dict[int, set[tuple[int, int]]] = {}
        holds: dict[int, list[tuple[int, int, bool]]] = {}
        is_returned = False
        waiting = [value]
        while waiting:
            held = waiting.pop()
            if held in holds:
                continue
            holds[held], to_all[held], to_parameters[held] = [], set(), set()
            for use in code.uses.get(held, ()):
                if code.ops[use] == _RETURN:
                    is_returned = True
                if code.ops[use] not in _PASSES_ON:
                    continue
                for holder, is_new in self._holders(place, code, use, held):
                    if holder is None:
                        to_all[held].add(use)
                        continue
                    made = code.definitions[holder]
                    if not is_new and code.ops[made] == _PARAMETER and holder != value:
                        to_parameters[held].add((use, code.constants[made]))
                    holds[held].append((use, holder, is_new))
                    waiting.append(holder)
        if len(holds) > 1 or holds[value]:
            _spread(code, holds, to_all, to_parameters)
        return Leaks(frozenset(to_all[value]), frozenset(to_parameters[value]), is_returned)

    def _holders(
        self, place: int, code: Code, use: int, value: int
    ) -> Iterable[tuple[int | None, bool]]:
        """What knows a value after an instruction: other values, or (None) anybody; and whether
        the instruction makes it, so that nobody can have known it before."""
        op = code.ops[use]
        if op == _INVOKE:
            if _is_through_handle(code, use):
                return self._after_store(place, code, use, value)
            return self._after_call(place, code, use, value)
        if op in _PUTS:
            operands = code.operands(use)
            if operands[-1] != value:
                return ()
            return ((it, False) for it in self._origins(place, code, operands[0]))
        return _ANYBODY if op in _TELLS else ((code.results[use], True),)

    def _after_call(
        self, place: int, code: Code, call: int, value: int
    ) -> Iterable[tuple[int | None, bool]]:
        """What a call does with an argument: keeps it in another argument, or makes it known."""
        function = code.definitions[value]
        is_function = is_of_stream(code, call) and code.ops[function] == _DYNAMIC
        if is_function and is_for_sequential(code, function):
            if container_reference(code, function) is not None:
                return ()  # collections tell nobody of themselves
            body = self._lambdas.body(code, function)
            if body is not None:
                return self._after_stream(place, code, call, function, body.place)
        callees = self._calls.methods_called(place, code.bcis[call])
        given = [position for position, it in enumerate(code.operands(call)) if it == value]
        found: list[tuple[int | None, bool]] = []
        for position, callee in product(given, callees):
            for kept in self._kept_by_callee(code, call, callee, position):
                if kept is None:
                    return (*found, *_ANYBODY)
                found += self._keepers(place, code, call, kept)
        return found

    def _keepers(
        self, place: int, code: Code, call: int, kept: frozenset[int]
    ) -> Iterator[tuple[int | None, bool]]:
        """What knows an argument of a call by which some operands, or the result (-1), know it."""
        operands = code.operands(call)
        for other in kept:
            if other == -1 and code.results[call] != NO_VALUE:
                yield code.results[call], True
            if 0 <= other < len(operands):
                yield from ((it, False) for it in self._origins(place, code, operands[other]))

    def _after_stream(
        self, place: int, code: Code, call: int, function: int, body: int
    ) -> Iterator[tuple[int | None, bool]]:
        """What a sequential stream does with what a function has captured that it runs in the same
        method: nothing but what the function's body does."""
        captured = code.operands(function)
        for position in range(len(captured)):
            for other in (None,) if (kept := self.kept(body, position)) is None else kept:
                if other is None or other >= len(captured):
                    yield None, False  # an element may be known to anybody
                elif other >= 0:
                    yield from ((it, False) for it in self._origins(place, code, captured[other]))
                elif code.results[call] != NO_VALUE:
                    yield code.results[call], True

    def _kept_by_callee(
        self, code: Code, call: int, callee: int, position: int
    ) -> Iterable[frozenset[int] | None]:
        """Who knows an operand of a call after a method that it may mean, by the operands of the
        call."""
        is_of_interface = code.details[call] == _INTERFACE
        captured = self._captured_by(code, call, callee) if is_of_interface else None
        if captured is None:
            return (self.kept(callee, position),)
        return self._kept_by_lambda(len(code.operands(call)), callee, position, captured)

    def _kept_by_lambda(
        self, count: int, callee: int, position: int, captured: int
    ) -> Iterator[frozenset[int] | None]:
        """The same for a lambda's body, which is called with what the lambda has captured before
        the arguments, and without the lambda itself."""
        if position == 0 and self._body is not None and callee != self._body:
            return
        places = [captured + position - 1] if position else range(captured)
        for place in places:
            kept = self.kept(callee, place)
            if kept is None:
                yield None
                continue
            # Captured things are the lambda's, operand 0.
            yield frozenset(
                it if it < 0 else max(it - captured + 1, 0)
                for it in kept
                if it < captured + count - 1
            ) - {position}

    def _captured_by(self, code: Code, call: int, callee: int) -> int | None:
        """How many values a lambda has captured whose body a call of an interface runs; None for
        other calls, and where what runs has no code that is known."""
        if callee >= len(self._calls.methods):
            return None
        method = self._calls.methods[callee]
        if method.name in (code.reference(call).name, "<init>"):
            return None
        parameters = len(method.signature[0]) + (not method.is_static)
        captured = parameters - (len(code.operands(call)) - 1)
        return captured if captured >= 0 else None

    def _after_store(
        self, place: int, code: Code, call: int, value: int
    ) -> Iterator[tuple[int | None, bool]]:
        """What knows a value that is stored through a handle: the object whose field it is; without
        one it is a static field, and anybody."""
        name, (handle, *arguments) = code.reference(call).name, code.operands(call)
        is_unsafe = code.reference(call).owner != _VAR_HANDLE
        stored = 2 if "ompareAnd" in name else 1
        if not is_unsafe and len(arguments) == stored:
            if value in arguments:
                yield None, False
        elif value in arguments[1:] and value != handle:
            yield from ((it, False) for it in self._origins(place, code, arguments[0]))

    def _origins(self, place: int, code: Code, value: int) -> Iterator[int | None]:
        """What a value may be: values that are made here or come from a caller, or their parts;
        None if it may be something that others know."""
        seen: set[int] = set()
        stack = [value]
        while stack:
            value = code.source_of(stack.pop())
            if value in seen:
                continue
            seen.add(value)
            made = code.definitions[value]
            op = code.ops[made] if made >= 0 else -1
            if op == _PHI:
                stack += code.operands(made)
            elif op in _BEGINS or (op == _INVOKE and self.gives_new(place, code, made)):
                yield value
            elif op == _GET_FIELD and self._is_part(place, code, made):
                stack.append(code.operands(made)[0])
            elif op != _CONSTANT:
                yield None

    def gives_new(self, place: int, code: Code, call: int, depth: int = 0) -> bool:
        """Whether a call gives what nobody else knows: a copy, or what a factory has made."""
        if code.reference(call).name == "clone" and code.reference(call).owner == _OBJECT:
            return True
        callees = self._calls.methods_called(place, code.bcis[call]) if depth < _FACTORIES else ()
        return bool(callees) and all(self._is_factory(it, depth) for it in callees)

    def _is_factory(self, callee: int, depth: int) -> bool:
        """Whether a method gives only what it has made, and told nobody: one of the program's own,
        or one that has a model."""
        if callee >= len(self._calls.methods):
            return False
        if not self._calls.is_own_method[callee]:
            return self._modelled.gives_new(self._calls.methods[callee])
        code = self._calls.code(callee)
        if code is not None and code.method.name == "<init>":
            # A reference to a constructor gives what it has made.
            leaks = self.leaks(callee, code, code.parameters[0])
            return not leaks.to_all and not leaks.to_parameters
        ends = [] if code is None else [it for it, op in enumerate(code.ops) if op == _RETURN]
        for end in ends:
            assert code is not None
            value = code.source_of(code.operands(end)[0]) if code.operands(end) else -1
            made = code.definitions[value] if value >= 0 else -1
            op = code.ops[made] if made >= 0 else -1
            if op not in _MAKES and not (
                op == _INVOKE and self.gives_new(callee, code, made, depth + 1)
            ):
                return False
            leaks = self.leaks(callee, code, value)
            if leaks.to_all or leaks.to_parameters:
                return False
        return bool(ends)

    def _is_part(self, place: int, code: Code, load: int) -> bool:
        """Whether all that a load gives belongs to what it is loaded from, and to nobody else."""
        held = {
            int(number)
            for instance in self._calls.instances_of(place)
            for number in self._calls.objects(instance, code.results[load])
        }
        return bool(held) and all(self.is_private(number, code, load) for number in held)

    def kept(self, method: int, position: int) -> frozenset[int] | None:
        """Which parameters (or the result, -1) of a method know one of its parameters at its end;
        None if anybody may."""
        key = (method, position)
        if key in self._kept_by:
            return self._kept_by[key]
        if key not in self._parameters:
            self._look_at(method, position)
            if key in self._kept_by:
                return self._kept_by[key]
        code, value = self._calls.code(method), self._parameters[key]
        assert code is not None
        kept = self.leaks(method, code, value).kept
        if self._leaks_of.is_settled((method, value)):
            self._kept_by[key] = kept
        return kept

    def _look_at(self, method: int, position: int) -> None:
        """Finds out who keeps a parameter whatever the code does with it, or else which value of
        the code it is."""
        key = (method, position)
        if method >= len(self._calls.methods):
            self._kept_by[key] = None
            return
        code = self._calls.code(method)
        if code is None:
            # Natives keep nothing, but for those that start threads, which are edges of their own.
            self._kept_by[key] = frozenset()
        elif method in self._spawners:
            self._kept_by[key] = None
        elif not self._is_analysed[method]:
            # A model takes the place of its code: receiver and result may know what is given.
            self._kept_by[key] = frozenset({0, -1} - {position})
        elif position >= len(code.parameters) or code.parameters[position] < 0:
            self._kept_by[key] = frozenset()
        elif position and method in self._puts:
            # Entries and arrays lead to it, and these are the collection's own.
            self._kept_by[key] = frozenset({0, -1})
        else:
            self._parameters[key] = code.parameters[position]

    @cached_property
    def _puts(self) -> set[int]:
        """The methods of the JDK's collections that put something into them."""
        program = self._solution.program
        above = [it for name in _COLLECTIONS if (it := program.find_class(name)) is not None]
        return {
            place
            for place, method in enumerate(self._calls.methods)
            if method.name in PUTS
            and not self._calls.is_own_method[place]
            and method.owner.name.startswith("java.util.")
            and any(program.engine.is_subclass(method.owner.id, it.id) for it in above)
        }

    @cached_property
    def _is_analysed(self) -> list[bool]:
        found: list[bool] = self._calls.is_analysed.tolist()
        return found

    @cached_property
    def _spawners(self) -> set[int]:
        """Methods that start threads, or whose model has others start them: an executor."""
        calls, graph = self._calls, self._solution.call_graph
        found = set(calls.method_of[calls.callers[~calls.is_in_thread]].tolist())
        by_model = ~calls.is_analysed[graph.callers]
        waiting = list(found)
        while waiting:
            callers = set(graph.callers[by_model & (graph.callees == waiting.pop())].tolist())
            waiting += callers - found
            found |= callers
        return found

    def is_private(self, number: int, code: Code, load: int) -> bool:
        """Whether an object has one owner, which holds it where it was loaded from and nowhere
        else: what is the last of a list is known to whom the list is given by its first."""
        field = code.field(load) if code.ops[load] == _GET_FIELD else ELEMENTS
        if field is None or not self._heap.is_owned(number, frozenset({field})):
            return False
        is_for_many = self._solution.engine.object(number)[0] != "site"
        return is_for_many or all(it == field for _, it in self._heap.holders(number))


def _is_through_handle(code: Code, call: int) -> bool:
    """Whether a call stores through a handle: natives that have no code to look into."""
    named = code.reference(call)
    return named.owner in _HANDLES and named.name.lower().startswith(_STORES)


def _spread(
    code: Code,
    holds: dict[int, list[tuple[int, int, bool]]],
    to_all: dict[int, set[int]],
    to_parameters: dict[int, set[tuple[int, int]]],
) -> None:
    """Adds to the leaks of each value those of what holds it."""
    changed = True
    while changed:
        changed = False
        for held, edges in holds.items():
            before = len(to_all[held]) + len(to_parameters[held])
            for store, holder, is_new in edges:
                for leak in list(to_all[holder]):
                    to_all[held].update(_told(code, store, leak, is_new=is_new))
                for leak, position in list(to_parameters[holder]):
                    told = _told(code, store, leak, is_new=is_new)
                    to_parameters[held].update((inst, position) for inst in told)
            changed = changed or len(to_all[held]) + len(to_parameters[held]) != before


def _told(code: Code, store: int, leak: int, *, is_new: bool) -> Iterator[int]:
    """Where a value is told if one instruction puts it into something, or makes that of it
    (`is_new`), which another instruction tells."""
    if is_new or code.may_follow(store, leak):
        yield leak
    if not is_new and (leak == store or code.may_follow(leak, store)):
        yield store
