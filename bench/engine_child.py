"""The process that the engine benchmark measures: `python -m bench.engine_child HOME [MODULE]`.

Loads a JDK, or one module of it, builds the hierarchy of all of it, lowers every method to SSA and
keeps the bodies; prints what it did as JSON.
"""

import json
import sys
import time

import snarl


def main(home: str, module: str | None = None) -> None:
    """Do the work, a time for each step."""
    start = time.perf_counter()
    program = snarl.load([], jdk=home, modules=[module] if module else None)
    loaded = time.perf_counter()
    program.engine.link_all()
    linked = time.perf_counter()
    report = program.lower()
    lowered = time.perf_counter()
    counts = {
        "classes": report.classes,
        "methods": report.methods,
        "bodies": report.bodies,
        "instructions": report.instructions,
        "failures": len(report.failures),
    }
    seconds = {"load": loaded - start, "hierarchy": linked - loaded, "lower": lowered - linked}
    print(json.dumps({**counts, "seconds": seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
