"""The policy of birds that Stable-Baselines3 trains: ResNet-18 before its two heads."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from stable_baselines3.common.policies import ActorCriticCnnPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from topple.agents._training.resnet import resnet
from topple.worlds.birds.angles import ANGLES
from topple.worlds.birds.tensor import SHAPE


class Features(BaseFeaturesExtractor):
    """Computes `4 * width` features of the tensor."""

    def __init__(self, observation_space: gymnasium.Space[Any], width: int) -> None:
        super().__init__(observation_space, 4 * width)
        self._layers = nn.Sequential(
            resnet(SHAPE[0], width),
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Linear(8 * width, 4 * width),
            nn.ReLU(),
        )

    def forward(self, observations: Tensor) -> Tensor:
        features: Tensor = self._layers(observations.float())
        return features


def policy_settings(width: int) -> dict[str, Any]:
    """Return the arguments by which Stable-Baselines3 builds the policy."""
    return {
        "features_extractor_class": Features,
        "features_extractor_kwargs": {"width": width},
        "normalize_images": False,  # symbols are 0 or 1
    }


def make_policy(width: int) -> ActorCriticCnnPolicy:
    """Build a policy apart from any training."""
    seen, angles = spaces.Box(0, 1, SHAPE, np.uint8), spaces.Discrete(ANGLES)
    return ActorCriticCnnPolicy(seen, angles, lambda share: 0.0, **policy_settings(width))
