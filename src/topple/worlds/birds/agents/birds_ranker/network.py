"""The network of the birds ranker: what a bird meets on its path says what a shot will do.

From top to bottom: where a bird is at some moments, the network, its training, and its scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from numpy.typing import NDArray
from torch import Tensor, nn

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.losses import of_actions
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._ranking.unet import Attention, UNet
from topple.agents._training.device import autocast, channels_last
from topple.agents._training.options import Options, Trained
from topple.worlds.birds.agents.birds_ranker.data import Batch, Data
from topple.worlds.birds.agents.birds_ranker.scene import (
    CODES,
    COLUMNS,
    LEFT,
    ROWS,
    SCALE,
    TOP,
    Image,
)
from topple.worlds.birds.agents.birds_ranker.shots import KINDS, NUMBERS, Shots
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP, Rules
from topple.worlds.birds.things.birds import BIRDS, Power

MOMENTS = 52
STATE = 7
_STEP = 0.08  # seconds from one moment of a flight to the next
_PULL = GRAVITY * GRAVITY_SCALE
_UNIT = 10.0  # unit of distances and speeds


class Paths(nn.Module):
    """Computes the places of birds in the image, and their state."""

    birds: Tensor

    def __init__(self) -> None:
        super().__init__()
        rows = [
            (*kind.offset, kind.impulse / kind.mass if kind.power is Power.BOOST else 0.0)
            for kind in BIRDS.values()
        ]
        self.register_buffer("birds", torch.tensor(rows), persistent=False)

    def forward(self, kinds: Tensor, shots: Tensor, moved: Tensor) -> tuple[Tensor, Tensor]:
        """Return places from -1 to 1, scenes x shots x moments x 2, and the state of the bird.

        `moved` is by how many pixels an image was moved: to the left and up, scenes x 2.
        """
        rules = Rules()
        angles, stretches, taps = (each[..., None] for each in shots.unbind(-1))
        offset_x, offset_y, boost = self.birds[kinds][:, None, None].unbind(-1)
        cos, sin = angles.cos(), angles.sin()
        speed = stretches * rules.speed_per_stretch
        time = _STEP * torch.arange(MOMENTS, device=shots.device).expand(*shots.shape[:2], -1)
        tapped = (taps >= 0) & (time > taps)
        after = torch.where(tapped, time - taps, 0.0)
        before = time - after
        # A boost acts along the flight at the moment of the tap.
        vx, vy = speed * cos, speed * sin - _PULL * before
        faster = torch.where(tapped, 1 + boost / (vx**2 + vy**2 + 1e-6).sqrt(), 1.0)
        x = rules.pivot[0] + offset_x - stretches * cos + speed * cos * before
        y = rules.pivot[1] + offset_y - stretches * sin + speed * sin * before
        x = x + faster * vx * after
        y = y - _fallen(before) + faster * vy * after - _fallen(after)
        vx, vy = faster * vx, faster * vy - _PULL * after
        left, up = (each[:, None, None] for each in moved.unbind(-1))
        columns, rows = SCALE * (x - LEFT) - left, SCALE * (TOP - y) - up
        places = torch.stack([2 * columns / COLUMNS - 1, 2 * rows / ROWS - 1], -1)
        state = [x, y, vx, vy, _UNIT * tapped, _UNIT * after, _UNIT * stretches.expand_as(x)]
        return places, torch.stack(state, -1) / _UNIT


def _fallen(time: Tensor) -> Tensor:
    """Return how far a bird falls, step by step as in the engine."""
    return _PULL * time * (time + TIME_STEP) / 2


_MOST_LEFT = 3  # birds left that are told apart; more count as so many
_BIRD = len(KINDS) + _MOST_LEFT
_LAYERS = 2


class Network(UNet):
    """Computes the logits of shots."""

    def __init__(self, *, width: int = 64, depth: int = 4, dropout: float = 0.2) -> None:
        super().__init__(ROWS, COLUMNS, CODES, width=width, depth=depth, dropout=dropout)
        self.paths = Paths()
        self.token = nn.Linear(width + STATE + _BIRD, width)
        self.times = nn.Parameter(0.02 * torch.randn(1, MOMENTS, width))
        self.flight = nn.Sequential(*(Attention(width, dropout) for _ in range(_LAYERS)))
        self.first = nn.Linear(2 * width + NUMBERS + _BIRD, 4 * width)
        self.second, self.logit = nn.Linear(4 * width, 2 * width), nn.Linear(2 * width, 1)
        self.dropout = nn.Dropout(dropout)
        channels_last(self)

    def score(self, fine: Tensor, birds: Tensor, shots: Tensor, moved: Tensor) -> Tensor:
        """Return the logits of shots.

        Birds are numbers of kinds and of birds left, scenes x 2; shots are scenes x shots x 3; an
        image may be moved by some pixels, scenes x 2.
        """
        scenes, count, _ = shots.shape
        bird = self._bird(birds)[:, None].expand(-1, count, -1)
        points, state = self.paths(birds[:, 0], shots, moved)
        met = F.grid_sample(fine, points, align_corners=False).permute(0, 2, 3, 1)
        each = bird[:, :, None].expand(-1, -1, MOMENTS, -1)
        tokens = F.relu(self.token(torch.cat([met, state, each], -1))).flatten(0, 1)
        tokens = self.flight(tokens + self.times)
        whole = torch.cat([tokens.mean(1), tokens.amax(1)], -1).view(scenes, count, -1)
        hidden = F.relu(self.first(torch.cat([whole, shots, bird], -1)))
        logits: Tensor = self.logit(F.relu(self.second(self.dropout(hidden))))[..., 0]
        return logits

    def _bird(self, birds: Tensor) -> Tensor:
        kinds = F.one_hot(birds[:, 0], len(KINDS))
        left = F.one_hot(birds[:, 1].clamp(1, _MOST_LEFT) - 1, _MOST_LEFT)
        return torch.cat([kinds, left], -1).float()


@dataclass(frozen=True, slots=True)
class BirdsSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "birds-ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class BirdsCheckpoint(RankerCheckpoint[BirdsSettings]):
    """A ranker of shots after some updates."""

    settings_type = BirdsSettings


def train(data: Data, settings: BirdsSettings, options: Options) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder."""
    return train_ranker(Family(BirdsCheckpoint, _loss), data, settings, options)


def _loss(network: Network, batch: Batch) -> Tensor:
    with autocast(batch.images.device):
        fine, _ = network.encode(batch.images)
        logits = network.score(fine, batch.birds, batch.shots, batch.moved).float()
    return of_actions(logits, batch)


_CHUNK = 1000  # shots scored at a time


def scores(
    network: Network, image: Image, bird: int, left: int, shots: Shots
) -> NDArray[np.float32]:
    """Return the logits of shots of a bird."""
    device = network.grid.device
    network.eval()
    with torch.inference_mode(), autocast(device):
        fine, _ = network.encode(torch.tensor(image, device=device)[None])
        birds = torch.tensor([[bird, left]], device=device)
        still = torch.zeros((1, 2), device=device)
        parts = torch.split(torch.tensor(shots, device=device)[None], _CHUNK, dim=1)
        found = [network.score(fine, birds, part, still)[0].float() for part in parts]
    return torch.cat(found).cpu().numpy()
