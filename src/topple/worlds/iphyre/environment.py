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

from topple._native import iphyre as core
from topple.errors import BadInput, UnknownName
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action
from topple.tasks.environment import Batch, Box, Discrete, Info, Space
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import film
from topple.worlds.episodes import PICTURE, GameEpisode, GameRules, Parts
from topple.worlds.iphyre.action_space import plan_of
from topple.worlds.iphyre.game import IPhyreGame
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.observation import LENGTH, LENGTH_WITH_NOTHING, still_of
from topple.worlds.iphyre.timing import DECISIONS
from topple.worlds.iphyre.world import WORLD, own_task
from topple.worlds.native_batch import Columns, Fact, NativeBatch
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
        self.mode, self.scale, self.rewards = mode, reward_scale, {"score": reward_scale}
        size = LENGTH_WITH_NOTHING if mode == ON_THE_FLY else LENGTH
        self.observations = Box(0.0, 1.0, (size,), np.float32)
        self.actions: Space = (
            Discrete(MOST_ELIMINABLE + 1)
            if mode == ON_THE_FLY
            else Box(0.0, 1.0, (MOST_ELIMINABLE,), np.float32)
        )

    def native(self, count: int, threads: int | None, same_step: bool) -> Batch:
        return IPhyreBatch(self, count, threads, same_step)

    def seen(self, episode: GameEpisode[IPhyreGame]) -> Parts:
        return {"state": episode.game.observe("vector" if self.mode == ON_THE_FLY else "slots")}

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
        return episode.game.outcome is Outcome.MISSED

    def facts(self, episode: GameEpisode[IPhyreGame]) -> Info:
        game = episode.game
        return {
            "outcome": str(game.outcome or ""),
            "seconds": game.seconds,
            "score": game.reward,
            "removed": _times(game),
        }

    def picture(self, episode: GameEpisode[IPhyreGame]) -> NDArray[np.uint8]:
        game = episode.game
        with uncounted():  # what was played already
            shown = film(game.task, tuple(game.moves), game.task.level.rate // DECISIONS)
        return shown.picture(min(game.tick, len(shown) - 1), PICTURE)


class IPhyreBatch(NativeBatch):
    """Episodes of I-PHYRE in the core."""

    part = "state"
    facts = {
        "outcome": Fact(texts=("", str(Outcome.SOLVED), str(Outcome.MISSED))),
        "seconds": Fact(),
        "score": Fact(),
        "removed": Fact(count=MOST_ELIMINABLE),
    }
    rules: IPhyreRules
    native: core.Batch

    def make(self, columns: Columns, threads: int) -> core.Batch:
        mode = MODES.index(self.rules.mode)
        self.native = core.Batch(**columns, threads=threads, mode=mode, scale=self.rules.scale)
        return self.native

    def add(self, task: Task) -> int:
        level = own_task(task).level
        return self.native.add(level.native, still_of(level, nothing=self.rules.mode == ON_THE_FLY))

    def numbers(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        padded = np.zeros((len(rows), MOST_ELIMINABLE))
        padded[:, : rows.shape[1]] = rows
        return padded

    def episode(self, row: int, task: Task) -> GameEpisode[IPhyreGame]:
        game = IPhyreGame(own_task(task))
        game.load(self.native.snapshot(row))
        episode = GameEpisode(self.rules, game)
        episode.observation = self.rules.seen(episode)
        return episode


def _times(game: IPhyreGame) -> NDArray[np.float64]:
    """Return when each eliminable block was removed, in seconds; -1 for those that are there."""
    times = np.full(MOST_ELIMINABLE, -1.0)
    for block, seconds in plan_of(game.moves):
        times[block] = seconds
    return times


def _removal(game: IPhyreGame, number: int) -> Action:
    """Return the move that removes a block; if there is no such block, the one without numbers."""
    return (float(number), game.seconds) if number in game.left else ()
