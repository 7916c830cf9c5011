"""Numbers that stand for a class where there is none: keys in place of a field's own.

A path leads through fields, which are told by their class's number and their own. What else it may
lead through, or what else a lock may be, has a key with one of these numbers instead. They are all
here, so that none is given twice.
"""

from enum import IntEnum, unique


@unique
class StandIn(IntEnum):
    """In place of the number of a class."""

    ELEMENTS = -1
    """Of an array."""
    CONTENTS = -3
    """Of a collection of the JDK."""
    CONSTRUCTION = -4
    """That an object is being made."""
    ATOM = -5
    """The value of an atomic, as a lock."""
    FUNCTION = -6
    """The turn of a function that the JDK calls in turn."""
    WALK = -7
    """That a loop has given an element to a function."""
    CONTRACT = -8
    """The turn of one of the methods of a contract."""
    OWNER_BY_METHOD = -9
    """The thread that owns an object, as it says itself by a method."""
    REDUCTION = -10
    """The turn of who collects into an object."""
    KEY = -11
    """The turn at a key of a map, in a context."""
    VALUE = -12
    """That a word has a value that it leaves for good, or has left it."""
    SERIAL = -13
    """The one thread of an executor that is in a field."""
    KEYED = -14
    """The lock that one map has for the key by which another one has an object."""
    FIRST_WORD = -16
    """From here on downwards: words and flags, by the number of their class."""
