"""Birds as an environment: each step is a shot, observed when the next bird is ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.environment import Box, Discrete, Info, Space
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds import screenshot, tensor
from topple.worlds.birds.aiming import AIMINGS
from topple.worlds.birds.game import BirdsGame, advance
from topple.worlds.birds.look.screenshot import WIDTH
from topple.worlds.birds.tensor import SHAPE
from topple.worlds.birds.world import WORLD, all_templates, own_task
from topple.worlds.episodes import GameEpisode, GameRules, Parts
from topple.worlds.select import Names

_OBSERVATIONS = ("tensor",)
_REWARDS = {"pass": {"solved": 1.0}, "score": {"score": 1.0}}
# A snapshot of about 20 kB saves the two seconds in which a level settles.
_MOST_OPENINGS = 2048
# Cut short, neither won nor lost.
_TRUNCATED = (Outcome.UNSETTLED, Outcome.FAILED)


def rules(
    *,
    tasks: Names | None = None,
    observation: str = "tensor",
    action: str = "angle",
    reward: str = "pass",
    faithful: bool = False,
    settled: bool = False,
) -> BirdsRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, templates or scenarios; without it, all certified tasks of templates.
    `observation` is `tensor`, `action` is `angle`, `power` or `release`, `reward` is `pass` (1 for
    a solved task) or `score` (points of the game). `faithful` leaves platforms out of tensors, as
    the original did. With `settled`, a step ends only once everything rests.
    """
    return BirdsRules(tasks, observation, action, reward, faithful, settled)


class BirdsRules(GameRules[BirdsGame]):
    """How episodes start and continue."""

    def __init__(
        self,
        tasks: Names | None,
        observation: str,
        action: str,
        reward: str,
        faithful: bool,
        settled: bool,
    ) -> None:
        for kind, name, known in (
            ("observation", observation, _OBSERVATIONS),
            ("action", action, tuple(AIMINGS)),
            ("reward", reward, tuple(_REWARDS)),
        ):
            if name not in known:
                raise UnknownName(kind, name, known=known)
        super().__init__(WORLD, _own_templates() if tasks is None else tasks)
        self.aiming = AIMINGS[action]
        self.rewards = _REWARDS[reward]
        self._faithful, self._settled = faithful, settled
        self._openings: dict[Task, bytes] = {}
        self.observations = Box(0, 1, SHAPE, np.uint8)
        self.actions: Space = (
            Discrete(self.aiming.choices)
            if self.aiming.choices
            else Box(-1.0, 1.0, (self.aiming.numbers,), np.float32)
        )

    def start(self, tasks: Sequence[Task], threads: int | None) -> list[BirdsGame]:
        """Start games at their first shot, from a snapshot if there is one."""
        games = []
        for task in tasks:
            game = BirdsGame(own_task(task), settled=self._settled)
            opening = self._openings.get(task)
            games.append(game.restore(opening) if opening else game)
        advance(games, [None] * len(games), threads)
        for game in games:
            if game.over:
                raise BadInput(f"{game.task} is {game.outcome} before the first shot")
            if game.task not in self._openings and len(self._openings) < _MOST_OPENINGS:
                self._openings[game.task] = game.snapshot()
        return games

    def seen(self, episode: GameEpisode[BirdsGame]) -> Parts:
        return {"tensor": tensor(episode.game, faithful=self._faithful)}

    def read(self, actions: object, count: int) -> NDArray[Any]:
        return self.aiming.read(actions, count)

    def move(self, game: BirdsGame, row: NDArray[Any]) -> Action:
        return self.aiming.shot(row).row()

    def is_cut(self, episode: GameEpisode[BirdsGame]) -> bool:
        return episode.game.outcome in _TRUNCATED

    def facts(self, episode: GameEpisode[BirdsGame]) -> Info:
        game, native = episode.game, episode.game.native
        return {
            "outcome": str(game.outcome or ""),
            "shots": game.shots,
            "birds_left": native.birds_left,
            "pigs_left": native.pigs_left,
            "score": native.score,
            "steps": native.steps,
        }

    def picture(self, episode: GameEpisode[BirdsGame]) -> NDArray[np.uint8]:
        return screenshot(episode.game)

    def rgb(self, episode: GameEpisode[BirdsGame], width: int | None) -> NDArray[np.uint8]:
        return screenshot(episode.game, width or WIDTH)

    def one_hot(self, episode: GameEpisode[BirdsGame]) -> NDArray[np.uint8]:
        """Return the tensor with its channels last."""
        seen = tensor(episode.game, faithful=self._faithful)
        return np.asarray(255 * np.moveaxis(seen, 0, -1))


def _own_templates() -> list[str]:
    """Return the templates with certified tasks; stored levels are not among them."""
    return [name for name, template in all_templates().items() if WORLD.served(template)]
