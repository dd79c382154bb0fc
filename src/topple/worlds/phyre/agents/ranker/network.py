"""The ranker's network: a U-Net looks at the scene once, a small head scores each action."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn

from topple.agents._ranking.unet import UNet
from topple.agents._training.device import channels_last
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS

SIZE = 256  # pixels per side of a scene
_COLOURS = 7
_WAVES = 4  # sines and cosines per number of an action
# Where a ball looks at the features, in radii from its centre: the centre and four rim points.
_POINTS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
_COLUMNS = 7  # columns in which a ball looks for what is below it
_FARTHEST = 0.9  # distance of the outermost column from a ball's centre, in radii
_PLACE = 3 + 3 * 2 * _WAVES + 5 + _COLUMNS


class Features(NamedTuple):
    """What a network sees in scenes."""

    fine: Tensor
    coarse: Tensor
    surfaces: Tensor  # heights below every pixel


class Network(UNet):
    """Computes the logits of actions, and where the goal bodies and balls will be."""

    def __init__(self, *, width: int = 64, depth: int = 4, dropout: float = 0.2) -> None:
        super().__init__(SIZE, SIZE, _COLOURS, width=width, depth=depth, dropout=dropout)
        one, three, four = width, 4 * width, 6 * width
        inputs = 2 * (len(_POINTS) * one + 3 * width // 2) + _PLACE
        self.first, self.second = nn.Linear(inputs, four), nn.Linear(four, four)
        self.third, self.logit = nn.Linear(four, three), nn.Linear(three, 1)
        self.motion = nn.Linear(four, NUMBERS)
        self.dropout = nn.Dropout(dropout)
        channels_last(self)

    def observe(self, images: Tensor) -> Features:
        """Encode images as features, and find the surfaces below every pixel."""
        return Features(*self.encode(images), surfaces_of(images))

    def score(self, features: Features, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and predicted motion of actions: scenes x actions x 3 pixels per ball."""
        scenes, count, numbers = actions.shape
        balls = actions.reshape(scenes, -1, 3)
        hidden = F.relu(self.first(_looks(features, balls)))
        # The sum over balls does not depend on their order.
        hidden = hidden.reshape(scenes, count, numbers // 3, -1).sum(2)
        mixed = F.relu(self.second(self.dropout(hidden))) + hidden
        logits: Tensor = self.logit(F.relu(self.third(self.dropout(mixed))))[..., 0]
        return logits, self.motion(mixed)


def surfaces_of(images: Tensor) -> Tensor:
    """Return the height of the first surface at or below every pixel; the ground has 0."""
    heights = torch.arange(1, SIZE + 1, device=images.device, dtype=torch.int16)[:, None]
    return torch.where(images > 0, heights, 0).cummax(1).values


def _looks(features: Features, balls: Tensor) -> Tensor:
    """Return what each ball touches where it starts and lands: scenes x balls x numbers."""
    x, y, r = balls.unbind(-1)
    gaps = gaps_below(features.surfaces, balls)
    drop = gaps.amin(-1).clamp(min=0)
    unit = torch.stack([x / SIZE, y / SIZE, r / 32], -1)
    waves = (unit[..., None] * (math.pi * 2.0 ** torch.arange(_WAVES, device=x.device))).flatten(2)
    more = [(r / 32) ** 2, (y - r) / SIZE, (2 * x / SIZE - 1).abs(), drop / SIZE, (y - drop) / SIZE]
    below = (gaps - drop[..., None]).clamp(max=32) / 32
    touched = [*_look_around(features, x, y, r), *_look_around(features, x, y - drop, r)]
    return torch.cat([*touched, unit, waves.sin(), waves.cos(), torch.stack(more, -1), below], -1)


def gaps_below(surfaces: Tensor, balls: Tensor) -> Tensor:
    """Return how far each ball could fall before each of its columns meets a surface."""
    x, y, r = (number[..., None] for number in balls.unbind(-1))
    side = torch.linspace(-_FARTHEST, _FARTHEST, _COLUMNS, device=balls.device)
    bottom = y - r * (1 - side**2).sqrt()
    columns = (x + r * side).long().clamp(0, SIZE - 1)
    rows = bottom.long().clamp(0, SIZE - 1)
    scene = torch.arange(len(balls), device=balls.device)[:, None, None]
    return bottom - surfaces[scene, rows, columns]


def _look_around(features: Features, x: Tensor, y: Tensor, r: Tensor) -> tuple[Tensor, Tensor]:
    """Return fine and coarse features around balls."""
    points = torch.stack([torch.stack([x + i * r, y + j * r], -1) for i, j in _POINTS], 2)
    points = 2 * points / SIZE - 1
    fine, coarse = (
        F.grid_sample(table, at, align_corners=False, padding_mode="border")
        for table, at in ((features.fine, points), (features.coarse, points[:, :, :1]))
    )
    return fine.permute(0, 2, 3, 1).flatten(2), coarse[..., 0].transpose(1, 2)
