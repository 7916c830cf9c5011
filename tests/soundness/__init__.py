"""What really races in the programs of `tests/programs/data-race` is what the check reports.

`runs` runs them under the agent, all in one JVM; `judging` compares with the static races.
"""
