"""Where everything is at one moment: rows for pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas, Sprites
from topple.draw.figures import Figure, Point, Rgb
from topple.draw.look import Bodies, Spots, Window
from topple.worlds.kinetix.drawing import figures
from topple.worlds.kinetix.level import MOTORS, SIDE, WALLS, Level

WINDOW = Window(0.0, 0.0, SIDE, SIDE)
PAPER: Rgb = (250, 250, 247)
_AROUND = ((0.17, 0.17), (-0.17, 0.17), (0.17, -0.17), (-0.17, -0.17), (0.0, 0.3), (0.0, -0.3))
_APART = 0.24  # metres between labels
_JOINTS, _JETS, _FLAMES = -100, -200, -300  # numbers of what only decorates


class Scene:
    """The figures of a level, and their spots at any moment of it."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.figures: list[Figure] = [figures.floor(level.floor_role)]
        self._bodies = {
            number: self._add(figures.body(body))
            for number, body in enumerate(level.bodies)
            if body is not None and number >= WALLS
        }
        motors = dict(level.motors())
        self._joints = {
            number: self._add(
                figures.rivet()
                if joint.fixed
                else figures.hinge(joint.channel if number in motors else None)
            )
            for number, joint in enumerate(level.joints)
            if joint.active
        }
        self._jets = {
            number: self._add(figures.nozzle(MOTORS + jet.channel)) for number, jet in level.jets()
        }
        self._flame = self._add(figures.flame())
        self._tags = {channel: self._add(figures.tag(channel)) for channel in level.channels}

    @cached_property
    def sprites(self) -> Sprites:
        return Sprites(self.figures)

    def spots(self, motions: NDArray[np.float32], drive: Sequence[float] | None = None) -> Bodies:
        """Return rows of bodies, joints and thrusters; thrusters that are driven have a flame."""
        rows: list[tuple[float, ...]] = []
        for number, figure in self._bodies.items():
            x, y, angle = motions[number, :3].tolist()
            rows.append((number, figure, x, y, angle, 1, 1))
        for number, figure in self._joints.items():
            joint = self.level.joints[number]
            x, y = _at(motions, joint.a, joint.a_anchor)
            rows.append((_JOINTS - number, figure, x, y, 0.0, 1, 1))
        for number, figure in self._jets.items():
            jet = self.level.thrusters[number]
            assert jet is not None, "only thrusters that exist are drawn"
            x, y = _at(motions, jet.body, jet.position)
            angle = jet.rotation + float(motions[jet.body, 2])
            force = drive[MOTORS + jet.channel] if drive is not None else 0.0
            if force > 0:
                rows.append((_FLAMES - number, self._flame, x, y, angle, 1, 1))
            rows.append((_JETS - number, figure, x, y, angle, 1, 1))
        return np.array(rows, np.float64).reshape(-1, 7)

    def labels(self, motions: NDArray[np.float32]) -> Spots:
        """Return rows of labels: the channel's name at every joint and thruster that it drives."""
        rows: list[tuple[float, ...]] = []
        for channel, (x, y) in self._driven(motions):
            around = [(_inside(x + dx), _inside(y + dy)) for dx, dy in _AROUND]
            free = [
                spot
                for spot in around
                if all(math.dist(spot, (row[1], row[2])) >= _APART for row in rows)
            ]
            u, v = (free or around)[0]
            rows.append((self._tags[channel], u, v, 0.0, 1, 1))
        return np.array(rows, np.float64).reshape(-1, 6)

    def picture(
        self,
        motions: NDArray[np.float32],
        width: int,
        drive: Sequence[float] | None = None,
        labelled: bool = False,
    ) -> NDArray[np.uint8]:
        """Draw a moment as width x width x 3 colours, top row first."""
        rows = [np.array([(0, 0, 0, 0, 1, 1)], float), self.spots(motions, drive)[:, 1:]]
        if labelled:
            rows.append(self.labels(motions))
        blank = Canvas(width, width, PAPER).pixels()
        return self.sprites.draw(blank, np.concatenate(rows), WINDOW.camera(width))

    def _driven(self, motions: NDArray[np.float32]) -> Iterator[tuple[int, Point]]:
        """Yield every place that a channel drives, with the channel."""
        for _, joint in self.level.motors():
            yield joint.channel, _at(motions, joint.a, joint.a_anchor)
        for _, jet in self.level.jets():
            yield MOTORS + jet.channel, _at(motions, jet.body, jet.position)

    def _add(self, figure: Figure) -> int:
        self.figures.append(figure)
        return len(self.figures) - 1


@lru_cache(maxsize=256)
def scene(level: Level) -> Scene:
    """Return the scene of a level; its figures are drawn once."""
    return Scene(level)


def _inside(place: float) -> float:
    """Return a place at which a label is not cut off."""
    return min(max(place, _APART / 2), SIDE - _APART / 2)


def _at(motions: NDArray[np.float32], body: int, point: Point) -> Point:
    """Return where a point of a body is."""
    x, y, angle = motions[body, :3].tolist()
    cos, sin = math.cos(angle), math.sin(angle)
    return x + cos * point[0] - sin * point[1], y + sin * point[0] + cos * point[1]
