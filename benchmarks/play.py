"""Play attempts with Topple and time them in the same way as the reference worker."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from attempts import Portion
from numpy.typing import NDArray

from topple import _native
from topple.worlds.phyre import Batch, simulate
from topple.worlds.phyre.view import KINDS, bodies_with_balls

# The reference computes jar positions by a chain of float32 and float64 sums.
JAR_TOLERANCE = 5e-8
_JAR = 4 + KINDS.index("jar")


@dataclass(frozen=True)
class Mode:
    """One kind of rollout, its counterpart in the reference, and the speed-up it must reach."""

    name: str
    reference: str
    target: float | None
    stride: int = 0
    images: bool = False
    outcome_only: bool = False
    chunk: int = 1000
    take: Callable[[Batch, int], object] = field(default=Batch.reason)


MODES = (
    Mode("full rollouts, an attempt a task", "status", 2.3),
    Mode("outcome only, an attempt a task", "status", 2.8, outcome_only=True),
    Mode("full rollouts, 100 attempts a task", "many", 3.0),
    Mode("outcome only, 100 attempts a task", "many", 4.0, outcome_only=True),
    Mode("poses of every step", "features", 10.0, stride=1, take=Batch.frames),
    Mode("features of every step", "features", None, stride=1, take=Batch.features),
    # A rollout has 65 MB of images, so each is freed before the next.
    Mode("images of every step", "images", 4.0, stride=1, images=True, chunk=1, take=Batch.images),
)


@dataclass(frozen=True)
class Result:
    """The result of an attempt, as far as the mode shows it; `sum` is a checksum of all frames."""

    status: int
    steps: int | None = None
    final: list[list[float]] | None = None
    sum: int | None = None


def play(portion: Portion, mode: Mode, check: bool) -> tuple[float, list[Result]]:
    """Play a portion on one thread; return the CPU time and, with `check`, the results."""
    cpu = 0.0
    seen: list[Result] = []
    for some in portion.anew().chunks(mode.chunk):
        start = time.process_time()
        batch = simulate(
            some.tasks,
            some.actions,
            stride=mode.stride,
            images=mode.images,
            outcome_only=mode.outcome_only,
            threads=1,
        )
        taken = [mode.take(batch, i) for i in range(len(batch))]
        cpu += time.process_time() - start
        if check:
            seen += [_result(batch, i, mode) for i in range(len(batch))]
        del batch, taken
    return cpu, seen


def agree(ours: Result, theirs: Result) -> bool:
    """Return whether two results of an attempt agree in all that both contain."""
    if ours.status != theirs.status:
        return False
    if theirs.steps is not None and (ours.steps, ours.sum) != (theirs.steps, theirs.sum):
        return False
    return theirs.final is None or _alike(
        np.array(ours.final, np.float32), np.array(theirs.final, np.float32)
    )


def engine_s(portion: Portion) -> tuple[float, float]:
    """Return the CPU time of full rollouts, and that of their engine steps alone."""
    portion = portion.anew()
    start = time.process_time()
    batch = simulate(portion.tasks, portion.actions, threads=1)
    whole = time.process_time() - start
    steps = batch.steps
    inside = 0.0
    for i, task in enumerate(portion.tasks):
        bodies = tuple(bodies_with_balls(task.scene, batch.balls[i].tolist()))
        sim = _native.Sim(_native.Scene.read(replace(task.scene, bodies=bodies)))
        start = time.process_time()
        sim.step(int(steps[i]))
        inside += time.process_time() - start
        if sim.poses().tobytes() != batch.bodies(i).tobytes():
            raise SystemExit(f"error: {task}: a simulation and a rollout end in different states")
    return whole, inside


def _alike(ours: NDArray[np.float32], theirs: NDArray[np.float32]) -> bool:
    if ours.shape != theirs.shape:
        return False
    jars = ours[:, _JAR] == 1
    near = np.abs(ours[jars, :2] - theirs[jars, :2]) <= JAR_TOLERANCE
    return bool(near.all()) and _exact(ours[None]) == _exact(theirs[None])


def _result(batch: Batch, i: int, mode: Mode) -> Result:
    status = int(batch.status[i])
    if mode.reference in ("status", "many"):
        return Result(status)
    steps = int(batch.steps[i])
    if mode.images:
        return Result(status, steps, sum=zlib.crc32(batch.images(i).data))
    features = batch.features(i)
    return Result(status, steps, features[-1].tolist(), _exact(features))


def _exact(features: NDArray[np.float32]) -> int:
    exact = np.array(features, np.float32)
    exact[:, features[0, :, _JAR] == 1, :2] = 0
    return zlib.crc32(exact.data)
