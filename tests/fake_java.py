"""A `java` that is none: it does what a script says, and writes sightings as the agent would.

Whatever is set as its behaviour runs as Python code, with `folder` (where the agent is told to
write), `options` (the agent's), `arguments` (the program's own) and `sightings` (what `see()`
writes).
"""

from __future__ import annotations

import sys
from pathlib import Path

SCRIPT = """#!{python} -S
import os, signal, sys, time
from pathlib import Path

arguments = sys.argv[1:]
given = [it for it in arguments if it.startswith("-javaagent:")]
if not given:
    given = [it.strip('"') for it in os.environ.get("JAVA_TOOL_OPTIONS", "").split()
             if it.strip('"').startswith("-javaagent:")]
arguments = [it for it in arguments if not it.startswith("-javaagent:")]
option = given[-1].partition("=")[2] if given else ""
options = dict(it.partition("=")[::2] for it in option.split(",") if it)
folder = Path(options["detect"]) if "detect" in options else None
sightings = Path({sightings!r}).read_text()

def see(text=None, pid=None):
    pid = pid or os.getpid()
    (folder / f"{{pid}}.txt").write_text((text or sightings).replace("4711", str(pid)))

{behaviour}
"""


def make(folder: Path, sightings: str = "", behaviour: str = "see()", name: str = "java") -> Path:
    """The executable, in a folder `bin`."""
    text = folder / f"{name}.sightings"
    text.write_text(sightings, encoding="utf-8")
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    script = SCRIPT.format(python=sys.executable, sightings=str(text), behaviour=behaviour)
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)
    return path
