"""Play episodes with kinetix-env, for `kinetix.py --kinetix`; runs in an environment that has it.

Reads a size, its episodes (a level and an action for every step) and the number of passes as JSON
from stdin. Writes, as JSON to stdout, the CPU seconds per step of the best pass in three ways, and
how each episode ended.
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
CALLED_STEPS = 16  # steps of an episode that are called one by one


def main() -> int:
    """Measure all ways; compilation is not counted."""
    asked = json.load(sys.stdin)
    size, passes = asked["size"], asked["passes"]
    loaded = {name: load_from_json_file(f"{size}/{name}.json") for name, _ in asked["episodes"]}
    _, static, params = next(iter(loaded.values()))
    env = make_kinetix_env(
        ActionType.MULTI_DISCRETE,
        ObservationType.SYMBOLIC_ENTITY,
        None,
        env_params=params,
        static_env_params=static,
        auto_reset=False,
    )
    key = jax.random.PRNGKey(0)

    def step(state, action):
        _, state, reward, done, _ = env.step(key, state, action, params)
        return state, (reward, done)

    def play(state, actions):
        return jax.lax.scan(step, state, actions)

    episodes = [(loaded[name][0], jnp.array(actions)) for name, actions in asked["episodes"]]
    several = [episodes[number % len(episodes)] for number in range(BATCH)]
    states = jax.tree.map(lambda *leaves: jnp.stack(leaves), *(state for state, _ in several))
    actions = jnp.stack([each for _, each in several])
    called, scanned, batched = jax.jit(step), jax.jit(play), jax.jit(jax.vmap(play))

    def call_all():
        for state, rows in episodes:
            for row in rows[:CALLED_STEPS]:
                state, _ = called(state, row)
            jax.block_until_ready(state)

    def scan_all():
        return jax.block_until_ready([scanned(*each) for each in episodes])

    ends, scan_s = timed(scan_all, passes)
    per_episode = actions.shape[1]
    found = {
        "called": timed(call_all, passes)[1] / (len(episodes) * CALLED_STEPS),
        "scanned": scan_s / (len(episodes) * per_episode),
        "batched": timed(lambda: jax.block_until_ready(batched(states, actions)), passes)[1]
        / (BATCH * per_episode),
        "ends": [end(rewards, dones) for _, (rewards, dones) in ends],
    }
    json.dump(found, sys.stdout)
    return 0


def end(rewards, dones):
    """Return the steps of an episode and its outcome: 1 solved, -1 lost, 0 neither."""
    steps = next((i + 1 for i, done in enumerate(dones.tolist()) if done), len(dones))
    last = float(rewards[steps - 1])
    return [steps, 1 if last > 0.5 else -1 if last < -0.5 else 0]


def timed(work, passes):
    """Return the last result, and the least CPU time of some passes; the first run compiles."""
    work()
    times = []
    for _ in range(passes):
        start = time.process_time()
        made = work()
        times.append(time.process_time() - start)
    return made, min(times)


if __name__ == "__main__":
    sys.exit(main())
