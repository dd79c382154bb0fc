"""Measure the steps per second of the birds environments with random shots."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import record

import topple.gym  # noqa: F401, registers the environments
from topple.worlds.birds.world import all_templates

ID = "topple/Birds-v0"
VIEWS: dict[str, dict[str, Any]] = {
    "tensor": {"observation": "tensor"},
    "rgb 120 x 160": {"observation": "rgb", "size": 160},
    "rgb 480 x 640": {"observation": "rgb"},
}
ENVS = 16


def single(tasks: list[str], steps: int, **options: Any) -> int:
    """Play `steps` shots one by one; resets take time, but do not count as steps."""
    env = gymnasium.make(ID, tasks=tasks, **options)
    env.action_space.seed(0)
    env.reset(seed=0)
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    return steps


def vector(tasks: list[str], steps: int, **options: Any) -> int:
    """Play about `steps` shots together; steps that only start an episode do not count."""
    envs = gymnasium.make_vec(ID, ENVS, "vector_entry_point", tasks=tasks, **options)
    envs.action_space.seed(0)
    envs.reset(seed=0)
    made = 0
    while made < steps:
        infos = envs.step(envs.action_space.sample())[4]
        made += int((infos["shots"] > 0).sum())
    return made


def rates(play: Callable[[], int], repeats: int) -> tuple[float, float]:
    """Return the best numbers of steps per second of CPU time and of wall time."""
    best = [0.0, 0.0]
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        made = play()
        spent = (time.process_time() - cpu, time.perf_counter() - wall)
        best = [max(rate, made / seconds) for rate, seconds in zip(best, spent, strict=True)]
    return best[0], best[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--steps", type=int, default=300, help="steps per repetition")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    tasks = [f"birds/{name}:{index:03d}" for name in all_templates() for index in (0, 1)]
    rows = [["environment steps", "per CPU second", "per second"]]
    for name, view in VIEWS.items():
        cases = {
            "single": partial(single, tasks, options.steps, **view),
            f"vector of {ENVS}, 1 thread": partial(vector, tasks, options.steps, threads=1, **view),
            f"vector of {ENVS}, all cores": partial(vector, tasks, options.steps, **view),
        }
        for case, play in cases.items():
            cpu, wall = rates(play, options.repeats)
            rows.append([f"{name}, {case}", f"{cpu:,.0f}", f"{wall:,.0f}"])
    print(record.machine(), record.table(rows), sep="\n")
    if not options.no_save:
        summary = f"Random shots of the birds environments, best of {options.repeats} repetitions."
        record.save("birds environments", summary, rows, [])


if __name__ == "__main__":
    main()
