"""The process of snarl that is measured: loads a program, solves, prints counts as JSON.

`python -m bench.points_to.snarl_child JDK MAIN CONTEXT APPLICATION… [--counts] [--calls FILE]`.
Without `--counts` it does what a user waits for and no more; with it, the clients of the results
are counted too, for the table of precision. With `--open PATTERN` the program has no main, and is
called at the classes that match, as `snarl check` does it.
"""

import argparse
import gc
import json
import os
import time
from pathlib import Path

import snarl


def main() -> None:
    """Do the work, a time for each step."""
    parser = argparse.ArgumentParser()
    parser.add_argument("jdk")
    parser.add_argument("main")
    parser.add_argument("context")
    parser.add_argument("application", nargs="+")
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--calls", type=Path)
    parser.add_argument("--open")
    asked = parser.parse_args()

    gc.disable()  # as the command line does
    start = time.perf_counter()
    program = snarl.load(asked.application, jdk=asked.jdk)
    loaded = time.perf_counter()
    if asked.open:
        from snarl.program.harness import choose  # a closed program does without

        roots = choose(program, None, [asked.open], start="light")
        solution = program.points_to(context=asked.context, roots=roots)
    else:
        solution = program.points_to(context=asked.context, main=[asked.main])
    said: dict[str, object] = {
        "methods": len(solution.call_graph.methods),
        "load": loaded - start,
        "solve": time.perf_counter() - loaded,
        "degraded": len(solution.degraded),
    }
    if asked.counts:
        said |= _counts(program, solution, asked.calls)
    print(json.dumps(said), flush=True)
    # As the command line ends: the system takes the memory back.
    os._exit(0)


def _counts(
    program: snarl.Program, solution: "snarl.points_to.Solution", file: Path | None
) -> dict[str, int]:
    from bench.points_to.counts import Counts  # needs the points-to package, the rest does not

    counts = Counts(program, solution)
    if file:
        with file.open("w", encoding="utf-8") as out:
            for line in counts.lines:
                print(*line, sep="\t", file=out)
    return dict(counts.figures)


if __name__ == "__main__":
    main()
