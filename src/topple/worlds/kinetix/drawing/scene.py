"""Where everything is at one moment: rows for pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Canvas, Sprites
from topple.draw.figures import Figure, Point, Rgb
from topple.draw.look import Bodies, Spots, Window
from topple.sim import maths
from topple.worlds.kinetix.actions import channel_name
from topple.worlds.kinetix.drawing import figures
from topple.worlds.kinetix.level import MOTORS, SIDE, WALLS, Joint, Level, Thruster

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
        names = {*map(channel_name, level.channels), *(name for name, _ in _numbered(level))}
        self._tags = {name: self._add(figures.tag(name)) for name in sorted(names)}

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

    def labels(self, motions: NDArray[np.float32], *, by_joint: bool = False) -> Spots:
        """Return rows of labels: the channel's name at every joint and thruster that it drives.

        `by_joint` numbers motors and thrusters instead, whatever channel drives them.
        """
        rows: list[tuple[float, ...]] = []
        places = self._numbered(motions) if by_joint else self._list_driven(motions)
        for name, (x, y) in places:
            around = [(_inside(x + dx), _inside(y + dy)) for dx, dy in _AROUND]
            free = [
                spot
                for spot in around
                if all(maths.dist(spot, (row[1], row[2])) >= _APART for row in rows)
            ]
            u, v = (free or around)[0]
            rows.append((self._tags[name], u, v, 0.0, 1, 1))
        return np.array(rows, np.float64).reshape(-1, 6)

    def picture(
        self,
        motions: NDArray[np.float32],
        width: int,
        drive: Sequence[float] | None = None,
        labelled: bool = False,
        by_joint: bool = False,
    ) -> NDArray[np.uint8]:
        """Draw a moment as width x width x 3 colours, top row first."""
        rows = [np.array([(0, 0, 0, 0, 1, 1)], float), self.spots(motions, drive)[:, 1:]]
        if labelled:
            rows.append(self.labels(motions, by_joint=by_joint))
        blank = Canvas(width, width, PAPER).pixels()
        return self.sprites.draw(blank, np.concatenate(rows), WINDOW.camera(width))

    def _list_driven(self, motions: NDArray[np.float32]) -> Iterator[tuple[str, Point]]:
        """Yield every place that a channel drives, with the name of the channel."""
        for _, joint in self.level.motors():
            yield channel_name(joint.channel), _at(motions, joint.a, joint.a_anchor)
        for _, jet in self.level.jets():
            yield channel_name(MOTORS + jet.channel), _at(motions, jet.body, jet.position)

    def _numbered(self, motions: NDArray[np.float32]) -> Iterator[tuple[str, Point]]:
        """Yield every motor and thruster that exists, with its number."""
        for name, part in _numbered(self.level):
            if isinstance(part, Joint):
                if part.active:
                    yield name, _at(motions, part.a, part.a_anchor)
            else:
                yield name, _at(motions, part.body, part.position)

    def _add(self, figure: Figure) -> int:
        self.figures.append(figure)
        return len(self.figures) - 1


def _numbered(level: Level) -> list[tuple[str, Joint | Thruster]]:
    """Number the joints with a motor flag, also unused ones, and the thrusters, from 1."""
    motors = [joint for joint in level.joints if joint.motor]
    jets = [jet for jet in level.thrusters if jet is not None]
    named = [(f"M{number}", joint) for number, joint in enumerate(motors, 1)]
    return [*named, *((f"T{number}", jet) for number, jet in enumerate(jets, 1))]


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
    cos, sin = maths.cos(angle), maths.sin(angle)
    return x + cos * point[0] - sin * point[1], y + sin * point[0] + cos * point[1]
