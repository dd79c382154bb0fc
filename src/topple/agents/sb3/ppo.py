"""PPO: a policy over angles, trained by Stable-Baselines3."""

from __future__ import annotations

from typing import ClassVar

from topple.agents.agent import agent
from topple.agents.sb3.agent import Baseline


@agent("ppo", version=1)
class Ppo(Baseline):
    """Shoot at the most likely of 180 angles under a policy that PPO trained on symbols.

    ResNet-18 makes 256 features of the 12-channel tensor. `environments` are played in step;
    after `round_shots` shots in each, `epochs` updates over all of them are made.
    """

    algorithm: ClassVar[str] = "PPO"

    shots: int = 100_000
    learning_rate: float = 3e-4
    environments: int = 10
    round_shots: int = 80
    batch: int = 32
    epochs: int = 32
    width: int = 64
    model: str = ""
