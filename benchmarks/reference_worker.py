"""Play attempts with the original PHYRE package: a JSON object per line in, one per line out.

Written for Python 3.9, the last the package runs on, and started with `-I`.
"""

from __future__ import annotations

import functools
import importlib
import json
import platform
import sys
import time
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

phyre: Any = importlib.import_module("phyre")

# `simulate_action` is the documented call. Going below it, to `phyre.simulator.magic_ponies`,
# saves a second occlusion test and a few per cent at most; `simulate_task` is slower.
OPTIONS: dict[str, dict[str, Any]] = {
    "status": {"need_images": False, "need_featurized_objects": False},
    "stable": {"need_images": False, "need_featurized_objects": False, "stable": True},
    "features": {"need_images": False, "need_featurized_objects": True, "stride": 1},
    "images": {"need_images": True, "need_featurized_objects": False, "stride": 1},
}
JAR = 6
LISTED = 2000  # actions RAND has to choose from: more than any task takes
SETUPS = [
    f"{tier}_{kind}_template" for tier in ("ball", "two_balls") for kind in ("cross", "within")
]


class Worker:
    """Answers requests."""

    def __init__(self) -> None:
        # The package decodes all its tasks on each call, several seconds every time.
        loader: Any = importlib.import_module("phyre.loader")
        everything = functools.lru_cache(maxsize=1)(loader.load_compiled_task_dict)
        loader.load_compiled_task_dict = lambda ids=None: everything()
        self._simulators: dict[str, Any] = {}
        self._numbers: dict[str, dict[str, int]] = {}

    def versions(self) -> dict[str, str]:
        """Return the versions of what runs here."""
        return {"python": platform.python_version(), "numpy": np.__version__, "phyre": "0.2.2"}

    def load(self, tier: str, tasks: list[str]) -> int:
        """Prepare the tasks of a tier."""
        self._simulators[tier] = phyre.initialize_simulator(tasks, tier)
        self._numbers[tier] = {name: i for i, name in enumerate(tasks)}
        return len(tasks)

    def folds(self, seeds: int) -> dict[str, list[list[str]]]:
        """Return the train, dev and test tasks of every setup and seed."""
        return {
            f"{setup}/{seed}": [list(part) for part in phyre.get_fold(setup, seed)]
            for setup in SETUPS
            for seed in range(seeds)
        }

    def play(
        self, tier: str, mode: str, tasks: list[str], actions: list[list[float]], check: bool
    ) -> dict[str, Any]:
        """Play one action per task; return the CPU time and, with `check`, the results."""
        simulator, options = self._simulators[tier], OPTIONS[mode]
        numbers = [self._numbers[tier][name] for name in tasks]
        cpu = 0.0
        seen = []
        for i, action in enumerate(np.array(actions)):
            start = time.process_time()
            result = simulator.simulate_action(numbers[i], action, **options)
            cpu += time.process_time() - start
            if check:
                seen.append(_seen(result))
        return {"cpu_s": cpu, "seen": seen}

    def rand(self, tasks: list[str], attempts: int) -> dict[str, Any]:
        """Evaluate RAND on tasks of one ball with the package's own evaluator."""
        wall, cpu = time.perf_counter(), time.process_time()
        simulator = phyre.initialize_simulator(tasks, "ball")
        evaluator = phyre.Evaluator(tasks)
        actions = simulator.build_discrete_action_space(max_actions=LISTED, seed=42)
        solved_at = []
        for task in range(len(tasks)):
            found = 0
            for action in actions:
                status = simulator.simulate_action(task, action, **OPTIONS["status"]).status
                if status.is_invalid():
                    continue
                evaluator.maybe_log_attempt(task, status)
                if status.is_solved():
                    found = evaluator.attempts_per_task_index[task]
                if found or evaluator.attempts_per_task_index[task] == attempts:
                    break
            solved_at.append(int(found))
        return {
            "wall_s": time.perf_counter() - wall,
            "cpu_s": time.process_time() - cpu,
            "auccess": float(evaluator.get_auccess()),
            "solved_at": solved_at,
        }


def _seen(result: Any) -> dict[str, Any]:
    seen: dict[str, Any] = {"status": int(result.status)}
    if result.featurized_objects is not None:
        features = result.featurized_objects.features
        # One frame per step, so their number is the number of steps.
        seen.update(steps=len(features), final=features[-1].tolist(), sum=_sum(features))
    if result.images is not None:
        seen.update(steps=len(result.images), sum=zlib.crc32(result.images))
    return seen


def _sum(features: NDArray[np.float32]) -> int:
    """Compute a checksum of all frames without the positions of jars, which are not exact."""
    exact = np.array(features, np.float32)
    exact[:, features[0, :, JAR] == 1, :2] = 0
    return zlib.crc32(exact.data)


def main() -> None:
    """Answer requests until the input ends."""
    worker, out = Worker(), sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        values = json.loads(line)
        answer = getattr(worker, values.pop("request"))(**values)
        out.write(json.dumps(answer) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
