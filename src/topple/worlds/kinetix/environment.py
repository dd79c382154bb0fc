"""Kinetix as an environment: each step drives all channels for one or more steps of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import kinetix as core
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.environment import Batch, Box, Discrete, Info, MultiDiscrete, Space, Spaces
from topple.tasks.task import Task, TaskId
from topple.worlds.episodes import GameEpisode, GameRules, Parts
from topple.worlds.kinetix import features
from topple.worlds.kinetix.actions import CHANNELS, MOST_STEPS, Rows
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import KinetixGame, drive_rows
from topple.worlds.kinetix.level import MOTORS, SIZES
from topple.worlds.kinetix.simulate import OUTCOMES
from topple.worlds.kinetix.to_native import native_level
from topple.worlds.kinetix.world import WORLD, own_task
from topple.worlds.native_batch import Columns, Fact, NativeBatch
from topple.worlds.select import Names

_PICTURE = 500  # pixels of a rendered picture
_MOST = 1e4  # beyond any number of an entity observation
# Texts of the core's outcomes: none while a game goes on.
_OUTCOMES = tuple(str(OUTCOMES.get(number, "")) for number in range(5))
_MOTORS = np.array([0.0, 1.0, -1.0], np.float32)  # drives by the number of an action

ACTIONS: dict[str, Space] = {
    "multi-discrete": MultiDiscrete((3,) * MOTORS + (2,) * (CHANNELS - MOTORS)),
    "discrete": Discrete(2 * MOTORS + 1 + CHANNELS - MOTORS),
    "continuous": Box(-1.0, 1.0, (CHANNELS,), np.float32),
}


def rules(
    *,
    tasks: Names | None = None,
    size: str = "s",
    observation: str = "symbolic",
    action: str = "multi-discrete",
    hold: int = 1,
    dense: bool = True,
    width: int = 125,
) -> KinetixRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, templates or a size; without it, all certified levels of `size`.
    `observation` is `symbolic`, `entity` or `picture` (of this `width`), `action` is
    `multi-discrete`, `discrete` or `continuous`, and each action is held for `hold` steps of the
    game. Without `dense`, the reward is 1 or -1 at the end and nothing else.
    """
    return KinetixRules(tasks, size, observation, action, hold, dense, width)


class KinetixRules(GameRules[KinetixGame]):
    """How episodes start and continue."""

    def __init__(
        self,
        tasks: Names | None,
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
        super().__init__(WORLD, size if tasks is None else tasks)
        self._check_sizes()
        self.actions, self._action = ACTIONS[action], action
        self.hold, self.dense = hold, dense
        self.rewards = {"reward": 1.0} if dense else {"solved": 1.0, "lost": -1.0}
        views: dict[str, Callable[[KinetixGame], Parts]] = {
            "symbolic": lambda game: {"symbolic": features.flat(game)},
            "entity": features.entities,
            "picture": lambda game: {"picture": scene(game.level).picture(game.motions(), width)},
        }
        if observation not in views:
            raise UnknownName("observation", observation, known=views)
        self._observation, self._view = observation, views[observation]
        self.observations = _space(self._view(KinetixGame(own_task(self.task(self.tasks[0])))))

    def _check_sizes(self) -> None:
        sizes = sorted({_size(task) for task in self.tasks})
        if len(sizes) > 1:
            raise BadInput(
                f"the tasks have several sizes: {', '.join(sizes)}", "make one environment per size"
            )

    def native(self, count: int, threads: int | None, same_step: bool) -> Batch | None:
        if self._observation != "symbolic":
            return None
        return KinetixBatch(self, count, threads, same_step)

    def seen(self, episode: GameEpisode[KinetixGame]) -> Parts:
        return self._view(episode.game)

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
            drives = (numbers > 0).astype(np.float32)
            drives[:, :MOTORS] = _MOTORS[numbers[:, :MOTORS].astype(int) % 3]
            return drives
        low = np.array([-1.0] * MOTORS + [0.0] * (CHANNELS - MOTORS), np.float32)
        return np.clip(np.nan_to_num(numbers), low, np.float32(1))

    def move(self, game: KinetixGame, row: NDArray[Any]) -> Action:
        drives = self.read(row, 1)[0].tolist()
        return (*(drives[channel] for channel in game.task.actions.channels), float(self.hold))

    def step(self, games: Sequence[KinetixGame], rows: NDArray[Any], threads: int | None) -> None:
        whole: Rows = np.empty((len(rows), 1, CHANNELS + 1), np.float32)
        whole[:, 0, :-1], whole[:, 0, -1] = rows, self.hold
        drive_rows(games, list(whole), threads)

    def is_cut(self, episode: GameEpisode[KinetixGame]) -> bool:
        return episode.game.late

    def facts(self, episode: GameEpisode[KinetixGame]) -> Info:
        game = episode.game
        return {
            "outcome": str(game.outcome or ""),
            "steps": game.steps,
            "distance": game.distance,
        }

    def picture(self, episode: GameEpisode[KinetixGame]) -> NDArray[np.uint8]:
        game = episode.game
        return scene(game.level).picture(game.motions(), _PICTURE)


class KinetixBatch(NativeBatch):
    """Episodes of Kinetix in the core, observed as flat symbols."""

    part = "symbolic"
    facts = {"outcome": Fact(texts=_OUTCOMES), "steps": Fact(int), "distance": Fact()}
    rules: KinetixRules
    native: core.Batch

    def make(self, columns: Columns, threads: int) -> core.Batch:
        self.native = core.Batch(
            **columns, threads=threads, hold=self.rules.hold, dense=self.rules.dense
        )
        return self.native

    def add(self, task: Task) -> int:
        level = own_task(task).level
        return self.native.add(native_level(level), *features.still_row(level))

    def episode(self, row: int, task: Task) -> GameEpisode[KinetixGame]:
        game = KinetixGame(own_task(task))
        game.native = self.native.game(row)
        return GameEpisode(self.rules, game, {self.part: features.flat(game)})


def _size(task: str | Task) -> str:
    """Return the size of a task; ids are not built, because that takes time."""
    if isinstance(task, Task):
        return own_task(task).level.size
    return WORLD.template(TaskId.parse(task).template).group


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
