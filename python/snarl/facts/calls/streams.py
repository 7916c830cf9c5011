"""Streams that are surely sequential: what they are given runs in the thread that asks them.

    names.stream().filter(it -> …).forEach(it -> …)

Nothing between the source and the end makes such a stream parallel, and both are in one method, so
that nobody else can. Without this, all streams of a program would be parallel as soon as one is,
for the JDK's code is the same for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snarl.facts.calls.lambdas import function_of
from snarl.points_to import EdgeKind
from snarl.program import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from snarl.facts.calls import Calls
    from snarl.facts.code import Code

_STREAMS = tuple(f"java.util.stream.{kind}Stream" for kind in ("", "Int", "Long", "Double", "Base"))
_UNSURE = {"parallel", "parallelStream", "concat", "onClose", "iterator", "spliterator"}
_LONGEST = 32
_MAPS = {"map", "mapToObj", "generate"}
_AT_ONCE = ("scala.collection.immutable.", "scala.collection.mutable.")
_PASSES_ON = {"limit", "skip", "parallel", "sequential", "unordered", "filter"}
_OF_ELEMENTS = {"collect", "filter", "map", "mapToInt", "mapToLong", "mapToDouble", "mapToObj"} | {
    *("forEach", "forEachOrdered", "anyMatch", "allMatch", "noneMatch", "peek", "flatMap")
}
"""What calls functions with elements."""
_ASKS_ELEMENTS = {"toMap", "toUnmodifiableMap", "groupingBy", "partitioningBy"} | {
    f"{what}{kind}" for what in ("summing", "averaging") for kind in ("Int", "Long", "Double")
}
_LISTS = {"toList", "toUnmodifiableList", "toSet"}
_MAKERS = {**dict.fromkeys(_LISTS, 0), "toMap": 3, "groupingBy": 2, "partitioningBy": 2}
"""Collectors that make what they give, and how many arguments they have at most: one more is what
makes it."""
_CONSTRUCTOR = 8
"""Handles of constructors."""


def is_for_sequential(code: Code, made: int) -> bool:
    """Whether a function that an instruction makes is only given to sequential streams."""
    uses = code.uses.get(code.results[made], ())
    return bool(uses) and all(
        code.ops[use] == Op.INVOKE
        and is_of_stream(code, use)
        and code.operands(use)[0] != code.results[made]
        and _is_sequential(code, use)
        for use in uses
    )


def calls_with_elements(code: Code, made: int) -> list[int]:
    """The calls of sequential streams that a function is given to, itself or in a collector, and
    that call it with what is in the collection where the stream begins; nothing if it may be called
    otherwise."""
    found: list[int] = []
    for use in code.uses.get(code.results[made], ()):
        if code.ops[use] != Op.INVOKE or code.results[made] not in code.operands(use)[:2]:
            return []
        at = code.uses.get(code.results[use], ()) if _is_collector(code, use) else (use,)
        found += at
    is_known = all(
        code.ops[it] == Op.INVOKE
        and is_of_stream(code, it)
        and code.reference(it).name in _OF_ELEMENTS
        and _is_sequential(code, it)
        and _has_elements(code, it)
        for it in found
    )
    return found if is_known else []


def _is_collector(code: Code, call: int) -> bool:
    """Whether a call makes a collector that asks elements for a key, or a value."""
    named = code.reference(call)
    return named.owner == "java.util.stream.Collectors" and named.name in _ASKS_ELEMENTS


def _has_elements(code: Code, call: int) -> bool:
    """Whether the stream that a call is of has the elements of the collection where it begins."""
    for _ in range(_LONGEST):
        made = code.definitions[code.source_of(code.operands(call)[0])]
        if made < 0 or code.ops[made] != Op.INVOKE:
            return False
        if not is_of_stream(code, made):
            named = code.reference(made)
            return named.owner.startswith("java.util.") and named.name == "stream"
        if code.reference(made).name not in _PASSES_ON:
            return False
        call = made
    return False


def given_to_streams(calls: Calls) -> set[int]:
    """The methods that the program gives as functions to streams where it makes the functions: who
    runs the stream runs them, whatever else the JDK's code may mean there."""
    return {
        body
        for code, made, body in functions(calls)
        for use in code.uses.get(code.results[made], ())
        if code.ops[use] == Op.INVOKE and is_of_stream(code, use)
    }


def is_collected(code: Code, made: int) -> bool:
    """Whether a function that an instruction makes is only given to streams that put all that it
    gives into one collection, and do nothing else with it."""
    uses = code.uses.get(code.results[made], ())
    return bool(uses) and all(
        code.ops[use] == Op.INVOKE
        and code.reference(use).name in _MAPS
        and (_maps_at_once(code, use) or (is_of_stream(code, use) and _is_put_into_one(code, use)))
        for use in uses
    )


def _maps_at_once(code: Code, call: int) -> bool:
    """Whether a call is of a collection of Scala's that makes another one, all at once."""
    owner = code.reference(call).owner
    return owner.startswith(_AT_ONCE) and "Lazy" not in owner and "Stream" not in owner


def _is_put_into_one(code: Code, call: int) -> bool:
    """Whether the elements of the stream that a call gives go into one collection."""
    for _ in range(_LONGEST):
        uses = code.uses.get(code.results[call], ())
        if len(uses) != 1 or code.ops[uses[0]] != Op.INVOKE or not is_of_stream(code, uses[0]):
            return False
        call = uses[0]
        name, operands = code.reference(call).name, code.operands(call)
        if name == "collect" and len(operands) == 2:
            made = code.definitions[code.source_of(operands[1])]
            return made >= 0 and code.ops[made] == Op.INVOKE and _is_list(code, made)
        if name in ("toList", "toArray"):
            return True
        if name not in _PASSES_ON:
            return False
    return False


