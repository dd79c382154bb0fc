"""The look of PHYRE: attempts recorded as figures and their places at every moment."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import WHITE, Figure, Rgb, Stroke, fill, line, oval
from topple.draw.look import BORDER_SHARE, Bodies, Recording, Window
from topple.sim import maths
from topple.sim.scene import Body, Circle
from topple.sim.shapes import grow
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour
from topple.worlds.phyre.simulate import Batch, simulate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import PALETTE, bodies_with_balls

STEPS_PER_SECOND = 60
BACKGROUND: Rgb = (250, 248, 243)
BORDER: Rgb = (203, 199, 190)

# The border lies outside the scene and hides nothing.
_MARGIN = WIDTH * BORDER_SHARE / (1 - 2 * BORDER_SHARE)
_WINDOW = Window(-_MARGIN, -_MARGIN, WIDTH + 2 * _MARGIN, HEIGHT + 2 * _MARGIN)
_HALO = 2.5  # reach of the halo of a goal body, in scene pixels
_HALO_STRENGTH = 0.28
_MARK_OPACITY = 0.28
_REFUSED_OPACITY = 0.3
_ROUNDNESS = 0.02  # scene pixels that the polygon of a circle may be off
# Balls farther out than this many scenes are not drawn.
_FARTHEST = 4.0
_HINTS = {
    "out_of_range": "every number of an action lies between 0 and 1",
    "out_of_scene": "the whole ball must lie in the scene; try a smaller radius",
    "balls_too_near": "the two balls overlap; move them apart",
    "occluded": "the ball overlaps a body of the scene; move it or try a smaller radius",
}

Ball = tuple[float, float, float]  # x, y, radius in scene pixels


def record(task: PhyreTask, action: Sequence[float] | None, stride: int) -> Recording:
    """Play an action, or wait, and record every `stride`-th step."""
    # The engine's frames begin after the first step, so only a stride of 1 has all we need.
    if action is None:
        batch = wait(task, stride=1, threads=1)
    else:
        batch = simulate(task, [list(action)], stride=1, threads=1)
    outcome, steps = batch.outcome(0), int(batch.steps[0])
    reason = str(batch.reason(0)) if outcome is Outcome.INVALID else ""
    moments = np.minimum(np.arange(0, steps + stride, stride), steps) if steps else np.zeros(1, int)
    figures, frames = _scene(
        task, batch, _balls(batch, action or ()), moments, refused=bool(reason)
    )
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=outcome,
        words=_words(outcome, reason, steps, waited=action is None),
        reason=reason,
        hint=_HINTS[reason] if reason else "",
        steps=steps,
        steps_per_second=STEPS_PER_SECOND,
        stride=stride,
        figures=figures,
        window=_WINDOW,
        background=BACKGROUND,
        border=BORDER,
        frames=frames,
        seconds=moments / STEPS_PER_SECOND,
    )


def colour_of(body: Body) -> Rgb:
    """Return PHYRE's colour of a body."""
    return _rgb(body.colour)


def _words(outcome: Outcome, reason: str, steps: int, *, waited: bool) -> str:
    if reason:
        return f"invalid: {reason.replace('_', ' ')}"
    how = " by waiting" if waited and outcome is Outcome.SOLVED else ""
    return f"{outcome}{how} after {steps} steps ({steps / STEPS_PER_SECOND:.1f} s)"


def _balls(batch: Batch, action: Sequence[float]) -> list[Ball]:
    """Return the balls of an action, including refused ones."""
    rounded = [(float(x), float(y), float(r)) for x, y, r in batch.balls[0]]
    if all(math.isfinite(value) for ball in rounded for value in ball):
        return rounded
    numbers = iter(action)
    return [
        (math.floor(x * 255), math.floor(y * 255), round(r * 30 + 2))
        for x, y, r in zip(numbers, numbers, numbers, strict=True)
        if all(abs(value) <= _FARTHEST for value in (x, y, r))
    ]


