"""What a DQN's training stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch

from topple.agents._training.checkpoint import Checkpoint
from topple.worlds.phyre.agents.dqn.network import Network


@dataclass(frozen=True, slots=True)
class DqnSettings:
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "dqn"

    updates: int
    batch: int
    learning_rate: float
    hidden: int
    width: int
    seed: int

    def make_network(self, dimensions: int) -> Network:
        """Build a network for actions of some dimensions; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return Network(dimensions, hidden=self.hidden, width=self.width)


@dataclass(frozen=True, slots=True, kw_only=True)
class DqnCheckpoint(Checkpoint[DqnSettings]):
    """A DQN after some updates."""

    settings_type = DqnSettings

    data: str  # a fingerprint of tasks and outcomes
    dimensions: int

    @property
    def source(self) -> str:
        return self.data

    def make_network(self) -> Network:
        made = self.settings.make_network(self.dimensions)
        made.load_state_dict(self.network)
        return made
