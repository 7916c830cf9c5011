"""Java's arithmetic (JLS 4.2, JVMS 6.5) on Python's numbers."""

from __future__ import annotations

import ctypes
import math
import operator
import struct
from collections.abc import Callable

Number = int | float


def wrap(value: int, bits: int) -> int:
    """The low bits, read as a signed number."""
    half = 1 << bits - 1
    return (value + half & (1 << bits) - 1) - half


def to_int(value: int) -> int:
    return wrap(value, 32)


def to_long(value: int) -> int:
    return wrap(value, 64)


def to_float(value: float) -> float:
    """The nearest number of 32 bits."""
    return ctypes.c_float(value).value


def _long_to_float(value: int) -> float:
    """Rounds once: what gets lost on the way to a double is kept as an odd last bit."""
    size = abs(value)
    if size >> 53 and size & 0x7FF:
        size = size & ~0x7FF | 0x800
    return math.copysign(to_float(float(size)), value)


def _saturate(value: float, bits: int) -> int:
    if math.isnan(value):
        return 0
    limit = 1 << bits - 1
    if value >= limit:
        return limit - 1
    return -limit if value <= -limit else int(value)


def _divide_integers(left: int, right: int) -> int:
    if right == 0:
        raise ZeroDivisionError
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder_of_integers(left: int, right: int) -> int:
    return left - _divide_integers(left, right) * right


def _divide(left: float, right: float) -> float:
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left) or math.isnan(right):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _remainder(left: float, right: float) -> float:
    if math.isnan(left) or math.isnan(right) or math.isinf(left) or right == 0:
        return math.nan
    return math.fmod(left, right)


Binary = Callable[[Number, Number], Number]
_FLOATING: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "%": _remainder,
}
_INTEGRAL: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide_integers,
    "%": _remainder_of_integers,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_BITS = {"int": 32, "long": 64}


def binary(sign: str, type: str) -> Callable[..., Number]:
    """The operation of an IR `BINARY`. Raises `ZeroDivisionError` where Java's is due."""
    if type == "double":
        return _FLOATING[sign]
    if type == "float":
        operation = _FLOATING[sign]
        return lambda left, right: to_float(operation(left, right))
    bits = _BITS[type]
    if sign == "<<":
        return lambda left, right: wrap(left << (right & bits - 1), bits)
    if sign == ">>":
        return lambda left, right: left >> (right & bits - 1)
    if sign == ">>>":
        mask = (1 << bits) - 1
        return lambda left, right: wrap((left & mask) >> (right & bits - 1), bits)
    whole = _INTEGRAL[sign]
    return lambda left, right: wrap(whole(left, right), bits)


def negate(type: str) -> Callable[..., Number]:
    if type in _BITS:
        bits = _BITS[type]
        return lambda value: wrap(-value, bits)
    return operator.neg


def convert(source: str, target: str) -> Callable[..., Number]:
    """The operation of an IR `CONVERT`."""
    if target in _NARROW:
        return _NARROW[target]
    if target in _BITS:
        bits = _BITS[target]
        if source in ("float", "double"):
            return lambda value: _saturate(value, bits)
        return lambda value: wrap(value, bits)
    if target == "double":
        return float
    return _long_to_float if source == "long" else lambda value: to_float(float(value))


_NARROW: dict[str, Callable[[int], int]] = {
    "byte": lambda value: wrap(value, 8),
    "short": lambda value: wrap(value, 16),
    "char": lambda value: value & 0xFFFF,
    "boolean": lambda value: value & 1,
}


def narrow(type: str) -> Callable[[int], int] | None:
    """How an int is cut to a smaller type when it is stored; None for the other types."""
    return _NARROW.get(type)


def compare(nan: int) -> Callable[[Number, Number], int]:
    """The operation of an IR `COMPARE`, with what it gives for NaN."""

    def run(left: Number, right: Number) -> int:
        if left < right:
            return -1
        if left > right:
            return 1
        return 0 if left == right else nan

    return run


CONDITIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
}


def float_bits(value: float) -> int:
    """As `Float.floatToIntBits`: one NaN."""
    return (
        0x7FC00000 if math.isnan(value) else int(struct.unpack(">i", struct.pack(">f", value))[0])
    )


def double_bits(value: float) -> int:
    """As `Double.doubleToLongBits`: one NaN."""
    if math.isnan(value):
        return 0x7FF8000000000000
    return int(struct.unpack(">q", struct.pack(">d", value))[0])


def float_of_bits(bits: int) -> float:
    return float(struct.unpack(">f", struct.pack(">i", bits))[0])


def double_of_bits(bits: int) -> float:
    return float(struct.unpack(">d", struct.pack(">q", bits))[0])
