"""Graphs in Python: what the engine computes agrees with what the definitions say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snarl.graph import BitSets, Graph

Edges = list[tuple[int, int]]
Pairs = list[tuple[int, int]]

NODES = 8
UNIVERSE = 70  # more than a word

nodes = st.integers(0, NODES - 1)
edges_lists = st.lists(st.tuples(nodes, nodes), max_size=20)
items = st.integers(0, UNIVERSE - 1)


def graph_of(edges: Edges) -> Graph:
    return Graph.from_edges(NODES, [edge[0] for edge in edges], [edge[1] for edge in edges])


def sets_of(pairs: Pairs, count: int = NODES) -> BitSets:
    return BitSets.from_pairs(
        count, UNIVERSE, [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    )


def reached_from(edges: Edges, start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        for source, target in edges:
            if source == node and target not in found:
                found.add(target)
                waiting.append(target)
    return found


class TestSets:
    @given(st.lists(st.tuples(nodes, items)))
    def test_hold_what_they_were_given(self, pairs: Pairs) -> None:
        sets = sets_of(pairs)
        assert len(sets) == NODES
        for node in range(NODES):
            expected = sorted({item for at, item in pairs if at == node})
            assert sets[node].tolist() == expected
            assert sets.sizes()[node] == len(expected)
            assert all(sets.contains(node, item) for item in expected)
        for item in {item for _, item in pairs}:
            expected = sorted({at for at, of in pairs if of == item})
            assert sets.nodes_with(item).tolist() == expected
        offsets, written = sets.to_csr()
        assert [written[offsets[n] : offsets[n + 1]].tolist() for n in range(NODES)] == [
            found.tolist() for found in sets
        ]
        assert sets == sets_of(pairs[::-1])

    def test_empty(self) -> None:
        sets = BitSets.empty(3, 5)
        assert [found.tolist() for found in sets] == [[], [], []]
        assert not sets.contains(0, 4)
        assert not sets.contains(0, 5)
        assert sets.nodes_with(7).size == 0
        assert sets.to_csr()[0].tolist() == [0, 0, 0, 0]
        assert sets != BitSets.empty(3, 6)
        assert BitSets.empty(2, 0).sizes().tolist() == [0, 0]
        assert repr(sets) == "<3 BitSets over 0..5>"

    def test_items_that_are_not_there(self) -> None:
        with pytest.raises(ValueError, match="item 5 is not there: there are 5"):
            BitSets.from_pairs(2, 5, [0, 1], [1, 5])
        with pytest.raises(ValueError, match="node -1 is not there: there are 2"):
            BitSets.from_pairs(2, 5, [-1], [1])
        with pytest.raises(ValueError, match="1 nodes do not pair with 2 items"):
            BitSets.from_pairs(2, 5, [1], [1, 2])


class TestGraphs:
    def test_the_edges_of_a_node_stay_in_order(self) -> None:
        graph = Graph.from_edges(4, [2, 0, 2, 2], [3, 1, 0, 3])
        assert graph.offsets.tolist() == [0, 1, 1, 4, 4]
        assert graph.targets.tolist() == [1, 3, 0, 3]
        assert graph.sources.tolist() == [0, 2, 2, 2]
        assert graph.successors(2).tolist() == [3, 0, 3]
        assert (len(graph), repr(graph)) == (4, "<Graph of 4 nodes and 4 edges>")
        turned, edges = graph.reversed_with_edges()
        assert turned.targets.tolist() == [2, 0, 2, 2]
        assert edges.tolist() == [2, 0, 1, 3]

    @given(edges_lists, st.lists(nodes, max_size=3))
    def test_reachability(self, edges: Edges, roots: list[int]) -> None:
        expected = set().union(*(reached_from(edges, root) for root in roots))
        assert set(np.flatnonzero(graph_of(edges).reachable(roots)).tolist()) == expected
        turned = [(target, source) for source, target in edges]
        expected = set().union(*(reached_from(turned, root) for root in roots))
        backwards = graph_of(edges).reversed().reachable(roots)
        assert set(np.flatnonzero(backwards).tolist()) == expected

    @given(edges_lists)
    def test_components(self, edges: Edges) -> None:
        components = graph_of(edges).components()
        for node in range(NODES):
            mutual = {at for at in reached_from(edges, node) if node in reached_from(edges, at)}
            assert set(components.members(int(components.of[node])).tolist()) == mutual
        assert all(components.of[source] <= components.of[target] for source, target in edges)
        assert components.sizes().sum() == NODES
        assert len(components.sizes()) == len(components)

    @given(edges_lists, st.lists(st.tuples(nodes, items), max_size=10))
    def test_union(self, edges: Edges, pairs: Pairs) -> None:
        flows = [(to, item) for node, item in pairs for to in reached_from(edges, node)]
        assert graph_of(edges).union(sets_of(pairs)) == sets_of(flows)

    @given(edges_lists, st.lists(nodes, max_size=3), st.data())
    def test_intersection(self, edges: Edges, roots: list[int], data: st.DataObject) -> None:
        graph = graph_of(edges)
        some = st.sets(items, max_size=10)
        starts, adds, removes = (
            [data.draw(some) for _ in range(size)] for size in (len(roots), len(edges), len(edges))
        )
        answer = graph.intersection(roots, *map(sets_by_place, (starts, adds, removes)))
        # The definition, repeated until it holds.
        everything = set(range(UNIVERSE))
        sources, targets = graph.sources.tolist(), graph.targets.tolist()
        reached = graph.reachable(roots)
        values = [set(everything) for _ in range(NODES)]
        before = None
        while before != values:
            before = [set(value) for value in values]
            for root, start in zip(roots, starts, strict=True):
                values[root] &= start
            for edge, (source, target) in enumerate(zip(sources, targets, strict=True)):
                if reached[source]:
                    values[target] &= (values[source] - removes[edge]) | adds[edge]
        assert [set(found.tolist()) for found in answer.values] == values
        assert answer.reached.tolist() == reached.tolist()

    def test_locks_held_on_all_paths(self) -> None:
        """main and a thread's run both call help: main with locks 0 and 1, run with 1 alone."""
        main, run, help, leaf = range(4)
        graph = Graph.from_edges(4, [main, run, help], [help, help, leaf])
        adds = BitSets.from_pairs(3, 3, [0, 0, 1, 2], [0, 1, 1, 2])
        held = graph.intersection([main, run], BitSets.empty(2, 3), adds).values
        assert [found.tolist() for found in held] == [[], [], [1], [1, 2]]

    def test_bad_arrays(self) -> None:
        with pytest.raises(ValueError, match="offsets end at 3, but there are 2 targets"):
            Graph([0, 3], [0, 0]).components()
        with pytest.raises(ValueError, match="edge 1 goes to 7, but there are 1 nodes"):
            Graph([0, 2], [0, 7]).reachable([0])
        with pytest.raises(ValueError, match="target 4 is not there: there are 4"):
            Graph.from_edges(4, [0], [4])
        with pytest.raises(ValueError, match="2 sources do not pair with 1 targets"):
            Graph.from_edges(4, [0, 1], [3])
        with pytest.raises(ValueError, match="root 1 is not there: there are 1"):
            Graph([0, 0], []).reachable([1])
        with pytest.raises(ValueError, match="expected 1 sets of nodes, but got 2"):
            Graph([0, 0], []).union(BitSets.empty(2, 5))
        with pytest.raises(ValueError, match=r"adds is over 0\.\.5, but starts over 0\.\.4"):
            Graph([0, 0], []).intersection([0], BitSets.empty(1, 4), BitSets.empty(0, 5))
        with pytest.raises(ValueError, match="row 1 is not there: there are 1 rows"):
            Graph([0, 0], []).union(BitSets(5, [1], [3]))

    def test_nothing(self) -> None:
        graph = Graph([0], [])
        assert graph.reachable([]).size == 0
        assert len(graph.components()) == 0
        assert len(graph.union(BitSets.empty(0, 0))) == 0

    def test_a_long_chain_and_a_large_cycle(self) -> None:
        count = 1_000_000
        line = np.arange(count - 1)
        chain = Graph.from_edges(count, line, line + 1)
        assert chain.reachable([0]).all()
        assert len(chain.components()) == count
        assert chain.union(BitSets.from_pairs(count, 1, [0], [0])).nodes_with(0).size == count
        ring = np.arange(100_000)
        cycle = Graph.from_edges(len(ring), ring, (ring + 1) % len(ring))
        assert len(cycle.components()) == 1
        none = BitSets.empty(1, 1)
        held = cycle.intersection([5], none, BitSets.empty(len(ring), 1))
        assert not held.values.sizes().any()


def sets_by_place(sets: list[set[int]]) -> BitSets:
    pairs = [(place, item) for place, found in enumerate(sets) for item in sorted(found)]
    return sets_of(pairs, len(sets))
