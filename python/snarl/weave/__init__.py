"""Weaving: the pointcut language, and the plan of what the agent instruments.

Paper 5 is the specification of the pointcuts. From text to plan: `parsing` reads a pointcut (its
parts are in `pointcuts`, `members` and `types`), `shadows` lists the places of a method, `matching`
says which of them a pointcut selects and `residue` what is left to test at run time, `sharing` is
what `maybeShared()` asks, `weaving` puts all together, and `plan` is what the agent reads
(`snarl.cache` keeps it for the next run). What a command calls is here.
"""

from snarl.weave.advice import Advice, after, before
from snarl.weave.analysis import find_sharing, plan_for_run, plan_monitor, plan_shared
from snarl.weave.parsing import PointcutError, parse
from snarl.weave.plan import Plan, PlanError

__all__ = [
    "Advice",
    "Plan",
    "PlanError",
    "PointcutError",
    "after",
    "before",
    "find_sharing",
    "parse",
    "plan_for_run",
    "plan_monitor",
    "plan_shared",
]
