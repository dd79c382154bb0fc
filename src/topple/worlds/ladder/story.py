"""What happens in a recording: where things are, what touches what, what rests on what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.draw.look import Recording, Window
from topple.sim import maths
from topple.worlds.ladder.outlines import (
    Rings,
    box,
    boxes,
    gap,
    largest,
    middle,
    placed_all,
    silhouette,
)
from topple.worlds.ladder.part import Ladder, Thing

# Shares of the picture's width. A pair whose gap is in between is not asked about: a picture does
# not show it clearly.
TOUCHING = 0.004
APART = 0.012
MOVED = 0.08  # a thing this far off is somewhere else
STILL = 0.01  # a thing this far off has stayed
_FIRST_SECOND = 1.0

Point = tuple[float, float]


class Story:
    """A recording up to a time, seen as things.

    `window` is the part of the world that the picture of a question shows, if not that of the
    recording.
    """

    def __init__(self, ladder: Ladder, recording: Recording, window: Window | None = None) -> None:
        self.recording, self.window = recording, window or recording.window
        self.width = self.window.width
        self.ladder = ladder
        self.things: Sequence[Thing] = ladder.things(recording)
        last = np.searchsorted(recording.seconds, ladder.seconds, side="right")
        # A film may go on a little after the game has ended.
        end = np.searchsorted(recording.seconds, recording.steps / recording.steps_per_second)
        self.frames = recording.frames[: max(1, int(min(last, end + 1)))]
        self.seconds = recording.seconds[: len(self.frames)]
        self._tracks = lru_cache(maxsize=None)(self._track)
        self._touch = lru_cache(maxsize=None)(self._first_touch)

    def outline(self, thing: int, frame: int) -> Rings:
        """Return where a thing is drawn; empty if it is gone."""
        track = self._tracks(thing)
        return tuple(ring[frame] for ring in track.rings) if track.present[frame] else ()

    def place(self, thing: int, frame: int = 0) -> Point:
        """Return a point on the drawing of a thing."""
        return middle(self.outline(thing, frame))

    def box(self, thing: int) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of a thing at the start."""
        return box(self.outline(thing, 0))

    def is_visible(self, thing: int, frame: int = 0) -> bool:
        """Return whether all of a thing is in the picture."""
        rings = self.outline(thing, frame)
        if not rings:
            return False
        left, bottom, right, top = box(rings)
        window = self.window
        across = window.left <= left and right <= window.left + window.width
        return across and window.bottom <= bottom and top <= window.bottom + window.height

    def moved(self, thing: int, frame: int = -1) -> float:
        """Return how far a thing is from its start, in widths of the picture; inf if it is gone."""
        rings = self.outline(thing, frame % len(self.frames))
        return maths.dist(middle(rings), self.place(thing)) / self.width if rings else np.inf

    def rests(self, thing: int) -> bool:
        """Return whether a thing is at rest at the end."""
        if self.things[thing].body in self._gone:
            return False
        if self.ladder.settles:
            return bool(self.outline(thing, len(self.frames) - 1))
        before = int(np.searchsorted(self.seconds, self.seconds[-1] - _FIRST_SECOND))
        last = len(self.frames) - 1
        rings = [self.outline(thing, frame) for frame in (before, last)]
        if before == last or not all(rings):
            return False
        return maths.dist(middle(rings[0]), middle(rings[1])) < STILL * self.width / 4

    def touch(self, a: int, b: int) -> tuple[float, float]:
        """Return when two things may touch first, and when they surely do; inf for never."""
        return self._touch(*sorted((a, b)))

    def gap(self, a: int, b: int, frame: int = 0) -> float:
        """Return the gap between two things in widths of the picture; inf if one is gone."""
        first, second = self.outline(a, frame), self.outline(b, frame)
        return gap(first, second) / self.width if first and second else np.inf

    def pairs_held(self) -> Sequence[tuple[int, int]]:
        """Return pairs of things, the first resting on the second and on nothing else."""
        if self.ladder.held is not None:
            return self.ladder.held(self.recording, self.things)
        return [
            (thing, below[0])
            for thing, each in enumerate(self.things)
            if each.free and len(below := self._below(thing)) == 1 and self._stays(thing)
        ]

    def _below(self, thing: int) -> list[int]:
        """Return what a thing touches from above: what may bear it, were it only at its edge."""
        touched = [
            other
            for other in range(len(self.things))
            if other != thing and self.gap(thing, other) < APART
        ]
        bottom = self.box(thing)[1]
        high = 0.25 * (self.box(thing)[3] - bottom)
        return [
            other
            for other in touched
            if self._top_under(thing, other) <= bottom + high or self.place(other)[1] < bottom
        ]

    def _top_under(self, thing: int, other: int) -> float:
        """Return how high the other thing reaches between the sides of a thing."""
        left, _, right, _ = self.box(thing)
        corners = np.concatenate(self.outline(other, 0))
        between = corners[(corners[:, 0] >= left) & (corners[:, 0] <= right)]
        return float(between[:, 1].max()) if len(between) else self.box(other)[3]

    def _stays(self, thing: int) -> bool:
        later = int(np.searchsorted(self.seconds, _FIRST_SECOND))
        return self.moved(thing, min(later, len(self.frames) - 1)) < STILL

    def _track(self, thing: int) -> Track:
        """Return the outline of a thing in all frames."""
        found = self.things[thing]
        if found.fixed:
            rows = np.repeat(self.recording.fixed[found.body][None], len(self.frames), axis=0)
        else:
            rows = np.array([_row(frame, found.body) for frame in self.frames])
        present = ~np.isnan(rows[:, 0])
        if not present.any():
            return Track(present, (), np.zeros((len(rows), 4)))
        figure = int(rows[present][0, 0])
        rings = placed_all(self._silhouettes[figure], np.nan_to_num(rows[:, 1:]))
        return Track(present, rings, boxes(rings))

    @cached_property
    def _contacts(self) -> Mapping[frozenset[int], float]:
        return self.ladder.contacts(self.recording) if self.ladder.contacts else {}

    @cached_property
    def _gone(self) -> Collection[int]:
        return self.ladder.gone(self.recording) if self.ladder.gone else ()

    @cached_property
    def _silhouettes(self) -> list[Rings]:
        return [silhouette(figure) if figure else () for figure in self.recording.figures]

    def _bodies_touch(self, a: int, b: int, frame: int) -> bool:
        """Return whether two things touch by more than what decorates them."""
        if not self.ladder.decorated:
            return True
        rings = [self.outline(each, frame) for each in (a, b)]
        bodies = [
            (largest(own),) if self.things[each].free else own
            for each, own in zip((a, b), rings, strict=True)
        ]
        return gap(bodies[0], bodies[1]) <= TOUCHING * self.width

    def _first_touch(self, a: int, b: int) -> tuple[float, float]:
        if self.ladder.contacts is not None:
            met = frozenset((self.things[a].body, self.things[b].body))
            when = self._contacts.get(met, np.inf)
            return when, when
        first, second = self._tracks(a), self._tracks(b)
        steps = first.steps(self.width) + second.steps(self.width)
        # Between two frames they may have come as near as both have moved.
        near = first.present & second.present
        near &= first.least_gaps(second) / self.width <= APART + steps
        perhaps = np.inf
        for frame in np.flatnonzero(near).tolist():
            apart, when = self.gap(a, b, frame), float(self.seconds[frame])
            if apart <= APART + steps[frame]:
                perhaps = min(perhaps, when)
            if apart <= TOUCHING and self._bodies_touch(a, b, frame):
                return perhaps, when
        return perhaps, np.inf


