"""Where a bird is at some moments of a free flight, as tensors."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from topple.worlds.birds.agents.ranker.scene import COLUMNS, LEFT, ROWS, SCALE, TOP
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, TIME_STEP, Rules
from topple.worlds.birds.things.birds import BIRDS, Power

MOMENTS = 52
STATE = 7
_STEP = 0.08  # seconds
_PULL = GRAVITY * GRAVITY_SCALE
_UNIT = 10.0  # of distances and speeds


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
