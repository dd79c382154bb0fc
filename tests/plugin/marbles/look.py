"""How marbles looks: a floor, a mark, and a marble that turns as it rolls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marbles.world import FASTEST, MARK, STEP, own, roll
from topple.draw.figures import fill, oval
from topple.draw.look import Recording, Window
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

RADIUS = 0.1
_MARBLE = (
    fill((40, 90, 190), oval(0, 0, 2 * RADIUS, 2 * RADIUS, 48)),
    fill((200, 220, 255), oval(0, RADIUS / 2, RADIUS / 2, RADIUS / 2)),
)
_FLOOR = (fill((170, 130, 90), [(-1, -0.2), (9, -0.2), (9, 0), (-1, 0)]),)
_MARKED = (fill((230, 70, 60), [(-MARK, -0.04), (MARK, -0.04), (MARK, 0), (-MARK, 0)]),)


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Roll the marble, or leave it; return where it is every `stride` steps."""
    found, speed = own(task), action[0] if action else 0.0
    refused = not 0 <= speed <= FASTEST
    places = roll(found, 0.0 if refused else speed)
    shown = sorted({*range(0, len(places), stride), len(places) - 1})
    solved = abs(places[-1] - found.mark) <= MARK
    outcome = Outcome.INVALID if refused else Outcome.SOLVED if solved else Outcome.MISSED
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=outcome,
        words=f"{outcome} at {places[-1]:.2f} m, the mark is at {found.mark:.2f} m",
        reason="out of range" if refused else "",
        hint=f"give a speed from 0 to {FASTEST:g}" if refused else "",
        steps=len(places) - 1,
        steps_per_second=60,
        stride=stride,
        figures=(_FLOOR, _MARKED, _MARBLE),
        window=Window(-0.5, -0.2, 4.5, 1.2),
        background=(240, 244, 250),
        fixed=np.array([(0, 0, 0, 0, 1, 1), (1, found.mark, 0, 0, 1, 1)], float),
        frames=[
            np.array([(0, 2, places[i], RADIUS, -places[i] / RADIUS, 1, 1)], float) for i in shown
        ],
        seconds=np.array(shown) * STEP,
    )
