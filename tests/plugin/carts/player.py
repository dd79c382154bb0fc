"""Carts for people: press a button per turn."""

from __future__ import annotations

from collections.abc import Sequence

from carts.world import WORLD
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Pick, Player, Turn, play_turns

LABELS = {-1.0: "Push left", 0.0: "Let it roll", 1.0: "Push right"}


class CartsPlayer(Player):
    """The game says which pushes are possible and how much time has passed."""

    def turn(self, task: Task, plan: Action) -> Turn:
        (game,) = WORLD.begin([task])
        before = 0.0
        for _ in play_turns(game, plan):
            before = game.seconds
        gestures = [
            Pick(name=label, label=label, since=game.seconds)
            for push, label in LABELS.items()
            if not game.refusal([push])
        ]
        return Turn(tuple(gestures), start=before, stop=None if game.over else game.seconds)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        return (*plan, next(push for push, label in LABELS.items() if label == done.name))

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        return [Done(LABELS[push], at=float(turn)) for turn, push in enumerate(action)]


PLAYER = CartsPlayer()
