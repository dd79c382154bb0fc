"""The stage on which a template sets its scene."""

from __future__ import annotations

import math

from topple.sim import maths
from topple.sim.scene import Body, Circle, Scene
from topple.worlds.phyre import bodies
from topple.worlds.phyre.bodies import HEIGHT, PIXELS_PER_METRE, WIDTH, Colour, Form
from topple.worlds.phyre.goals import Goal, Relation


class Skip(Exception):
    """Raised when the drawn numbers do not fit together."""


class Piece:
    """A body being placed.

    Setting an edge or the centre adds a difference to the origin, and turning leaves the
    origin alone. Order and number of these operations decide the last bit, so templates
    spell them out.
    """

    def __init__(self, index: int, form: Form, dynamic: bool) -> None:
        self.index = index
        self.form = form
        self.dynamic = dynamic
        self._x = 0.0
        self._y = 0.0
        self.turn(0.0)

    @property
    def left(self) -> float:
        return self._low[0] + self._x

    @property
    def right(self) -> float:
        return self._high[0] + self._x

    @property
    def top(self) -> float:
        return self._high[1] + self._y

    @property
    def bottom(self) -> float:
        return self._low[1] + self._y

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def center_x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def center_y(self) -> float:
        return (self.top + self.bottom) / 2

    def turn(self, degrees: float) -> Piece:
        """Set the angle; the origin stays where it is."""
        self._angle = degrees / 180.0 * math.pi
        xs, ys = zip(*self._corners(), strict=True)
        # Rounding is monotonic, so adding the origin to the extremes gives the extremes.
        self._low: tuple[float, float] = (min(xs), min(ys))
        self._high: tuple[float, float] = (max(xs), max(ys))
        return self

    def put(
        self,
        *,
        left: float | None = None,
        right: float | None = None,
        center_x: float | None = None,
        bottom: float | None = None,
        top: float | None = None,
        center_y: float | None = None,
    ) -> Piece:
        """Move so that the named edges or centres lie at these coordinates."""
        if center_x is not None:
            left = center_x - self.width / 2
        if center_y is not None:
            bottom = center_y - self.height / 2
        if left is not None:
            self._x += left - self.left
        if right is not None:
            self._x += right - self.right
        if bottom is not None:
            self._y += bottom - self.bottom
        if top is not None:
            self._y += top - self.top
        return self

    def body(self, colour: Colour) -> Body:
        """Freeze the piece."""
        form = self.form
        return Body(
            form.kind,
            self._x,
            self._y,
            self._angle,
            form.shapes,
            self.dynamic,
            colour,
            form.diameter,
        )

    def _corners(self) -> list[tuple[float, float]]:
        """Return all corners relative to the origin; for a circle, those of its box."""
        corners = []
        cos, sin = maths.cos(self._angle), maths.sin(self._angle)
        for shape in self.form.shapes:
            if isinstance(shape, Circle):
                r = shape.radius
                corners += [(-r, -r), (r, r)]
            else:
                corners += [(x * cos - y * sin, y * cos + x * sin) for x, y in shape.vertices]
        return corners


class Stage:
    """An empty scene of 256 x 256 pixels inside four walls, to be filled in order."""

    def __init__(self) -> None:
        self._walls = bodies.walls()
        self._pieces: list[Piece] = []

    def ball(self, scale: float) -> Piece:
        """Add a ball that moves."""
        return self._add(bodies.ball(scale), dynamic=True)

    def bar(self, scale: float) -> Piece:
        """Add a bar that moves."""
        return self._add(bodies.bar(scale), dynamic=True)

    def jar(self, scale: float) -> Piece:
        """Add a jar that moves."""
        return self._add(bodies.jar(scale), dynamic=True)

    def sticks(self, scale: float) -> Piece:
        """Add a pair of crossed sticks that moves."""
        return self._add(bodies.sticks(scale), dynamic=True)

    def fixed_ball(self, scale: float) -> Piece:
        """Add a ball that stays where it is."""
        return self._add(bodies.ball(scale), dynamic=False)

    def fixed_bar(self, scale: float) -> Piece:
        """Add a bar that stays where it is."""
        return self._add(bodies.bar(scale), dynamic=False)

    def fixed_jar(self, scale: float) -> Piece:
        """Add a jar that stays where it is."""
        return self._add(bodies.jar(scale), dynamic=False)

    def fixed_sticks(self, scale: float) -> Piece:
        """Add a pair of crossed sticks that stays where it is."""
        return self._add(bodies.sticks(scale), dynamic=False)

    def skip_if(self, condition: bool) -> None:
        """Reject this scene: the drawn numbers do not fit together."""
        if condition:
            raise Skip

    def touching(self, first: Piece, second: Piece) -> Goal:
        """Return the goal that the two bodies end in lasting contact."""
        return Goal(Relation.TOUCHING, first.index, second.index)

    def scene(self, goal: Goal) -> Scene:
        """Freeze the stage, coloured by the roles in the goal."""
        pieces = tuple(piece.body(self._colour(piece, goal)) for piece in self._pieces)
        return Scene(self._walls + pieces, float(WIDTH), float(HEIGHT), PIXELS_PER_METRE)

    def _add(self, form: Form, dynamic: bool) -> Piece:
        piece = Piece(len(self._walls) + len(self._pieces), form, dynamic)
        self._pieces.append(piece)
        return piece

    @staticmethod
    def _colour(piece: Piece, goal: Goal) -> Colour:
        if piece.index in (goal.first, goal.second):
            if not piece.dynamic:
                return Colour.PURPLE
            return Colour.GREEN if piece.index == goal.first else Colour.BLUE
        return Colour.GRAY if piece.dynamic else Colour.BLACK
