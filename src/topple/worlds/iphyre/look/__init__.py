"""The look of I-PHYRE: attempts recorded as figures and their places at every moment."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.look import Recording
from topple.tasks.task import Task
from topple.worlds.iphyre.look import recording
from topple.worlds.iphyre.world import own_task


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play an action, or wait, and record every `stride`-th step."""
    return recording.record(own_task(task), action, stride)
