"""Random players: DeepPHY's, which never waits, and one that mixes waits with calls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.rope.action_space import POSITIONS, WAITS
from topple.worlds.rope.calls import LONGEST_SLEEP, SHORTEST_SLEEP, Call, Verb, sleep
from topple.worlds.rope.observation import Observation


@agent("rope-mock", version=1)
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


@agent("rope-random", version=1)
class RopeRandom(Agent):
    """Waits for 0.2 to 2.1 seconds, or makes a call that has an effect now, all equally likely."""

    worlds = ("rope",)

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        return lambda observation: _random(observation, self.rng)


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
