"""A U-Net with attention at its coarsest scale: it looks at a scene once, for all actions."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn


class UNet(nn.Module):
    """Encodes images of `codes` colour codes as fine and coarse features.

    Rows and columns are multiples of 16. The channels of features are `width` and 3 / 2 of it.
    """

    grid: Tensor

    def __init__(
        self, rows: int, columns: int, codes: int, *, width: int, depth: int, dropout: float
    ) -> None:
        super().__init__()
        one, two, three, four = width, 2 * width, 4 * width, 6 * width
        self._codes = codes
        # Four pixels in each code, two coordinates, and empty ones: tensor cores want eights.
        self._empty = -(4 * codes + 2) % 8
        channels = 4 * codes + 2 + self._empty
        self.stem = nn.Conv2d(channels, one, 3, padding=1)
        self.down = nn.ModuleList(
            nn.Conv2d(inputs, outputs, 2, stride=2)
            for inputs, outputs in ((one, two), (two, three), (three, four))
        )
        self.left = nn.ModuleList(
            nn.Sequential(_Residual(n, n), _Residual(n, n)) for n in (one, two, three)
        )
        self.bottom = _Residual(four, four)
        self.places = nn.Parameter(0.02 * torch.randn(1, (rows // 16) * (columns // 16), four))
        self.layers = nn.Sequential(*(Attention(four, dropout) for _ in range(depth)))
        self.up = nn.ModuleList(
            nn.Conv2d(inputs, outputs, 1)
            for inputs, outputs in ((two, one), (three, two), (four, three))
        )
        self.right = nn.ModuleList(_Residual(2 * n, n) for n in (one, two, three))
        self.fine, self.coarse = nn.Conv2d(one, one, 1), nn.Conv2d(three, 3 * width // 2, 1)
        sides = (torch.linspace(-1, 1, side // 2) for side in (rows, columns))
        grid = torch.stack(torch.meshgrid(*sides, indexing="ij"))[None]
        self.register_buffer("grid", grid, persistent=False)

    def encode(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Encode images of codes as fine features, 2 pixels each, and coarse ones, 8."""
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

    def _channels(self, images: Tensor) -> Tensor:
        """Make one channel per code, and fold 2 x 2 pixels into channels."""
        count, rows, columns = images.shape
        folded = images.view(count, rows // 2, 2, columns // 2, 2).permute(0, 2, 4, 1, 3)
        folded = folded.reshape(count, 4, rows // 2, columns // 2)
        kind = torch.bfloat16 if torch.is_autocast_enabled(images.device.type) else torch.float32
        codes = torch.cat([folded == code for code in range(self._codes)], 1).to(kind)
        grid = self.grid.expand(count, -1, -1, -1).to(kind)
        empty = torch.zeros_like(grid[:, :1]).expand(-1, self._empty, -1, -1)
        whole = torch.cat([codes, grid, empty], 1)
        return whole.contiguous(memory_format=torch.channels_last)


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


class Attention(nn.Module):
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
