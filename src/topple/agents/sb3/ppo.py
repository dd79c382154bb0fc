"""PPO: a policy over angles, trained by Stable-Baselines3."""

from __future__ import annotations

from typing import ClassVar

from topple.agents.agent import agent
from topple.agents.sb3.agent import PolicyAgent


@agent("ppo", version=1)
class Ppo(PolicyAgent):
    """Shoots at the most likely of 180 angles by a policy that PPO trained.

    The policy sees the 12-channel tensor through ResNet-18, with 256 features. `environments` are
    played in parallel; after `round_shots` shots in each, it learns from all of them `epochs`
    times.
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
