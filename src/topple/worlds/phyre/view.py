"""Observations of a PHYRE scene: class images and object features."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple.sim.scene import Body, Circle, Scene
from topple.worlds.phyre.bodies import WIDTH, Colour, jar_parts
from topple.worlds.phyre.task import PhyreTask

# The colours that PHYRE shows to people, by code; the last is a display tint.
PALETTE = np.array(
    [
        (255, 255, 255),
        (243, 79, 70),
        (107, 206, 187),
        (24, 119, 242),
        (75, 74, 164),
        (185, 202, 210),
        (0, 0, 0),
    ],
    np.uint8,
)

KINDS = ("ball", "bar", "jar", "sticks")
FEATURES = 4 + len(KINDS) + len(Colour) - 1
_JAR = 4 + KINDS.index("jar")


def poses(scene: Scene) -> NDArray[np.float64]:
    """Return the initial poses, bodies x (x, y, angle)."""
    return np.array([(body.x, body.y, body.angle) for body in scene.bodies])


def image(task: PhyreTask) -> NDArray[np.uint8]:
    """Draw the scene before any action: 256 x 256 colour codes, row 0 at the bottom."""
    return task.image()


def to_rgb(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colour a class image for people, top row first."""
    return PALETTE[image[..., ::-1, :]]


def initial_features(task: PhyreTask) -> NDArray[np.float32]:
    """Describe the objects before any action: objects x 14."""
    described: NDArray[np.float32] = features(
        task.scene, np.empty((0, 3)), poses(task.scene)[None]
    )[0]
    return described


def features(
    scene: Scene, balls: NDArray[np.float64], frames: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Describe objects in frames x bodies x (x, y, angle): the scene's without walls, then balls.

    Columns: x, y, angle and diameter as shares of the whole, then the kind and the colour, one-hot.
    """
    placed = [body for body in scene.bodies if body.kind in KINDS]
    rows = [i for i, body in enumerate(scene.bodies) if body.kind in KINDS]
    rows += range(len(scene.bodies), len(scene.bodies) + len(balls))
    fixed = np.array(
        [_list_fixed(body.diameter, body.kind, body.colour) for body in placed]
        + [_list_fixed(2 * radius, "ball", Colour.RED) for radius in balls[:, 2]],
        np.float32,
    ).reshape(len(rows), FEATURES - 3)

    out = np.empty((len(frames), len(rows), FEATURES), np.float32)
    out[..., 3:] = fixed
    if not len(frames):
        return out  # a refused attempt has no bodies either
    moving = frames[:, rows]
    out[..., :2] = moving[..., :2].astype(np.float32) / np.float32(WIDTH)
    out[..., 2] = _turns(moving[..., 2])
    _shift_jars(out)
    return out


def _list_fixed(diameter: float, kind: str, colour: int) -> list[float]:
    kinds = [float(kind == k) for k in KINDS]
    colours = [float(colour == c) for c in Colour if c is not Colour.WHITE]
    return [float(np.float32(diameter) / np.float32(WIDTH)), *kinds, *colours]


def _turns(angle: NDArray[np.float64]) -> NDArray[np.float32]:
    """Convert angles to turns from 0 to 1; a tiny negative angle gives exactly 1."""
    rest = _round_off(np.fmod(_round_off(angle), 2 * math.pi))
    wrapped = np.where(rest < 0, _round_off(rest + 2 * math.pi), rest)
    return (wrapped / (2 * math.pi)).astype(np.float32)


def _round_off(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return values.astype(np.float32).astype(np.float64)


def _shift_jars(out: NDArray[np.float32]) -> None:
    """Move jars from the middle of their base plate to their centre of mass."""
    for j in np.flatnonzero(out[0, :, _JAR]):
        offset = _jar_offset(float(out[0, j, 3]))
        phi = (out[:, j, 2] * np.float32(2 * math.pi)).astype(np.float64)
        out[:, j, 0] = out[:, j, 0] - offset * np.sin(phi) / WIDTH
        out[:, j, 1] = out[:, j, 1] + offset * np.cos(phi) / WIDTH


@cache
def _jar_offset(diameter: float) -> float:
    """Return the height of a jar's centre of mass over the middle of its base, in pixels."""
    size, slope = diameter * WIDTH, 0.9 / 1.2
    height = math.sqrt(size * size / (1 + slope * slope))
    weight = moment = 0.0
    for v in jar_parts(height):
        for a, b, c in ((v[0], v[1], v[2]), (v[0], v[3], v[2])):
            area = abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2
            weight += area
            moment += area * (a[1] + b[1] + c[1]) / 3
    return moment / weight


def bodies_with_balls(scene: Scene, balls: Sequence[Sequence[float]]) -> list[Body]:
    """Return the scene's bodies followed by the balls of an action."""
    made = [Body("ball", x, y, 0.0, (Circle(r),), True, Colour.RED, 2 * r) for x, y, r in balls]
    return [*scene.bodies, *made]
