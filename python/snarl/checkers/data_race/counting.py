"""Counts pairs of accesses, for the stages of paper 1 and for findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class DistinctPairs:
    """Counts unordered pairs of accesses, one of which writes, each once: a row of bits for each
    write, a bit for each access."""

    def __init__(self, accesses: NDArray[np.int64], writes: NDArray[np.bool_]) -> None:
        """Pairs among some accesses, of which some write."""
        self._bit = {access: 1 << place for place, access in enumerate(accesses.tolist())}
        self._rows = dict.fromkeys(accesses[writes].tolist(), 0)

    def add(self, first: Collection[int], second: Collection[int]) -> None:
        """Adds each of the one with each of the other."""
        self._add(first, second)
        if first is not second:
            self._add(second, first)

    def _add(self, ones: Iterable[int], others: Iterable[int]) -> None:
        rows = [access for access in ones if access in self._rows]
        if rows:
            bits = self._bits(others)
            for access in rows:
                self._rows[access] |= bits

    def _bits(self, accesses: Iterable[int]) -> int:
        bits = 0
        for access in accesses:
            bits |= self._bit[access]
        return bits

    def __len__(self) -> int:
        """How many there are. Pairs of two writes are in two rows, or it is one with itself."""
        is_write = self._bits(self._rows)
        with_reads = with_writes = with_themselves = 0
        for access, row in self._rows.items():
            with_reads += (row & ~is_write).bit_count()
            with_writes += (row & is_write).bit_count()
            with_themselves += row & self._bit[access] != 0
        return with_reads + (with_writes + with_themselves) // 2
