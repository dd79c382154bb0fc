"""One attempt as a film: the bodies, where they are at every moment, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.reports import drawing, lettering
from topple.sim.scene import Body
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.simulate import Batch, simulate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls

STEPS_PER_SECOND = 60
STRIDE = 2  # 30 pictures a second
MOMENTS = 8
LARGEST_IN_STRIP = 1024

_PAGE: drawing.Rgb = (255, 255, 255)
_INK: drawing.Rgb = (70, 72, 80)
_ENDS: dict[Outcome, drawing.Rgb] = {
    Outcome.SOLVED: (52, 168, 110),
    Outcome.INVALID: (214, 69, 61),
    Outcome.FAILED: (214, 69, 61),
}
# How much of the way from moment to moment is time passing; the rest is bodies moving.
_TIME_SHARE = 0.3
# Balls further out than this many scenes are not drawn.
_FARTHEST = 4.0


@dataclass(frozen=True, eq=False)
class Film:
    """An attempt, or a wait where `action` is None, seen every `stride` steps and at the end."""

    task: PhyreTask
    action: tuple[float, ...] | None
    stride: int
    batch: Batch

    @property
    def outcome(self) -> Outcome:
        return self.batch.outcome(0)

    @property
    def reason(self) -> str:
        """Why the action was refused; empty if it was not."""
        return str(self.batch.reason(0)) if self.outcome is Outcome.INVALID else ""

    @property
    def steps(self) -> int:
        return int(self.batch.steps[0])

    @property
    def words(self) -> str:
        """What came of it, in words."""
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
        """When each frame is."""
        steps = np.arange(len(self.frames)) * self.stride
        return np.minimum(steps, self.steps) / STEPS_PER_SECOND

    def picture(self, frame: int, size: int) -> NDArray[np.uint8]:
        """Draw one frame as size x size x 3; the last one is framed in the outcome's colour."""
        goal = self.task.goal
        last = frame in (-1, len(self.frames) - 1) and self.action is not None
        return drawing.draw(
            self.bodies,
            self.frames[frame],
            size,
            goal=(goal.first, goal.second),
            refused=self.balls if self.reason else (),
            frame=_ENDS.get(self.outcome, drawing.FRAME) if last else drawing.FRAME,
        )

    def pictures(self, size: int) -> Iterator[NDArray[np.uint8]]:
        """Draw all frames."""
        return (self.picture(i, size) for i in range(len(self.frames)))


def film(task: PhyreTask, action: Sequence[float] | None, stride: int = STRIDE) -> Film:
    """Play an action, or wait, and keep every `stride`-th moment."""
    # The engine's frames begin after the first step, so only a stride of 1 has all we need.
    if action is None:
        batch = wait(task, stride=1, digest=True, threads=1)
        return Film(task, None, stride, batch)
    batch = simulate(task, [list(action)], stride=1, digest=True, threads=1)
    return Film(task, tuple(action), stride, batch)


def moments(film: Film, count: int = MOMENTS) -> list[int]:
    """Choose frames that tell the story: first, last, and evenly by time and motion between."""
    frames = film.frames
    if len(frames) <= count:
        return list(range(len(frames)))
    moved = np.hypot(*np.moveaxis(np.diff(frames[..., :2], axis=0), -1, 0)).sum(axis=1)
    share = moved / max(float(moved.sum()), 1e-9) * (1 - _TIME_SHARE) + _TIME_SHARE / len(moved)
    way = np.concatenate([[0.0], np.cumsum(share)])
    found = np.searchsorted(way, np.linspace(0.0, way[-1], count)[1:-1])
    return sorted({0, *(int(i) for i in found), len(frames) - 1})


def strip(film: Film, size: int, frames: Sequence[int] | None = None) -> NDArray[np.uint8]:
    """Draw moments of a film in rows of up to four, each with its time below it."""
    if size > LARGEST_IN_STRIP:
        raise BadInput(f"a strip of {size} pixels a picture", f"give at most {LARGEST_IN_STRIP}")
    chosen = moments(film) if frames is None else frames
    panels = [_panel(film, frame, size) for frame in chosen]
    columns = min(4, len(panels))
    while len(panels) % columns:
        panels.append(np.full_like(panels[0], _PAGE))
    rows = [np.hstack(panels[i : i + columns]) for i in range(0, len(panels), columns)]
    gap = _gap(size)
    page = np.vstack(rows)
    return np.pad(page, ((gap, 0), (gap, 0), (0, 0)), constant_values=_PAGE[0])


def _panel(film: Film, frame: int, size: int) -> NDArray[np.uint8]:
    """Draw one moment with its label, and a gap to the right."""
    gap = _gap(size)
    height = max(12, size // 14)
    panel = np.full((size + height + gap, size + gap, 3), _PAGE, np.uint8)
    panel[:size, :size] = film.picture(frame, size)
    text, ink = f"{film.seconds[frame]:.1f} s", _INK
    if frame == len(film.frames) - 1 and film.action is not None:
        ink = _ENDS.get(film.outcome, _INK)
        text = str(film.outcome) if film.reason else f"{text} {film.outcome}"
    words = lettering.label(text, height, ink, _PAGE)[:, :size]
    panel[size + gap // 4 : size + gap // 4 + height, : words.shape[1]] = words
    return panel


def _gap(size: int) -> int:
    return max(4, size // 24)
