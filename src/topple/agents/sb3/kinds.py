"""The policies that Stable-Baselines3 trains, by world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.policies import ActorCriticPolicy

from topple.agents.sb3 import network as birds
from topple.worlds.iphyre.level import MOST_ELIMINABLE
from topple.worlds.iphyre.observation import LENGTH_WITH_NOTHING
from topple.worlds.pool.encoding import SIZE
from topple.worlds.pool.shot import NUMBERS
from topple.worlds.rope.environment import CALLS
from topple.worlds.rope.features import FARTHEST, LENGTH


class Kind(NamedTuple):
    """A policy by its name in Stable-Baselines3, its arguments, and a maker of an untrained one."""

    policy: str
    settings: Callable[[int], dict[str, Any]]
    make: Callable[[int], ActorCriticPolicy]


def _two_layers(width: int) -> dict[str, Any]:
    return {"net_arch": [4 * width, 4 * width]}


def _iphyre_policy(width: int) -> ActorCriticPolicy:
    seen = spaces.Box(0.0, 1.0, (LENGTH_WITH_NOTHING,), np.float32)
    chosen = spaces.Discrete(MOST_ELIMINABLE + 1)
    return ActorCriticPolicy(seen, chosen, lambda share: 0.0, **_two_layers(width))


def _pool_policy(width: int) -> ActorCriticPolicy:
    seen = spaces.Box(-1.0, 1.0, (SIZE,), np.float32)
    chosen = spaces.Box(-1.0, 1.0, (NUMBERS,), np.float32)
    return ActorCriticPolicy(seen, chosen, lambda share: 0.0, **_two_layers(width))


def _rope_policy(width: int) -> ActorCriticPolicy:
    seen = spaces.Box(-FARTHEST, FARTHEST, (LENGTH,), np.float32)
    chosen = spaces.Discrete(len(CALLS))
    return ActorCriticPolicy(seen, chosen, lambda share: 0.0, **_two_layers(width))


KINDS = {
    "birds": Kind("CnnPolicy", birds.policy_settings, birds.make_policy),
    "iphyre": Kind("MlpPolicy", _two_layers, _iphyre_policy),
    "pool": Kind("MlpPolicy", _two_layers, _pool_policy),
    "rope": Kind("MlpPolicy", _two_layers, _rope_policy),
}
