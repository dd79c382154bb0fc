"""Pool as an environment: each step is a shot, at a puzzle or in a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, UnknownName
from topple.sim import maths
from topple.tasks.attempt import Action
from topple.tasks.environment import Box, Info
from topple.worlds.episodes import GameEpisode, GameRules, Parts
from topple.worlds.pool.encoding import SIZE, encode
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.rules import lowest
from topple.worlds.pool.shot import FARTHEST, FASTEST, NUMBERS, SLOWEST, Shot, action_of
from topple.worlds.pool.table import CUE, direction
from topple.worlds.pool.template import PUZZLES
from topple.worlds.pool.world import WORLD
from topple.worlds.select import Names

_ACTIONS = ("aimed", "free")
_REWARDS = {"solve": {"solved": 1.0}, "pots": {"solved": 1.0, "points": 1.0}}
_AIMED = 45.0  # degrees to both sides of the lowest ball
_PICTURE = 308  # pixels; with the height of 540, both can be halved twice
_FOOT = 90.0  # degrees


def rules(
    *,
    tasks: Names | None = None,
    action: str = "aimed",
    reward: str = "solve",
    attempts: int = 1,
) -> PoolRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, templates or chapters; without it, all certified puzzles. With `action`
    `aimed`, the first number turns the shot up to 45 degrees away from the lowest ball; with
    `free`, it is the direction. `reward` is `solve` (1 for a solved task) or `pots` (also 1 for
    every ball potted legally in a game). A puzzle has `attempts` shots, always from its start.
    """
    return PoolRules(tasks, action, reward, attempts)


class PoolRules(GameRules[PoolGame]):
    """How episodes start and continue."""

    def __init__(self, tasks: Names | None, action: str, reward: str, attempts: int) -> None:
        for kind, name, known in (("action", action, _ACTIONS), ("reward", reward, _REWARDS)):
            if name not in known:
                raise UnknownName(kind, name, known=known)
        super().__init__(WORLD, PUZZLES if tasks is None else tasks, attempts)
        self._shot = aimed_shot if action == "aimed" else free_shot
        self.rewards = _REWARDS[reward]
        self.actions = Box(-1.0, 1.0, (NUMBERS,), np.float32)
        self.observations = Box(-1.0, 1.0, (SIZE,), np.float32)

    def seen(self, episode: GameEpisode[PoolGame]) -> Parts:
        game, task = episode.game, episode.game.task
        tries = task.rules.shots if task.rules else self.attempts
        return {"table": encode(task, _table(game), 1 - episode.actions / tries)}

    def read(self, actions: object, count: int) -> NDArray[np.float64]:
        try:
            rows = np.asarray(actions, np.float64).reshape(count, NUMBERS)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} shots of {NUMBERS} numbers: {error}") from error
        if not np.isfinite(rows).all():
            raise BadAction("a number of the action is not finite")
        return np.clip(rows, -1.0, 1.0)

    def move(self, game: PoolGame, row: NDArray[Any]) -> Action:
        return action_of([self._shot(game.table, row)])

    def facts(self, episode: GameEpisode[PoolGame]) -> Info:
        game = episode.game
        potted = {"legal": int(game.points), "fouls": game.fouls} if game.task.rules else {}
        return {"outcome": str(game.outcome or ""), "shots": episode.actions, **potted}

    def picture(self, episode: GameEpisode[PoolGame]) -> NDArray[np.uint8]:
        from topple.worlds.pool.look.screenshot import screenshot

        return screenshot(episode.game.task, _table(episode.game), _PICTURE)


def _table(game: PoolGame) -> NDArray[np.float64]:
    """Return the table that is shown: that of a puzzle is always the one at its start."""
    return game.table if game.task.rules else game.task.table


def aimed_shot(table: NDArray[np.float64], row: NDArray[np.float64]) -> Shot:
    """Convert four numbers from -1 to 1 to a shot; the first turns it away from the lowest ball."""
    ball = lowest(table)
    towards = direction(_place(table, CUE), _place(table, ball)) if ball else _FOOT
    return free_shot(table, row)._replace(angle=towards + _AIMED * float(row[0]))


def free_shot(table: NDArray[np.float64], row: NDArray[np.float64]) -> Shot:
    """Convert four numbers from -1 to 1 to a shot: direction, speed, side and height."""
    turn, faster, side, height = row.tolist()
    speed = SLOWEST + (FASTEST - SLOWEST) * (faster + 1) / 2
    shrink = FARTHEST / max(1.0, maths.hypot(side, height))
    return Shot(180.0 * turn, speed, side * shrink, height * shrink)


def _place(table: NDArray[np.float64], ball: int) -> tuple[float, float]:
    x, y = table[ball].tolist()
    return x, y
