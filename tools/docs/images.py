"""The films on the first pages: a stored solution of the example of each world."""

from __future__ import annotations

from pathlib import Path

from topple.draw.animation import small_webp
from topple.worlds import film, world

# Widths in pixels.
WIDTHS = {"birds": 480, "phyre": 280, "iphyre": 320, "kinetix": 320, "rope": 320, "pool": 160}
_STRIDE = 4


def draw(name: str, folder: Path) -> Path:
    """Film the example of a world."""
    own = world(name)
    task = own.task(own.example)
    path = folder / f"{name}.webp"
    path.write_bytes(small_webp(film(task, own.solution(task), _STRIDE), WIDTHS[name]))
    return path
