"""Train the ranker of PHYRE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._training.options import Options, Trained
from topple.worlds.phyre.agents.ranker.data import Data
from topple.worlds.phyre.agents.ranker.losses import loss
from topple.worlds.phyre.agents.ranker.network import Network


@dataclass(frozen=True, slots=True)
class PhyreSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhyreCheckpoint(RankerCheckpoint[PhyreSettings]):
    """A ranker of PHYRE after some updates."""

    settings_type = PhyreSettings


def train(
    data: Data, settings: PhyreSettings, options: Options, start: Network | None = None
) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder; `start` has the first weights."""
    return train_ranker(Family(PhyreCheckpoint, loss), data, settings, options, start)
