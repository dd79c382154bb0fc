"""How a training is run and what it reports; free of torch, so that commands can ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.tasks.task import Task


@dataclass(frozen=True, slots=True)
class Progress:
    """How far training is; `share` is the larger of updates and time, 1 at the end."""

    update: int
    updates: int
    loss: float | None
    seconds: float
    share: float
    passed: float | None = None  # share of training games that were solved, where any are played


@dataclass(frozen=True, slots=True)
class Options:
    """What may differ from call to call of one training; `minutes` ends it by the clock."""

    folder: Path | None = None
    device: str = ""
    minutes: float | None = None
    checkpoint_every: int = 5000
    speed: str = "auto"
    watch: Callable[[Progress], None] = lambda progress: None
    # Makes so many environments of tasks on threads, for agents that learn in them.
    environments: Callable[[Sequence[Task], int, int | None], Any] | None = None


@dataclass(frozen=True, slots=True)
class Trained:
    """What a training came to; `resumed` is the update it went on from."""

    updates: int
    seconds: float
    loss: float | None
    resumed: int
    device: str
    speed: str
    solved: int
    missed: int
