"""Levels: blocks, balls, links and springs, in the original's units: pixels, y pointing down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from topple._native import iphyre as core
from topple.sim.checks import clear_errors

Kind = Literal["eliminable", "fixed", "moving"]
Pair = tuple[int, int]

SIZE = 600  # width and height of the scene; a ball that is lower has fallen
BLOCK_RADIUS = 10
SECONDS = 15  # length of a game
MOST_OBJECTS = 12
MOST_ELIMINABLE = 6
RATE = 60  # steps per second


class Block(NamedTuple):
    """A capsule between two points."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: Kind


class Ball(NamedTuple):
    """A ball that must fall."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Level:
    """What stands where, and the rate at which it is simulated.

    Objects are numbered: the blocks, then the balls. Links and springs tie two objects.
    `prior_resets` is how often the original's simulator was reset before: it decides the order of
    contacts, and with it the last bits.
    """

    blocks: tuple[Block, ...]
    balls: tuple[Ball, ...]
    links: tuple[Pair, ...] = ()
    springs: tuple[Pair, ...] = ()
    rate: int = RATE
    prior_resets: int = 0

    @cached_property
    def eliminable(self) -> tuple[int, ...]:
        """The objects that can be removed: players number them from 0 in this order."""
        return tuple(i for i, block in enumerate(self.blocks) if block.kind == "eliminable")

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """The objects that move."""
        blocks = [i for i, block in enumerate(self.blocks) if block.kind == "moving"]
        return (*blocks, *range(len(self.blocks), len(self.blocks) + len(self.balls)))

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """The centre of every object."""
        blocks = [((b.x1 + b.x2) / 2, (b.y1 + b.y2) / 2) for b in self.blocks]
        return (*blocks, *((ball.x, ball.y) for ball in self.balls))

    @cached_property
    def slots(self) -> NDArray[np.float32]:
        """The centres of the eliminable blocks, two numbers each, from 0 to 1."""
        centres = [self.centres[block] for block in self.eliminable]
        return (np.array(centres).ravel() / SIZE).clip(0, 1).astype(np.float32)

    @cached_property
    def native(self) -> core.Level:
        """The level in the engine; raise `BadScene` if it cannot be simulated."""
        with clear_errors():
            return core.Level(*self.for_engine().values())

    def for_engine(self) -> dict[str, Any]:
        """Return the numbers that the engine takes, by name and in order."""
        objects = range(len(self.blocks) + len(self.balls))
        return {
            "blocks": [block[:4] for block in self.blocks],
            "balls": [tuple(ball) for ball in self.balls],
            "eliminable": [i in self.eliminable for i in objects],
            "moving": [i in self.moving for i in objects],
            "links": self.links,
            "springs": self.springs,
            "rate": self.rate,
            "prior_resets": self.prior_resets,
        }

    def data(self) -> dict[str, object]:
        """Return the level as plain data."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def pairs(rows: Sequence[Sequence[int]]) -> tuple[Pair, ...]:
    """Return rows of two numbers as pairs."""
    return tuple((first, second) for first, second in rows)
