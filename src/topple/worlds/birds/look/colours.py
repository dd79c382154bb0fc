"""The colours of things, measured from their drawings."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw.figures import WHITE
from topple.worlds.birds.look.screenshot import HEIGHT, SKY, WIDTH, camera, drawings, table

# The middle of the picture, where four pixels meet.
MIDDLE = (0.0, -1.0)


@cache
def shares(kind: str, look: int) -> tuple[tuple[int, float], ...]:
    """Return the 8-bit colours of a kind and their shares of its pixels, largest first.

    It stands upright in the middle of the picture. Only pixels that it covers completely count, so
    that nothing behind it shines through.
    """
    numbers, sprites = table()
    silhouette, _, _ = drawings()[kind, look][0]
    spot = np.array([[0, *MIDDLE, 0.0, 1.0, 1.0]])
    sky = np.full((HEIGHT, WIDTH, 3), SKY, np.uint8)
    white = Sprites([[(silhouette, WHITE, 1.0)]]).draw(np.zeros_like(sky), spot, camera())
    spot[0, 0] = numbers[kind, look]
    picture = sprites.draw(sky, spot, camera())
    return measured(picture[white[..., 0] == 255])


def measured(pixels: NDArray[np.uint8]) -> tuple[tuple[int, float], ...]:
    """Count pixels x 3 by their 8-bit colours, RRRGGGBB."""
    counts = np.bincount(to_8_bits(pixels).ravel(), minlength=256)
    found = sorted((-int(counts[colour]), int(colour)) for colour in counts.nonzero()[0])
    total = max(int(counts.sum()), 1)
    return tuple((colour, -count / total) for count, colour in found)


def to_8_bits(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Convert colours of three bytes to RRRGGGBB."""
    red, green, blue = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    return ((red & 0xE0) | (green >> 5 << 2) | (blue >> 6)).astype(np.uint8)
