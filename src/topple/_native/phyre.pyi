"""The native rules under `topple.worlds.phyre`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import Scene, Watcher

class Task:
    def __init__(self, scene: Scene, goal: Watcher) -> None: ...

class Options:
    most_steps: int
    stride: int
    images: bool
    outcome_only: bool
    stability: bool
    digest: bool

class Batch:
    def __len__(self) -> int: ...
    def status(self) -> NDArray[np.int8]: ...
    def reason(self) -> NDArray[np.uint8]: ...
    def steps(self) -> NDArray[np.int32]: ...
    def digest(self) -> NDArray[np.uint64]: ...
    def balls(self) -> NDArray[np.float64]: ...
    def error(self, attempt: int) -> str: ...
    def poses(self, attempt: int) -> NDArray[np.float64]: ...
    def frames(self, attempt: int) -> NDArray[np.float64]: ...
    def images(self, attempt: int) -> NDArray[np.uint8]: ...

def simulate(
    tasks: Sequence[Task],
    which: NDArray[np.int64],
    actions: NDArray[Any],
    options: Options,
    threads: int,
) -> Batch: ...
def simulate_float32(
    tasks: Sequence[Task],
    which: NDArray[np.int64],
    actions: NDArray[Any],
    options: Options,
    threads: int,
) -> Batch: ...
def validate(
    tasks: Sequence[Task], which: NDArray[np.int64], actions: NDArray[Any]
) -> NDArray[np.uint8]: ...
def validate_float32(
    tasks: Sequence[Task], which: NDArray[np.int64], actions: NDArray[Any]
) -> NDArray[np.uint8]: ...
def image(scene: Scene, poses: NDArray[np.float64]) -> NDArray[np.uint8]: ...
