"""What the training of a policy stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._sb3.agent import rules_at
from topple.agents._sb3.policy import arguments, make_policy, policy_class
from topple.agents._training.policy import PolicyCheckpoint
from topple.worlds import world
from topple.worlds.episodes import GameRules


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
    masked: bool = False  # whether the policy chooses among legal moves only
    example: str = ""  # a task whose environment has the same spaces

    @property
    def rules(self) -> GameRules[Any]:
        """The rules of the environment in which the policy plays."""
        return rules_at(world(self.world).task(self.example or world(self.world).example))

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
    def policy(self) -> type[ActorCriticPolicy]:
        return policy_class(self.rules, self.masked)

    @property
    def options(self) -> dict[str, Any]:
        return {"masked": True} if self.masked else {}

    @property
    def arguments(self) -> dict[str, Any]:
        own = {"batch_size": self.batch, "n_epochs": self.epochs}
        return {
            "learning_rate": self.learning_rate,
            "policy_kwargs": arguments(self.rules, self.width),
            **(own if self.algorithm == "PPO" else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotCheckpoint(PolicyCheckpoint[ShotSettings]):
    """A policy after a round; its updates count shots."""

    settings_type = ShotSettings
    names_in_file = {"network": "policy", "update": "shots"}

    def make_network(self) -> ActorCriticPolicy:
        made = make_policy(self.settings.rules, self.settings.width, self.settings.masked)
        made.load_state_dict(self.network)
        return made
