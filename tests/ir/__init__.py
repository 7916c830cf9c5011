"""Runs snarl's IR, to learn whether it means what the bytecode means.

`interpreter` runs bodies, `numbers` and `values` hold Java's data, `library` models what of the JDK
cannot be run, and `calls` puts the same calls to the interpreter and to a real JVM. `odd_code` and
`random_code` make methods that no compiler makes.
"""
