"""Compare Topple with episodes recorded from Kinetix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.align.tally import Tally
from topple._native import kinetix as core
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.actions import HOLD, MOST_STEPS, Rows
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.to_native import native_level
from topple.worlds.kinetix.world import task

FORMAT = "kinetix-golden-"
_MOTOR = {0: 0.0, 1: 1.0, 2: -1.0}
# Sums of rewards are recorded with seven decimals.
_RETURN_DIGITS = 5e-8


def reads(golden: Mapping[str, Any]) -> bool:
    """Return whether these are episodes of Kinetix."""
    return str(golden.get("format", "")).startswith(FORMAT)


def compare_golden(golden: Mapping[str, Any]) -> list[Tally]:
    """Play every recorded sequence again and compare each field, bit for bit."""
    names = ("poses", "env_steps", "outcome", "last_reward", "distance", "return", "final")
    tallies = {name: Tally(name) for name in names}
    for run in golden["runs"]:
        rows = rows_of(golden["sequences"][run["seq"]])
        note = f"{run['size']}/{run['level']} sequence {run['seq']}"
        for name, same in compare_run(run, rows).items():
            tallies[name].add(same, note)
    return list(tallies.values())


def compare_run(run: Mapping[str, Any], rows: Rows) -> dict[str, bool]:
    """Return which fields of a recorded run equal ours."""
    level = task(f"kinetix/{run['size']}_{run['level']}:0").level
    (play,) = simulate(level, [rows], stride=MOST_STEPS, threads=1)
    traced = core.trace(native_level(level), rows, max(map(int, run["poses"]), default=0))
    lost = play.note == "green touched red"
    verdict = 1 if play.outcome is Outcome.SOLVED else -1 if lost else 0
    bodies = run["bodies"]
    return {
        "poses": all(
            _equal(traced[int(step) - 1, bodies], poses) for step, poses in run["poses"].items()
        ),
        "env_steps": play.steps == run["env_steps"],
        "outcome": verdict == run["outcome"],
        "last_reward": np.float32(play.last_reward) == np.float32(run["last_reward"]),
        "distance": np.float32(play.distance) == np.float32(run["distance"]),
        "return": abs(play.reward - run["return"]) <= _RETURN_DIGITS,
        "final": _equal(play.frames[-1, bodies], run["final"]),
    }


def rows_of(sequence: Sequence[Sequence[int]], hold: int = HOLD) -> Rows:
    """Return recorded decisions as rows: motors 0 off, 1 forwards, 2 backwards; thrusters 0, 1."""
    drives = [[*map(_MOTOR.__getitem__, row[:4]), *row[4:], hold] for row in sequence]
    return np.array(drives, np.float32)


def _equal(motions: NDArray[np.float32], poses: Sequence[Sequence[float]]) -> bool:
    return bool((motions[:, :3] == np.array(poses, np.float32)).all())
