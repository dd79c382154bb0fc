"""What agents of pool share: a shot at puzzles, and the same choice again and again in games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from topple.agents.agent import Agent
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.shot import Shot, action_of
from topple.worlds.pool.table import direction
from topple.worlds.pool.task import PoolTask

_FOOT = 90.0  # direction in degrees where to shoot if there is no ball to shoot at


class Shooter(Agent):
    """Chooses one shot at a time from a table at rest."""

    worlds: ClassVar[tuple[str, ...]] = ("pool",)

    @abstractmethod
    def shoot(self, game: PoolGame, past: Sequence[Attempt]) -> Shot:
        """Choose the next shot; a puzzle is a game of one shot."""

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy:
        if not isinstance(task, PoolTask):
            raise BadInput(f"`{task}` is not a pool task")
        if task.rules:
            return lambda game: action_of([self.shoot(game, past)])
        return action_of([self.shoot(PoolGame(task), past)])


def centre_angle(game: PoolGame) -> float:
    """Return the direction to the centre of the lowest ball."""
    return direction(game.place(), game.place(game.lowest)) if game.lowest else _FOOT