@dataclass(frozen=True, eq=False, slots=True)
class Track:
    """A thing in all frames: whether it is there, its rings (frames x corners x 2), its boxes."""

    present: NDArray[np.bool_]
    rings: Rings
    boxes: NDArray[np.float64]  # frames x (left, bottom, right, top)

    def steps(self, width: float) -> NDArray[np.float64]:
        """Return how far the thing moves around each frame, in widths of the picture."""
        middles = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        moves = maths.lengths(*np.diff(middles, axis=0).T) / width
        moves = np.where(self.present[1:] & self.present[:-1], moves, 0.0)
        moves = np.concatenate([[0.0], moves, [0.0]])
        return np.asarray(np.maximum(moves[:-1], moves[1:]))

    def least_gaps(self, other: Track) -> NDArray[np.float64]:
        """Return lower bounds of the gaps to another thing: those between their boxes."""
        apart = np.maximum(
            other.boxes[:, :2] - self.boxes[:, 2:], self.boxes[:, :2] - other.boxes[:, 2:]
        )
        apart = np.maximum(apart, 0.0)
        return np.asarray(maths.lengths(apart[:, 0], apart[:, 1]))


def _row(frame: NDArray[np.float64], body: int) -> NDArray[np.float64]:
    """Return figure and spot of a body in a frame; NaN if it is not there."""
    (at,) = np.nonzero(frame[:, 0] == body)
    return frame[at[0], 1:] if len(at) else np.full(6, np.nan)
