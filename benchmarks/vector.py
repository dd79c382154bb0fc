"""Compare environments that are stepped together with the bare engine, on the same episodes.

    python benchmarks/vector.py [--count 256] [--steps 400]

A batch plays random actions; then the engine alone plays the same actions on the same levels,
without observations, rewards or restarts. Further columns are the same batch behind Gymnasium's
and behind Stable-Baselines3's face, and the same episodes by Python. CPU times of one thread, the
best of three passes: in the first, tasks are built when they are first drawn.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import gymnasium as gym
import numpy as np
import record

import topple.gym  # noqa: F401  registers the environments
from topple._native import kinetix as core
from topple.adapters.batches import PythonBatch, batch_of
from topple.adapters.rules import rules_of
from topple.adapters.stable_baselines import TaskVecEnv
from topple.tasks.environment import Batch
from topple.worlds.kinetix.actions import CHANNELS
from topple.worlds.kinetix.environment import KinetixRules
from topple.worlds.kinetix.to_native import native_level
from topple.worlds.kinetix.world import own_task

PASSES = 3
HEADINGS = ("size", "engine, us", "batch, us", "engine / batch", "Gymnasium", "SB3", "Python, us")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=256, help="environments")
    parser.add_argument("--steps", type=int, default=400, help="steps that are measured")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = [HEADINGS]
    for size in ("s", "m", "l"):
        rows.append(measure(size, options.count, options.steps))
        print(*rows[-1], sep="  ", flush=True)
    print(record.table(rows))
    summary = (
        f"A step of {options.count} Kinetix environments with random actions, CPU time per "
        "environment; shares are the engine's time by that of the face."
    )
    if not options.no_save:
        print(record.save("vector", summary, rows, []))


def measure(size: str, count: int, steps: int) -> tuple[str, ...]:
    rules = rules_of("kinetix", {"size": size})
    assert isinstance(rules, KinetixRules)
    actions = drawn(count, steps)
    batch = seeded(batch_of(rules, count, 1, same_step=True))
    batch_s, levels, rows = played(batch, rules, actions)
    engine_s = best(lambda: core.play_on([core.Game(level) for level in levels], rows, False, 0, 1))
    envs = gym.make_vec(
        "topple/Kinetix-v0", count, vectorization_mode="vector_entry_point", size=size, threads=1
    )
    envs.reset(seed=0)
    gym_s = stepped(envs.step, actions)
    learner = TaskVecEnv("kinetix", count, size=size, threads=1)
    learner.seed(0)
    learner.reset()
    sb3_s = stepped(learner.step, actions)
    slow = seeded(PythonBatch(rules, count, 1, same_step=True))
    slow_s = stepped(lambda action: (slow.start(action), slow.wait()), actions[: steps // 4])
    each = 1e6 / (count * steps)
    return (
        size.upper(),
        f"{engine_s * each:.2f}",
        f"{batch_s * each:.2f}",
        *(f"{engine_s / found:.2f}" for found in (batch_s, gym_s, sb3_s)),
        f"{4 * slow_s * each:.1f}",
    )


def drawn(count: int, steps: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    choices = (3,) * 4 + (2,) * 2
    return rng.integers(choices, size=(steps, count, len(choices)))


def seeded(batch: Batch) -> Batch:
    for row in range(batch.count):
        batch.seed(row, np.random.default_rng(row))
    batch.reset()
    return batch


def played(
    batch: Batch, rules: KinetixRules, actions: np.ndarray
) -> tuple[float, list[core.Level], list[np.ndarray]]:
    """Return the best time of the steps, and what was played in the first pass for the engine."""
    open_rows: list[list[np.ndarray]] = [[] for _ in range(batch.count)]
    levels, rows = [], []
    for action in actions:
        drives = rules.read(action, batch.count)
        batch.start(action)
        batch.wait()
        tasks = batch.infos()["task"]
        ended = batch.terminated | batch.truncated
        for row in range(batch.count):
            open_rows[row].append(np.append(drives[row], np.float32(1)))
            if ended[row]:
                levels.append(native_level(own_task(rules.task(tasks[row])).level))
                rows.append(np.array(open_rows[row], np.float32).reshape(-1, CHANNELS + 1))
                open_rows[row] = []
    for row, left in enumerate(open_rows):
        if left:
            name = str(batch.episodes()[row].info()["task"])
            levels.append(native_level(own_task(rules.task(name)).level))
            rows.append(np.array(left, np.float32).reshape(-1, CHANNELS + 1))
    return stepped(lambda action: (batch.start(action), batch.wait()), actions), levels, rows


def stepped(step: Callable[[np.ndarray], object], actions: np.ndarray) -> float:
    return best(lambda: [step(action) for action in actions])


def best(work: Callable[[], object]) -> float:
    """Return the least CPU seconds of a few passes."""
    found = []
    for _ in range(PASSES):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


if __name__ == "__main__":
    main()
