"""Train PPO on rope with and without masks of legal moves; compare both with random play.

python benchmarks/rope_masks.py [--shots 300000] [--seeds 1]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
import record

from topple.cli.main import main as topple
from topple.metrics.bootstrap import estimate
from topple.runs.load import load
from topple.worlds.rope.environment import RopeRules

PROTOCOL = "rope-packs"
SETTINGS = {"environments": 64, "round_shots": 32, "batch": 512, "epochs": 8, "width": 32}


def play(folder: Path, agent: str, seed: int, *options: str) -> Path:
    """Play the protocol; return the folder of the run."""
    out = folder / f"{agent}-{seed}"
    command = ["eval", PROTOCOL, "--agent", agent, "--seed", str(seed), *options]
    assert topple([*command, "--out", str(out)]) == 0
    return out


def learn(folder: Path, seed: int, shots: int) -> tuple[Path, float]:
    """Train PPO and play it; return the folder of the run, and the CPU seconds of the training."""
    settings = [f"{name}={value}" for name, value in {"shots": shots, **SETTINGS}.items()]
    options = [word for each in settings for word in ("--set", each)]
    model, start = folder / f"model-{seed}", time.process_time()
    command = ["train", PROTOCOL, "--agent", "ppo", *options, "--seed", str(seed)]
    assert topple([*command, "--threads", "1", "--out", str(model)]) == 0
    spent = time.process_time() - start
    return play(folder, "ppo", seed, *options, "--set", f"model={model}"), spent


def row(name: str, runs: list[Path], spent: float = 0.0) -> tuple[str, str, str]:
    """Return the share of creatures fed in per cent, and CPU minutes of a training."""
    results = [load(run).results for run in runs]
    fed = np.mean([each.solved_at > 0 for each in results], axis=0)
    found = estimate(fed, results[0].template)
    assert found.interval is not None, "rope has many templates"
    low, high = found.interval
    cell = f"{100 * found.value:.1f} ({100 * low:.1f} to {100 * high:.1f})"
    return name, cell, f"{spent / 60:.1f}" if spent else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shots", type=int, default=300_000, help="moves per training")
    parser.add_argument("--seeds", type=int, default=1, help="trainings of each kind")
    options = parser.parse_args()
    seeds = range(1, options.seeds + 1)
    rows = [("", "fed, in per cent", "CPU minutes")]
    with tempfile.TemporaryDirectory() as place:
        for masks in (True, False):
            RopeRules.masks = masks
            folder = Path(place) / str(masks)
            runs, spent = zip(*(learn(folder, seed, options.shots) for seed in seeds), strict=True)
            name = f"ppo {'with' if masks else 'without'} masks"
            rows.append(row(name, list(runs), float(np.mean(spent))))
        random = [play(Path(place), "rope-random", seed) for seed in seeds]
        rows.append(row("rope-random", random))
    for each in rows:
        print("".join(f"{cell:<28}" for cell in each))
    summary = f"PPO on {PROTOCOL} after {options.shots:,} moves; "
    summary += f"trainings of each kind: {options.seeds}."
    print(record.save("rope_masks", summary, rows, []))


if __name__ == "__main__":
    main()
