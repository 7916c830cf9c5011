"""Programs that say beside their lines what the points-to analysis must find there.

The programs are `tests/programs/points-to/*.java`, one idea a file. `expectations` reads what they
say, `programs` compiles them, `findings` puts what the analysis found into the same words,
`reality` runs them on a JVM.

`PYTHONPATH=tests .venv/bin/python -m points_to NAME…` shows what was expected and found; with
`--update` it writes what was found into the sources: read the difference before you commit it.
"""
