"""Play decisions with the original package: requests by standard input, results by standard output.

Runs in an environment of its own, where Topple is not installed.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import sys

import jax
import jax.numpy as jnp
from kinetix.environment.env import make_kinetix_env
from kinetix.environment.spaces import ActionType, ObservationType
from kinetix.util.saving import load_from_json_file

HOLD = 16  # environment steps per decision
_ENVIRONMENTS = {}


def main() -> None:
    print(json.dumps([played(**request) for request in json.load(sys.stdin)]))


def played(size, level, sequence):
    """Play an episode step by step: compiled as a whole, an episode has other last bits."""
    state, static, params = load_from_json_file(f"{size}/{level}.json")
    env, key = environment(size, static, params), jax.random.PRNGKey(0)
    steps, total = 0, 0.0
    for row in (row for row in sequence for _ in range(HOLD)):
        _, state, reward, done, info = env.step(key, state, jnp.array(row), params)
        steps, total = steps + 1, total + float(reward)
        if done:
            break
    return result(static, state) | {
        "env_steps": steps,
        "outcome": 1 if reward > 0.5 else -1 if reward < -0.5 else 0,
        "last_reward": float(reward),
        "return": total,
        "distance": float(info["distance"]),
    }


def environment(size, static, params):
    """Return one environment for all levels of a size: each new one is compiled for minutes."""
    if size not in _ENVIRONMENTS:
        _ENVIRONMENTS[size] = make_kinetix_env(
            ActionType.MULTI_DISCRETE,
            ObservationType.SYMBOLIC_ENTITY,
            None,
            env_params=params,
            static_env_params=static,
            auto_reset=False,
        )
    return _ENVIRONMENTS[size]


def result(static, state):
    """Return the numbers and the poses of all bodies."""
    poses, bodies = [], []
    for first, kind in ((0, state.polygon), (static.num_polygons, state.circle)):
        for i in range(len(kind.rotation)):
            if bool(kind.active[i]):
                bodies.append(first + i)
                poses.append([*map(float, kind.position[i]), float(kind.rotation[i])])
    return {"bodies": bodies, "final": poses}


if __name__ == "__main__":
    main()
