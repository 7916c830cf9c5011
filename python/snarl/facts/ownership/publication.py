"""Publication: what a thread does with an object before others can know it does not race.

An object is *fresh* at an instruction if it was made by the same thread and nothing has put it
where another thread could find it: in a field or array of an object that is not fresh itself, in a
static field, in a started thread. So constructors need no exception of their own, and `this` that
escapes from one is noticed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from snarl.facts.calls import Calls
from snarl.facts.calls.lambdas import Lambdas
from snarl.facts.calls.modelled import Modelled
from snarl.facts.calls.streams import gives_anew
from snarl.facts.code import Code, makes_its_receiver
from snarl.facts.ownership.copies import gives_copy, may_fill_argument
from snarl.facts.ownership.getters import Getters
from snarl.facts.ownership.given import Given
from snarl.facts.ownership.leaks import Leaking
from snarl.facts.ownership.made_with import MadeWith
from snarl.facts.ownership.revealed import NOWHERE, Revealed
from snarl.facts.ownership.stale import stale_parameters
from snarl.facts.ownership.starts import Starts
from snarl.facts.questions import Questions
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Hashable

    from snarl.facts.calls.chains import Chains
    from snarl.facts.contracts import Contracts
    from snarl.facts.heap import Heap
    from snarl.facts.threads import Threads
    from snarl.points_to import Solution

_CALL, _LAMBDA = int(EdgeKind.CALL), int(EdgeKind.LAMBDA)
# As plain numbers: to look a member of an enumeration up takes longer than all else in a loop.
_PHI, _PARAMETER, _CONSTANT = int(Op.PHI), int(Op.PARAMETER), int(Op.CONSTANT)
_LOADS = frozenset((int(Op.GET_FIELD), int(Op.ARRAY_LOAD)))
_INVOKE, _RETURN, _GET_STATIC = int(Op.INVOKE), int(Op.RETURN), int(Op.GET_STATIC)
_PUT_FIELD = int(Op.PUT_FIELD)
_MAKES = frozenset((int(Op.NEW), int(Op.NEW_ARRAY), int(Op.NEW_MULTI_ARRAY)))


class Fresh(NamedTuple):
    """What was found so far of what is fresh: for another process."""

    fresh: dict[Hashable, bool]
    stale: set[tuple[int, int]]
    stale_by_position: dict[tuple[int, int], set[tuple[int, int]]]
    leading: dict[tuple[int, int, int], bool]


class Publication:
    """Which objects are fresh where."""

    def __init__(
        self,
        solution: Solution,
        calls: Calls,
        threads: Threads,
        heap: Heap,
        leaking: Leaking,
        chains: Chains,
        contracts: Contracts | None = None,
    ) -> None:
        self._solution = solution
        self._calls = calls
        self._threads = threads
        self._heap = heap
        self._firsts = frozenset[int]() if contracts is None else contracts.firsts
        self._chains = chains
        self._lambdas = Lambdas(calls)
        self._modelled = Modelled(solution)
        self._given = Given(calls)
        self._getters = Getters(calls)
        self._made_with = MadeWith(solution, calls, heap)
        self._fresh = Questions(first=True, last=False)
        """Of values at instructions of instances, of parameters of instances, and of the results
        of instances: what depends on itself alone is fresh."""
        self._stale: set[tuple[int, int]] = set()
        """Values of instances that are fresh at no instruction."""
        self.leaking = leaking
        self._starts = Starts(solution, calls, threads)
        self._revealed = Revealed(solution, calls, leaking, self._starts, self.is_fresh)
        self._stale_by_position: dict[tuple[int, int], set[tuple[int, int]]] = {}

    @property
    def answers(self) -> Fresh:
        """All that was found so far."""
        return Fresh(
            self._fresh.settled, self._stale, self._stale_by_position, self._revealed.leading
        )

    def learn(self, answers: Fresh) -> None:
        """Takes over what another process has found."""
        self._fresh.learn(answers.fresh)
        self._stale |= answers.stale
        self._stale_by_position |= answers.stale_by_position
        self._revealed.leading |= answers.leading

    def is_fresh(self, instance: int, inst: int, value: int, to: int = NOWHERE) -> bool:
        """Whether what a value refers to is fresh at an instruction of an instance; or, if it ends
        a block, where control goes on to another one."""
        if self._is_stale(instance, value):
            return False
        return self._fresh.ask((instance, inst, value, to), self._find, instance, inst, value, to)

    def _is_stale(self, instance: int, value: int) -> bool:
        """Whether a value is fresh at no instruction, as far as that is known without asking."""
        code = self._calls.code_of(instance)
        if code is not None and code.stems[value] & self._stale_parameters[instance]:
            return True
        return (instance, value) in self._stale

    @cached_property
    def _stale_parameters(self) -> list[int]:
        """The parameters of each instance that are surely not fresh, as bits: most are not, and of
        these most are what a method was called with that anybody can call."""
        calls = self._calls
        return stale_parameters(calls, self._roots, calls.is_in_thread, self._firsts)

    def stays_fresh(self, instance: int, call: int, value: int, callee: int, position: int) -> bool:
        """Whether what a call hands over is fresh, and a method that is called with it does not
        make it known."""
        code = self._calls.code_of(instance)
        made = -1 if code is None else code.definitions[code.source_of(value)]
        if code is None or made < 0 or code.ops[made] == _CONSTANT:
            return False
        if self._is_stale(instance, value):
            return False
        # Methods are asked once, and their instances each.
        kept = self.leaking.kept(callee, position)
        return kept is not None and kept <= {-1} and self.is_fresh(instance, call, value)

    def stale_calls(self, instance: int, inst: int, value: int) -> set[tuple[int, int]]:
        """The calls, by caller and bytecode index, by which an instance is handed what a value
        refers to when others may know it already, if some calls do so and others do not; else
        none."""
        code = self._calls.code_of(instance)
        if code is None or instance in self._roots or instance in self._captured:
            return set()
        value = self._chains.first(instance, code, value)
        made = code.definitions[value]
        if made < 0 or code.ops[made] != _PARAMETER:
            return set()
        stale = self._stale_callers(instance, code.constants[made])
        if not stale or self._is_leaked(instance, code, value, inst, NOWHERE):
            return set()
        if self._is_leaked_with_others(instance, code, value, inst, NOWHERE):
            return set()
        return stale

    def _stale_callers(self, instance: int, position: int) -> set[tuple[int, int]]:
        """The calls that hand over what others may know already, if not all do so."""
        key = (instance, position)
        if key not in self._stale_by_position:
            callers = self._callers(instance)
            if len(callers) < 2:
                callers = []  # it does, or it does not
            stale = [it for it in callers if not self._is_given_by([it], position, is_made=False)]
            self._stale_by_position[key] = (
                set() if len(stale) == len(callers) else {(it, site) for it, site, _ in stale}
            )
        return self._stale_by_position[key]

    def _find(self, instance: int, inst: int, given: int, to: int) -> bool:
        code = self._calls.code_of(instance)
        if code is None:
            return False
        value = self._chains.first(instance, code, given)
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op == _CONSTANT:
            return True
        if op == _PHI:
            return self._is_fresh_choice(instance, code, made, inst, to)
        if op == _PARAMETER:
            # Few parameters are fresh, and it takes longer to find what leaks them.
            if not self._is_fresh_parameter(instance, code, code.constants[made]):
                self._stale.add((instance, given))
                return False
            return not (
                self._is_leaked(instance, code, value, inst, to)
                or self._is_leaked_with_others(instance, code, value, inst, to)
            )
        if op in _MAKES:
            return not self._is_leaked(instance, code, value, inst, to)
        if op == _GET_STATIC:
            return self._is_empty(instance, code.results[made])
        if op in _LOADS:
            return self._is_fresh_part(instance, code, made, inst)
        if op == _INVOKE:
            if self._is_fresh_result(instance, code, made) or self._is_fresh_content(
                instance, code, made, inst
            ):
                return not self._is_leaked(instance, code, value, inst, to)
            return self._is_got_from_fresh(instance, code, made, inst)
        return False

    def _is_fresh_choice(self, instance: int, code: Code, phi: int, inst: int, to: int) -> bool:
        """Whether all that a variable may be is fresh: each value where it becomes the variable's,
        and since then. What was made known may have been forgotten by then."""
        values, here = code.operands(phi), code.block_of[phi]
        if all(self.is_fresh(instance, inst, it, to) for it in values):
            return True
        return all(
            self.is_fresh(instance, code.block_offsets[block + 1] - 1, value, here)
            for block, value in zip(code.predecessors(here), values, strict=False)
        ) and not any(
            self._is_leaked_since(instance, code, it, inst, to, phi)
            for it in self._choices(code, values)
        )

    def _choices(self, code: Code, values: list[int]) -> set[int]:
        """What variables may be that are some values."""
        waiting, seen = list(values), set()
        while waiting:
            value = code.source_of(waiting.pop())
            if value not in seen:
                seen.add(value)
                made = code.definitions[value]
                waiting += code.operands(made) if made >= 0 and code.ops[made] == _PHI else []
        return seen

    def _is_leaked_since(
        self, instance: int, code: Code, given: int, inst: int, to: int, since: int
    ) -> bool:
        """Whether a value may have been made known between two instructions."""
        value = self._chains.first(instance, code, given)
        made = code.definitions[value]
        op = code.ops[made] if made >= 0 else -1
        if op in (_CONSTANT, _PHI):
            return False
        if op in _LOADS or op == _GET_STATIC:
            return not self.is_fresh(instance, inst, value, to)
        return self._is_leaked(instance, code, value, inst, to, since)

    def _is_empty(self, instance: int, value: int) -> bool:
        """Whether a value can only be an array without elements: whoever knows it, there is nothing
        in it to access. `count == 0 ? EMPTY : new Item[count]` is as good as new."""
        objects = self._calls.objects(instance, value).tolist()
        return bool(objects) and all(map(self._heap.is_empty_array, objects))

    def _is_fresh_part(self, instance: int, code: Code, load: int, inst: int) -> bool:
        """Whether a part of a fresh object is fresh: all that the part holds was made by methods of
        this very object, so that nobody else had it."""
        base = code.operands(load)[0]
        if not self.is_fresh(instance, inst, base):
            return False
        put = _put_before(code, load)
        if put >= 0 and self.is_fresh(instance, inst, put):
            return True
        made = code.definitions[code.source_of(base)]
        is_given = made >= 0 and code.ops[made] == _INVOKE
        if is_given and not self._made_with.is_made_with(instance, code, load, self.is_fresh):
            return False  # it may be a copy, that has the parts of another
        held = self._calls.objects(instance, code.results[load])
        if bool(len(held)) and all(self.leaking.is_private(int(it), code, load) for it in held):
            return True
        return any(self.is_fresh(instance, inst, it) for it in self._given.parts(code, load))

    def _is_got_from_fresh(self, instance: int, code: Code, call: int, inst: int) -> bool:
        """The same for a part that a getter gives."""
        loads = self._getters.loads(code, call)
        if not loads:
            return False
        base = code.operands(call)[0]
        made = code.definitions[code.source_of(base)]
        if (made >= 0 and code.ops[made] == _INVOKE) or not self.is_fresh(instance, inst, base):
            return False
        held = self._calls.objects(instance, code.results[call]).tolist()
        return bool(held) and all(
            any(self.leaking.is_private(it, there, load) for there, load in loads) for it in held
        )

    def _is_fresh_content(self, instance: int, code: Code, call: int, inst: int) -> bool:
        """Whether an element of a fresh collection is fresh: it was made for this collection, and
        nobody has put it into another one."""
        contents = self._heap.contents
        if not contents.asks(code, call) or not self.is_fresh(
            instance, inst, code.operands(call)[0]
        ):
            return False
        asked = frozenset(self._calls.objects(instance, code.operands(call)[0]).tolist())
        found = self._calls.objects(instance, code.cast_of(code.results[call]))
        return contents.are_of(found.tolist(), asked)

    # Parameters

    def _is_fresh_parameter(self, instance: int, code: Code, position: int) -> bool:
        """Whether all callers hand over something fresh."""
        key = (instance, position)
        return self._fresh.ask(key, self._find_fresh_parameter, instance, code, position)

    def _find_fresh_parameter(self, instance: int, code: Code, position: int) -> bool:
        if position == 0 and instance in self._firsts:
            return True
        is_made = position == 0 and self._is_made_receiver(code)
        if instance in self._roots and not is_made:
            return False
        callers = self._callers(instance)
        # A lambda that runs a constructor is a reference to it, and makes what that gets.
        is_captured = instance in self._captured and not (is_made and code.method.name == "<init>")
        if is_captured and not self._is_fresh_in_lambda(callers, code, position):
            return False
        is_given = self._is_given_by(callers, position, is_made=is_made)
        return is_given and (bool(callers) or is_made)

    def _is_made_receiver(self, code: Code) -> bool:
        """Whether a constructor has what nobody knows yet, or a finalizer what nobody knows any
        more."""
        return makes_its_receiver(code.method) or code.method.name == "finalize"

    def _callers(self, instance: int) -> list[tuple[int, int, EdgeKind]]:
        """The calls of an instance that count."""
        return self._calls.callers_of(instance)

    def _is_given_by(
        self,
        callers: list[tuple[int, int, EdgeKind]],
        position: int,
        *,
        is_made: bool,
    ) -> bool:
        """Whether calls hand over something fresh at a position; if the method makes it, calls
        that cannot be looked at do so too."""
        for caller, site, kind in callers:
            if kind == _LAMBDA:
                continue
            there = self._calls.code_of(caller)
            call = None if there is None else there.call_at(site)
            if there is None or call is None or kind != _CALL:
                if is_made:
                    continue
                return False
            operands = there.operands(call)
            if position >= len(operands):
                return False
            if not self.is_fresh(caller, call, operands[position]):
                return False
        return True

    def _is_fresh_in_lambda(
        self, callers: list[tuple[int, int, EdgeKind]], code: Code, position: int
    ) -> bool:
        """Whether a lambda's body gets something fresh: it has captured it, or whoever calls the
        lambda hands it over. What was captured comes first."""
        captured = self._lambdas.captured(code.method)
        if captured is None or position < captured:
            return self._is_fresh_capture(code, position)
        given = [(caller, site, EdgeKind.CALL) for caller, site, kind in callers if kind == _LAMBDA]
        # A call has the lambda itself in front.
        return self._is_given_by(given, position - captured + 1, is_made=False)

    def _is_fresh_capture(self, code: Code, position: int) -> bool:
        """Whether a lambda's body finds what it captured as fresh as it was: the lambda is only
        given to calls that do not keep it, and what it captured is fresh until then."""
        creations = self._lambdas.creations(code.method)
        for place, made in creations:
            there = self._calls.code(place)
            if there is None or position >= len(there.operands(made)):
                return False
            if not self._stays_here(place, there, there.results[made], code.place):
                return False
            captured = there.operands(made)[position]
            for use in there.uses.get(there.results[made], ()):
                if there.ops[use] != _INVOKE or not all(
                    self.is_fresh(it, use, captured)
                    for it in self._calls.instances_of(place)
                    if self._threads.runs[it]
                ):
                    return False
        return bool(creations)

    def _stays_here(self, place: int, code: Code, made: int, body: int) -> bool:
        """Whether nobody keeps a lambda with some body that a method makes."""
        objects = self._solution.numbers(code.method, made).tolist()
        if any(known.intersection(objects) for known in self._starts.of(place).values()):
            return False
        for leaking in (self.leaking, self.leaking.of_lambda(body)):
            leaks = leaking.leaks(place, code, made)
            if not (leaks.to_all or leaks.to_parameters or leaks.is_returned):
                return True
        return False

    @cached_property
    def _roots(self) -> set[int]:
        roots = {root for thread in self._threads.all for root in thread.roots}
        return roots | set(self._calls.outside.tolist())

    @cached_property
    def _captured(self) -> set[int]:
        """Instances that lambdas run."""
        calls = self._calls
        return set(calls.callees[calls.is_in_thread & (calls.kinds == _LAMBDA)].tolist())

    # Leaks

    def _is_leaked(
        self,
        instance: int,
        code: Code,
        value: int,
        inst: int,
        to: int,
        since: int | None = None,
    ) -> bool:
        """Whether a value may have been made known before an instruction."""
        return self._revealed.is_before(instance, code, value, inst, to, since)

    def _is_leaked_with_others(
        self, instance: int, code: Code, value: int, inst: int, to: int
    ) -> bool:
        """Whether a parameter may have been made known with another one."""
        return self._revealed.is_with_others(instance, code, value, inst, to)

    # Results

    def _is_fresh_result(self, instance: int, code: Code, call: int) -> bool:
        """Whether a call gives something fresh: a factory, a copy, an iterator."""
        if gives_copy(self._calls, instance, code, call):
            return True
        if may_fill_argument(code, call):
            return all(self.is_fresh(instance, call, it) for it in code.operands(call)[1:])
        if gives_anew(code, call):
            return True
        callees = self._calls.callees_at(instance, code.bcis[call])
        return bool(callees) and all(self._makes(callee) for callee in callees)

    def _makes(self, instance: int) -> bool:
        """Whether a method gives back only what it made itself and nobody else knows."""
        return self._fresh.ask((instance,), self._find_whether_made, instance)

    def _find_whether_made(self, instance: int) -> bool:
        if not self._calls.is_own[instance]:
            method = self._calls.method(instance)
            return method is not None and (
                self._modelled.gives_new(method)
                or (self._modelled.gives_instance(method) and self._makes_untold(instance))
            )
        code = self._calls.code_of(instance)
        if code is None:
            return False
        ends = code.having(_RETURN)
        return bool(ends) and all(self._is_made_here(instance, code, inst) for inst in ends)

    def _makes_untold(self, instance: int) -> bool:
        """Whether no constructor that a method of the JDK's calls makes its object known."""
        made = [it for found in self._calls.callees_of(instance).values() for it in found]
        return bool(made) and all(
            self.leaking.kept(place, 0) == frozenset()
            for place in {self._calls.places[it] for it in made}
            if not self._calls.methods[place].is_static
        )

    def _is_made_here(self, instance: int, code: Code, inst: int) -> bool:
        value = code.source_of(code.operands(inst)[0]) if code.operands(inst) else -1
        made = code.definitions[value] if value >= 0 else -1
        if made < 0 or code.ops[made] == _PARAMETER:
            return False
        return self.is_fresh(instance, inst, value)


def _put_before(code: Code, load: int) -> int:
    """The value that a method has put into the field that it reads, of the same object, just
    before; -1 if it is not seen. Nobody else knows the object."""
    if code.ops[load] != Op.GET_FIELD:
        return -1
    field, base = code.field(load), code.source_of(code.operands(load)[0])
    for inst in range(load - 1, code.block_offsets[code.block_of[load]] - 1, -1):
        op, operands = code.ops[inst], code.operands(inst)
        if op == _PUT_FIELD and code.field(inst) == field:
            return operands[1] if code.source_of(operands[0]) == base else -1
        if op == _INVOKE and base in map(code.source_of, operands):
            return -1
    return -1
