"""Locks that programs make by hand: of an atomic word, of a flag, or of a monitor and what it
guards."""
