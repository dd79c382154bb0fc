"""I-PHYRE as an environment, in the three modes of the original.

| mode | action | a step of the environment |
| --- | --- | --- |
| `on_the_fly` | 0: nothing, 1 to 6: remove a block | a tenth of a second |
| `in_advance` | six numbers from 0 to 1: when to remove each block, times 15 s | the game |
| `combined` | the same | until a block is removed |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action
from topple.tasks.environment import Box, Discrete, Info, Space
from topple.tasks.outcome import Outcome
from topple.worlds import film
from topple.worlds.episodes import PICTURE, GameEpisode, GameRules, Parts
from topple.worlds.iphyre.action_space import plan_of
from topple.worlds.iphyre.game import IPhyreGame
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.observation import LENGTH, LENGTH_WITH_NOTHING
from topple.worlds.iphyre.timing import DECISIONS
from topple.worlds.iphyre.world import WORLD
from topple.worlds.select import Names

ON_THE_FLY, IN_ADVANCE, COMBINED = MODES = ("on_the_fly", "in_advance", "combined")
_NEVER = 0  # tenths of a second: the original never removes a block at time 0

# For libraries whose learners take rewards as they are: 1000 would drown everything else.
VECTOR_DEFAULTS = {"reward_scale": 0.001}


def rules(
    *, tasks: Names | None = None, mode: str = ON_THE_FLY, reward_scale: float = 1.0
) -> IPhyreRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, games or groups; without it, all certified tasks. `mode` is `on_the_fly`,
    `in_advance` or `combined`. The reward is the original's: -1 per second, -10 per removed block,
    1000 when all balls have fallen, all times `reward_scale`.
    """
    return IPhyreRules(tasks, mode, reward_scale)


class IPhyreRules(GameRules[IPhyreGame]):
    """How episodes start and continue."""

    def __init__(self, tasks: Names | None, mode: str, reward_scale: float) -> None:
        if mode not in MODES:
            raise UnknownName("mode", mode, known=MODES)
        if not 0 < reward_scale <= 1:
            raise BadInput(f"reward_scale is {reward_scale}", "give a number above 0, at most 1")
        super().__init__(WORLD, tasks)
        self.mode, self.rewards = mode, {"score": reward_scale}
        size = LENGTH_WITH_NOTHING if mode == ON_THE_FLY else LENGTH
        self.observations = Box(0.0, 1.0, (size,), np.float32)
        self.actions: Space = (
            Discrete(MOST_ELIMINABLE + 1)
            if mode == ON_THE_FLY
            else Box(0.0, 1.0, (MOST_ELIMINABLE,), np.float32)
        )

    def seen(self, episode: GameEpisode[IPhyreGame]) -> Parts:
        return {"state": episode.playing.observe("vector" if self.mode == ON_THE_FLY else "slots")}

    def move(self, game: IPhyreGame, row: NDArray[Any]) -> Action:
        return _removal(game, int(row[0]) - 1)

    def allowed(self, game: IPhyreGame) -> NDArray[np.bool_] | None:
        if self.mode != ON_THE_FLY:
            return None
        return np.array([True, *(block in game.left for block in range(MOST_ELIMINABLE))])

    def step(self, games: Sequence[IPhyreGame], rows: NDArray[Any], threads: int | None) -> None:
        if self.mode == ON_THE_FLY:
            super().step(games, rows, threads)
        else:
            for game, row in zip(games, rows, strict=True):
                self._follow(game, np.rint(row * SECONDS * DECISIONS).astype(int).tolist())

    def _follow(self, game: IPhyreGame, tenths: list[int]) -> None:
        """Remove blocks as planned: at each moment the first slot that is due, and no other."""
        while not game.over:
            due = game.tick != _NEVER and game.tick in tenths
            move = _removal(game, tenths.index(game.tick)) if due else ()
            game.play(move)
            if move and self.mode == COMBINED:
                return

    def is_cut(self, episode: GameEpisode[IPhyreGame]) -> bool:
        return episode.playing.outcome is Outcome.MISSED

    def facts(self, episode: GameEpisode[IPhyreGame]) -> Info:
        game = episode.playing
        return {
            "outcome": str(game.outcome or ""),
            "seconds": game.seconds,
            "removed": plan_of(game.moves),
            "score": game.reward,
        }

    def picture(self, episode: GameEpisode[IPhyreGame]) -> NDArray[np.uint8]:
        game = episode.playing
        with uncounted():  # what was played already
            shown = film(game.task, tuple(game.moves), game.task.level.rate // DECISIONS)
        return shown.picture(min(game.tick, len(shown) - 1), PICTURE)


def _removal(game: IPhyreGame, number: int) -> Action:
    """Return the move that removes a block; if there is no such block, the one without numbers."""
    return (float(number), game.seconds) if number in game.left else ()
