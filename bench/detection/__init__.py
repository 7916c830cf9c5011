"""What the agent's detectors cost: programs that compute on several threads, with and without.

`programs` lists them (`programs/` holds their sources), `measure` runs each of them plain and under
the agent, in turns, `page` writes what came out.
"""
