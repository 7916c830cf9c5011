"""`snarl check` on real programs: the stages of paper 1's figure 11, findings, time, memory.

`programs` lists them, `measure` runs snarl, `spotbugs` the peer, `versions` compares releases
before and after a race was fixed, `page` writes what came out.
"""
