"""What decides the weights of an agent that Stable-Baselines3 trains; free of torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is built and trained; see the agents for what each is."""

    algorithm: str
    shots: int
    learning_rate: float
    environments: int
    round_shots: int
    batch: int
    epochs: int
    width: int
    seed: int