def _is_list(code: Code, call: int) -> bool:
    named = code.reference(call)
    return named.owner == "java.util.stream.Collectors" and named.name in _LISTS


def gives_anew(code: Code, call: int) -> bool:
    """Whether a call ends a stream, and gives what was made for that: a list, a map, an array."""
    if not is_of_stream(code, call):
        return False
    name, operands = code.reference(call).name, code.operands(call)
    if name in ("toArray", "toList"):
        return True
    if name != "collect":
        return False
    if len(operands) > 2:
        return _makes_new(code, operands[1])
    made = code.definitions[code.source_of(operands[1])]
    if made < 0 or code.ops[made] != Op.INVOKE:
        return False
    named, given = code.reference(made), code.operands(made)
    if named.owner != "java.util.stream.Collectors":
        return False
    if named.name == "toCollection":
        return _makes_new(code, given[0])
    return len(given) <= _MAKERS.get(named.name, -1)


def _makes_new(code: Code, function: int) -> bool:
    """Whether a function is a reference to a constructor."""
    made = code.definitions[code.source_of(function)]
    handle = None if made < 0 else function_of(code, made)
    return handle is not None and handle.kind == _CONSTRUCTOR


def sequential_calls(calls: Calls) -> tuple[NDArray[np.int64], list[tuple[int, int]]]:
    """The calls by which the JDK runs functions of sequential streams, and who makes these: pairs
    of instances, a maker and its function."""
    makers: dict[int, set[int]] = {}
    others: set[int] = set()
    for code, inst, body in functions(calls):
        if is_for_sequential(code, inst):
            makers.setdefault(body, set()).add(code.place)
        else:
            others.add(body)
    pairs = [
        (maker, function)
        for body, places in makers.items()
        if body not in others
        for place in places
        for maker, function in _matching(calls, place, body)
    ]
    bodies = sorted({function for _, function in pairs})
    through = (calls.kinds == int(EdgeKind.LAMBDA)) & ~calls.is_own[calls.callers]
    return np.flatnonzero(through & np.isin(calls.callees, bodies)), pairs


def functions(calls: Calls) -> Iterator[tuple[Code, int, int]]:
    """Where the program makes functions of its own methods: the method's place."""
    places = {
        (method.owner.name, method.name, method.descriptor): place
        for place, method in enumerate(calls.methods)
        if calls.is_own_method[place]
    }
    columns = calls.solution.engine.instructions([int(Op.INVOKE_DYNAMIC)])
    for place, inst in zip(columns[0].tolist(), columns[1].tolist(), strict=True):
        code = calls.code(place)
        handle = None if code is None else function_of(code, inst)
        if code is not None and handle is not None:
            member = handle.member
            body = places.get((member.owner, member.name, member.descriptor))
            if body is not None:
                yield code, inst, body


def _matching(calls: Calls, place: int, body: int) -> Iterator[tuple[int, int]]:
    """Instances of a method and of a function that it makes, by their contexts if these agree."""
    makers, functions = calls.instances_of(place), calls.instances_of(body)
    by_context = {int(calls.context_of[it]): it for it in makers}
    for function in functions:
        maker = by_context.get(int(calls.context_of[function]))
        yield from ((it, function) for it in ([maker] if maker is not None else makers))


def is_of_stream(code: Code, call: int) -> bool:
    """Whether a call is one of a stream."""
    named = code.reference(call)
    return named.owner in _STREAMS


def _is_sequential(code: Code, call: int) -> bool:
    """Whether a call is of a stream that begins and ends in a method and is sequential."""
    return _begins(code, call) and find_ends(code, call, _UNSURE, set())


def _begins(code: Code, call: int) -> bool:
    """Whether the stream that a call is of begins in the method, as a sequential one."""
    for _ in range(_LONGEST):
        named = code.reference(call)
        if named.name in _UNSURE or not named.owner.startswith("java."):
            return False
        if not named.descriptor.endswith("Stream;") and not is_of_stream(code, call):
            return False
        if not is_of_stream(code, call) or _is_source(code, call):
            return not named.owner.endswith("StreamSupport")
        made = code.definitions[code.source_of(code.operands(call)[0])]
        if made < 0 or code.ops[made] != Op.INVOKE:
            return False
        call = made
    return False


def _is_source(code: Code, call: int) -> bool:
    """Whether a call of an interface of streams makes one: `IntStream.range`."""
    operands = code.operands(call)
    if not operands:
        return True
    kind = code.body.type_name(operands[0])
    return kind not in _STREAMS


def find_ends(code: Code, call: int, unsure: set[str], found: set[int]) -> bool:
    """Finds the calls that use up the stream that a call is of; whether all of them are in the
    method, and none has a name that leaves it unsure."""
    return _find_ends(code, call, unsure, found, set())


def _find_ends(code: Code, call: int, unsure: set[str], found: set[int], seen: set[int]) -> bool:
    named = code.reference(call)
    if named.name in unsure:
        return False
    if not named.descriptor.endswith("Stream;"):
        found.add(call)
        return True
    if call in seen or len(seen) > _LONGEST:
        return False
    seen.add(call)
    uses = code.uses.get(code.results[call], ())
    return bool(uses) and all(
        code.ops[use] == Op.INVOKE
        and is_of_stream(code, use)
        and code.operands(use)[0] == code.results[call]
        and _find_ends(code, use, unsure, found, seen)
        for use in uses
    )
