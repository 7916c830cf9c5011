"""Benchmarks: snarl and its peers, side by side, on the machine at hand."""
