"""`python -m snarl` is `snarl`."""

from snarl.cli import main

main()
