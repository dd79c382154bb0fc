"""The networks of Phy-Q's deep Q-learners: encoded observations in, values of angles out.

`width` is 64 in the paper; less makes all layers smaller, for trials on a CPU. Layers keep their
names, because model files have them.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn

from topple.agents._training.device import channels_last
from topple.agents._training.resnet import resnet
from topple.worlds.birds.agents.ddqn.encoder import COLUMNS, ROWS, Encoder
from topple.worlds.birds.angles import ANGLES

_HEADS = 4


def make_network(kind: str, encoder: Encoder, width: int, *, faithful: bool = False) -> nn.Module:
    """Build a network of a kind, `duelling` or `relational`; it takes rows of bytes."""
    if kind == "relational":
        body: nn.Module = RelationalNetwork(encoder.channels, width)
    elif encoder.sees == "symbols":
        body = nn.Sequential(_Symbols(encoder.channels, width), Streams(4 * width, width, faithful))
    else:
        pooled = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        fully = nn.Linear(8 * width, 2 * width)
        body = nn.Sequential(
            resnet(encoder.channels, width), pooled, fully, Streams(2 * width, width, faithful)
        )
    # Rows are laid out so.
    return channels_last(_FromBytes(encoder, body))


def duelling(value: Tensor, advantage: Tensor, *, faithful: bool = False) -> Tensor:
    """Combine a state's value and the advantages of its angles: Q = V + A - mean(A).

    The original took one mean over the whole batch.
    """
    mean = advantage.mean() if faithful else advantage.mean(1, keepdim=True)
    return value + advantage - mean


class Streams(nn.Module):
    """The two streams of a duelling network."""

    def __init__(self, features: int, width: int, faithful: bool) -> None:
        super().__init__()
        self.value, self.advantage = (
            nn.Sequential(
                nn.Linear(features, 2 * width),
                nn.LayerNorm(2 * width),
                nn.LeakyReLU(),
                nn.Linear(2 * width, outputs),
            )
            for outputs in (1, ANGLES)
        )
        self._faithful = faithful

    def forward(self, features: Tensor) -> Tensor:
        # In float32: half precision makes the values of many angles equal.
        with torch.autocast(features.device.type, enabled=False):
            features = features.float()
            return duelling(self.value(features), self.advantage(features), faithful=self._faithful)


class RelationalNetwork(nn.Module):
    """ResNet-18 makes 20 entities, attention relates them, and their maximum gives the values."""

    def __init__(self, channels: int, width: int) -> None:
        super().__init__()
        self.trunk = resnet(channels, width)
        rows, columns = -(-ROWS // 32), -(-COLUMNS // 32)
        entities, features = rows * columns, 8 * width + 2
        self.asked, self.offered, self.told = (
            _PerHead(features, width) for _ in ("query", "key", "value")
        )
        self.ask, self.offer = nn.Linear(width, entities), nn.Linear(width, entities)
        self.weigh = nn.Linear(entities, entities)
        self.mix = nn.Sequential(nn.Linear(_HEADS * width, width), nn.ReLU(), nn.LayerNorm(width))
        self.angles = nn.Linear(width, ANGLES)
        y, x = torch.meshgrid(
            torch.linspace(0, 1, rows), torch.linspace(0, 1, columns), indexing="ij"
        )
        self.register_buffer("places", torch.stack([x, y]).flatten(1).T, persistent=False)
        self.places: Tensor

    def forward(self, seen: Tensor) -> Tensor:
        features = self.trunk(seen).flatten(2).transpose(1, 2)
        places = self.places.to(features.dtype).expand(len(seen), -1, -1)
        entities = torch.cat([features, places], 2)
        likeness = F.elu(self.ask(self.asked(entities)) + self.offer(self.offered(entities)))
        attention = self.weigh(likeness).softmax(-1)
        related = (attention @ self.told(entities)).transpose(1, 2).flatten(2)
        strongest = self.mix(related).amax(1)
        with torch.autocast(seen.device.type, enabled=False):
            return F.elu(self.angles(strongest.float()))


class _FromBytes(nn.Module):
    """Unpacks rows of bytes for a network that values all angles."""

    def __init__(self, encoder: Encoder, body: nn.Module) -> None:
        super().__init__()
        self._channels, self._in_bits = encoder.channels, encoder.sees == "symbols"
        self.body = body
        bits = torch.arange(256)[:, None] >> torch.arange(7, -1, -1) & 1
        # A byte's bits as the eight bytes of one number: a GPU copies many short rows slowly.
        self.register_buffer("bits", bits.byte().view(torch.int64)[:, 0], persistent=False)
        self.bits: Tensor

    def forward(self, rows: Tensor) -> Tensor:
        half = torch.is_autocast_enabled(rows.device.type)
        kind = torch.bfloat16 if half else torch.float32
        if self._in_bits:
            seen = torch.take(self.bits, rows.long()).view(torch.uint8).to(kind)
        else:
            seen = rows.to(kind) / 127.5 - 1
        cells = seen.view(len(rows), ROWS, COLUMNS, self._channels)
        values: Tensor = self.body(cells.permute(0, 3, 1, 2))
        return values


class _Symbols(nn.Module):
    """One number per cell, then fully connected layers."""

    def __init__(self, channels: int, width: int) -> None:
        super().__init__()
        self.cell = nn.Linear(channels, 1)  # one number per cell, like a 1 x 1 convolution
        self.layers = nn.Sequential(
            nn.Flatten(),
            nn.LeakyReLU(),
            nn.LayerNorm(ROWS * COLUMNS),
            nn.Linear(ROWS * COLUMNS, 8 * width),
            nn.LeakyReLU(),
            nn.LayerNorm(8 * width),
            nn.Linear(8 * width, 4 * width),
            nn.LeakyReLU(),
            nn.LayerNorm(4 * width),
        )

    def forward(self, seen: Tensor) -> Tensor:
        features: Tensor = self.layers(self.cell(seen.permute(0, 2, 3, 1)))
        return features


class _PerHead(nn.Module):
    """Project entities for each head: batch x heads x entities x width."""

    def __init__(self, features: int, width: int) -> None:
        super().__init__()
        self.project, self.norm = nn.Linear(features, _HEADS * width), nn.LayerNorm(width)

    def forward(self, entities: Tensor) -> Tensor:
        parts = self.project(entities).unflatten(2, (_HEADS, -1)).transpose(1, 2)
        found: Tensor = self.norm(parts)
        return found
