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


def main() -> None:
    requests = json.load(sys.stdin)
    found = {}
    for size in sorted({request["size"] for request in requests}):
        numbers = [i for i, request in enumerate(requests) if request["size"] == size]
        runs = played(size, [requests[i] for i in numbers])
        found |= dict(zip(numbers, runs, strict=True))
    print(json.dumps([found[number] for number in range(len(requests))]))


def played(size, requests):
    """Play episodes of one size together: one compilation serves them all."""
    loaded = [load_from_json_file(f"{size}/{request['level']}.json") for request in requests]
    _, static, params = loaded[0]
    env = environment(static, params)
    states = jax.tree.map(lambda *leaves: jnp.stack(leaves), *(state for state, _, _ in loaded))
    actions = jnp.array([request["sequence"] for request in requests])
    every = jnp.repeat(actions, HOLD, axis=1)
    ends = jax.jit(jax.vmap(lambda state, own: episode(env, params, state, own)))(states, every)
    return [result(static, entry(ends, number)) for number in range(len(requests))]


def entry(batch, number):
    return jax.tree.map(lambda leaf: leaf[number], batch)


def environment(static, params):
    return make_kinetix_env(
        ActionType.MULTI_DISCRETE,
        ObservationType.SYMBOLIC_ENTITY,
        None,
        env_params=params,
        static_env_params=static,
        auto_reset=False,
    )


def episode(env, params, state, actions):
    """Return the state in which an episode ends, and what it had earned."""
    key = jax.random.PRNGKey(0)

    def step(carry, action):
        before, (over, steps, last, total, distance) = carry
        _, after, reward, done, info = env.step(key, before, action, params)
        kept = jax.tree.map(lambda a, b: jnp.where(over, a, b), before, after)
        new = (over | done, steps + 1, reward, total + reward, info["distance"])
        old = (over, steps, last, total, distance)
        return (kept, jax.tree.map(lambda a, b: jnp.where(over, a, b), old, new)), None

    start = (jnp.array(False), jnp.array(0), jnp.array(0.0), jnp.array(0.0), jnp.array(0.0))
    (end, earned), _ = jax.lax.scan(step, (state, start), actions)
    return end, earned


def result(static, ends):
    state, (_, steps, last, total, distance) = ends
    poses, bodies = [], []
    for first, kind in ((0, state.polygon), (static.num_polygons, state.circle)):
        for i in range(len(kind.rotation)):
            if bool(kind.active[i]):
                bodies.append(first + i)
                poses.append([*map(float, kind.position[i]), float(kind.rotation[i])])
    return {
        "env_steps": int(steps),
        "outcome": 1 if last > 0.5 else -1 if last < -0.5 else 0,
        "last_reward": float(last),
        "return": float(total),
        "distance": float(distance),
        "bodies": bodies,
        "final": poses,
    }


if __name__ == "__main__":
    main()
