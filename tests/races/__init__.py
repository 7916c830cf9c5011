"""Programs that say beside their lines which data races must be found there.

The programs are `tests/programs/data-race/*.java`, one idea a file. `expectations` reads what they
say, `programs` compiles and checks them, `comparison` tells where the findings differ, `reality`
runs them on a JVM.

`PYTHONPATH=tests .venv/bin/python -m races NAME…` shows what differs.
"""
