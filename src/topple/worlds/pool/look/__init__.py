"""The look of pool: the table from above, balls, trails and marks."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.look import Recording
from topple.tasks.task import Task


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play shots, or wait, and record every `stride`-th fiftieth of a second."""
    from topple.worlds.pool.look import recording

    return recording.record(task, action, stride)
