"""Soundness against runs: is what really races in real programs among the static races?

Small mains of ours (`drivers/`) use well-known libraries from several threads. Each runs a few
times under the agent, which finds the pairs of accesses that nothing orders. Each of them should be
a pair of the data-race checker for the same classes; what is not is a miss, and `reasons.toml` says
why.

`programs` lists them, `runs` makes the recordings, `benchmark.run` compares, `report` writes the
page.
"""