def _scene(
    task: PhyreTask,
    batch: Batch,
    balls: Sequence[Ball],
    moments: NDArray[np.int64],
    *,
    refused: bool,
) -> tuple[list[Figure], list[Bodies]]:
    """Draw the bodies and the balls of an action, and return where they are at some steps."""
    bodies = bodies_with_balls(task.scene, [] if refused else balls)
    crossed = balls if refused else []
    shown = [i for i, body in enumerate(bodies) if body.kind != "wall"]
    glowing = [i for i in shown if i in (task.goal.first, task.goal.second)]
    figures = [
        *(_halo(bodies[i]) for i in glowing),
        *(_body(bodies[i]) for i in shown),
        *(_cross_out(radius) for _, _, radius in crossed),
    ]
    return figures, _frames(_poses(bodies, batch)[moments], glowing, shown, crossed)


def _poses(bodies: Sequence[Body], batch: Batch) -> NDArray[np.float64]:
    """Return steps x bodies x (x, y, angle), including the start."""
    start = np.array([(body.x, body.y, body.angle) for body in bodies])[None]
    return np.concatenate([start, batch.frames(0)]) if batch.steps[0] else start


def _frames(
    poses: NDArray[np.float64],
    glowing: Sequence[int],
    shown: Sequence[int],
    refused: Sequence[Ball],
) -> list[Bodies]:
    """Put halos behind bodies and refused balls in front; every row has its own figure."""
    decorations = [-1 - i for i in range(len(glowing) + len(refused))]
    crosses = np.array([(x, y, 0.0) for x, y, _ in refused]).reshape(1, -1, 3)
    places = np.concatenate(
        [poses[:, [*glowing, *shown]], np.repeat(crosses, len(poses), axis=0)], axis=1
    )
    rows = np.ones((*places.shape[:2], 7))
    rows[..., 0] = [*decorations[: len(glowing)], *shown, *decorations[len(glowing) :]]
    rows[..., 1] = np.arange(rows.shape[1])
    rows[..., 2:5] = places
    return list(rows)


def _body(body: Body) -> Figure:
    """Draw a body; a ball that can roll has marks, so that one can see it turn."""
    marks = _quarters(body.diameter / 2) if body.kind == "ball" and body.dynamic else ()
    return *_shapes(body, colour_of(body)), *marks


def _halo(body: Body) -> Figure:
    """Draw a glow around a goal body."""
    # Mixed rather than transparent, so that shapes that overlap do not darken each other.
    pairs = zip(BACKGROUND, colour_of(body), strict=True)
    red, green, blue = (round(a + _HALO_STRENGTH * (b - a)) for a, b in pairs)
    return tuple(_shapes(body, (red, green, blue), by=_HALO))


def _shapes(body: Body, ink: Rgb, by: float = 0.0) -> list[Stroke]:
    """Fill the shapes of a body, larger on every side by a number of metres."""
    return [
        fill(ink, _circle(shape.radius + by))
        if isinstance(shape, Circle)
        else fill(ink, grow(shape.vertices, by) if by else shape.vertices)
        for shape in body.shapes
    ]


def _quarters(radius: float) -> tuple[Stroke, ...]:
    """Lighten two opposite quarters of a ball."""
    rim = _circle(radius)
    quarter = len(rim) // 4
    wedges = [[(0.0, 0.0), *rim[i : i + quarter + 1]] for i in (0, 2 * quarter)]
    return (fill(WHITE, *wedges, opacity=_MARK_OPACITY),)


def _cross_out(radius: float) -> Figure:
    """Draw a ball that was refused: pale, and crossed out."""
    red = _rgb(Colour.RED)
    reach, width = radius * 0.7, max(2.0, radius * 0.2)
    return (
        fill(red, _circle(radius), opacity=_REFUSED_OPACITY),
        fill(red, line((-reach, -reach), (reach, reach), width)),
        fill(red, line((-reach, reach), (reach, -reach), width)),
    )


def _circle(radius: float) -> Sequence[tuple[float, float]]:
    """Return a polygon that looks round; four corners lie on the axes."""
    corners = math.pi / maths.acos(max(0.0, 1 - _ROUNDNESS / radius)) if radius > 0 else 4
    return oval(0.0, 0.0, 2 * radius, 2 * radius, 4 * math.ceil(corners / 4))


def _rgb(colour: int) -> Rgb:
    red, green, blue = (int(part) for part in PALETTE[colour])
    return red, green, blue
