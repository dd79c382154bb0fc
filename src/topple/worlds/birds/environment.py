"""Episodes of shots at tasks of birds, for adapters to other interfaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput, UnknownName
from topple.tasks.environment import Info, Observation, asked_task
from topple.tasks.outcome import Outcome
from topple.worlds.birds import Game, Shot, play_on, screenshot, tensor
from topple.worlds.birds.aiming import AIMINGS
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.template import SCENARIOS, Template
from topple.worlds.birds.world import WORLD, all_templates
from topple.worlds.birds.world import task as find_task
from topple.worlds.birds.world import template as find_template

_OBSERVATIONS = ("tensor", "image")
_REWARDS = ("pass", "score")
# A snapshot of some 20 kB saves the two seconds in which a level settles.
_MOST_OPENINGS = 2048
# Cut short, neither won nor lost.
_TRUNCATED = (Outcome.UNSETTLED, Outcome.FAILED)

Tasks: TypeAlias = str | BirdsTask | Sequence[str | BirdsTask] | None


@dataclass
class BirdsEpisode:
    """One task being played."""

    task: BirdsTask
    game: Game
    observation: dict[str, NDArray[Any]] = field(default_factory=dict)
    shots: int = 0
    fault: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """What came of it; nothing while it is played."""
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
        """Draw the game as it is."""
        return screenshot(self.game)


class BirdsRules:
    """What the single and the vector environment share."""

    def __init__(
        self,
        tasks: Tasks,
        observation: str,
        action: str,
        reward: str,
        width: int,
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
        self.part = observation
        self.aiming = AIMINGS[action]
        self._by_score = reward == "score"
        self._width, self._faithful, self._settled = width, faithful, settled
        self._openings: dict[BirdsTask, bytes] = {}
        self.shape = self._seen(Game(find(self.tasks[0]).level)).shape

    def begin(
        self,
        rngs: Sequence[np.random.Generator],
        options: dict[str, Any] | None,
        threads: int | None,
    ) -> list[BirdsEpisode]:
        """Start episodes on the task in the options, or on those that the generators pick."""
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
        """Take actions as rows."""
        return self.aiming.read(actions, count)

    def play(
        self, episodes: Sequence[BirdsEpisode], rows: NDArray[Any], threads: int | None
    ) -> list[tuple[float, bool, bool, Info]]:
        """Make one shot in each episode, all in one native call."""
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

    def observation(self, seen: dict[str, NDArray[Any]]) -> Observation:
        return seen[self.part]

    def _opened(self, task: BirdsTask) -> Game:
        """Make a game, at its first shot if it was there before."""
        game = Game(task.level, task.rules)
        return game.restore(self._openings[task]) if task in self._openings else game

    def _go_on(
        self, episodes: Sequence[BirdsEpisode], shots: Sequence[Shot | None], threads: int | None
    ) -> None:
        """Make the shots, wait for the next ones to be due, and look."""
        games = [episode.game for episode in episodes]
        faults = play_on(games, shots, settled=self._settled, threads=threads)
        for episode, fault in zip(episodes, faults, strict=True):
            episode.fault = fault
            episode.observation = {self.part: self._seen(episode.game)}

    def _seen(self, game: Game) -> NDArray[np.uint8]:
        if self.part == "tensor":
            return tensor(game, faithful=self._faithful)
        return screenshot(game, self._width)


def chosen(tasks: Tasks) -> list[str | BirdsTask]:
    """Give single tasks for tasks, templates and scenarios; for none, all that are certified."""
    if tasks is None:
        return _certified("birds", list(all_templates().values()))
    several = [tasks] if isinstance(tasks, str | BirdsTask) else list(tasks)
    if not several:
        raise BadInput("an environment needs at least one task")
    return [one for each in several for one in _meant(each)]


def find(task: object) -> BirdsTask:
    """Find a task by its id, or give it back."""
    if isinstance(task, BirdsTask):
        return task
    if not isinstance(task, str):
        raise BadInput(f"{task!r:.40} is no task", "give a task's id")
    return find_task(task)


def _meant(name: str | BirdsTask) -> list[str | BirdsTask]:
    if not isinstance(name, str) or ":" in name:
        return [find(name)]
    if name in SCENARIOS:
        return _certified(name, [t for t in all_templates().values() if t.scenario == name])
    return _certified(name, [find_template(name.removeprefix("birds/"))])


def _certified(name: str, templates: Sequence[Template]) -> list[str | BirdsTask]:
    """Give ids only: building thousands of levels takes a while, and one is needed at a time."""
    found: list[str | BirdsTask] = [
        f"birds/{template.name}:{index:03d}"
        for template in templates
        for index in WORLD.certificates(template).tasks
    ]
    if not found:
        raise BadInput(f"`{name}` has no certified tasks", "name tasks one by one")
    return found
