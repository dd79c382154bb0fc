"""I-PHYRE as an environment, in the three modes of the original.

| mode | action | a step of the environment |
| --- | --- | --- |
| `on_the_fly` | 0: nothing, 1 to 6: remove a block | a tenth of a second |
| `in_advance` | six numbers from 0 to 1: when to remove each block, times 15 s | the game |
| `combined` | the same | until a block is removed |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import Box, Discrete, Info, Options, Rules, Space, Step, asked_task
from topple.tasks.outcome import Outcome
from topple.tasks.template import Template
from topple.worlds import film
from topple.worlds.iphyre.action_space import action_of
from topple.worlds.iphyre.game import Game
from topple.worlds.iphyre.games import GROUPS
from topple.worlds.iphyre.level import MOST_ELIMINABLE, SECONDS
from topple.worlds.iphyre.observation import LENGTH, LENGTH_WITH_NOTHING, Observation
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.timing import DECISIONS, Timed
from topple.worlds.iphyre.world import WORLD, own_task

ON_THE_FLY, IN_ADVANCE, COMBINED = MODES = ("on_the_fly", "in_advance", "combined")
_PICTURE = 256  # pixels
_NEVER = 0  # tenths of a second: the original never removes a block at time 0

# For libraries whose learners take rewards as they are: 1000 would drown everything else.
VECTOR_DEFAULTS = {"reward_scale": 0.001}

Tasks = str | IPhyreTask | Sequence[str | IPhyreTask] | None


@dataclass
class IPhyreEpisode:
    """An episode at one task."""

    task: IPhyreTask
    game: Game
    observation: dict[str, NDArray[Any]] = field(default_factory=dict)
    removed: list[Timed] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def tick(self) -> int:
        """The number of tenths of a second that have passed."""
        return round(self.game.seconds * DECISIONS)

    def remove(self, number: int) -> bool:
        """Remove a block by its number, if it is there; return whether it was."""
        if number not in self.game.left:
            return False
        self.removed.append((number, self.tick / DECISIONS))
        return self.game.remove(number)

    def info(self) -> Info:
        solved = str(Outcome.SOLVED if self.game.solved else Outcome.MISSED)
        return {
            "task": str(self.task),
            "outcome": solved if self.over else "",
            "seconds": self.game.seconds,
            "removed": list(self.removed),
            "score": self.game.reward,
        }

    def picture(self) -> NDArray[np.uint8]:
        """Draw the current state of the game."""
        shown = film(self.task, action_of(self.removed), self.task.level.rate // DECISIONS)
        return shown.picture(min(self.tick, len(shown) - 1), _PICTURE)


def rules(*, tasks: Tasks = None, mode: str = ON_THE_FLY, reward_scale: float = 1.0) -> IPhyreRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, games or groups; without it, all certified tasks. `mode` is `on_the_fly`,
    `in_advance` or `combined`. The reward is the original's: -1 per second, -10 per removed block,
    1000 when all balls have fallen, all times `reward_scale`.
    """
    return IPhyreRules(tasks, mode, reward_scale)


class IPhyreRules(Rules[IPhyreEpisode]):
    """How episodes start and continue."""

    def __init__(self, tasks: Tasks, mode: str, reward_scale: float) -> None:
        if mode not in MODES:
            raise UnknownName("mode", mode, known=MODES)
        if not 0 < reward_scale <= 1:
            raise BadInput(f"reward_scale is {reward_scale}", "give a number above 0, at most 1")
        self.mode, self._reward_scale = mode, reward_scale
        self.tasks = chosen(tasks)
        size = LENGTH_WITH_NOTHING if mode == ON_THE_FLY else LENGTH
        self.observations = Box(0.0, 1.0, (size,), np.float32)
        self.actions: Space = (
            Discrete(MOST_ELIMINABLE + 1)
            if mode == ON_THE_FLY
            else Box(0.0, 1.0, (MOST_ELIMINABLE,), np.float32)
        )

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[IPhyreEpisode]:
        asked = asked_task(options)
        names = [asked or self.tasks[rng.integers(len(self.tasks))] for rng in rngs]
        tasks = [own_task(WORLD.task(name)) for name in names]
        episodes = [IPhyreEpisode(task, Game(task.level)) for task in tasks]
        for episode in episodes:
            episode.observation = {"state": self._seen(episode)}
        return episodes

    def read(self, actions: object, count: int) -> NDArray[Any]:
        shape = (count,) if self.mode == ON_THE_FLY else (count, MOST_ELIMINABLE)
        try:
            rows = np.asarray(actions, np.float64).reshape(shape)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error
        whole = self.mode == ON_THE_FLY
        most = MOST_ELIMINABLE if whole else 1
        # A comparison with NaN is false, so this refuses it too.
        if not ((rows >= 0) & (rows <= most)).all() or (whole and (rows % 1).any()):
            kind = "a whole number" if whole else "six numbers"
            raise BadAction("an action is out of range", f"give {kind} from 0 to {most}")
        return rows

    def play(
        self, episodes: Sequence[IPhyreEpisode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        return [self._step(episode, row) for episode, row in zip(episodes, rows, strict=True)]

    def _step(self, episode: IPhyreEpisode, row: Any) -> Step:
        before = episode.game.reward
        if self.mode == ON_THE_FLY:
            episode.remove(int(row) - 1)
            episode.game.wait()
        else:
            self._follow(episode, np.rint(row * SECONDS * DECISIONS).astype(int).tolist())
        episode.observation = {"state": self._seen(episode)}
        solved = episode.game.solved
        reward = (episode.game.reward - before) * self._reward_scale
        return reward, solved, episode.over and not solved, episode.info()

    def _follow(self, episode: IPhyreEpisode, tenths: list[int]) -> None:
        """Remove blocks as planned: at each moment the first slot that is due, and no other."""
        while not episode.over:
            due = episode.tick != _NEVER and episode.tick in tenths
            gone = due and episode.remove(tenths.index(episode.tick))
            episode.game.wait()
            if gone and self.mode == COMBINED:
                return

    def _seen(self, episode: IPhyreEpisode) -> NDArray[np.float32]:
        return Observation(episode.game).vector(nothing=self.mode == ON_THE_FLY)


def chosen(tasks: Tasks) -> list[str]:
    """Expand tasks, games and groups to ids; None means all certified tasks."""
    if tasks is None:
        tasks = GROUPS
    names = [tasks] if isinstance(tasks, str | IPhyreTask) else list(tasks)
    found = [each for name in names for each in _meant(name)]
    if not found:
        raise BadInput("the environment has no tasks", "give at least one, or leave out `tasks`")
    return found


def _meant(name: object) -> list[str]:
    if isinstance(name, IPhyreTask):
        return [str(name)]
    if not isinstance(name, str):
        raise BadInput(f"{name!r:.40} is not a task", "give a task id, a game or a group")
    if ":" in name:
        return [str(WORLD.task(name))]
    group = [each for each in WORLD.templates().values() if each.group == name]
    templates: Sequence[Template] = group or [WORLD.template(name.removeprefix("iphyre/"))]
    return [
        str(WORLD.id_of(template, index))
        for template in templates
        for index in WORLD.served(template)
    ]
