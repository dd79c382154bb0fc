"""A random player that mixes waits with calls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.rope.action_space import POSITIONS, WAITS
from topple.worlds.rope.calls import Call, Verb, sleep
from topple.worlds.rope.observation import Observation


@agent("rope-random", version=2)
class RopeRandom(Agent):
    """Waits for 0.2 to 2.1 seconds, or makes a call that has an effect now, all equally likely."""

    worlds = ("rope",)

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        return lambda observation: _random(observation, self.rng)


def _random(observation: Observation, rng: np.random.Generator) -> Action | None:
    level, frame = observation.level, observation.frame
    cuts = {"pin": Verb.cut_pin, "active_pin": Verb.cut_active_pin, "pulley": Verb.cut_pulley}
    calls = sorted({Call(cuts[rope.kind], rope.id) for rope in frame.ropes})
    calls += [Call(Verb.pop_bubble, candy.bubble) for candy in frame.candies if candy.bubble]
    calls += [Call(Verb.tap_air_cushion, id, 1.0) for id in range(1, len(level.cushions) + 1)]
    calls += [
        Call(Verb.move_pulley_to, id, position)
        for id in range(1, len(level.pulleys) + 1)
        for position in POSITIONS
    ]
    number = int(rng.integers(len(calls) + 1))
    if number < len(calls):
        return observation.move(calls[number])
    return observation.wait(sleep(rng.uniform(*WAITS)).value)
