"""A figure at a place."""

from __future__ import annotations

from typing import NamedTuple


class Drawn(NamedTuple):
    """A figure, by name, at a place. Equal keys in two frames are the same thing."""

    key: str
    figure: str
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
