"""Kinetix as an environment: each step drives all channels for one or more steps of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.environment import (
    Box,
    Discrete,
    Info,
    MultiDiscrete,
    Options,
    Rules,
    Space,
    Spaces,
    Step,
    asked_task,
)
from topple.tasks.task import Task, TaskId
from topple.worlds.kinetix import features
from topple.worlds.kinetix.actions import CHANNELS, MOST_STEPS, Rows
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import Game, drive
from topple.worlds.kinetix.level import MOTORS, SIZES
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import all_templates
from topple.worlds.kinetix.world import WORLD
from topple.worlds.kinetix.world import task as find_task

_PICTURE = 500  # pixels of a rendered picture
_MOST = 1e4  # beyond any number of an entity observation

Parts = dict[str, NDArray[Any]]
Tasks: TypeAlias = str | Task | Sequence[str | Task] | None
ACTIONS: dict[str, Space] = {
    "multi-discrete": MultiDiscrete((3,) * MOTORS + (2,) * (CHANNELS - MOTORS)),
    "discrete": Discrete(2 * MOTORS + 1 + CHANNELS - MOTORS),
    "continuous": Box(-1.0, 1.0, (CHANNELS,), np.float32),
}


def rules(
    *,
    tasks: Tasks = None,
    size: str = "s",
    observation: str = "symbolic",
    action: str = "multi-discrete",
    hold: int = 1,
    dense: bool = True,
    width: int = 125,
) -> KinetixRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks or templates of one size; without it, all certified levels of `size`.
    `observation` is `symbolic`, `entity` or `picture` (of this `width`), `action` is
    `multi-discrete`, `discrete` or `continuous`, and `hold` is for how many steps of the game each
    is held. Without `dense`, the reward is 1 or -1 at the end and nothing else.
    """
    return KinetixRules(tasks, size, observation, action, hold, dense, width)


@dataclass
class KinetixEpisode:
    """An episode at one level."""

    task: KinetixTask
    game: Game
    observation: Parts = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.game.over

    def info(self) -> Info:
        return {
            "task": str(self.task),
            "outcome": str(self.game.outcome or ""),
            "steps": self.game.steps,
            "distance": self.game.distance,
        }

    def picture(self) -> NDArray[np.uint8]:
        """Draw the current state of the game."""
        return scene(self.task.level).picture(self.game.motions(), _PICTURE)


class KinetixRules(Rules[KinetixEpisode]):
    """How episodes start and continue."""

    def __init__(
        self,
        tasks: Tasks,
        size: str,
        observation: str,
        action: str,
        hold: int,
        dense: bool,
        width: int,
    ) -> None:
        if action not in ACTIONS:
            raise UnknownName("action", action, known=ACTIONS)
        if not 1 <= hold <= MOST_STEPS:
            raise BadInput(f"cannot hold an action for {hold} steps", f"give 1 to {MOST_STEPS}")
        if size not in SIZES:
            raise UnknownName("size", size, known=SIZES)
        self.tasks = _chosen(tasks, size)
        self.actions, self._action = ACTIONS[action], action
        self._hold, self._dense = hold, dense
        views: dict[str, Callable[[Game], Parts]] = {
            "symbolic": lambda game: {"symbolic": features.flat(game)},
            "entity": features.entities,
            "picture": lambda game: {"picture": scene(game.level).picture(game.motions(), width)},
        }
        if observation not in views:
            raise UnknownName("observation", observation, known=views)
        self._view = views[observation]
        self.observations = _space(self._view(Game(find_task(self.tasks[0]).level)))

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[KinetixEpisode]:
        name = asked_task(options)
        episodes = []
        for rng in rngs:
            task = find_task(name or self.tasks[rng.integers(len(self.tasks))])
            game = Game(task.level)
            episodes.append(KinetixEpisode(task, game, self._view(game)))
        return episodes

    def read(self, actions: object, count: int) -> NDArray[np.float32]:
        """Return drives of all channels, one row per episode."""
        try:
            numbers = np.asarray(actions, np.float32).reshape(count, -1)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error
        if self._action == "discrete":
            return _one_channel(numbers)
        if numbers.shape[1] != CHANNELS:
            raise BadAction(f"an action has {CHANNELS} numbers, not {numbers.shape[1]}")
        if self._action == "multi-discrete":
            motors = np.array([0.0, 1.0, -1.0], np.float32)[numbers[:, :MOTORS].astype(int) % 3]
            return np.hstack([motors, (numbers[:, MOTORS:] > 0).astype(np.float32)])
        low = np.array([-1.0] * MOTORS + [0.0] * (CHANNELS - MOTORS), np.float32)
        return np.clip(np.nan_to_num(numbers), low, np.float32(1))

    def play(
        self, episodes: Sequence[KinetixEpisode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        held = np.full((len(rows), 1), self._hold, np.float32)
        whole: Rows = np.hstack([rows, held])[:, None, :].astype(np.float32)
        rewards = drive([episode.game for episode in episodes], list(whole), threads=threads)
        steps = []
        for episode, reward in zip(episodes, rewards, strict=True):
            game = episode.game
            episode.observation = self._view(game)
            late = game.note == "the time was up"
            won = {"solved": 1.0}.get(str(game.outcome), -1.0 if game.over and not late else 0.0)
            given = reward if self._dense else won
            steps.append((float(given), game.over and not late, late, episode.info()))
        return steps


def _one_channel(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the drives of discrete actions: a motor either way, nothing, or a thruster."""
    drives = np.zeros((len(numbers), CHANNELS), np.float32)
    for row, number in zip(drives, numbers[:, 0].astype(int).tolist(), strict=True):
        if number < 2 * MOTORS:
            row[number // 2] = 1.0 if number % 2 else -1.0
        elif number > 2 * MOTORS:
            row[number - MOTORS - 1] = 1.0
    return drives


def _space(parts: Parts) -> Spaces:
    if len(parts) > 1:
        return {name: Box(-_MOST, _MOST, array.shape, np.float32) for name, array in parts.items()}
    (only,) = parts.values()
    if only.dtype == np.uint8:
        return Box(0, 255, only.shape, np.uint8)
    return Box(-features.CLIP, features.CLIP, only.shape, np.float32)


def _chosen(tasks: Tasks, size: str) -> list[str]:
    """Expand templates to single tasks; None means all certified levels of a size."""
    known = all_templates()
    if tasks is None:
        names = [name for name, template in known.items() if template.size == size]
    else:
        names = [str(each) for each in ([tasks] if isinstance(tasks, str | Task) else tasks)]
    found: list[TaskId] = []
    for name in names:
        if ":" in name:
            found.append(find_task(name).id)
        else:
            template = WORLD.template(name.removeprefix("kinetix/"))
            found += [WORLD.id_of(template, index) for index in WORLD.served(template)]
    if not found:
        raise BadInput("the environment has no tasks", "name tasks one by one, or certify some")
    sizes = sorted({known[each.template].size for each in found})
    if len(sizes) > 1:
        raise BadInput(
            f"the tasks have several sizes: {', '.join(sizes)}", "make one environment per size"
        )
    return [str(each) for each in found]
