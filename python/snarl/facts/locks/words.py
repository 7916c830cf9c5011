"""Words: a lock that is held, and how it relates to what is accessed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from snarl.facts.code import FieldKey
from snarl.facts.code.values import Root
from snarl.facts.stand_ins import StandIn

Mode = Literal["exclusive", "shared", "own", "before", "after"]
"""`own`: no lock, but an object that only one thread has; nobody else can be in its place. `before`
and `after`: no lock either, but a flag that is not set yet, or is (`flags`)."""
REAL = ("exclusive", "shared")
"""Modes of what is really a lock."""
EVERYWHERE = ("static", "class", "object", "site")
"""Roots that mean the same in all methods."""
DEEPEST = 4
"""Fields on a path; what is deeper is not followed."""
TAKEN = -1
"""In place of a depth: somebody has it for himself until he gives it away (`belongings`)."""


class Lock(NamedTuple):
    """A lock that is held, seen from a method: `root` is a value or parameter of the method; there
    is an object q such that root = q.up and the lock = q.down."""

    root: Root
    up: tuple[FieldKey, ...] = ()
    down: tuple[FieldKey, ...] = ()
    mode: Mode = "exclusive"
    is_monitor: bool = True
    """Whether it is the object's monitor; else it is a lock of `java.util.concurrent`, of which the
    monitor knows nothing."""

    depth: int = 0
    """How often it was held already when it was taken; or `TAKEN`."""

    @property
    def identity(self) -> tuple[object, ...]:
        """What two holds of one lock in one method have in common."""
        return (self.root, self.down, self.is_monitor)

    def __str__(self) -> str:
        return f"{self.root.kind}{self.root.key}{self.up}{self.down}"


def own_parameter(position: int, *down: FieldKey) -> Lock:
    """That no other thread has what a parameter is; or is in what stands for a place in it."""
    return Lock(Root("parameter", (position,)), (), down, mode="own")


CONSTRUCTION: FieldKey = (StandIn.CONSTRUCTION.value, 0)
"""In place of a field: that an object is being made. Only one thread ever makes it."""
IN_CONSTRUCTION = own_parameter(0, CONSTRUCTION)

_OF_FUNCTION = StandIn.FUNCTION.value


def is_being_made(held: Held) -> bool:
    """Whether it is held that an object is being made."""
    return any(lock.down[-1:] == (CONSTRUCTION,) for lock in held)


def once_for(position: int, function: int) -> Lock:
    """That a function runs once for each object that a parameter of it may be."""
    return own_parameter(position, (_OF_FUNCTION, function))


ATOM: FieldKey = (StandIn.ATOM.value, 0)
"""In place of a field: the value of an atomic, as a lock (`taken`)."""
_PLACES = (StandIn.ELEMENTS.value, StandIn.CONTENTS.value)
"""In place of a field, but with an object in it."""
_FIRST_WORD = StandIn.FIRST_WORD.value
"""Below it are the numbers of classes in place of their fields' own: words and flags."""


def word_of_field(field: FieldKey, bit: int = 0) -> FieldKey:
    """In place of a field: its value as a lock, or one bit of it as a flag (`flags`)."""
    return (_FIRST_WORD - field[0], field[1] * 64 + bit.bit_length())


_PARAMETERS = 16
"""So many places are there for the thread that a field holds."""
_OWNER_BY_METHOD = StandIn.OWNER_BY_METHOD.value


def owner_of_field(field: FieldKey, parameter: int = 0) -> FieldKey:
    """In place of a field: that the running thread is the one that it holds (`owners`); or, if that
    is not 0, that a parameter is."""
    return (_FIRST_WORD - field[0], -1 - field[1] * _PARAMETERS - parameter)


def owner_by_method(number: int, parameter: int = 0) -> FieldKey:
    """The same, as the object says itself by a method of some name, which has a number."""
    return (_OWNER_BY_METHOD, -1 - number * _PARAMETERS - parameter)


def is_asked_for(key: FieldKey) -> int | None:
    """The parameter that is the thread which a field holds, 0 for the running thread; None if it is
    about something else."""
    if key[0] == _OWNER_BY_METHOD or (key[0] <= _FIRST_WORD and key[1] < 0):
        return (-1 - key[1]) % _PARAMETERS
    return None


def asked_for(key: FieldKey, parameter: int) -> FieldKey:
    """The same for another parameter."""
    return (key[0], -1 - (-1 - key[1]) // _PARAMETERS * _PARAMETERS - parameter)


def field_of_word(key: FieldKey) -> FieldKey | None:
    """The field whose value is a lock."""
    if key[0] > _FIRST_WORD:
        return None
    place = key[1] // 64 if key[1] >= 0 else (-1 - key[1]) // _PARAMETERS
    return (_FIRST_WORD - key[0], place)


def is_real(lock: Lock) -> bool:
    """Whether it is a lock of the JVM or of `java.util.concurrent`, not what stands for one."""
    return lock.mode in REAL and all(field[0] >= 0 for field in (*lock.up, *lock.down))


def is_word(lock: Lock) -> bool:
    """Whether it is a word that threads compare and set."""
    key = lock.down[-1] if lock.down else (0, 0)
    return key == ATOM or (key[0] <= _FIRST_WORD and key[1] >= 0)


def is_no_object(lock: Lock) -> bool:
    """Whether it is not an object that is locked but what stands for one: a word, a flag, the value
    of a field. It has no other names than by the paths to what has it."""
    return bool(lock.down) and lock.down[-1][0] < 0 and lock.down[-1][0] not in _PLACES


OF_NOBODY_ELSE = Lock(Root("site", ()), mode="own")
"""In place of all hints: what a finalizer finds is nobody else's, whatever lock others hold."""

Held = frozenset[Lock]
NOTHING: Held = frozenset()


def common(one: Held, two: Held) -> Held:
    """What is held on both of two ways. Whoever has an object for itself is as good as a holder of
    all locks that are found from it: nobody else can be in its place."""
    kept = one & two
    if len(kept) == len(one) == len(two):
        return kept
    return kept | _as_good(one - kept, two) | _as_good(two - kept, one)


def _as_good(locks: Held, others: Held) -> Held:
    owned = [it for it in others if it.mode == "own"]
    return frozenset(lock for lock in locks if any(_is_found_from(it, lock) for it in owned))


def _is_found_from(owned: Lock, lock: Lock) -> bool:
    if owned == OF_NOBODY_ELSE:
        return lock.root.kind == "site"
    if lock.root != owned.root:
        return False
    if not owned.up and not owned.down:
        return True
    return lock.up == owned.up and lock.down[: len(owned.down)] == owned.down


class Guard(NamedTuple):
    """How a lock that is held relates to what is accessed. Two accesses of one object with equal
    guards hold one lock."""

    kind: Literal["object", "self", "owner", "site", "likely"]
    """`object`: a lock of which there is one; `self`: found from what is accessed; `owner`: found
    from the object that owns it; `site`: one of those that are made at one place, which proves
    nothing; `likely`: found from what is accessed or from its owner, but perhaps not one for
    good."""
    key: tuple[object, ...]
    mode: Mode
    through: frozenset[FieldKey] = frozenset()
    """For `owner`: the fields that hold what is accessed; they must hold nothing else's."""

    def excludes(self, other: Guard) -> bool:
        """Whether two threads cannot both be in."""
        if (self.kind, self.key) != (other.kind, other.key):
            return False
        if "own" in (self.mode, other.mode):
            return self.mode == other.mode
        if "before" in (self.mode, other.mode):
            return other.mode not in REAL and self.mode not in REAL
        return "exclusive" in (self.mode, other.mode)
