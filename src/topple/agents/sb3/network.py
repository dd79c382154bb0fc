"""The features of pictures for policies that Stable-Baselines3 trains: ResNet-18."""

from __future__ import annotations

from typing import Any

import gymnasium
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from topple.agents._training.resnet import resnet


class Features(BaseFeaturesExtractor):
    """Computes `4 * width` features of the tensor."""

    def __init__(self, observation_space: gymnasium.Space[Any], width: int) -> None:
        super().__init__(observation_space, 4 * width)
        shape = observation_space.shape
        assert shape is not None, "pictures have channels first"
        self._layers = nn.Sequential(
            resnet(shape[0], width),
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
