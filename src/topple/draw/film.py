"""Attempts as films: what the films of every world have, and strips of their moments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.draw import lettering
from topple.draw.lettering import Rgb
from topple.errors import BadInput
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

STRIDE = 2  # 25 to 30 pictures a second
MOMENTS = 8
LARGEST_IN_STRIP = 1024
_COLOURS = 40

_PAGE: Rgb = (255, 255, 255)
_INK: Rgb = (70, 72, 80)
ENDS: dict[Outcome, Rgb] = {
    Outcome.SOLVED: (52, 168, 110),
    Outcome.INVALID: (214, 69, 61),
    Outcome.FAILED: (214, 69, 61),
}
# How much of the way from moment to moment is time passing; the rest is bodies moving.
_TIME_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class Film(ABC):
    """An attempt, or a wait where `action` is None, seen every `stride` steps and at the end."""

    task: Task
    action: tuple[float, ...] | None
    stride: int

    @property
    @abstractmethod
    def width(self) -> int:
        """How many pixels wide a picture looks best."""

    @property
    @abstractmethod
    def steps_per_second(self) -> int:
        """How many steps of the engine make a second."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """How long it took."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """What came of it."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What came of it, in words."""

    @property
    @abstractmethod
    def seconds(self) -> NDArray[np.float64]:
        """When each frame is."""

    @abstractmethod
    def moved(self) -> NDArray[np.float64]:
        """Give how far all things together move from each frame to the next."""

    @abstractmethod
    def picture(self, frame: int, size: int) -> NDArray[np.uint8]:
        """Draw one frame, `size` pixels wide; the last one is framed in the outcome's colour."""

    @property
    def colours(self) -> int:
        """How many colours a small film needs."""
        return _COLOURS

    @property
    def reason(self) -> str:
        """Why the action was refused; empty if it was not."""
        return ""

    @property
    def hint(self) -> str:
        """How a refused action is mended."""
        return ""

    def still(self, size: int) -> NDArray[np.uint8]:
        """Draw the scene before anybody acts, with what may help to read it."""
        return self.picture(0, size)

    def __len__(self) -> int:
        return len(self.seconds)

    def pictures(self, size: int) -> Iterator[NDArray[np.uint8]]:
        """Draw all frames."""
        return (self.picture(i, size) for i in range(len(self)))

    def is_last(self, frame: int) -> bool:
        """Say whether a frame shows what came of an action."""
        return frame in (-1, len(self) - 1) and self.action is not None


def moments(film: Film, count: int = MOMENTS) -> list[int]:
    """Choose frames that tell the story: first, last, and evenly by time and motion between."""
    if len(film) <= count:
        return list(range(len(film)))
    moved = film.moved()
    share = moved / max(float(moved.sum()), 1e-9) * (1 - _TIME_SHARE) + _TIME_SHARE / len(moved)
    way = np.concatenate([[0.0], np.cumsum(share)])
    found = np.searchsorted(way, np.linspace(0.0, way[-1], count)[1:-1])
    return sorted({0, *(int(i) for i in found), len(film) - 1})


def strip(film: Film, size: int, frames: Sequence[int] | None = None) -> NDArray[np.uint8]:
    """Draw moments of a film in rows of up to four, each with its time below it."""
    if size > LARGEST_IN_STRIP:
        raise BadInput(f"a strip of {size} pixels a picture", f"give at most {LARGEST_IN_STRIP}")
    chosen = moments(film) if frames is None else frames
    panels = [_panel(film, frame, size) for frame in chosen]
    columns = min(4, len(panels))
    while len(panels) % columns:
        panels.append(np.full_like(panels[0], _PAGE))
    rows = [np.hstack(panels[i : i + columns]) for i in range(0, len(panels), columns)]
    gap = _gap(size)
    page = np.vstack(rows)
    return np.pad(page, ((gap, 0), (gap, 0), (0, 0)), constant_values=_PAGE[0])


def _panel(film: Film, frame: int, size: int) -> NDArray[np.uint8]:
    """Draw one moment with its label, and a gap to the right."""
    gap = _gap(size)
    height = max(12, size // 14)
    picture = film.picture(frame, size) if frame else film.still(size)
    below = len(picture) + gap // 4
    panel = np.full((len(picture) + height + gap, size + gap, 3), _PAGE, np.uint8)
    panel[: len(picture), :size] = picture
    text, ink = f"{film.seconds[frame]:.1f} s", _INK
    if film.is_last(frame):
        ink = ENDS.get(film.outcome, _INK)
        text = str(film.outcome) if film.reason else f"{text} {film.outcome}"
    words = lettering.label(text, height, ink, _PAGE)[:, :size]
    panel[below : below + height, : words.shape[1]] = words
    return panel


def _gap(size: int) -> int:
    return max(4, size // 24)
