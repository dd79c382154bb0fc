"""Birds as an environment: each step is a shot, observed when the next bird is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.tasks.environment import (
    Box,
    Discrete,
    Info,
    Options,
    Rules,
    Space,
    Step,
    asked_task,
)
from topple.tasks.outcome import Outcome
from topple.tasks.template import Template
from topple.worlds.birds import Game, Shot, play_on, screenshot, tensor
from topple.worlds.birds.aiming import AIMINGS
from topple.worlds.birds.look.screenshot import WIDTH
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.tensor import SHAPE
from topple.worlds.birds.world import WORLD, all_templates
from topple.worlds.birds.world import task as find_task
from topple.worlds.levels import is_level_file

_OBSERVATIONS = ("tensor",)
_REWARDS = ("pass", "score")
# A snapshot of about 20 kB saves the two seconds in which a level settles.
_MOST_OPENINGS = 2048
# Cut short, neither won nor lost.
_TRUNCATED = (Outcome.UNSETTLED, Outcome.FAILED)

Tasks: TypeAlias = str | BirdsTask | Sequence[str | BirdsTask] | None


@dataclass
class BirdsEpisode:
    """An episode at one task."""

    task: BirdsTask
    game: Game
    observation: dict[str, NDArray[Any]] = field(default_factory=dict)
    shots: int = 0
    fault: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the episode goes on."""
        return Outcome.FAILED if self.fault else self.game.outcome

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def info(self) -> Info:
        native = self.game.native
        return {
            "task": str(self.task),
            "outcome": str(self.outcome or ""),
            "shots": self.shots,
            "birds_left": native.birds_left,
            "pigs_left": native.pigs_left,
            "score": native.score,
            "steps": native.steps,
        }

    def picture(self) -> NDArray[np.uint8]:
        """Draw the current state of the game."""
        return screenshot(self.game)


def rules(
    *,
    tasks: Tasks = None,
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


class BirdsRules(Rules[BirdsEpisode]):
    """How episodes start and continue."""

    def __init__(
        self,
        tasks: Tasks,
        observation: str,
        action: str,
        reward: str,
        faithful: bool,
        settled: bool,
    ) -> None:
        for kind, name, known in (
            ("observation", observation, _OBSERVATIONS),
            ("action", action, tuple(AIMINGS)),
            ("reward", reward, _REWARDS),
        ):
            if name not in known:
                raise UnknownName(kind, name, known=known)
        self.tasks = chosen(tasks)
        self.aiming = AIMINGS[action]
        self._by_score = reward == "score"
        self._faithful, self._settled = faithful, settled
        self._openings: dict[BirdsTask, bytes] = {}
        self.observations = Box(0, 1, SHAPE, np.uint8)
        self.actions = self._action_space()

    def _action_space(self) -> Space:
        if self.aiming.choices:
            return Discrete(self.aiming.choices)
        return Box(-1.0, 1.0, (self.aiming.numbers,), np.float32)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[BirdsEpisode]:
        name = asked_task(options)
        tasks = [
            find(self.tasks[rng.integers(len(self.tasks))] if name is None else name)
            for rng in rngs
        ]
        episodes = [BirdsEpisode(task, self._opened(task)) for task in tasks]
        self._go_on(episodes, [None] * len(episodes), threads)
        for episode in episodes:
            if episode.over:
                raise BadInput(f"{episode.task} is {episode.outcome} before the first shot")
            if episode.task not in self._openings and len(self._openings) < _MOST_OPENINGS:
                self._openings[episode.task] = episode.game.snapshot()
        return episodes

    def read(self, actions: object, count: int) -> NDArray[Any]:
        return self.aiming.read(actions, count)

    def play(
        self, episodes: Sequence[BirdsEpisode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        before = [episode.game.native.score for episode in episodes]
        self._go_on(episodes, [self.aiming.shot(row) for row in rows], threads)
        steps = []
        for episode, score in zip(episodes, before, strict=True):
            episode.shots += 1
            cut = episode.outcome in _TRUNCATED
            passed = episode.outcome is Outcome.SOLVED
            reward = episode.game.native.score - score if self._by_score else passed
            steps.append((float(reward), episode.over and not cut, cut, episode.info()))
        return steps

    def _opened(self, task: BirdsTask) -> Game:
        """Make a game; restore it at its first shot if a snapshot exists."""
        game = Game(task.level, task.rules)
        return game.restore(self._openings[task]) if task in self._openings else game

    def _go_on(
        self, episodes: Sequence[BirdsEpisode], shots: Sequence[Shot | None], threads: int | None
    ) -> None:
        """Make the shots, wait until the next ones are due, and observe."""
        games = [episode.game for episode in episodes]
        faults = play_on(games, shots, settled=self._settled, threads=threads)
        for episode, fault in zip(episodes, faults, strict=True):
            episode.fault = fault
            episode.observation = {"tensor": tensor(episode.game, faithful=self._faithful)}

    def rgb(self, episode: BirdsEpisode, width: int | None) -> NDArray[np.uint8]:
        return screenshot(episode.game, width or WIDTH)

    def one_hot(self, episode: BirdsEpisode) -> NDArray[np.uint8]:
        """Return the tensor with its channels last."""
        return 255 * np.moveaxis(tensor(episode.game, faithful=self._faithful), 0, -1)


def chosen(tasks: Tasks) -> list[str | BirdsTask]:
    """Expand tasks, templates and scenarios to single tasks; None means all of templates."""
    if tasks is None:
        return _certified("birds", list(all_templates().values()))
    several = [tasks] if isinstance(tasks, str | BirdsTask) else list(tasks)
    if not several:
        raise BadInput("the environment has no tasks", "give at least one, or leave out `tasks`")
    return [one for each in several for one in _meant(each)]


def find(task: object) -> BirdsTask:
    """Return the task with an id; a task is returned as it is."""
    if isinstance(task, BirdsTask):
        return task
    if not isinstance(task, str):
        raise BadInput(f"{task!r:.40} is not a task", "give a task id")
    return find_task(task)


def _meant(name: str | BirdsTask) -> list[str | BirdsTask]:
    if not isinstance(name, str) or ":" in name or is_level_file(name):
        return [find(name)]
    if name in WORLD.groups():
        return _certified(name, [t for t in WORLD.templates().values() if t.group == name])
    return _certified(name, [WORLD.template(name.removeprefix("birds/"))])


def _certified(name: str, templates: Sequence[Template]) -> list[str | BirdsTask]:
    """Return ids only: building thousands of levels is slow, and one is needed at a time."""
    found: list[str | BirdsTask] = [
        f"birds/{template.name}:{index:03d}"
        for template in templates
        for index in WORLD.certificates(template).tasks
    ]
    if not found:
        raise BadInput(f"`{name}` has no certified tasks", "name tasks one by one")
    return found
