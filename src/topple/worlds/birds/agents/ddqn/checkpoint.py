"""What the training of a deep Q-learner stores, and what decides its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from topple.agents._training.checkpoint import Checkpoint
from topple.worlds.birds.agents.ddqn.encoder import Encoder
from topple.worlds.birds.agents.ddqn.networks import make_network


@dataclass(frozen=True, slots=True)
class DdqnSettings:
    """What decides the weights, besides the tasks; the agent explains each field."""

    family: ClassVar[str] = "ddqn"

    network: str
    sees: str
    faithful: bool
    updates: int
    batch: int
    learning_rate: float
    round_games: int
    round_updates: int
    width: int
    seed: int

    def encoder(self) -> Encoder:
        """Return the encoder of what the network sees."""
        return Encoder(self.sees, platforms=not self.faithful)

    def make_network(self) -> nn.Module:
        """Build a network; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return make_network(self.network, self.encoder(), self.width, faithful=self.faithful)


@dataclass(frozen=True, slots=True, kw_only=True)
class DdqnCheckpoint(Checkpoint[DdqnSettings]):
    """A deep Q-learner after a round; a finished model keeps no shots."""

    settings_type = DdqnSettings

    played: Tensor  # all shots, as in `Positions.played`
    games: int
    solved: int
    missed: int

    def make_network(self) -> nn.Module:
        made = self.settings.make_network()
        made.load_state_dict(self.network)
        return made
