"""Pictures of a recorded attempt: single frames, all frames, and strips of moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from textwrap import shorten

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.draw import lettering, png
from topple.draw.figures import Rgb
from topple.draw.look import BORDER_SHARE, ENDS, Bodies, Recording, Spots
from topple.errors import BadInput
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

Picture = NDArray[np.uint8]

MOMENTS = 8
SMALLEST, LARGEST = 32, 4096  # pixels
LARGEST_IN_STRIP = 1024

_PLAYER = 720  # side of the player in pixels: room for a square film and its buttons
_PAGE: Rgb = (255, 255, 255)
_INK: Rgb = (70, 72, 80)
# The share of time in the distance between two moments; the rest is motion.
_TIME_SHARE = 0.3


@dataclass(frozen=True, eq=False, repr=False)
class Film:
    """Draws the frames of a recording."""

    recording: Recording
    _backgrounds: dict[int, Picture] = field(default_factory=dict, init=False, repr=False)

    @property
    def task(self) -> Task:
        return self.recording.task

    @property
    def action(self) -> tuple[float, ...] | None:
        return self.recording.action

    @property
    def outcome(self) -> Outcome:
        return self.recording.outcome

    @property
    def words(self) -> str:
        """How the attempt ended."""
        return self.recording.words

    @property
    def seconds(self) -> NDArray[np.float64]:
        """The time of each frame in seconds."""
        return self.recording.seconds

    def __len__(self) -> int:
        return len(self.recording.frames)

    def __repr__(self) -> str:
        return f"<Film of {self.task}: {len(self)} frames, {shorten(self.words, 80)}>"

    def _repr_png_(self) -> bytes:
        """Draw a strip of moments, for notebooks that show no scripts."""
        return png.encode(strip(self, round(self.recording.width / 2)))

    def _repr_html_(self) -> str:
        """Return the page with the player, for notebooks."""
        from topple.draw import player  # only notebooks need it

        page = escape(player.page(self.recording))
        return f'<iframe srcdoc="{page}" width="{_PLAYER}" height="{_PLAYER}"></iframe>'

    def picture(self, frame: int, size: int) -> Picture:
        """Draw one frame, `size` pixels wide; the last one is framed in the outcome's colour."""
        return self._draw(self.recording.frames[frame][:, 1:], size, last=self.is_last(frame))

    def still(self, size: int) -> Picture:
        """Draw the first frame with notes that help to read it."""
        spots = self.recording.frames[0][:, 1:]
        return self._draw(np.concatenate([spots, self.recording.notes]), size, last=self.is_last(0))

    def pictures(self, size: int) -> Iterator[Picture]:
        """Draw all frames."""
        return (self.picture(frame, size) for frame in range(len(self)))

    def is_last(self, frame: int) -> bool:
        """Return whether a frame shows how an action ended."""
        return frame in (-1, len(self) - 1) and self.action is not None

    def moved(self) -> NDArray[np.float64]:
        """Return how far all bodies together move from each frame to the next."""
        return np.array([_distance(a, b) for a, b in pairwise(self.recording.frames)])

    @cached_property
    def _sprites(self) -> Sprites:
        return Sprites(self.recording.figures)

    def _draw(self, spots: Spots, size: int, *, last: bool) -> Picture:
        background = self._background(size)
        camera = self.recording.window.camera(size)
        pixels = self._sprites.draw(background, np.ascontiguousarray(spots), camera)
        border = self.recording.border
        paint_border(pixels, ENDS.get(self.outcome, border) if last else border)
        return pixels

    def _background(self, size: int) -> Picture:
        """Draw what never moves, once per size."""
        if size not in self._backgrounds:
            if not SMALLEST <= size <= LARGEST:
                raise BadInput(
                    f"cannot draw a picture {size} pixels wide",
                    f"the width is from {SMALLEST} to {LARGEST}",
                )
            found = self.recording
            empty = np.full((*found.window.shape(size), 3), found.background, np.uint8)
            drawn = self._sprites.draw(empty, found.fixed, found.window.camera(size))
            self._backgrounds[size] = drawn
        return self._backgrounds[size]


def moments(film: Film, count: int = MOMENTS) -> list[int]:
    """Choose frames that show the course of events: first, last, and evenly by time and motion."""
    if len(film) <= count:
        return list(range(len(film)))
    moved = film.moved()
    share = moved / max(float(moved.sum()), 1e-9) * (1 - _TIME_SHARE) + _TIME_SHARE / len(moved)
    way = np.concatenate([[0.0], np.cumsum(share)])
    found = np.searchsorted(way, np.linspace(0.0, way[-1], count)[1:-1])
    return sorted({0, *(int(i) for i in found), len(film) - 1})


def strip(film: Film, size: int, frames: Sequence[int] | None = None) -> Picture:
    """Draw moments of a film in rows of up to four, each with its time below it."""
    if size > LARGEST_IN_STRIP:
        raise BadInput(
            f"cannot make a strip of pictures {size} pixels wide",
            f"give at most {LARGEST_IN_STRIP} pixels",
        )
    chosen = moments(film) if frames is None else frames
    panels = [_panel(film, frame, size) for frame in chosen]
    columns = min(4, len(panels))
    while len(panels) % columns:
        panels.append(np.full_like(panels[0], _PAGE))
    rows = [np.hstack(panels[i : i + columns]) for i in range(0, len(panels), columns)]
    gap = _gap(size)
    page = np.vstack(rows)
    return np.pad(page, ((gap, 0), (gap, 0), (0, 0)), constant_values=_PAGE[0])


def _panel(film: Film, frame: int, size: int) -> Picture:
    """Draw one moment with its label, and a gap to the right."""
    gap = _gap(size)
    height = max(12, size // 14)
    picture = film.picture(frame, size) if frame else film.still(size)
    below = len(picture) + gap // 4
    panel = np.full((len(picture) + height + gap, size + gap, 3), _PAGE, np.uint8)
    panel[: len(picture), :size] = picture
    ink = ENDS.get(film.outcome, _INK) if film.is_last(frame) else _INK
    words = lettering.label(panel_label(film, frame), height, ink, _PAGE)[:, :size]
    panel[below : below + height, : words.shape[1]] = words
    return panel


def panel_label(film: Film, frame: int) -> str:
    """Return the time of a frame; for the last one, how the attempt ended and when."""
    if not film.is_last(frame):
        return f"{film.seconds[frame]:.1f} s"
    if film.recording.reason:
        return str(film.outcome)
    # A film goes on for a while after the outcome is known.
    return f"{film.outcome} at {film.recording.steps / film.recording.steps_per_second:.1f} s"


def _gap(size: int) -> int:
    return max(4, size // 24)


def _distance(before: Bodies, after: Bodies) -> float:
    """Add up how far the bodies move that are in both frames."""
    before, after = before[before[:, 0] >= 0], after[after[:, 0] >= 0]
    _, i, j = np.intersect1d(before[:, 0], after[:, 0], return_indices=True)
    moves = after[j, 2:4] - before[i, 2:4]
    return float(np.hypot(moves[:, 0], moves[:, 1]).sum())


def paint_border(pixels: Picture, rgb: Rgb | None) -> None:
    """Paint a border over the edges of a picture, in place."""
    if rgb is None:
        return
    width = max(2, round(pixels.shape[1] * BORDER_SHARE))
    for edge in (np.s_[:width], np.s_[-width:], np.s_[:, :width], np.s_[:, -width:]):
        pixels[edge] = rgb
