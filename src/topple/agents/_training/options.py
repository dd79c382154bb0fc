"""Options and results of a training; free of torch, so that commands can import them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Makes a vector environment: tasks, number of environments, threads, further options by name.
MakeEnvironments = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is; `share` is the larger of updates and time, 1 at the end."""

    update: int
    updates: int
    loss: float | None
    seconds: float
    share: float
    passed: float | None = None  # share of training games that were solved, where games are played


@dataclass(frozen=True, slots=True)
class Options:
    """What may change between two calls of one training; `minutes` ends it by the clock."""

    folder: Path | None = None
    device: str = ""
    minutes: float | None = None
    checkpoint_every: int = 5000
    speed: str = "auto"
    watch: Callable[[Progress], None] = lambda progress: None
    say: Callable[[str], None] = lambda words: None  # tells people what happens
    environments: MakeEnvironments | None = None  # makes the environments that some agents learn in


@dataclass(frozen=True, slots=True)
class Trained:
    """The result of a training; `resumed` is the update that it continued from.

    `asked` is the number of updates that its settings ask for, 0 if nothing was left to do.
    """

    updates: int
    asked: int
    seconds: float
    loss: float | None
    resumed: int
    device: str
    speed: str
    solved: int
    missed: int
