"""Modelled methods: what a method that has a model hands on to those that it calls.

`String.valueOf(list)` calls `list.toString()`: what is known of the argument of the one, a lock of
its owner's say, is known of the receiver of the other. Calls in models have no instruction to look
at; their effects tell the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snarl.program.models.language import Call, Copy, Effect, New, Place, Reflect, parse
from snarl.program.models.linking import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from snarl.points_to import Solution
    from snarl.program import Method

Positions = tuple[int | None, ...]
"""Of each parameter of a callee, the receiver first, which parameter of its caller it is."""

_RETURN = Place("return")
_KNOWN = re.compile(r"java\.util\.(?!concurrent\.)|scala\.collection\.mutable\.")
"""Beginnings of the names of collections; executors tell threads of what they are given."""
_INSTANCES = ("instance", "construct")
_IMMUTABLE = "Lscala/collection/immutable/"


class Modelled:
    """Which parameters models hand on, and which models make what they give."""

    def __init__(self, solution: Solution) -> None:
        self._entries = solution.models.entries
        self._known: dict[tuple[Method, Method], Positions] = {}
        self._factories: dict[Method, bool] = {}

    def gives_new(self, method: Method) -> bool:
        """Whether a modelled method gives a collection or the like that it has made, and told
        nobody of it."""
        if method not in self._factories:
            self._factories[method] = self._is_factory(method)
        return self._factories[method]

    def _is_factory(self, method: Method) -> bool:
        entry = self._entries.get((method.owner.id, method.index))
        effects = [] if entry is None else parse(entry.effects)
        given = [_source(effects, it) for it in effects if it.target == _RETURN]
        made = [it for it in given if isinstance(it, New) and _KNOWN.match(it.type)]
        others = [it for it in given if it not in made]
        if not made or not all(_never_changes(method, it) for it in others):
            return False
        told = {_RETURN, *(it.target for it in effects if it.source in made)}
        return not any(_tells(it, told) for it in effects)

    def gives_instance(self, method: Method) -> bool:
        """Whether a modelled method gives an object that it has made of a class that is a value:
        `Class.newInstance`."""
        entry = self._entries.get((method.owner.id, method.index))
        effects = [] if entry is None else parse(entry.effects)
        given = [it.source for it in effects if it.target == _RETURN]
        return bool(given) and all(
            isinstance(it, Reflect) and it.what in _INSTANCES for it in given
        )

    def handed_on(self, caller: Method, callee: Method) -> Positions:
        """What the parameters of a callee are that a modelled method calls; nothing where the model
        has several calls that it may be, and they differ."""
        key = (caller, callee)
        if key not in self._known:
            self._known[key] = self._find(*key)
        return self._known[key]

    def _find(self, caller: Method, callee: Method) -> Positions:
        entry = self._entries.get((caller.owner.id, caller.index))
        effects = [] if entry is None else parse(entry.effects)
        count = len(split(callee.descriptor)[0]) + (not callee.is_static)
        given = (_given(it, callee.name) for it in effects)
        found = {
            tuple(_position(effects, place, caller.is_static) for place in places)
            for places in given
            if places is not None and len(places) == count
        }
        return found.pop() if len(found) == 1 else ()


def _given(effect: Effect, name: str) -> Sequence[Place | None] | None:
    """What an effect gives to a method, if it calls one of this name."""
    source = effect.source
    if isinstance(source, New) and source.arguments is not None and name == "<init>":
        return [None, *(it.place for it in source.arguments)]
    if not isinstance(source, Call) or source.spawn or source.method != name:
        return None
    arguments = [it.place for it in source.arguments]
    return arguments if source.receiver is None else [source.receiver, *arguments]


def _source(effects: Sequence[Effect], effect: Effect) -> object:
    """What an effect gives, by whatever name."""
    source = effect.source
    if isinstance(source, Copy) and not source.place.path:
        found = [it.source for it in effects if it.target == source.place]
        return found[0] if len(found) == 1 else source
    return source


def _never_changes(method: Method, source: object) -> bool:
    """Whether a source is an argument that is never changed, whoever knows it."""
    if not isinstance(source, Copy) or source.place.path or not source.place.root[3:].isdecimal():
        return False
    types = split(method.descriptor)[0]
    return types[int(source.place.root[3:])].startswith(_IMMUTABLE)


def _tells(effect: Effect, told: set[Place | None]) -> bool:
    """Whether an effect lets others know what is returned: by a thread, an argument, a copy."""
    source = effect.source
    if isinstance(source, Call):
        is_task = source.spawn and source.receiver in told
        return is_task or any(it.place in told for it in source.arguments)
    if isinstance(source, New):
        return any(it.place in told for it in source.arguments or ())
    if not isinstance(source, Copy):
        return True
    return source.place in told and effect.target != _RETURN


def _position(effects: Sequence[Effect], place: Place | None, is_static: bool) -> int | None:
    """The parameter that a place is; None if it is none."""
    while place is not None and not place.path:
        if place.root == "this":
            return 0
        if place.root.startswith("arg") and place.root[3:].isdecimal():
            return int(place.root[3:]) + (not is_static)
        place = _copied(effects, place)
    return None


def _copied(effects: Sequence[Effect], local: Place) -> Place | None:
    """What a name that has one value was given."""
    found = [it.source for it in effects if it.target == local]
    source = found[0] if len(found) == 1 else None
    return source.place if isinstance(source, Copy) else None
