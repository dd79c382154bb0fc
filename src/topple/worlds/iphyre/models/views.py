"""Views of I-PHYRE for models: the scene with numbers, and moments of earlier attempts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.draw.film import Film, moments, paint_border
from topple.draw.look import BORDER_SHARE
from topple.prompting.history import Moments
from topple.prompting.question import Picture
from topple.tasks.attempt import Action
from topple.worlds import film, still
from topple.worlds.iphyre.action_space import plan_of
from topple.worlds.iphyre.look.figures import BACKGROUND, BORDER
from topple.worlds.iphyre.task import IPhyreTask

_SCENE, _MOMENT = 512, 256  # pixels
_FRAMED, _OPEN = 1, 2  # versions of pictures


def scene(task: IPhyreTask, *, open_edges: bool) -> Picture:
    """Draw the scene before any removal."""
    return _picture("scene", still(task, _SCENE), open_edges=open_edges)


def moments_of(task: IPhyreTask, action: Action, count: int) -> Moments:
    """Draw moments that cover the whole motion: start, end, and evenly by time and motion."""
    shown = film(task, action)
    chosen = moments(shown, count)
    return Moments(
        tuple(_picture("moment", shown.picture(i, _MOMENT), open_edges=True) for i in chosen),
        [float(shown.seconds[i]) for i in chosen],
    )


def classic_moments(task: IPhyreTask, action: Action, count: int) -> tuple[Picture, ...]:
    """Draw moments evenly over the time after the last removal, as DeepPHY does."""
    shown = film(task, action, stride=1)
    last = max((seconds for _, seconds in plan_of(action)), default=0.0)
    return tuple(_picture("moment", shown.picture(i, _MOMENT)) for i in _after(shown, last, count))


def _after(shown: Film, seconds: float, count: int) -> list[int]:
    later = np.flatnonzero(shown.seconds > seconds)
    if not len(later):
        return []
    return sorted({int(later[round(i)]) for i in np.linspace(0, len(later) - 1, count)})


def _picture(name: str, pixels: NDArray[np.uint8], *, open_edges: bool = False) -> Picture:
    """Encode a picture; a solid frame looks like walls, which `open_edges` draws as dashes."""
    if open_edges:
        _dash_edges(pixels)
    data, digest = png.encode(pixels, quick=True), png.pixel_hash(pixels)
    return Picture(f"{name}@{_OPEN if open_edges else _FRAMED}", data, digest)


def _dash_edges(pixels: NDArray[np.uint8]) -> None:
    """Replace the frame by a thin dashed line."""
    paint_border(pixels, BACKGROUND)
    size = len(pixels)
    width = round(size * BORDER_SHARE)
    dash = 2 * width
    drawn = np.arange(size) // dash % 2 == 0
    for line in (width // 2, size - 1 - width // 2):
        pixels[line, drawn] = pixels[drawn, line] = BORDER
