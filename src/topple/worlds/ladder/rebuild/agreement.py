"""How far two scenes do the same, moment by moment."""

from __future__ import annotations

from itertools import product

import numpy as np

from topple.sim import maths
from topple.worlds.ladder.outlines import Rings, box
from topple.worlds.ladder.story import Story

_MOMENTS = 20  # moments that are compared
_NEAR = 0.05  # widths of the picture by which the sides of a thing may be off
_FAR = 0.15  # widths of the picture beyond which two things are never the same one


def agreement(true: Story, other: Story) -> float:
    """Return the share of things that are where they should be, over moments of the true scene.

    Things are paired by where they are at the start. A thing too many counts as one that is wrong.
    """
    pairs = _pair(true, other)
    most = max(len(_drawn(true)), len(_drawn(other)))
    frames = np.unique(np.linspace(0, len(true.frames) - 1, _MOMENTS).astype(int)).tolist()
    right = 0
    for frame in frames:
        later = int(np.searchsorted(other.seconds, true.seconds[frame]))
        then = min(later, len(other.frames) - 1)
        right += sum(
            _is_near(true.outline(a, frame), other.outline(b, then), true.width)
            for a, b in pairs.items()
        )
    return right / (most * len(frames))


def _drawn(story: Story) -> list[int]:
    """Return the things that are drawn at the start."""
    return [thing for thing in range(len(story.things)) if story.outline(thing, 0)]


def _pair(true: Story, other: Story) -> dict[int, int]:
    """Pair things of two scenes, the nearest first."""
    near = []
    for a, b in product(_drawn(true), _drawn(other)):
        apart = maths.dist(true.place(a), other.place(b)) / true.width
        near += [(apart, a, b)] if apart <= _FAR else []
    found: dict[int, int] = {}
    for _, a, b in sorted(near):
        if a not in found and b not in found.values():
            found[a] = b
    return found


def _is_near(a: Rings, b: Rings, width: float) -> bool:
    """Return whether two outlines reach equally far to all sides; both may be gone."""
    if not a or not b:
        return not a and not b
    return all(abs(u - v) <= _NEAR * width for u, v in zip(box(a), box(b), strict=True))
