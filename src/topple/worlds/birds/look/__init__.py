"""The look of the birds world: drawings, screenshots, and recordings of attempts."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.look import Recording
from topple.worlds.birds.task import BirdsTask


def record(task: BirdsTask, action: Sequence[float] | None, stride: int) -> Recording:
    """Play shots, or wait, and record every `stride`-th step."""
    # A recording needs the rules, whose observations need the drawings next to it.
    from topple.worlds.birds.look import recording

    return recording.record(task, action, stride)
