"""DeepPHY's random player: it calls at once whatever it may, and never waits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.rope.calls import LONGEST_SLEEP, SHORTEST_SLEEP, Call, Verb, sleep
from topple.worlds.rope.observation import Observation


@agent("rope-mock", version=2)
class RopeMock(Agent):
    """Plays as DeepPHY's MOCK: a cut or a tap not made before, or any bubble, until none is left.

    It never chooses to wait, but mouse and window let time pass: `pause` seconds after every call.
    """

    worlds = ("rope",)
    pause: float = 0.5

    def __post_init__(self) -> None:
        if not SHORTEST_SLEEP <= self.pause <= LONGEST_SLEEP:
            raise BadInput(f"pause is {self.pause}", "give 0.1 to 10 seconds")

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        return lambda observation: _mock(observation, self.rng, self.pause)


def _mock(observation: Observation, rng: np.random.Generator, pause: float) -> Action | None:
    if observation.past and observation.past[-1].verb is not Verb.sleep:
        return observation.wait(sleep(pause).value)
    level, frame = observation.level, observation.frame
    held = [candy.bubble for candy in frame.candies if candy.bubble]
    once = [
        *(Call(Verb.cut_pin, id) for id in range(1, len(level.pins) + 1)),
        *(Call(Verb.cut_active_pin, id) for id in range(1, len(level.active_pins) + 1)),
        *(Call(Verb.cut_pulley, id) for id in range(1, len(level.pulleys) + 1)),
        *(Call(Verb.tap_air_cushion, id, 1.0) for id in range(1, len(level.cushions) + 1)),
    ]
    left = [call for call in once if call not in observation.past]
    left += [Call(Verb.pop_bubble, id) for id in (*frame.bubbles, *held)]
    return observation.move(left[int(rng.integers(len(left)))]) if left else None
