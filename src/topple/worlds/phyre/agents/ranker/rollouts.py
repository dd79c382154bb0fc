"""Rollouts: attempts at training tasks, with the motion of the bodies that matter.

Tasks whose solutions are rare get more of PHYRE's listed actions; then actions near the solutions
that were found are tried. One file per task keeps what is worth learning from, for all folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from topple.agents._ranking.rollouts import file_of, load_arrays, over_tasks, save_arrays
from topple.agents.practice import Practice
from topple.tasks.draw import generator, normals
from topple.worlds.phyre import simulate
from topple.worlds.phyre.actions import Tier
from topple.worlds.phyre.simulate import Batch
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.world import own_task

_EVERY = 30  # engine steps between recorded frames
_MOMENTS = (1, 2, 4, 6, 9, 14)  # frames: 0.5 to 7 seconds
# A motion is x and y of both goal bodies and of the balls' mean, at every moment.
NUMBERS = 6 * len(_MOMENTS)
PIXELS = 2  # pixels per unit of a stored motion
# Where the two goal bodies are at every other moment.
GOALS = [6 * moment + number for moment in (1, 3, 5) for number in range(4)]
_BLOCK = 500  # listed actions simulated at a time
_ENOUGH = 8  # solutions after which no more listed actions are needed
_SPREADS = (0.012, 0.03, 0.06)  # standard deviations of x and y near a solution
_RADIUS_SPREAD = 3.0  # standard deviation of the radius, as a multiple of that of x and y
_VERSION = 3  # raise it when actions are chosen in another way


@dataclass(frozen=True, slots=True)
class Budget:
    """How many attempts at each task: `listed` at most, `near` solutions; `kept` are stored."""

    listed: int
    near: int
    kept: int = 2048

    def file(self, practice: Practice, task: PhyreTask) -> Path | None:
        """Return the file of a task's rollouts, if any are stored."""
        return file_of(practice, task, f"{self}-{_VERSION}")

    def __str__(self) -> str:
        return f"{self.listed}-{self.near}-{self.kept}"


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Valid attempts at one task: balls in pixels, whether they solved it, how bodies moved."""

    balls: NDArray[np.uint8]
    solved: NDArray[np.bool_]
    motion: NDArray[np.int8]
    simulated: int  # attempts, those that are not stored included


class Example(NamedTuple):
    """A scene as an image, and what actions did there."""

    image: NDArray[np.uint8]
    rollouts: Rollouts


def gather(practice: Practice, budget: Budget) -> list[Example]:
    """Simulate the training tasks on all threads, or load what is stored."""
    tasks = [own_task(task) for task in practice.tasks]
    rolled = over_tasks(practice, tasks, lambda task: _load_or_play(practice, budget, task))
    found = [Example(task.image(), each) for task, each in zip(tasks, rolled, strict=True)]
    practice.simulations += sum(each.rollouts.simulated for each in found)
    return found


def _load_or_play(practice: Practice, budget: Budget, task: PhyreTask) -> Rollouts:
    path = budget.file(practice, task)
    if path is not None and path.exists():
        return _load(path)
    found = roll_out(task, budget)
    if path is not None:
        _save(path, found)
    return found


def roll_out(task: PhyreTask, budget: Budget) -> Rollouts:
    """Try listed actions until enough solve the task, then actions near these."""
    parts: list[Rollouts] = []
    solutions: list[NDArray[np.float64]] = []
    for start in range(0, budget.listed, _BLOCK):
        actions = task.tier.candidates(budget.listed)[start : start + _BLOCK]
        parts.append(_play(task, actions, solutions))
        if sum(map(len, solutions)) >= _ENOUGH:
            break
    found = np.concatenate(solutions)
    if len(found) and budget.near:
        actions = near(task.tier, found, budget.near, generator("ranker near", task))
        parts.insert(0, _play(task, actions, solutions))
    return _join(parts, budget.kept)


def near(
    tier: Tier, known: NDArray[np.float64], count: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Draw actions around known ones; at most `count`, as some leave the scene."""
    size = 4 * count
    chosen = known[rng.integers(len(known), size=size)]
    spread = rng.choice(_SPREADS, size=(size, 1)) * np.tile([1, 1, _RADIUS_SPREAD], tier.balls)
    drawn = chosen + spread * np.reshape(normals(rng, chosen.size), chosen.shape)
    return np.asarray(drawn[tier.fits(drawn)][:count])


def pixels(actions: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return x, y and radius of balls in pixels, rounded as the simulator does."""
    parts = actions.reshape(len(actions), -1, 3)
    rounded = np.stack(
        [*np.floor(255 * parts[..., :2]).transpose(2, 0, 1), np.round(30 * parts[..., 2] + 2)], -1
    )
    return rounded.reshape(actions.shape).astype(np.uint8)


def _play(
    task: PhyreTask, actions: NDArray[np.float64], solutions: list[NDArray[np.float64]]
) -> Rollouts:
    batch = simulate(task, actions, outcome_only=True, stride=_EVERY, threads=1)
    solved, valid = batch.status > 0, np.flatnonzero(batch.status)
    solutions.append(actions[solved])
    balls = pixels(actions)[valid]
    return Rollouts(balls, solved[valid], _motion(task, batch, valid, balls), len(actions))


def _motion(
    task: PhyreTask, batch: Batch, valid: NDArray[np.intp], balls: NDArray[np.uint8]
) -> NDArray[np.int8]:
    """Return how far goal bodies and balls are from their places; moments x bodies x (x, y)."""
    bodies, goals = task.scene.bodies, [task.goal.first, task.goal.second]
    watched = np.array([*goals, *range(len(bodies), len(bodies) + task.tier.balls)])
    poses = np.empty((len(valid), len(_MOMENTS), len(watched), 3))
    for row, number in enumerate(valid.tolist()):
        frames = batch.frames(number)
        # An attempt ends once its outcome is known; bodies count as resting after that.
        at = np.minimum(_MOMENTS, len(frames) - 1)
        poses[row] = frames[at[:, None], watched]
    starts = np.empty((len(valid), 1, len(watched), 2))
    starts[:, 0, :2] = [(bodies[i].x, bodies[i].y) for i in goals]
    starts[:, 0, 2:] = balls.reshape(len(valid), -1, 3)[..., :2]
    moved = poses[..., :2] - starts
    both = np.concatenate([moved[:, :, :2], moved[:, :, 2:].mean(2, keepdims=True)], 2) / PIXELS
    return np.clip(np.round(both), -127, 127).astype(np.int8).reshape(len(valid), -1)


def _join(parts: Sequence[Rollouts], kept: int) -> Rollouts:
    """Keep solutions first, at most half of all; then the parts' misses in order."""
    balls, solved, motion = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("balls", "solved", "motion")
    )
    hits = np.flatnonzero(solved)[: kept // 2]
    chosen = np.concatenate([hits, np.flatnonzero(~solved)[: kept - len(hits)]])
    simulated = sum(part.simulated for part in parts)
    return Rollouts(balls[chosen], solved[chosen], motion[chosen], simulated)


def _load(path: Path) -> Rollouts:
    names = ("balls", "solved", "motion", "simulated")
    balls, solved, motion, simulated = load_arrays(path, names)
    return Rollouts(balls, solved, motion, int(simulated))


def _save(path: Path, found: Rollouts) -> None:
    save_arrays(
        path,
        balls=found.balls,
        solved=found.solved,
        motion=found.motion,
        simulated=found.simulated,
    )
