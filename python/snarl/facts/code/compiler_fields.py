"""Fields that compilers make for themselves: what races there is not the program's to mend."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from snarl.program.model import Access as Flag

if TYPE_CHECKING:
    from snarl.program import Field

_FINAL, _SYNTHETIC = int(Flag.FINAL), int(Flag.SYNTHETIC)
_CONTINUATION = "kotlin.coroutines.jvm.internal.BaseContinuationImpl"
_COROUTINE_STATE = re.compile(r"label|result|[A-Z]\$\d+|p\$\d*")


def is_made_by_compiler(field: Field) -> bool:
    """Whether a compiler has made a field, and nobody else uses it."""
    return _is_class_cache(field) or _is_of_compiler(field) or _is_coroutine_state(field)


def _is_coroutine_state(field: Field) -> bool:
    """Whether Kotlin's compiler made a field to keep what a coroutine goes on with: whoever resumes
    it comes after it was suspended, and nobody resumes it twice."""
    if field.flags & _FINAL or _COROUTINE_STATE.fullmatch(field.name) is None:
        return False
    above = field.owner.super_class
    while above is not None:
        if above.name == _CONTINUATION:
            return True
        above = above.super_class
    return False


def _is_of_compiler(field: Field) -> bool:
    """Whether a compiler keeps something of its own in a field, as Groovy its metaclasses: the
    program cannot mend that. What a compiler captures is final."""
    return bool(field.flags & _SYNTHETIC) and not field.flags & _FINAL


def _is_class_cache(field: Field) -> bool:
    """Whether old compilers made a field to keep a class literal in: always the same one."""
    return field.descriptor == "Ljava/lang/Class;" and field.name.startswith(("class$", "array$"))
