"""Fences: a plain read before one, or a plain write behind one, is as good as an ordered one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snarl.facts.accesses.instructions import Instructions
    from snarl.facts.accesses.table import AccessTable
    from snarl.facts.calls import Calls

_BEHIND_READS = {"acquireFence", "fullFence", "loadLoadFence", "loadFence"}
_BEFORE_WRITES = {"releaseFence", "fullFence", "storeStoreFence", "storeFence"}


def mark_fenced(table: AccessTable, calls: Calls, instructions: Instructions) -> None:
    """Marks plain accesses that fences order with others: reads before one, and writes behind one,
    in the same block."""
    for place, inst, _ in instructions.calls_of(_BEHIND_READS | _BEFORE_WRITES):
        code = calls.code(place)
        if code is None or not code.reference(inst).owner.startswith(("java.", "jdk.", "sun.")):
            continue
        name, block = code.reference(inst).name, code.block_of[inst]
        first, end = code.block_offsets[block : block + 2]
        here = table.methods == place
        if name in _BEHIND_READS:
            before = (table.insts >= first) & (table.insts < inst)
            table.atomic |= here & before & ~table.writes
        if name in _BEFORE_WRITES:
            behind = (table.insts > inst) & (table.insts < end)
            table.atomic |= here & behind & table.writes
