"""Marbles for people: pull the marble back and let go."""

from __future__ import annotations

from collections.abc import Sequence

from marbles.look import RADIUS
from marbles.world import FASTEST
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Number, Player, Pull, Turn

REACH = 0.5


class MarblesPlayer(Player):
    def turn(self, task: Task, plan: Action) -> Turn:
        if plan:
            return Turn(start=0.0)
        numbers = (Number("right", -REACH, 0.0), Number("up", 0.0, 0.0))
        pull = Pull(name="roll", label="Roll", numbers=numbers, x=0.0, y=RADIUS, reach=REACH)
        return Turn((pull,), start=0.0, stop=0.0)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        return (-done.numbers[0] / REACH * FASTEST,)

    def how(self, task: Task) -> str:
        return "Pull the marble back and let go."

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        return [Done("roll", (-action[0] / FASTEST * REACH, 0.0))]


PLAYER = MarblesPlayer()
