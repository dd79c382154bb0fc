"""What the training of a policy stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass

from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.checkpoint import Checkpoint
from topple.agents.sb3.kinds import KINDS


@dataclass(frozen=True, slots=True)
class PolicySettings:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyCheckpoint(Checkpoint[PolicySettings]):
    """A policy after a round; its updates count shots."""

    settings_type = PolicySettings
    names_in_file = {"network": "policy", "update": "shots"}

    solved: int
    missed: int

    def make_network(self) -> ActorCriticPolicy:
        made = KINDS[self.settings.world].make(self.settings.width)
        made.load_state_dict(self.network)
        return made
