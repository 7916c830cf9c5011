"""The harness of open programs: what the environment may do with a program that has no main.

Paper 1, section 2.1. The environment holds an object of each concrete class that it can make, calls
what is public with these objects as receivers and arguments, and what it is given it uses again.
The harness is one method without order, as the paper's; each of its calls stands for threads of its
own, any number of them at the same time (`Roots.calls`).

`choice` decides between main methods, callbacks of frameworks and open classes; `patterns` and
`opening` tell what is called of open classes, `frameworks` what frameworks call, `pools` makes the
objects, `arguments` knows those of the JDK.

    roots = harness.choose(program, main=None, open=["com.acme..*"], callbacks=None)
    solution = program.points_to(roots=roots)
"""

from snarl.program.harness.choice import choose, mains_alone, open_program

__all__ = ["choose", "mains_alone", "open_program"]
