"""Ground: the facts that locks are found from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.accesses import Accesses
    from snarl.facts.atomics import Atomics
    from snarl.facts.calls import Calls
    from snarl.facts.code.values import Values
    from snarl.facts.contracts import Contracts
    from snarl.facts.heap import Heap
    from snarl.facts.ownership.publication import Publication
    from snarl.facts.threads import Threads
    from snarl.facts.threads.instances import Once
    from snarl.points_to import Solution


@dataclass(frozen=True, slots=True)
class Ground:
    """Each is described where `Facts` makes it."""

    solution: Solution
    calls: Calls
    accesses: Accesses
    threads: Threads
    values: Values
    once: Once
    heap: Heap
    publication: Publication
    atomics: Atomics
    contracts: Contracts
