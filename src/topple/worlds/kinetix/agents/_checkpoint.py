"""What the training of a kinetix policy stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents._training.policy import PolicyCheckpoint
from topple.worlds.kinetix.actions import CHANNELS
from topple.worlds.kinetix.features import CLIP, flat_length
from topple.worlds.kinetix.level import MOTORS


@dataclass(frozen=True, slots=True)
class StepSettings:
    """What decides the weights, besides the tasks; the agent explains each field."""

    size: str
    steps: int
    learning_rate: float
    environments: int
    round_steps: int
    batch: int
    epochs: int
    width: int
    discount: float
    seed: int

    @property
    def family(self) -> str:
        return "kinetix-ppo"

    @property
    def algorithm(self) -> str:
        return "PPO"

    @property
    def total(self) -> int:
        return self.steps

    @property
    def round_length(self) -> int:
        return self.round_steps

    @property
    def policy(self) -> str:
        return "MlpPolicy"

    @property
    def layers(self) -> dict[str, Any]:
        """The arguments by which Stable-Baselines3 builds the policy."""
        return {"net_arch": [self.width, self.width]}

    @property
    def options(self) -> dict[str, Any]:
        return {}

    @property
    def arguments(self) -> dict[str, Any]:
        return {
            "batch_size": self.batch,
            "n_epochs": self.epochs,
            "learning_rate": self.learning_rate,
            "gamma": self.discount,
            "ent_coef": 0.01,
            "policy_kwargs": self.layers,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCheckpoint(PolicyCheckpoint[StepSettings]):
    """A policy after a round; its updates count steps of the game."""

    settings_type = StepSettings
    names_in_file = {"network": "policy", "update": "steps"}

    def make_network(self) -> ActorCriticPolicy:
        seen = spaces.Box(-CLIP, CLIP, (flat_length(self.settings.size),), np.float32)
        choices = spaces.MultiDiscrete([3] * MOTORS + [2] * (CHANNELS - MOTORS))
        made = ActorCriticPolicy(seen, choices, lambda share: 0.0, **self.settings.layers)
        made.load_state_dict(self.network)
        return made
