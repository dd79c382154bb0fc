"""What a ranker's training stores, and what decides its weights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import torch
from torch import nn

from topple.agents._training.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True)
class RankerSettings(ABC):
    """What decides the weights, besides the data."""

    family: ClassVar[str]

    updates: int
    scenes: int
    learning_rate: float
    width: int
    depth: int
    seed: int
    start: str = ""  # hash of the weights that it begins with, if it does not begin anew

    @abstractmethod
    def build(self) -> nn.Module:
        """Build a network with random weights."""

    def make_network(self) -> nn.Module:
        """Build a network; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return self.build()


S = TypeVar("S", bound=RankerSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankerCheckpoint(Checkpoint[S]):
    """A ranker after some updates."""

    data: str  # a fingerprint of tasks and rollouts

    @property
    def source(self) -> str:
        return self.data

    def make_network(self) -> nn.Module:
        made = self.settings.make_network()
        made.load_state_dict(self.network)
        return made
