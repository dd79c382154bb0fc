"""Environments of any world: episodes are games, and a step is a move.

A world declares spaces and rewards as data, and says how a row of numbers becomes a move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput
from topple.sim.counting import uncounted
from topple.tasks.environment import (
    Box,
    Discrete,
    Info,
    Options,
    Rules,
    Step,
    read_task,
)
from topple.tasks.game import Game
from topple.tasks.moves import Move
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.select import Names, select
from topple.worlds.whole import WholeGame
from topple.worlds.world import World

G = TypeVar("G", bound=Game)
Parts = dict[str, NDArray[Any]]
# An episode ends after this many actions per attempt, most of which must then have been invalid.
ACTIONS_PER_ATTEMPT = 100
_MOST_ATTEMPTS = 1_000_000
_MOST_TASKS = 16_384  # tasks that are kept, because learners return to each of them
PICTURE = 256  # pixels


@dataclass
class GameEpisode(Generic[G]):
    """An episode at one task: a game, or several until one is won."""

    rules: GameRules[G]
    game: G
    observation: Parts = field(default_factory=dict)
    tally: Mapping[str, float] = field(default_factory=dict)  # the game's after the last step
    attempt: int = 0  # attempts that have ended
    actions: int = 0
    over: bool = False
    previous: G | None = None  # the game of the attempt before

    @property
    def task(self) -> Any:
        return self.game.task

    def info(self) -> Info:
        return {"task": str(self.task), **self.rules.facts(self)}

    def picture(self) -> NDArray[np.uint8]:
        return self.rules.picture(self)


class GameRules(Rules[GameEpisode[G]]):
    """How episodes start and continue.

    `rewards` says what a step earns per unit of a game's tally. An episode has up to `attempts`
    games at its task, each from the start.
    """

    rewards: Mapping[str, float] = {"solved": 1.0}

    def __init__(self, world: World, tasks: Names | None, attempts: int = 1) -> None:
        if not 1 <= attempts <= _MOST_ATTEMPTS:
            raise BadInput(
                f"cannot give {attempts} attempts", f"`attempts` is from 1 to {_MOST_ATTEMPTS}"
            )
        self.world, self.attempts = world, attempts
        self.tasks = select(world, tasks)
        self._find = lru_cache(maxsize=_MOST_TASKS)(world.task)

    def seen(self, episode: GameEpisode[G]) -> Parts:
        """Return what is observed now, by part; by default the game's vector."""
        return {"vector": episode.game.observe("vector")}

    def move(self, game: G, row: NDArray[Any]) -> Move:
        """Return an action of the environment as a move."""
        return [float(number) for number in row]

    def facts(self, episode: GameEpisode[G]) -> Info:
        """Return what an info has besides the task."""
        return {"outcome": str(episode.game.outcome or "")}

    def is_cut(self, episode: GameEpisode[G]) -> bool:
        """Return whether an episode was cut short, neither won nor lost."""
        return False

    def allowed(self, game: G) -> NDArray[np.bool_] | None:
        """Return which choices are legal now; None where an action is no choice."""
        if not isinstance(self.actions, Discrete):
            return None
        kinds = game.legal()
        moves = [self.move(game, np.array([number])) for number in range(self.actions.choices)]
        return np.array([any(kind.allows(move) for kind in kinds) for move in moves])

    def start(self, tasks: Sequence[Task], threads: int | None) -> Sequence[Any]:
        """Start a game at each task."""
        return self.world.begin(tasks, threads)

    def step(self, games: Sequence[G], rows: NDArray[Any], threads: int | None) -> None:
        """Play one action in each game."""
        moves = [self.move(game, row) for game, row in zip(games, rows, strict=True)]
        self.world.advance(games, moves, threads)

    def task(self, name: object) -> Task:
        """Return the task with an id; a task is returned as it is."""
        if isinstance(name, Task):
            return name
        if not isinstance(name, str):
            raise BadInput(f"{name!r:.40} is not a task", "give a task id")
        return self._find(name)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[GameEpisode[G]]:
        asked = read_task(options)
        names = [
            self.tasks[rng.integers(len(self.tasks))] if asked is None else asked for rng in rngs
        ]
        with uncounted():  # whatever a world lets happen before the first action
            games = self.start([self.task(name) for name in names], threads)
        episodes = [GameEpisode(self, game) for game in games]
        for episode in episodes:
            episode.observation = self.seen(episode)
            episode.tally = episode.game.tally()
        return episodes

    @cached_property
    def _ranges(self) -> tuple[tuple[int, ...], float, float, bool]:
        """The shape of an action, its least and largest number, and whether numbers are whole."""
        space = self.actions
        if isinstance(space, Box):
            return space.shape, space.low, space.high, False
        if isinstance(space, Discrete):
            return (1,), 0, space.choices - 1, True
        return (len(space.choices),), 0, np.inf, True

    def read(self, actions: object, count: int) -> NDArray[Any]:
        """Return actions as rows of the action space; raise `BadAction` if they are not."""
        shape, low, high, whole = self._ranges
        try:
            given = np.asarray(actions)
            rows = given.astype(np.float64).reshape(count, *shape)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error
        # A comparison with NaN is false, so this refuses it too.
        inside = bool(((rows >= low) & (rows <= high)).all())
        broken = whole and given.dtype.kind not in "iu" and (rows % 1).any()
        if broken or not inside:
            kind = "a whole number" if whole else f"{rows.shape[1]} numbers"
            raise BadAction("an action is out of range", f"give {kind} from {low:g} to {high:g}")
        return rows

    def play(
        self, episodes: Sequence[GameEpisode[G]], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        self.step([episode.game for episode in episodes], rows, threads)
        return [self._take_step(episode, threads) for episode in episodes]

    def _take_step(self, episode: GameEpisode[G], threads: int | None) -> Step:
        """Return what a step earned and how it ended; begin the next attempt if there is one."""
        game, before = episode.game, episode.tally
        after, outcome = game.tally(), game.outcome
        over = outcome is not None
        reward = 0.0
        for name, rate in self.rewards.items():
            reward += rate * (after[name] - before[name])
        episode.actions += 1
        episode.attempt += outcome not in (None, Outcome.FAILED)
        solved = outcome is Outcome.SOLVED
        ended = over and (solved or episode.attempt >= self.attempts)
        late = episode.actions >= ACTIONS_PER_ATTEMPT * self.attempts
        cut = self.is_cut(episode) or (late and not ended and isinstance(game, WholeGame))
        episode.over = ended or cut
        facts = episode.info()
        if over and not episode.over:
            episode.previous = game
            with uncounted():
                (episode.game,) = self.start([game.task], threads)
            after = episode.game.tally()
        episode.tally = after
        episode.observation = self.seen(episode)
        return float(reward), episode.over and not cut, cut, facts

    def picture(self, episode: GameEpisode[G]) -> NDArray[np.uint8]:
        """Draw the present state: the last of the frames that its moves lead to."""
        from topple.worlds import film

        game = episode.game
        with uncounted():  # what was played already
            shown = film(game.task, tuple(game.moves) or None)
        return shown.picture(int(np.searchsorted(shown.seconds, game.seconds)), PICTURE)
