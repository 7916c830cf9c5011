"""Joined: calls after which all threads that somebody started have surely ended.

What a checker takes for a join because nearly all programs mean it so is no proof. These are: one
thread that its starter joins,

    Thread thread = new Thread(task); thread.start(); …; thread.join();

and threads in an array that is known to nobody else, all of which are joined one after the other:

    for (int i = 0; i < n; i++) { threads[i] = new Thread(…); threads[i].start(); }
    for (Thread thread : threads) { thread.join(); }

If something is thrown on the way, nothing may catch it: then the starter ends as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snarl.facts.calls.reach import Kills
from snarl.facts.code.constants import number
from snarl.program import Op
from snarl.program.body import Instruction

if TYPE_CHECKING:
    from snarl.facts.calls import Calls
    from snarl.facts.code import Code
    from snarl.facts.threads import Thread, Threads

_THREAD = "java.lang.Thread"
_NOT_LESS, _NOT_GREATER = 3, 5
"""How the IR writes `>=` and `<=`."""


class Joined:
    """Finds where threads have ended."""

    def __init__(self, calls: Calls, threads: Threads) -> None:
        self._calls = calls
        self._threads = threads
        self._caught: dict[int, bool] = {}

    def ends(self, parent: Thread, child: Thread) -> Kills:
        """Where all threads of a kind have ended that a thread, of which there is one, has started;
        what it runs in one of the blocks is still before that."""
        kills = Kills()
        if len(child.sites) != 1:
            return kills
        ((place, bci),) = child.sites
        code = self._calls.code(place)
        start = None if code is None else code.call_at(bci)
        if code is None or start is None or not _is_of_thread(code, start, "start"):
            return kills
        instances = self._calls.instances_of(place)
        if any(self._threads.of(it) != [parent] or self.is_caught(it) for it in instances):
            return kills
        points, blocks = self._joins(code, start)
        kills.points.update((it, point) for it in instances for point in points)
        kills.blocks.update((it, block) for it in instances for block in blocks)
        return kills

    def is_caught(self, instance: int) -> bool:
        """Whether what an instance throws may be caught by those who call it."""
        if instance not in self._caught:
            self._caught[instance] = True  # what calls itself
            self._caught[instance] = any(
                self._is_caught_at(caller, site)
                for caller, site, _ in self._calls.callers_of(instance)
            )
        return self._caught[instance]

    def _is_caught_at(self, caller: int, site: int) -> bool:
        code = self._calls.code_of(caller) if self._calls.is_own[caller] else None
        call = None if code is None else code.call_at(site)
        if code is None or call is None or code.handlers[code.block_of[call]]:
            return True
        return self.is_caught(caller)

    def _joins(self, code: Code, start: int) -> tuple[set[int], set[int]]:
        """The joins of what a call starts, in the same method: single calls, and loops."""
        started = code.source_of(code.operands(start)[0])
        array = _array_of(code, started)
        points: set[int] = set()
        blocks: set[int] = set()
        for join in range(len(code)):
            if not _is_of_thread(code, join, "join") or code.handlers[code.block_of[join]]:
                continue
            joined = code.source_of(code.operands(join)[0])
            if joined == started and not code.is_in_loop(start) and not code.is_in_loop(join):
                points.add(join)
            elif array is not None and _element_of(code, joined) == array:
                blocks |= _loop_over(code, array, join)
        return points, blocks


def _is_of_thread(code: Code, inst: int, name: str) -> bool:
    """Whether an instruction calls the method of a thread that waits for ever, or starts it."""
    if code.ops[inst] != Op.INVOKE:
        return False
    named = code.reference(inst)
    return (named.owner, named.name, named.descriptor) == (_THREAD, name, "()V")


def _element_of(code: Code, value: int) -> int | None:
    """The array that a value is loaded from."""
    made = code.definitions[value]
    if made < 0 or code.ops[made] != Op.ARRAY_LOAD:
        return None
    return code.source_of(code.operands(made)[0])


def _array_of(code: Code, started: int) -> int | None:
    """The array that holds a thread which is started, and all others that this call starts: it is
    made once, only this method knows it, and no element is set twice."""
    stores = [it for it in range(len(code)) if code.ops[it] == Op.ARRAY_STORE]
    array = _element_of(code, started)
    if array is None:
        holders = {
            code.source_of(code.operands(it)[0]) for it in stores if _stored(code, it) == started
        }
        array = holders.pop() if len(holders) == 1 else None
    made = -1 if array is None else code.definitions[array]
    if array is None or made < 0 or code.ops[made] != Op.NEW_ARRAY or code.is_in_loop(made):
        return None
    filling = [it for it in stores if code.source_of(code.operands(it)[0]) == array]
    used = (Op.ARRAY_LOAD, Op.ARRAY_STORE, Op.ARRAY_LENGTH)
    if len(filling) != 1 or any(code.ops[use] not in used for use in code.uses.get(array, ())):
        return None
    (fill,) = filling
    counter = code.operands(fill)[1]
    if _stored(code, fill) == array or code.block_of[fill] not in _counted_loop(code, counter):
        return None
    return array


def _stored(code: Code, store: int) -> int:
    return code.source_of(code.operands(store)[2])


def _loop_over(code: Code, array: int, join: int) -> set[int]:
    """The blocks of a loop that joins all elements of an array, one after the other; none if it is
    not sure that it does."""
    load = code.definitions[code.source_of(code.operands(join)[0])]
    counter = code.operands(load)[1]
    loop = _counted_loop(code, counter)
    at = code.block_of[join]
    if at not in loop or any(code.handlers[it] for it in loop):
        return set()
    phi = code.definitions[counter]
    header = code.block_of[phi]
    first = [it for before, it in _comes_from(code, phi) if before not in loop]
    if any(number(code, it) != 0 for it in first):
        return set()
    exits = [(it, to) for it in loop for to in code.successors[it] if to not in loop]
    if len(exits) != 1 or not _ends_behind(code, *exits[0], counter, array):
        return set()
    return set() if header != at and _comes_back(code, header, loop - {at}) else loop


def _ends_behind(code: Code, block: int, to: int, counter: int, array: int) -> bool:
    """Whether a branch leaves a loop only if the counter is not below the length of an array."""
    branch = code.block_offsets[block + 1] - 1
    if code.ops[branch] != Op.IF or len(code.operands(branch)) != 2:
        return False
    sign = int(code.body.details[branch]) ^ code.successors[block].index(to)
    one, two = code.operands(branch)
    if sign == _NOT_LESS:
        return one == counter and _is_length(code, two, array)
    return sign == _NOT_GREATER and two == counter and _is_length(code, one, array)


def _is_length(code: Code, value: int, array: int) -> bool:
    made = code.definitions[value]
    if value == code.operands(code.definitions[array])[0]:
        return True
    is_length = made >= 0 and code.ops[made] == Op.ARRAY_LENGTH
    return is_length and code.source_of(code.operands(made)[0]) == array


def _counted_loop(code: Code, counter: int) -> set[int]:
    """The blocks of a loop with a counter that is one more in each turn; none if it is no such
    counter, if the loop is entered more than once in a call, or has another one in it."""
    phi = code.definitions[counter]
    if phi < 0 or code.ops[phi] != Op.PHI:
        return set()
    header = code.block_of[phi]
    loop = {it for it in code.blocks_after(header) if header in code.blocks_after(it)}
    turns = [it for before, it in _comes_from(code, phi) if before in loop]
    if not turns or not all(_is_next(code, it, counter) for it in turns):
        return set()
    inside = loop - {header}
    return set() if any(_comes_back(code, it, inside) for it in inside) else loop


def _comes_from(code: Code, phi: int) -> list[tuple[int, int]]:
    """The blocks that control comes from, each with what a variable is then."""
    offsets, items = code.body.predecessors
    first, end = offsets[code.block_of[phi] : code.block_of[phi] + 2].tolist()
    return list(zip(items[first:end].tolist(), code.operands(phi), strict=True))


def _comes_back(code: Code, block: int, through: set[int]) -> bool:
    """Whether control may come back to a block through some others alone."""
    seen: set[int] = set()
    waiting = list(code.flow[block])
    while waiting:
        here = waiting.pop()
        if here == block:
            return True
        if here in through and here not in seen:
            seen.add(here)
            waiting += code.flow[here]
    return False


def _is_next(code: Code, value: int, counter: int) -> bool:
    """Whether a value is a counter and one more."""
    made = code.definitions[value]
    if made < 0 or code.ops[made] != Op.BINARY or Instruction(code.body, made).operator != "+":
        return False
    one, two = code.operands(made)
    return (one, number(code, two)) == (counter, 1) or (number(code, one), two) == (1, counter)
