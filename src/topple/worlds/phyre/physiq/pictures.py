"""Draw the pictures of questions: plain shapes on white, with or without a ruler around them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.draw.brush import Brush
from topple.draw.figures import Rgb
from topple.draw.lettering import label
from topple.worlds.phyre.bodies import WIDTH
from topple.worlds.phyre.look import colour_of
from topple.worlds.phyre.physiq.moments import moments
from topple.worlds.phyre.physiq.proposal import Balls
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import bodies_with_balls, poses
from topple.worlds.phyre.world import task

VERSION = 2
SIZE = 768  # three pixels to a scene unit
RULER = 56  # width of the ruler around the scene
TICK_UNITS = 32

_WHITE: Rgb = (255, 255, 255)
_LINE: Rgb = (226, 226, 226)
_INK: Rgb = (90, 90, 90)
_LETTERS = 22  # height of the ruler's numbers
_TICK = 8
_EDGES = (np.s_[:RULER], np.s_[-RULER:], np.s_[:, :RULER], np.s_[:, -RULER:])

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ScenePicture:
    """One moment of a proposal's run, or the scene without balls; `ruled` adds a ruler."""

    task: str
    balls: Balls = ()
    moment: int = 0
    ruled: bool = False

    def pixels(self) -> Pixels:
        """Draw the picture: height x width x 3, top row first."""
        return _draw(self)

    def small(self, size: int) -> Pixels:
        """Draw the picture with a few pixels and without a ruler."""
        return _paint(self, Brush(size, WIDTH, _WHITE))

    def png(self) -> bytes:
        """Return the bytes of a PNG file."""
        return _encode(self)

    def pixel_hash(self) -> str:
        """Hash the size and the pixels."""
        return _hash(self)


# Items share pictures as examples and options; a file has about fifteen kilobytes.
@lru_cache(maxsize=4096)
def _encode(picture: ScenePicture) -> bytes:
    return png.encode(picture.pixels(), quick=True)


@lru_cache(maxsize=65536)
def _hash(picture: ScenePicture) -> str:
    return png.pixel_hash(picture.pixels())


@lru_cache(maxsize=16)
def _draw(picture: ScenePicture) -> Pixels:
    drawn = _paint(picture, _brush(_paper()) if picture.ruled else Brush(SIZE, WIDTH, _WHITE))
    if picture.ruled:
        for edge in _EDGES:
            drawn[edge] = _ruler()[edge]
    return drawn


def _paint(picture: ScenePicture, brush: Brush) -> Pixels:
    """Draw the bodies of a scene and its balls."""
    found = task(picture.task)
    bodies = bodies_with_balls(found.scene, picture.balls)
    for body, pose in zip(bodies, _poses(found, picture), strict=True):
        if body.kind != "wall":
            brush.body(body, pose, colour_of(body))
    return brush.canvas.pixels()


def _brush(background: Rgb | Pixels) -> Brush:
    return Brush(SIZE + 2 * RULER, WIDTH, background, RULER)


# Paper and ruler are the same for all scenes, and take longer to draw than most scenes.
@cache
def _paper() -> Pixels:
    brush = _brush(_WHITE)
    _grid(brush)
    return brush.canvas.pixels()


@cache
def _ruler() -> Pixels:
    brush = _brush(_WHITE)
    _border(brush)
    drawn = brush.canvas.pixels()
    _number(drawn, brush)
    return drawn


def _poses(found: PhyreTask, picture: ScenePicture) -> NDArray[np.float64]:
    if picture.moment:
        return np.asarray(moments(found, picture.balls).poses[picture.moment])
    start = [(float(x), float(y), 0.0) for x, y, _ in picture.balls]
    return np.concatenate([poses(found.scene), np.array(start).reshape(-1, 3)])


def _ticks() -> range:
    return range(0, WIDTH + 1, TICK_UNITS)


def _grid(brush: Brush) -> None:
    half = 0.5 / brush.scale
    for at in _ticks()[1:-1]:
        brush.line((at, 0), (at, WIDTH), half, _LINE)
        brush.line((0, at), (WIDTH, at), half, _LINE)


def _border(brush: Brush) -> None:
    half = 1 / brush.scale
    low, high = -half, WIDTH + half
    for start, end in (
        ((low, low), (high, low)),
        ((low, high), (high, high)),
        ((low, low), (low, high)),
        ((high, low), (high, high)),
    ):
        brush.line(start, end, half, _INK)
    reach = _TICK / brush.scale
    for at in _ticks():
        brush.line((at, 0), (at, -reach), half, _INK)
        brush.line((0, at), (-reach, at), half, _INK)


def _number(drawn: Pixels, brush: Brush) -> None:
    """Write the numbers of the ruler below and to the left of the scene."""
    for at in _ticks():
        text = label(str(at), _LETTERS, _INK, _WHITE)
        height, width, _ = text.shape
        x, y = (round(value) for value in brush.to_canvas(at, at))
        left = x - width // 2
        below = brush.size - RULER + _TICK + 4
        drawn[below : below + height, left : left + width] = text
        top = min(y - height // 2, brush.size - height)
        outside = max(0, RULER - _TICK - 4 - width)
        drawn[top : top + height, outside : outside + width] = text
