"""What policies see and choose in any world, and the networks that do so."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import Space, spaces
from stable_baselines3.common.distributions import CategoricalDistribution, Distribution
from stable_baselines3.common.policies import ActorCriticCnnPolicy, ActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from topple.agents._training.resnet import resnet
from topple.tasks.environment import Box, Discrete, MultiDiscrete
from topple.worlds.episodes import GameRules

_IMPOSSIBLE = -1e8  # the logit of a choice that is not legal


class Features(BaseFeaturesExtractor):
    """Computes `4 * width` features of the tensor."""

    def __init__(self, observation_space: Space[Any], width: int) -> None:
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


class MaskedPolicy(ActorCriticPolicy):
    """A policy over choices; the last numbers that it sees say which of them are legal."""

    def _distribution(self, seen: Tensor, found: Distribution) -> Distribution:
        assert isinstance(found, CategoricalDistribution), "only choices can be masked"
        legal = seen[:, -found.action_dim :] > 0
        logits = found.distribution.logits.masked_fill(~legal, _IMPOSSIBLE)
        return found.proba_distribution(logits)

    def get_distribution(self, obs: Any) -> Distribution:
        return self._distribution(obs, super().get_distribution(obs))

    def forward(self, obs: Tensor, deterministic: bool = False) -> tuple[Tensor, Tensor, Tensor]:
        chosen = self.get_distribution(obs)
        actions = chosen.get_actions(deterministic=deterministic)
        return actions, self.predict_values(obs), chosen.log_prob(actions)

    def evaluate_actions(self, obs: Any, actions: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        chosen = self.get_distribution(obs)
        return self.predict_values(obs), chosen.log_prob(actions), chosen.entropy()


def make_policy(rules: GameRules[Any], width: int, masked: bool) -> ActorCriticPolicy:
    """Build a policy apart from any training."""
    seen, chosen = _observe(rules, masked), _space(rules.actions)
    return policy_class(rules, masked)(seen, chosen, lambda share: 0.0, **arguments(rules, width))


def policy_class(rules: GameRules[Any], masked: bool) -> type[ActorCriticPolicy]:
    """Return the class of policies: of pictures, of masked choices, or of vectors."""
    if _is_picture(rules):
        return ActorCriticCnnPolicy
    return MaskedPolicy if masked else ActorCriticPolicy


def arguments(rules: GameRules[Any], width: int) -> dict[str, Any]:
    """Return the arguments by which Stable-Baselines3 builds the policy."""
    if not _is_picture(rules):
        return {"net_arch": [4 * width, 4 * width]}
    return {
        "features_extractor_class": Features,
        "features_extractor_kwargs": {"width": width},
        "normalize_images": False,  # symbols are 0 or 1
    }


def _is_picture(rules: GameRules[Any]) -> bool:
    return isinstance(rules.observations, Box) and len(rules.observations.shape) == 3


def _observe(rules: GameRules[Any], masked: bool) -> Space[Any]:
    seen = rules.observations
    assert isinstance(seen, Box), "a policy sees one array"
    if not masked:
        return spaces.Box(seen.low, seen.high, seen.shape, seen.dtype)
    assert isinstance(rules.actions, Discrete), "only choices can be masked"
    shape = (seen.shape[0] + rules.actions.choices,)
    return spaces.Box(min(seen.low, 0.0), max(seen.high, 1.0), shape, np.float32)


def _space(declared: Box | Discrete | MultiDiscrete) -> Space[Any]:
    if isinstance(declared, Box):
        return spaces.Box(declared.low, declared.high, declared.shape, declared.dtype)
    if isinstance(declared, MultiDiscrete):
        return spaces.MultiDiscrete(list(declared.choices))
    return spaces.Discrete(declared.choices)
