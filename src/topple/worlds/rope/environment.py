"""Rope as an environment: at every decision, wait a tenth of a second or make one call.

| action | call |
| --- | --- |
| 0 | wait |
| 1 to 8, 9 to 16, 17 to 24, 25 to 32 | cut a pin, cut an active pin, pop a bubble, tap a cushion |
| 33 to 36 | cut a pulley |
| 37 to 56 | move one of four pulleys to 0, 1/4, 1/2, 3/4 or 1 |

A call for an item that is not there is one of the ten calls, and takes no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, BadInput
from topple.tasks.environment import Box, Discrete, Info, Options, Rules, Step, asked_task
from topple.tasks.template import Template
from topple.worlds.rope.action_space import POSITIONS
from topple.worlds.rope.calls import Call, Verb, sleep
from topple.worlds.rope.features import FARTHEST, LENGTH, vector
from topple.worlds.rope.game import Game, checked_latency
from topple.worlds.rope.layout import PACKS
from topple.worlds.rope.look.recording import picture
from topple.worlds.rope.look.scene import Moment
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.world import WORLD, outcome_of, own_task

WAIT = 0.1  # seconds
LONGEST = 20.0  # seconds of an episode
_PICTURE = 256  # pixels
_ITEMS, _PULLEYS = 8, 4

CALLS: tuple[Call, ...] = (
    sleep(WAIT),
    *(
        Call(verb, id, float(verb is Verb.tap_air_cushion))
        for verb in (Verb.cut_pin, Verb.cut_active_pin, Verb.pop_bubble, Verb.tap_air_cushion)
        for id in range(1, _ITEMS + 1)
    ),
    *(Call(Verb.cut_pulley, id) for id in range(1, _PULLEYS + 1)),
    *(Call(Verb.move_pulley_to, id, p) for id in range(1, _PULLEYS + 1) for p in POSITIONS),
)

Tasks = str | RopeTask | Sequence[str | RopeTask] | None


@dataclass
class Episode:
    """An episode at one task."""

    task: RopeTask
    game: Game
    observation: dict[str, NDArray[Any]] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.game.over or not self.game.left or self.game.seconds >= LONGEST

    def info(self) -> Info:
        return {
            "task": str(self.task),
            "outcome": str(outcome_of(self.game.ending)) if self.over else "",
            "ending": self.game.ending.name,
            "seconds": self.game.seconds,
            "stars": self.game.stars,
            "calls": [(entry.seconds, str(entry.call)) for entry in self.game.calls],
        }

    def picture(self) -> NDArray[np.uint8]:
        """Draw the current state of the game."""
        now = Moment(self.game.frame(), self.game.events, self.game.ending)
        return picture(self.task.level, now, size=_PICTURE)


def rules(*, tasks: Tasks = None, star_reward: float = 0.1, latency: float = 0.0) -> RopeRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, layouts or packs; without it, all certified tasks. The reward is 1 when the
    creature is fed, and `star_reward` for every star when it is collected. `latency` is how many
    seconds pass before and after every call but a wait, as for a player who needs time to act.
    """
    return RopeRules(tasks, star_reward, latency)


class RopeRules(Rules[Episode]):
    """How episodes start and continue."""

    actions = Discrete(len(CALLS))
    observations = Box(-FARTHEST, FARTHEST, (LENGTH,), np.float32)

    def __init__(self, tasks: Tasks, star_reward: float, latency: float) -> None:
        if not 0 <= star_reward <= 1:
            raise BadInput(f"star_reward is {star_reward}", "give a number from 0 to 1")
        self._star_reward = star_reward
        self._latency = checked_latency(latency)
        self.tasks = chosen(tasks)

    def begin(
        self, rngs: Sequence[np.random.Generator], options: Options, threads: int | None
    ) -> list[Episode]:
        asked = asked_task(options)
        names = [asked or self.tasks[rng.integers(len(self.tasks))] for rng in rngs]
        tasks = [own_task(WORLD.task(name)) for name in names]
        return [self._observed(Episode(task, Game(task.level, self._latency))) for task in tasks]

    def read(self, actions: object, count: int) -> NDArray[Any]:
        try:
            rows = np.asarray(actions, np.float64).reshape(count)
        except (ValueError, TypeError) as error:
            raise BadAction(f"not {count} actions: {error}") from error
        # A comparison with NaN is false, so this refuses it too.
        if not ((rows >= 0) & (rows < len(CALLS))).all() or (rows % 1).any():
            raise BadAction(
                "an action is out of range", f"give a whole number from 0 to {len(CALLS) - 1}"
            )
        return rows.astype(np.int64)

    def play(
        self, episodes: Sequence[Episode], rows: NDArray[Any], threads: int | None
    ) -> list[Step]:
        return [self._step(episode, int(row)) for episode, row in zip(episodes, rows, strict=True)]

    def _step(self, episode: Episode, row: int) -> Step:
        game = episode.game
        before = game.stars
        game.call(CALLS[row])
        if not game.left:
            game.run_on()
        self._observed(episode)
        fed = outcome_of(game.ending).value == "solved"
        reward = float(fed) + self._star_reward * (game.stars - before)
        ended = bool(game.ending)
        return reward, ended, episode.over and not ended, episode.info()

    def _observed(self, episode: Episode) -> Episode:
        game = episode.game
        episode.observation = {"state": vector(game.level, game.frame())}
        return episode


def chosen(tasks: Tasks) -> list[str]:
    """Expand tasks, layouts and packs to ids; None means all certified tasks."""
    if tasks is None:
        tasks = [pack for pack in PACKS if pack in WORLD.groups()]
    names = [tasks] if isinstance(tasks, str | RopeTask) else list(tasks)
    found = [each for name in names for each in _meant(name)]
    if not found:
        raise BadInput("the environment has no tasks", "give at least one, or leave out `tasks`")
    return found


def _meant(name: object) -> list[str]:
    if isinstance(name, RopeTask):
        return [str(name)]
    if not isinstance(name, str):
        raise BadInput(f"{name!r:.40} is not a task", "give a task id, a layout or a pack")
    if ":" in name:
        return [str(WORLD.task(name))]
    group = [each for each in WORLD.templates().values() if each.group == name]
    templates: Sequence[Template] = group or [WORLD.template(name.removeprefix("rope/"))]
    return [
        str(WORLD.id_of(template, index))
        for template in templates
        for index in WORLD.served(template)
    ]
