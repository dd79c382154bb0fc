"""What decides the weights of a learner of birds; free of torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is built and trained; see the agent for what each is."""

    network: str
    sees: str
    faithful: bool
    updates: int
    batch: int
    learning_rate: float
    round_games: int
    round_updates: int
    width: int
    seed: int
