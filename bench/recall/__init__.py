"""Recall against reality: are the calls of real runs in the static call graph?

Small mains of ours (`drivers/`) do with well-known libraries what their users do. Each runs once
under the agent's recorder; each call edge that the run shows, and whose caller is in application
or library code, should be in the graph that `points_to` computes for the same classes. What is
not there is a miss, and the table says why.

`programs` lists them, `runs` makes the recordings, `static_graph` is what is asked of a static
graph, `comparison` finds the misses, `causes` says why, `report` writes the tables, and
`benchmark.run` does it all.
"""

from bench.recall.benchmark import RESULTS, Outcome, run

__all__ = ["RESULTS", "Outcome", "run"]
