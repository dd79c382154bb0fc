"""Play plans on levels, one or a million at a time."""

from __future__ import annotations

from collections.abc import Sequence

from topple._native import iphyre as core
from topple.sim.checks import checked_stride, checked_threads, clear_errors, one_per_plan
from topple.worlds.iphyre.level import Level
from topple.worlds.iphyre.timing import Removal

Play = core.Play


def simulate(
    levels: Level | Sequence[Level],
    plans: Sequence[Sequence[Removal]],
    *,
    stride: int = 0,
    threads: int | None = None,
) -> list[Play]:
    """Play lists of removals on a thread pool, each a step and an object.

    Give one level and many plans, or as many levels as plans. With a stride, plays hold the poses
    of moving objects at the start, every `stride` steps and at the end.
    """
    several = one_per_plan(levels, Level, plans)
    with clear_errors():
        natives = [level.native for level in several]
        return core.play(natives, plans, checked_stride(stride), checked_threads(threads))
