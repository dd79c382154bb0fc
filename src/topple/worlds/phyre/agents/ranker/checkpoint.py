"""What a ranker's training stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch

from topple.agents._training.checkpoint import Checkpoint
from topple.worlds.phyre.agents.ranker.network import Network


@dataclass(frozen=True, slots=True)
class RankerSettings:
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "ranker"

    updates: int
    scenes: int
    learning_rate: float
    width: int
    depth: int
    seed: int
    start: str = ""  # hash of the weights that it begins with, if it does not begin anew

    def make_network(self) -> Network:
        """Build a network; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankerCheckpoint(Checkpoint[RankerSettings]):
    """A ranker after some updates."""

    settings_type = RankerSettings

    data: str  # a fingerprint of tasks and rollouts

    @property
    def source(self) -> str:
        return self.data

    def make_network(self) -> Network:
        made = self.settings.make_network()
        made.load_state_dict(self.network)
        return made
