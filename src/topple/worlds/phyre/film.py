"""Attempts at tasks of phyre as films: the bodies, and where they are at every moment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import ENDS, STRIDE, Film
from topple.sim.scene import Body
from topple.tasks.outcome import Outcome
from topple.worlds.phyre import drawing
from topple.worlds.phyre.simulate import Batch, simulate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls

STEPS_PER_SECOND = 60
_WIDTH = 512
# Balls further out than this many scenes are not drawn.
_FARTHEST = 4.0
_HINTS = {
    "out_of_range": "every number of an action lies between 0 and 1",
    "out_of_scene": "the whole ball must lie in the scene; try a smaller radius",
    "balls_too_near": "the two balls overlap; move them apart",
    "occluded": "the ball overlaps a body of the scene; move it or try a smaller radius",
}


@dataclass(frozen=True, eq=False)
class PhyreFilm(Film):
    """Balls are placed, and the scene runs."""

    task: PhyreTask
    batch: Batch

    @property
    def width(self) -> int:
        return _WIDTH

    @property
    def steps_per_second(self) -> int:
        return STEPS_PER_SECOND

    @property
    def outcome(self) -> Outcome:
        return self.batch.outcome(0)

    @property
    def reason(self) -> str:
        return str(self.batch.reason(0)) if self.outcome is Outcome.INVALID else ""

    @property
    def hint(self) -> str:
        return _HINTS[self.reason] if self.reason else ""

    @property
    def steps(self) -> int:
        return int(self.batch.steps[0])

    @property
    def words(self) -> str:
        if self.reason:
            return f"invalid: {self.reason.replace('_', ' ')}"
        how = " by waiting" if self.action is None and self.outcome is Outcome.SOLVED else ""
        seconds = self.steps / STEPS_PER_SECOND
        return f"{self.outcome}{how} after {self.steps} steps ({seconds:.1f} s)"

    @cached_property
    def balls(self) -> list[tuple[float, float, float]]:
        """The action's balls as (x, y, radius) in pixels, also where they may not stand."""
        rounded = [(float(x), float(y), float(r)) for x, y, r in self.batch.balls[0]]
        if all(math.isfinite(value) for ball in rounded for value in ball):
            return rounded
        numbers = iter(self.action or ())
        return [
            (math.floor(x * 255), math.floor(y * 255), round(r * 30 + 2))
            for x, y, r in zip(numbers, numbers, numbers, strict=True)
            if all(abs(value) <= _FARTHEST for value in (x, y, r))
        ]

    @cached_property
    def bodies(self) -> Sequence[Body]:
        """The scene's bodies, then the balls if they came to move."""
        return bodies_with_balls(self.task.scene, [] if self.reason else self.balls)

    @cached_property
    def frames(self) -> NDArray[np.float64]:
        """Frames x bodies x (x, y, angle): the start, every `stride`-th step, the end."""
        start = np.array([(body.x, body.y, body.angle) for body in self.bodies])
        if not self.steps:
            return start[None]
        steps = np.minimum(np.arange(0, self.steps + self.stride, self.stride), self.steps)
        return np.concatenate([start[None], self.batch.frames(0)])[steps]

    @property
    def seconds(self) -> NDArray[np.float64]:
        steps = np.arange(len(self.frames)) * self.stride
        return np.minimum(steps, self.steps) / STEPS_PER_SECOND

    def moved(self) -> NDArray[np.float64]:
        moves = np.diff(self.frames[..., :2], axis=0)
        return np.asarray(np.hypot(moves[..., 0], moves[..., 1]).sum(axis=1))

    def picture(self, frame: int, size: int) -> NDArray[np.uint8]:
        goal = self.task.goal
        return drawing.draw(
            self.bodies,
            self.frames[frame],
            size,
            goal=(goal.first, goal.second),
            refused=self.balls if self.reason else (),
            frame=ENDS.get(self.outcome, drawing.FRAME) if self.is_last(frame) else drawing.FRAME,
        )


def film(task: PhyreTask, action: Sequence[float] | None, stride: int = STRIDE) -> PhyreFilm:
    """Play an action, or wait, and keep every `stride`-th moment."""
    # The engine's frames begin after the first step, so only a stride of 1 has all we need.
    if action is None:
        batch = wait(task, stride=1, digest=True, threads=1)
        return PhyreFilm(task, None, stride, batch)
    batch = simulate(task, [list(action)], stride=1, digest=True, threads=1)
    return PhyreFilm(task, tuple(action), stride, batch)
