"""Step levels with kinetix-env, for `kinetix.py --kinetix`; runs in an environment that has it.

Reads a size and its levels as JSON from stdin. Writes CPU seconds per step, single and batched, as
JSON to stdout.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import sys
import time

import jax
import jax.numpy as jnp
from kinetix.environment.env import make_kinetix_env
from kinetix.environment.spaces import ActionType, ObservationType
from kinetix.util.saving import load_from_json_file

BATCH = 256  # environments stepped together
SINGLE_STEPS, BATCH_STEPS = 64, 16


def main() -> int:
    """Measure both ways; compilation is not counted."""
    asked = json.load(sys.stdin)
    loaded = [load_from_json_file(f"{asked['size']}/{name}.json") for name in asked["levels"]]
    _, static, params = loaded[0]
    env = make_kinetix_env(
        ActionType.MULTI_DISCRETE,
        ObservationType.SYMBOLIC_ENTITY,
        None,
        env_params=params,
        static_env_params=static,
        auto_reset=False,
    )
    key, states = jax.random.PRNGKey(0), [state for state, _, _ in loaded]

    def step(state, action):
        return env.step(key, state, action, params)[1]

    many = [states[number % len(states)] for number in range(BATCH)]
    stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *many)
    action = jnp.array([1, 0, 2, 0, 1, 0])
    found = {
        "single": seconds(jax.jit(step), states[0], action, SINGLE_STEPS),
        "batched": seconds(
            jax.jit(jax.vmap(step)), stacked, jnp.tile(action, (BATCH, 1)), BATCH_STEPS
        )
        / BATCH,
    }
    json.dump(found, sys.stdout)
    return 0


def seconds(step, state, action, count):
    """Return the CPU time of a step after two: the first compiles, and so may its result."""
    for _ in range(2):
        state = jax.block_until_ready(step(state, action))
    start = time.process_time()
    for _ in range(count):
        state = jax.block_until_ready(step(state, action))
    return (time.process_time() - start) / count


if __name__ == "__main__":
    sys.exit(main())
