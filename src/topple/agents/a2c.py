"""A2C: a policy trained by Stable-Baselines3."""

from __future__ import annotations

from typing import ClassVar

from topple.agents._sb3.agent import PolicyAgent
from topple.agents.agent import agent


@agent("a2c", version=1)
class A2c(PolicyAgent):
    """Like `ppo`, trained by A2C: one update per `round_shots` shots in each environment."""

    algorithm: ClassVar[str] = "A2C"

    shots: int = 100_000
    learning_rate: float = 3e-4
    environments: int = 10
    round_shots: int = 5
    width: int = 64
    model: str = ""
