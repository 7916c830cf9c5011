"""Locks that programs make by hand: of an atomic word, of a flag, or of a monitor and what it
guards.

Each is an `idiom` that the dataflow asks. Words: `taken` (compared and set), `counted` (readers and
writers), `exchanges`, `handovers`, `batons`, `permits`; `past` are values that one has left for
good, `given_back` those that are given back for others. Flags and latches: `flags`, `latches`,
`openers`. Of a monitor: `gates`. `owners` are threads that ask whether they are the one that an
object knows, and `ordered` are two locks that are taken in an order.
"""
