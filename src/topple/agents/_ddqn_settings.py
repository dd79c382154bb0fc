"""What decides the weights of a learner of birds; free of torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is built and trained; see the agent for what each is."""

    network: str = "duelling"
    sees: str = "symbols"
    faithful: bool = False
    updates: int = 100_000
    batch: int = 512
    learning_rate: float = 3e-4
    round_games: int = 8000
    round_updates: int = 400
    width: int = 64
    seed: int = 0
