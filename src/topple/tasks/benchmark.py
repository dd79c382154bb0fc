"""Benchmarks: several protocols under one name, in stages with fewer models at each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Asked:
    """A protocol, and the options that it is asked with.

    `limits` are the most tasks per fold by size of the benchmark; a size without one asks all.
    `sizes` are those that ask the protocol, all unless named.
    """

    protocol: str
    options: Mapping[str, int] = field(default_factory=dict)
    limits: Mapping[str, int] = field(default_factory=dict)
    sizes: tuple[str, ...] = ()

    def is_part_of(self, size: str) -> bool:
        """Return whether a size of the benchmark asks the protocol."""
        return not self.sizes or size in self.sizes


@dataclass(frozen=True, slots=True)
class Stage:
    """What the best `most` models are asked; `by` is the protocol whose scores decide."""

    asked: tuple[Asked, ...]
    most: int | None = None
    by: str = ""

    def models(
        self, models: Sequence[str], scores: Mapping[str, float], baselines: Sequence[str]
    ) -> list[str]:
        """Return who takes part, in the order given; `scores` are means over `by`.

        Baselines take no model's place.
        """
        real = [model for model in models if model not in baselines]
        ranked = sorted(real, key=lambda model: -scores.get(model, 0.0))
        chosen = {*ranked[: self.most], *baselines}
        return [model for model in models if model in chosen]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Stages under one name; `write_puzzles` writes what is behind the questions to a folder.

    `sizes` are what a user chooses from, the first unless told otherwise. Scores of two versions
    cannot be compared.
    """

    name: str
    stages: tuple[Stage, ...]
    write_puzzles: Callable[[Path], int] | None = None
    caption: str = ""
    version: int = 1
    sizes: tuple[str, ...] = ()

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What is asked in all stages."""
        return tuple(each for stage in self.stages for each in stage.asked)
