"""What the environment holds, and the calls that it makes with it (paper 1, section 2.1).

Of each type that is a parameter or a receiver there is one variable, a *pool*: all that the
environment has of this type. Into a pool go

- an object of each concrete class below the type that the environment can make: one object a class,
  with each of its constructors called on it with arguments from pools;
- what calls return, what public constants hold, and the elements of arrays that calls return, by
  their declared type, if it is the application's: of others the environment has enough;
- a *mock*, if there is nothing to make: an object of the interface or abstract class itself.
  Abstract methods of a mock do nothing; those with code run, for the environment may extend it.

A type of the JDK or of a library gets an object of its most usual class (`arguments.toml`) and what
the application implements of it. A type that says nearly nothing, with more than `FEW` classes of
the application below it (`Object`, `Serializable`, the root interface of a library), would let
everything reach everything: as a parameter it gets a plain object, of `Object` also a text, and
nothing else. What methods do with such an argument is mostly to keep it, or to cast it to a type
that is a parameter elsewhere too. In a large program, of which the environment makes more than
`MANY` classes, what a call returned becomes a receiver, but an argument only where the environment
can make none itself: its own object of the class passes through the same methods. Receivers are
never cut down.

Between pools there are copies only from types that something is declared of to those of its super
types that are used, so their number stays small.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from snarl.program.harness.arguments import injected, usual
from snarl.program.models.linking import split
from snarl.program.surface import FINAL, PUBLIC, STATIC

if TYPE_CHECKING:
    from snarl import _engine
    from snarl.program.surface import Row, Surface

FEW = 50
"""So many classes below a type are told apart where it is a parameter."""

MANY = 200
"""With so many classes to make objects of, those that calls return are no arguments too."""

_FEW_NEW = 8
"""So many are made anew for one call."""
_DEPTH = 3
"""So deep are the arguments of constructors made anew."""
_OBJECT = "java/lang/Object"
_STRING = "java/lang/String"


class Pools:
    """What the environment holds. First come all calls, then `finish`."""

    def __init__(
        self,
        surface: Surface,
        body: _engine.Synthetic,
        hidden: Iterable[int] = (),
        *,
        injects: bool = False,
    ) -> None:
        """`hidden` are classes that the environment can make although they are not public;
        `injects` tells that it sets fields that are annotated so."""
        self._surface = surface
        self._body = body
        self._hidden = frozenset(hidden)
        self._injects = injects
        self._pools: dict[str, int] = {}
        self._receivers: dict[int, int] = {}
        self._given: dict[str, list[int]] = defaultdict(list)
        self._foreign: dict[int, int] = {}
        self._hidden_behind: dict[int, Sequence[int]] = {}
        self._wanted: deque[str] = deque()
        self._wanted_below: deque[int] = deque()
        self._made: dict[int, int] = {}
        self._plain: dict[str, int] = {}

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        """The classes that the environment can make, by their super types."""
        surface = self._surface
        below = defaultdict(list)
        for of in self._concrete:
            hidden = of in self._hidden
            if (hidden or surface.is_public(of)) and surface.constructors(of, hidden=hidden):
                for above in surface.above(of):
                    below[above].append(of)
        return below

    @cached_property
    def _concrete(self) -> list[int]:
        return [it for it in self._surface.application if self._surface.is_concrete(it)]

    # Calls

    def call(self, row: Row, receiver: int) -> None:
        """Calls a method with all that fits, on what is in the pool of a class."""
        this = -1 if row.flags & STATIC else self._receiver(receiver)
        self.call_on(row, this)

    def call_hidden(self, row: Row, of: int, hidden: Sequence[int]) -> None:
        """Calls a method of a type of others, on what calls gave of this type and is of a hidden
        class."""
        this = self._foreign.get(of)
        if this is None:
            this = self._foreign[of] = self._body.variable(f"L{self._surface.internal(of)};")
            self._hidden_behind[of] = hidden
        self.call_on(row, this)

    def call_on(self, row: Row, this: int) -> None:
        """Calls a method with all that fits, on an object."""
        arguments, returns = self._arguments(row.descriptor)
        self._take(returns, self._call(row, this, arguments))

    def call_anew(self, row: Row, this: int) -> None:
        """Calls a method with arguments that are made for this call, on an object."""
        parameters, returns = split(row.descriptor)
        arguments = [self._anew(it) for it in parameters]
        self._take(returns, self._call(row, this, arguments))

    def _call(self, row: Row, this: int, arguments: list[int]) -> int:
        owner = self._surface.internal(row.owner)
        if row.flags & STATIC:
            return self._body.call("static", owner, row.name, row.descriptor, arguments)
        return self._body.call("virtual", owner, row.name, row.descriptor, [this, *arguments])

    def constants(self, of: int) -> None:
        """Takes what the public constants of a class hold."""
        constant = PUBLIC | STATIC | FINAL
        for name, descriptor, flags in self._surface.fields(of):
            if flags & constant == constant and descriptor[0] in "L[":
                owner = self._surface.internal(of)
                self._take(descriptor, self._body.load_static(owner, name, descriptor))

    def _arguments(self, descriptor: str) -> tuple[list[int], str]:
        parameters, returns = split(descriptor)
        return [self._argument(it) for it in parameters], returns

    def _argument(self, descriptor: str) -> int:
        """The pool of a type; -1 for a primitive."""
        found = self._pools.get(descriptor)
        if found is not None:
            return found
        if descriptor[0] not in "L[":
            return -1
        self._pools[descriptor] = made = self._body.variable(descriptor)
        self._wanted.append(descriptor)
        return made

    def _receiver(self, of: int) -> int:
        """The pool of a class that is called; it takes all that is made below it."""
        found = self._receivers.get(of)
        if found is None:
            found = self._body.variable(f"L{self._surface.internal(of)};")
            self._receivers[of] = found
            self._wanted_below.append(of)
        return found

    def _take(self, descriptor: str, variable: int) -> None:
        """Keeps what a call gave; of an array, its elements, which other arrays then have too."""
        if variable < 0 or descriptor.lstrip("[")[0] != "L":
            return
        while descriptor[0] == "[":
            descriptor, variable = descriptor[1:], self._body.load_elements(variable)
        self._given[descriptor].append(variable)

    # Objects

    def finish(self) -> None:
        """Makes the objects that pools need, and connects the pools."""
        while self._wanted or self._wanted_below:
            if self._wanted_below:
                self._make_below(self._wanted_below.popleft())
            else:
                self._fill(self._wanted.popleft())
        for of, made in self._made.items():
            self._copy([made], [*self._receivers_of(of), *self._pools_of(of)])
        for descriptor, given in self._given.items():
            known = self._surface.find(descriptor[1:-1])
            if known is None:
                continue
            if self._surface.is_application(known) or descriptor[1:-1] == _OBJECT:
                self._copy(given, [*self._receivers_of(known), *self._pools_of_given(known)])
            if known in self._foreign:
                self._copy_hidden(given, known)

    def _copy_hidden(self, sources: list[int], of: int) -> None:
        """Of what calls gave of a type of others, only objects of hidden classes matter: others
        are the environment's own kind, or called as what they are."""
        joined = self._body.variable(f"L{self._surface.internal(of)};")
        self._copy(sources, [joined])
        for hidden in self._hidden_behind[of]:
            self._body.copy(joined, self._foreign[of], f"L{self._surface.internal(hidden)};")

    def _copy(self, sources: list[int], targets: list[int]) -> None:
        if len(sources) > 1 and len(targets) > 1:
            joined = self._body.variable(f"L{_OBJECT};")
            self._copy(sources, [joined])
            sources = [joined]
        for source in sources:
            for target in targets:
                self._body.copy(source, target)

    def _receivers_of(self, of: int) -> Iterator[int]:
        """The pools of receivers that take what is of a class."""
        for above in self._surface.above(of):
            found = self._receivers.get(above)
            if found is not None:
                yield found

    def _pools_of(self, of: int) -> Iterator[int]:
        """The pools of arguments that take what is of a class."""
        for above in self._surface.above(of):
            found = self._pools.get(f"L{self._surface.internal(above)};")
            if found is not None and not self._is_wide(above):
                yield found

    def _pools_of_given(self, of: int) -> Iterator[int]:
        """The same for what calls give."""
        if len(self._made) <= MANY or not self._below[of]:
            yield from self._pools_of(of)

    def _is_wide(self, of: int) -> bool:
        return len(self._below[of]) > FEW

    def _fill(self, descriptor: str) -> None:
        """Makes what the pool of a parameter needs."""
        pool = self._pools[descriptor]
        if descriptor[0] == "[":
            made = self._body.new(descriptor)
            self._body.copy(made, pool)
            element = self._argument(descriptor[1:])
            if element >= 0:
                self._body.store_elements(made, element)
            return
        of = self._surface.find(descriptor[1:-1])
        if of is None:
            return
        if self._is_wide(of):
            self._body.copy(self._make_plain(of), pool)
        elif self._surface.is_application(of):
            self._make_below(of)
        else:
            self._body.copy(self._make_plain(of), pool)
            for below in self._below[of]:
                self.made(below)
        if descriptor[1:-1] == _OBJECT:
            self._body.copy(self._argument(f"L{_STRING};"), pool)

    def _make_below(self, of: int) -> None:
        """Makes all that can be made of a type of the application; if there is none, a mock."""
        surface = self._surface
        below = self._below[of]
        if not below and not surface.is_public(of):
            # Nobody else can implement it, so that no mock stands for what there is.
            hidden = (it for it in self._concrete if of in surface.above(it))
            below = [it for it in hidden if surface.constructors(it, hidden=True)]
        for it in below:
            self.made(it)
        if not below and not surface.is_concrete(of):
            self.made(of)

    def made(self, of: int) -> int:
        """The object that the environment has of a class of the application, or a mock."""
        found = self._made.get(of)
        if found is None:
            descriptor = f"L{self._surface.internal(of)};"
            found = self._made[of] = self._body.new(descriptor)
            self._construct(of, found)
        return found

    def made_anew(self, of: int) -> int:
        """One more object of a class, which is in no pool; its constructors are called with what
        is."""
        made = self._body.new(f"L{self._surface.internal(of)};")
        self._construct(of, made)
        return made

    def _construct(self, of: int, made: int) -> None:
        surface = self._surface
        owner = surface.internal(of)
        hidden = of in self._hidden or not surface.is_public(of)
        for row in surface.constructors(of, hidden=hidden):
            arguments, _ = self._arguments(row.descriptor)
            self._body.call("special", owner, row.name, row.descriptor, [made, *arguments])
        if self._injects:
            for above in filter(surface.is_application, surface.above(of)):
                self._inject(above, made)

    def _inject(self, owner: int, made: int) -> None:
        """Sets the fields that a framework sets."""
        for name, descriptor, flags in self._surface.fields_annotated(owner, injected()):
            if not flags & STATIC and descriptor[0] == "L":
                value = self._argument(descriptor)
                self._body.store(made, self._surface.internal(owner), name, descriptor, value)

    def _make_plain(self, of: int) -> int:
        """The object for a type that is not the application's, or for one that says little."""
        name = usual().classes.get(self._surface.internal(of), self._surface.internal(of))
        found = self._plain.get(name)
        if found is None:
            found = self._plain[name] = self._body.new(f"L{name};")
            self._construct_plain(name, found, self._argument(f"L{_OBJECT};"))
        return found

    def _construct_plain(self, owner: str, made: int, held: int) -> None:
        """Calls the simplest constructor, and puts something into a container."""
        of = self._surface.find(owner)
        if of is None or owner == _STRING or not self._surface.is_concrete(of):
            return
        rows = [row for row in self._surface.constructors(of) if row.flags & PUBLIC]
        if not rows:
            return
        simplest = min(rows, key=lambda row: (len(split(row.descriptor)[0]), row.place))
        parameters, _ = split(simplest.descriptor)
        arguments = [self._body.new(it) if it[0] in "L[" else -1 for it in parameters]
        special = simplest.name, simplest.descriptor
        self._body.call("special", owner, *special, [made, *arguments])
        above = {self._surface.internal(it) for it in self._surface.above(of)}
        for container, name, descriptor in usual().fill:
            if container in above:
                arguments = [made] + [held] * len(split(descriptor)[0])
                self._body.call("virtual", container, name, descriptor, arguments)

    # Objects for one call

    def _anew(self, descriptor: str, depth: int = 0) -> int:
        """An object of a type that no other call has; -1 for a primitive."""
        if descriptor[0] not in "L[" or depth == _DEPTH:
            return -1
        if descriptor[0] == "[":
            made = self._body.new(descriptor)
            element = self._anew(descriptor[1:], depth)
            if element >= 0:
                self._body.store_elements(made, element)
            return made
        of = self._surface.find(descriptor[1:-1])
        if of is None:
            return -1
        if not self._surface.is_application(of):
            name = usual().classes.get(descriptor[1:-1], descriptor[1:-1])
            made = self._body.new(f"L{name};")
            self._construct_plain(name, made, self._body.new(f"L{_OBJECT};"))
            return made
        all_made = self._body.variable(descriptor)
        for it in self._classes_anew(of):
            self._body.copy(self._application_anew(it, depth), all_made)
        return all_made

    def _classes_anew(self, of: int) -> Collection[int]:
        """The classes of which a call gets an object where it wants some type: those below it, if
        they are not too many; else the class itself, if only as a mock."""
        below = self._below[of]
        return below if 0 < len(below) <= _FEW_NEW else [of]

    def _application_anew(self, of: int, depth: int) -> int:
        owner = self._surface.internal(of)
        made = self._body.new(f"L{owner};")
        for row in self._surface.constructors(of):
            parameters, _ = split(row.descriptor)
            arguments = [self._anew(it, depth + 1) for it in parameters]
            self._body.call("special", owner, row.name, row.descriptor, [made, *arguments])
        return made
