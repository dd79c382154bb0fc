"""What the training of a policy stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.policy import PolicyCheckpoint
from topple.agents.sb3.kinds import KINDS


@dataclass(frozen=True, slots=True)
class ShotSettings:
    """What decides the weights, besides the tasks; the agents explain each field."""

    algorithm: str
    shots: int
    learning_rate: float
    environments: int
    round_shots: int
    batch: int
    epochs: int
    width: int
    seed: int
    world: str = "birds"

    @property
    def family(self) -> str:
        return self.algorithm.lower()

    @property
    def total(self) -> int:
        return self.shots

    @property
    def round_length(self) -> int:
        return self.round_shots

    @property
    def policy(self) -> str:
        return KINDS[self.world].policy

    @property
    def arguments(self) -> dict[str, Any]:
        own = {"batch_size": self.batch, "n_epochs": self.epochs}
        return {
            "learning_rate": self.learning_rate,
            "policy_kwargs": KINDS[self.world].settings(self.width),
            **(own if self.algorithm == "PPO" else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotCheckpoint(PolicyCheckpoint[ShotSettings]):
    """A policy after a round; its updates count shots."""

    settings_type = ShotSettings
    names_in_file = {"network": "policy", "update": "shots"}

    def make_network(self) -> ActorCriticPolicy:
        made = KINDS[self.settings.world].make(self.settings.width)
        made.load_state_dict(self.network)
        return made
