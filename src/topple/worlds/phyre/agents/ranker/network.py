"""The ranker's network: a U-Net looks at the scene once, a small head scores each action."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn

from topple.agents._training.device import channels_last
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS

SIZE = 256  # pixels per side of a scene
_COLOURS = 7
_CHANNELS = 32  # 4 pixels x 7 colours, two coordinates, two empty: tensor cores want eights
_WAVES = 4  # sines and cosines per number of an action
_PLACE = 3 + 3 * 2 * _WAVES + 3
# Where a ball looks at the features, in radii from its centre: the centre and four rim points.
_POINTS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


class Network(nn.Module):
    """Computes the logits of actions, and where the goal bodies and balls will be."""

    grid: Tensor

    def __init__(self, *, width: int = 64, depth: int = 4, dropout: float = 0.2) -> None:
        super().__init__()
        one, two, three, four = width, 2 * width, 4 * width, 6 * width
        self.stem = nn.Conv2d(_CHANNELS, one, 3, padding=1)
        self.down = nn.ModuleList(
            nn.Conv2d(inputs, outputs, 2, stride=2)
            for inputs, outputs in ((one, two), (two, three), (three, four))
        )
        self.left = nn.ModuleList(
            nn.Sequential(_Residual(n, n), _Residual(n, n)) for n in (one, two, three)
        )
        self.bottom = _Residual(four, four)
        self.places = nn.Parameter(0.02 * torch.randn(1, (SIZE // 16) ** 2, four))
        self.layers = nn.Sequential(*(_Attention(four, dropout) for _ in range(depth)))
        self.up = nn.ModuleList(
            nn.Conv2d(inputs, outputs, 1)
            for inputs, outputs in ((two, one), (three, two), (four, three))
        )
        self.right = nn.ModuleList(_Residual(2 * n, n) for n in (one, two, three))
        self.fine, self.coarse = nn.Conv2d(one, one, 1), nn.Conv2d(three, 3 * width // 2, 1)
        inputs = len(_POINTS) * one + 3 * width // 2 + _PLACE
        self.first, self.second = nn.Linear(inputs, four), nn.Linear(four, four)
        self.third, self.logit = nn.Linear(four, three), nn.Linear(three, 1)
        self.motion = nn.Linear(four, NUMBERS)
        self.dropout = nn.Dropout(dropout)
        side = torch.linspace(-1, 1, SIZE // 2)
        grid = torch.stack(torch.meshgrid(side, side, indexing="ij"))[None]
        self.register_buffer("grid", grid, persistent=False)
        channels_last(self)

    def observe(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Encode images of colour codes as fine features, 2 pixels each, and coarse ones, 8."""
        seen = F.relu(self.stem(self._channels(images)))
        kept: list[Tensor] = []
        for blocks, down in zip(self.left, self.down, strict=True):
            kept.append(blocks(seen))
            seen = down(kept[-1])
        seen = self.bottom(seen)
        mixed = self.layers(seen.flatten(2).transpose(1, 2) + self.places)
        seen = mixed.transpose(1, 2).reshape(seen.shape)
        seen = seen.contiguous(memory_format=torch.channels_last)
        maps: list[Tensor] = []
        for up, block, before in zip(
            reversed(self.up), reversed(self.right), reversed(kept), strict=True
        ):
            larger = F.interpolate(up(seen), scale_factor=2, mode="nearest")
            seen = block(torch.cat([larger, before], 1))
            maps.append(seen)
        return self.fine(maps[-1]).float(), self.coarse(maps[0]).float()

    def score(self, features: tuple[Tensor, Tensor], actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and predicted motion of actions: scenes x actions x 3 pixels per ball."""
        scenes, count, numbers = actions.shape
        balls = actions.reshape(scenes, -1, 3)
        hidden = F.relu(self.first(_looks(features, balls)))
        # The sum over balls does not depend on their order.
        hidden = hidden.reshape(scenes, count, numbers // 3, -1).sum(2)
        mixed = F.relu(self.second(self.dropout(hidden))) + hidden
        logits: Tensor = self.logit(F.relu(self.third(self.dropout(mixed))))[..., 0]
        return logits, self.motion(mixed)

    def _channels(self, images: Tensor) -> Tensor:
        """Make one channel per colour, and fold 2 x 2 pixels into channels."""
        half, count = SIZE // 2, len(images)
        folded = images.view(count, half, 2, half, 2).permute(0, 2, 4, 1, 3)
        folded = folded.reshape(count, 4, half, half)
        kind = torch.bfloat16 if torch.is_autocast_enabled(images.device.type) else torch.float32
        colours = torch.cat([folded == code for code in range(_COLOURS)], 1).to(kind)
        grid = self.grid.expand(count, -1, -1, -1).to(kind)
        whole = torch.cat([colours, grid, torch.zeros_like(grid)], 1)
        return whole.contiguous(memory_format=torch.channels_last)


def _looks(features: tuple[Tensor, Tensor], balls: Tensor) -> Tensor:
    """Return what each ball touches, and where it is: scenes x balls x numbers."""
    x, y, r = balls.unbind(-1)
    points = torch.stack([torch.stack([x + i * r, y + j * r], -1) for i, j in _POINTS], 2)
    points = 2 * points / SIZE - 1
    fine, coarse = (
        F.grid_sample(table, at, align_corners=False, padding_mode="border")
        for table, at in zip(features, (points, points[:, :, :1]), strict=True)
    )
    unit = torch.stack([x / SIZE, y / SIZE, r / 32], -1)
    waves = (unit[..., None] * (math.pi * 2.0 ** torch.arange(_WAVES, device=x.device))).flatten(2)
    more = torch.stack([(r / 32) ** 2, (y - r) / SIZE, (2 * x / SIZE - 1).abs()], -1)
    touched = [fine.permute(0, 2, 3, 1).flatten(2), coarse[..., 0].transpose(1, 2)]
    return torch.cat([*touched, unit, waves.sin(), waves.cos(), more], -1)


class _Residual(nn.Module):
    """Two convolutions and a shortcut around them."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.first_norm, self.second_norm = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs)
        self.around: nn.Module = nn.Identity()
        if inputs != outputs:
            self.around = nn.Conv2d(inputs, outputs, 1, bias=False)
        nn.init.zeros_(self.second_norm.weight)  # an untrained block passes on what it gets

    def forward(self, seen: Tensor) -> Tensor:
        inner = F.relu(self.first_norm(self.first(seen)))
        return F.relu(self.around(seen) + self.second_norm(self.second(inner)))


class _Attention(nn.Module):
    """A transformer layer."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.heads = max(1, width // 64)
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, seen: Tensor) -> Tensor:
        scenes, places, width = seen.shape
        mixed = self.mix(self.before(seen)).view(scenes, places, 3, self.heads, -1)
        found = F.scaled_dot_product_attention(*mixed.permute(2, 0, 3, 1, 4))
        found = found.transpose(1, 2).reshape(scenes, places, width)
        seen = seen + self.dropout(self.out(found))
        mixed = self.dropout(self.inner(self.after(seen)))
        return torch.add(seen, mixed)
