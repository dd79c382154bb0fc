"""The network of the iphyre ranker: attention over the objects of a level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.unet import Attention
from topple.worlds.iphyre.agents.ranker.features import NUMBERS
from topple.worlds.iphyre.level import MOST_OBJECTS


class Network(nn.Module):
    """Computes the logits of plans: tasks x plans x numbers to tasks x plans."""

    def __init__(self, *, width: int, depth: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.first = nn.Linear(NUMBERS, width)
        self.layers = nn.Sequential(*(Attention(width, dropout) for _ in range(depth)))
        self.norm, self.hidden = nn.LayerNorm(2 * width), nn.Linear(2 * width, width)
        self.logit = nn.Linear(width, 1)

    def forward(self, rows: Tensor) -> Tensor:
        objects = rows.reshape(-1, MOST_OBJECTS, NUMBERS)
        seen = self.layers(self.first(objects))
        whole = self.norm(torch.cat([seen.mean(1), seen.amax(1)], -1))
        logits: Tensor = self.logit(nn.functional.gelu(self.hidden(whole)))
        return logits.reshape(rows.shape[:-1])


@dataclass(frozen=True, slots=True)
class IPhyreSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "iphyre-ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class IPhyreCheckpoint(RankerCheckpoint[IPhyreSettings]):
    """A ranker of plans after some updates."""

    settings_type = IPhyreSettings
