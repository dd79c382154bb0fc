"""Views of I-PHYRE for models: the scene with numbers, and moments of earlier attempts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from topple.draw import png
from topple.draw.film import Film, moments
from topple.prompting.question import Picture
from topple.tasks.attempt import Action
from topple.worlds import film
from topple.worlds.iphyre.action_space import plan_of
from topple.worlds.iphyre.task import IPhyreTask

_SCENE, _MOMENT = 512, 256  # pixels
_VERSION = 1


def scene(task: IPhyreTask) -> Picture:
    """Draw the scene before any removal."""
    return _picture("scene", film(task, None).still(_SCENE))


def moments_of(task: IPhyreTask, action: Action, count: int) -> tuple[Picture, ...]:
    """Draw moments that cover the whole motion: start, end, and evenly by time and motion."""
    shown = film(task, action)
    return tuple(_picture("moment", shown.picture(i, _MOMENT)) for i in moments(shown, count))


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


def _picture(name: str, pixels: NDArray[np.uint8]) -> Picture:
    data, digest = png.encode(pixels, quick=True), png.pixel_hash(pixels)
    return Picture(f"{name}@{_VERSION}", data, digest)
