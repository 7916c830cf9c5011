"""Graphs as arrays, and what the engine computes over them.

A `Graph` is two numpy arrays (CSR): `targets[offsets[n] : offsets[n + 1]]` are the successors of
node `n`. It knows nothing of programs: a node may be a method, an object, a lock. The call graph
and the heap graph of a program come in this form, and a checker asks::

    graph = Graph.from_edges(len(methods), callers, callees)
    graph.reachable([main])                       # a mask over the nodes
    graph.union(BitSets.from_pairs(n, m, nodes, items))   # what flows to each node
    graph.intersection(roots, starts, adds)       # what holds on all paths

All of it is deterministic, and none of it recurses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from snarl import _engine

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Nodes = NDArray[np.uint32]
    Offsets = NDArray[np.uint64]
    Mask = NDArray[np.bool_]

Scalar = TypeVar("Scalar", bound=np.generic)

_WORD = 64


class BitSets:
    """A set of `0..universe` for each of some nodes, or edges; equal sets may share a row.

    The sets are immutable.
    """

    def __init__(self, universe: int, rows: ArrayLike, bits: ArrayLike) -> None:
        """Sets by their row.

        Args:
            universe: All items are less than this.
            rows: Which row each node has.
            bits: The rows: item `i` is bit `i % 64` of word `i // 64`. Flat, or one row a line.
        """
        self.universe = universe
        self.rows = _array(rows, np.uint32)
        self.bits = _array(np.ravel(np.asarray(bits, np.uint64)), np.uint64)

    @staticmethod
    def from_pairs(count: int, universe: int, nodes: ArrayLike, items: ArrayLike) -> BitSets:
        """The sets of nodes `0..count` from (node, item) pairs, in any order."""
        if universe < 0 or count < 0:
            raise ValueError(f"expected sizes, but got count={count}, universe={universe}")
        at, of = _numbers(nodes, "node", count), _numbers(items, "item", universe)
        if at.shape != of.shape:
            raise ValueError(f"{at.size} nodes do not pair with {of.size} items")
        # Nodes without an item share row 0; the others have one each.
        having, row = np.unique(at, return_inverse=True)
        bits = np.zeros((1 + having.size, _words(universe)), np.uint64)
        where = (row + 1, of // _WORD)
        np.bitwise_or.at(bits, where, np.uint64(1) << (of % _WORD).astype(np.uint64))
        rows = np.zeros(count, np.uint32)
        rows[having] = np.arange(1, 1 + having.size, dtype=np.uint32)
        return BitSets(universe, rows, bits)

    @staticmethod
    def empty(count: int, universe: int) -> BitSets:
        """`count` empty sets."""
        return BitSets(universe, np.zeros(count, np.uint32), np.zeros(_words(universe), np.uint64))

    def __repr__(self) -> str:
        return f"<{len(self)} BitSets over 0..{self.universe}>"

    def __len__(self) -> int:
        """How many sets there are."""
        return len(self.rows)

    def __getitem__(self, node: int) -> NDArray[np.int64]:
        """The items of a node's set, in order."""
        return np.flatnonzero(self._unpacked(int(self.rows[node])))

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        """The sets of all nodes."""
        return (self[node] for node in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether the same nodes have the same items."""
        if not isinstance(other, BitSets):
            return NotImplemented
        if (len(self), self.universe) != (len(other), other.universe):
            return False
        return all(np.array_equal(mine, theirs) for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def of(self, nodes: NDArray[np.integer]) -> BitSets:
        """The sets of some nodes, in the order of these."""
        return BitSets(self.universe, self.rows[nodes], self.bits)

    def contains(self, node: int, item: int) -> bool:
        """Whether a node's set holds an item."""
        if not 0 <= item < self.universe:
            return False
        word = self.bits[int(self.rows[node]) * _words(self.universe) + item // _WORD]
        return bool(int(word) >> (item % _WORD) & 1)

    def nodes_with(self, item: int) -> NDArray[np.int64]:
        """The nodes whose sets hold an item, in order."""
        if not 0 <= item < self.universe:
            return np.zeros(0, np.int64)
        column = self.bits.reshape(-1, _words(self.universe))[:, item // _WORD]
        holds = (column >> np.uint64(item % _WORD)) & np.uint64(1)
        return np.flatnonzero(holds[self.rows])

    def sizes(self) -> NDArray[np.int64]:
        """How many items each node's set holds."""
        if not self.universe:
            return np.zeros(len(self), np.int64)
        counts = np.bitwise_count(self.bits.reshape(-1, _words(self.universe)))
        sizes: NDArray[np.int64] = counts.sum(axis=1, dtype=np.int64)
        return sizes[self.rows]

    def to_csr(self) -> tuple[Offsets, Nodes]:
        """(offsets, items): all sets, written out."""
        sizes = self.sizes()
        offsets = np.zeros(len(self) + 1, np.uint64)
        np.cumsum(sizes, out=offsets[1:], dtype=np.uint64)
        parts = list(self)
        items = np.concatenate(parts) if parts else np.zeros(0, np.int64)
        return offsets, items.astype(np.uint32)

    def _unpacked(self, row: int) -> NDArray[np.uint8]:
        words = _words(self.universe)
        part = self.bits[row * words : (row + 1) * words].astype("<u8").view(np.uint8)
        return np.unpackbits(part, bitorder="little")


@dataclass(frozen=True, slots=True)
class Components:
    """The strongly connected components of a graph.

    Their numbers are a topological order: an edge between two components goes from the lower number
    to the higher.
    """

    of: Nodes
    """The component of each node."""
    count: int

    def __len__(self) -> int:
        """How many there are."""
        return self.count

    def members(self, component: int) -> NDArray[np.int64]:
        """The nodes of a component, in order."""
        return np.flatnonzero(self.of == component)

    def sizes(self) -> NDArray[np.int64]:
        """How many nodes each component has."""
        return np.bincount(self.of, minlength=self.count)


@dataclass(frozen=True, slots=True)
class Intersection:
    """What holds at each node on all paths from the roots."""

    values: BitSets
    """Everything where there is no path."""
    reached: Mask
    """Whether there is a path to each node."""


class Graph:
    """A directed graph; parallel edges and loops are allowed. Edges are numbered as targets are."""

    def __init__(self, offsets: ArrayLike, targets: ArrayLike) -> None:
        """A graph over two arrays, which are checked when they are first used."""
        self.offsets: Offsets = _array(offsets, np.uint64)
        self.targets: Nodes = _array(targets, np.uint32)

    @staticmethod
    def from_edges(nodes: int, sources: ArrayLike, targets: ArrayLike) -> Graph:
        """The graph of nodes `0..nodes` and some edges; those of a node stay in their order."""
        tails, heads = _numbers(sources, "source", nodes), _numbers(targets, "target", nodes)
        if tails.shape != heads.shape:
            raise ValueError(f"{tails.size} sources do not pair with {heads.size} targets")
        offsets = np.zeros(nodes + 1, np.uint64)
        np.cumsum(np.bincount(tails, minlength=nodes), out=offsets[1:], dtype=np.uint64)
        return Graph(offsets, heads[np.argsort(tails, kind="stable")])

    def __repr__(self) -> str:
        return f"<Graph of {len(self)} nodes and {len(self.targets)} edges>"

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.offsets) - 1

    @cached_property
    def sources(self) -> Nodes:
        """Where each edge comes from."""
        counts = self.offsets[1:] - self.offsets[:-1]
        return np.repeat(np.arange(len(self), dtype=np.uint32), counts.astype(np.int64))

    def successors(self, node: int) -> Nodes:
        """Where the edges of a node go."""
        first, end = self.offsets[node : node + 2].tolist()
        return self.targets[first:end]

    def reachable(self, roots: ArrayLike) -> Mask:
        """Whether each node can be reached from one of the roots; roots are."""
        at = _array(_numbers(roots, "root", len(self)), np.uint32)
        return _engine.graph_reachable(self.offsets, self.targets, at)

    def reversed(self) -> Graph:
        """The graph with its edges turned round."""
        return self.reversed_with_edges()[0]

    def reversed_with_edges(self) -> tuple[Graph, Offsets]:
        """The graph turned round, and for each of its edges the number of the original."""
        offsets, targets, edges = _engine.graph_reversed(self.offsets, self.targets)
        return Graph(offsets, targets), edges

    def components(self) -> Components:
        """The strongly connected components."""
        of = _engine.graph_components(self.offsets, self.targets)
        return Components(of, int(of.max()) + 1 if of.size else 0)

    def union(self, own: BitSets) -> BitSets:
        """What flows to each node: the least sets with

        value(n) = own(n) ∪ ⋃ { value(m) | an edge m → n }
        """
        rows, bits = _engine.graph_union(
            self.offsets, self.targets, own.universe, (own.rows, own.bits)
        )
        return BitSets(own.universe, rows, bits)

    def intersection(
        self,
        roots: ArrayLike,
        starts: BitSets,
        adds: BitSets,
        removes: BitSets | None = None,
    ) -> Intersection:
        """What holds on all paths from the roots: the greatest sets with

        value(n) = ⋂ { start(r) | a root r = n }
                 ∩ ⋂ { (value(m) \\ removes(e)) ∪ adds(e) | an edge e: m → n whose m is reached }

        For the locks that are surely held when a method begins, nodes are methods, edges are calls,
        and `adds` are the locks that the caller itself surely holds at the site. A method that a
        thread starts with is a root, with the empty set.

        Args:
            roots: Where paths start.
            starts: What holds at the start of each root: one set for each of `roots`.
            adds: What each edge adds: one set an edge.
            removes: What each edge takes away, before it adds.
        """
        for sets, what in ((adds, "adds"), (removes, "removes")):
            if sets is not None and sets.universe != starts.universe:
                raise ValueError(
                    f"{what} is over 0..{sets.universe}, but starts over 0..{starts.universe}"
                )
        rows, bits, reached = _engine.graph_intersection(
            self.offsets,
            self.targets,
            starts.universe,
            _array(_numbers(roots, "root", len(self)), np.uint32),
            (starts.rows, starts.bits),
            (adds.rows, adds.bits),
            None if removes is None else (removes.rows, removes.bits),
        )
        return Intersection(BitSets(starts.universe, rows, bits), reached)


def _words(universe: int) -> int:
    return -(-universe // _WORD)


def distinct(given: NDArray[Scalar]) -> NDArray[Scalar]:
    """The numbers of an array, each once, in order: as `np.unique`, which imports numpy's masked
    arrays for it, and that takes longer than a small program's facts."""
    ordered = np.sort(given)
    is_new = np.ones(len(ordered), bool)
    is_new[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_new]


def _array(given: ArrayLike, of: type[Scalar]) -> NDArray[Scalar]:
    """The form in which the engine takes arrays."""
    return np.ascontiguousarray(given, dtype=of)


def _numbers(given: ArrayLike, what: str, bound: int) -> NDArray[np.int64]:
    numbers = np.asarray(given)
    numbers = numbers.astype(np.int64) if numbers.size else np.zeros(0, np.int64)
    wrong = numbers[(numbers < 0) | (numbers >= bound)]
    if wrong.size:
        raise ValueError(f"{what} {wrong[0]} is not there: there are {bound}")
    return numbers
