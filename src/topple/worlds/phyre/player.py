"""PHYRE for people: put one ball down, or two."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Number, Place, Player, Turn
from topple.worlds.phyre.actions import LARGEST_RADIUS, SMALLEST_RADIUS
from topple.worlds.phyre.bodies import HEIGHT, WIDTH, Colour
from topple.worlds.phyre.view import PALETTE
from topple.worlds.phyre.world import own_task

_NAME = "balls"
_RED = "#{:02x}{:02x}{:02x}".format(*PALETTE[Colour.RED])
_RADIUS = 12.0  # where the field of a radius begins


class PhyrePlayer(Player):
    """Balls are placed in whole pixels of the scene, to which the engine rounds them anyway."""

    def how(self, task: Task) -> str:
        each = "the ball" if own_task(task).actions.balls == 1 else "each ball"
        return f"Press where {each} shall lie, drag to set its size, and press Drop."

    def turn(self, task: Task, plan: Action) -> Turn:
        if plan:
            return Turn(start=0.0)
        balls = own_task(task).actions.balls
        numbers = [
            number
            for ball in range(1, balls + 1)
            for number in (
                Number(f"x{ball if balls > 1 else ''}", 0, WIDTH - 1, 1.0),
                Number(f"y{ball if balls > 1 else ''}", 0, HEIGHT - 1, 1.0),
                Number(
                    f"r{ball if balls > 1 else ''}", SMALLEST_RADIUS, LARGEST_RADIUS, 1, _RADIUS
                ),
            )
        ]
        label = "Place the ball" if balls == 1 else "Place both balls"
        gesture = Place(name=_NAME, label=label, numbers=tuple(numbers), inks=(_RED,) * balls)
        return Turn((gesture,), start=0.0, stop=0.0)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        # The engine rounds x and y down: half a pixel keeps them where they are.
        return tuple(
            (value - SMALLEST_RADIUS) / (LARGEST_RADIUS - SMALLEST_RADIUS)
            if i % 3 == 2
            else (value + 0.5) / (WIDTH - 1)
            for i, value in enumerate(done.numbers)
        )

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        numbers = tuple(
            float(round(value * (LARGEST_RADIUS - SMALLEST_RADIUS) + SMALLEST_RADIUS))
            if i % 3 == 2
            else float(math.floor(value * (WIDTH - 1)))
            for i, value in enumerate(action)
        )
        return [Done(_NAME, numbers)]


PLAYER = PhyrePlayer()
