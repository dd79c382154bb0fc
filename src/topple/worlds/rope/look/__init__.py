"""The look of rope: attempts recorded as figures and their places at every moment."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.look import Recording
from topple.tasks.task import Task
from topple.worlds.rope.look import recording
from topple.worlds.rope.world import own_task


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play a plan, or wait, and record every `stride`-th tick of 1/60 s."""
    return recording.record(own_task(task), action, stride)
