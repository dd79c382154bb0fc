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

from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.tasks.attempt import Action
from topple.tasks.environment import Box, Discrete, Info
from topple.worlds.episodes import PICTURE, GameEpisode, GameRules
from topple.worlds.rope.action_space import POSITIONS
from topple.worlds.rope.calls import Call, Timed, Verb, action_of, sleep
from topple.worlds.rope.features import FARTHEST, LENGTH
from topple.worlds.rope.game import RopeGame, checked_latency, things
from topple.worlds.rope.look.recording import picture
from topple.worlds.rope.look.scene import Moment
from topple.worlds.rope.simulate import outcome_of
from topple.worlds.rope.world import WORLD, own_task
from topple.worlds.select import Names

WAIT = 0.1  # seconds
LONGEST = 20.0  # seconds of an episode
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


def rules(
    *, tasks: Names | None = None, star_reward: float = 0.1, latency: float = 0.0
) -> RopeRules:
    """Return the rules of an environment; the environments take the same arguments.

    `tasks` names tasks, layouts or packs; without it, all certified tasks. The reward is 1 when the
    creature is fed, and `star_reward` for every star when it is collected. `latency` is how many
    seconds pass before and after every call but a wait, as for a player who needs time to act.
    """
    return RopeRules(tasks, star_reward, latency)


class RopeRules(GameRules[RopeGame]):
    """How episodes start and continue."""

    masks = True
    actions = Discrete(len(CALLS))
    observations = Box(-FARTHEST, FARTHEST, (LENGTH,), np.float32)

    def __init__(self, tasks: Names | None, star_reward: float, latency: float) -> None:
        if not 0 <= star_reward <= 1:
            raise BadInput(f"star_reward is {star_reward}", "give a number from 0 to 1")
        self.rewards = {"solved": 1.0, "stars": star_reward}
        self._latency = checked_latency(latency)
        super().__init__(WORLD, tasks)

    def start(self, tasks: Any, threads: int | None) -> list[RopeGame]:
        return [RopeGame(own_task(task), self._latency) for task in tasks]

    def move(self, game: RopeGame, row: NDArray[Any]) -> Action:
        return action_of([Timed(game.seconds, CALLS[int(row[0])])])

    def allowed(self, game: RopeGame) -> NDArray[np.bool_]:
        # Every step asks; comparing all calls with all kinds of move would take most of its time.
        there = things(game.task.level, game.frame()) if game.legal() else {}
        return np.array([call.id in there.get(call.verb, ()) for call in CALLS])

    def is_cut(self, episode: GameEpisode[RopeGame]) -> bool:
        return _is_over(episode.game) and not episode.game.ending

    def facts(self, episode: GameEpisode[RopeGame]) -> Info:
        game = episode.game
        return {
            "outcome": str(outcome_of(game.ending)) if _is_over(episode.game) else "",
            "ending": game.ending.name,
            "seconds": game.seconds,
            "stars": game.stars,
            "calls": [(entry.seconds, str(entry.call)) for entry in game.calls],
        }

    def picture(self, episode: GameEpisode[RopeGame]) -> NDArray[np.uint8]:
        game = episode.game
        now = Moment(game.frame(), game.events, game.ending)
        return picture(game.level, now, size=PICTURE)


def _is_over(game: RopeGame) -> bool:
    return game.over or game.seconds >= LONGEST
