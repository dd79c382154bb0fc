"""Attempts at tasks of birds as films: what is in sight at every moment, and the birds' paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import ENDS, STRIDE, Film
from topple.tasks.outcome import Outcome
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.look.paths import Path, aims, flown
from topple.worlds.birds.look.screenshot import WIDTH
from topple.worlds.birds.look.window import WHOLE, Window, around
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.visible import View, view, views
from topple.worlds.birds.world import all_templates

_AFTER = 50  # steps shown when all is decided: what dies is seen to go
_COLOURS = 200  # birds are small, and their red is rare
_FRAME_SHARE = 0.012  # of the picture's width


@dataclass(frozen=True, eq=False)
class BirdsFilm(Film):
    """Birds are shot until the outcome is known; what follows is seen a little longer."""

    task: BirdsTask
    play: Play  # ends when the outcome is known
    record: Play  # goes on, and has every step

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def colours(self) -> int:
        return _COLOURS

    @property
    def steps_per_second(self) -> int:
        return round(1 / TIME_STEP)

    @property
    def outcome(self) -> Outcome:
        return self.play.outcome

    @property
    def steps(self) -> int:
        return self.play.steps

    @property
    def digest(self) -> str:
        return self.play.digest if self.steps else ""

    @property
    def words(self) -> str:
        if self.play.error:
            return f"{self.outcome}: {self.play.error}"
        seconds = self.steps / self.steps_per_second
        birds = f"{self.play.shots} of {len(self.task.level.birds)} birds shot"
        pigs = f"{self.play.pigs_left or 'no'} {'pigs' if self.play.pigs_left > 1 else 'pig'} left"
        return f"{self.outcome} after {self.steps} steps ({seconds:.1f} s): {birds}, {pigs}"

    @cached_property
    def frames(self) -> list[tuple[int, View]]:
        """The step and what is in sight: the start, every `stride`-th step, the end."""
        start = (0, view(self.task.level))
        if self.record.error:
            return [start]
        last = min(self.steps + _AFTER, self.record.steps)
        seen = islice(views(self.task.level, self.record), last)
        return [start, *((i, v) for i, v in seen if i % self.stride == 0 or i == last)]

    @property
    def seconds(self) -> NDArray[np.float64]:
        return np.array([step for step, _ in self.frames]) / self.steps_per_second

    def moved(self) -> NDArray[np.float64]:
        places = [
            {sight.id: (sight.x, sight.y) for sight in seen.sights} for _, seen in self.frames
        ]
        return np.array(
            [
                sum(np.hypot(b[i][0] - a[i][0], b[i][1] - a[i][1]) for i in a.keys() & b.keys())
                for a, b in pairwise(places)
            ]
        )

    def picture(self, frame: int, size: int) -> NDArray[np.uint8]:
        pixels = self.window.look(self.frames[frame][1], size)
        return _framed(pixels, self.outcome) if self.is_last(frame) else pixels

    @cached_property
    def paths(self) -> list[Path]:
        """The birds' ways; where nobody shot, those that would lead to the nearest pig."""
        if self.action is None or self.record.error:
            return aims(self.task)
        return flown(self.task.level, self.record, self.steps)

    def still(self, size: int) -> NDArray[np.uint8]:
        return self.window.look(self.frames[0][1], size, self.paths)

    @cached_property
    def window(self) -> Window:
        """The part of the picture that is shown: of an attempt, where something happens."""
        if self.action is None:
            return WHOLE
        # Bodies are numbered from 1; distractors come last, and may be out of sight.
        template = all_templates().get(self.task.id.template)
        count = len(self.task.level.things)
        needed = len(template.layout.things) if template else count
        distractors = range(needed + 1, count + 1)
        pigs = [
            (sight.x, sight.y)
            for step, seen in self.frames
            if step <= self.steps
            for sight in seen.sights
            if sight.kind.startswith("pig")
        ]
        return around(self.frames[0][1], [*self.paths, Path(0, np.array(pigs))], distractors)


def film(task: BirdsTask, action: Sequence[float] | None, stride: int = STRIDE) -> BirdsFilm:
    """Play shots, or wait, and keep every `stride`-th moment."""
    shots = [] if action is None else shots_of(task.actions.one(list(action)))
    play = partial(simulate, task.level, [shots], rules=task.rules, threads=1)
    (judged,), (whole,) = play(outcome_only=True), play(stride=1)
    return BirdsFilm(task, None if action is None else tuple(action), stride, judged, whole)


def _framed(pixels: NDArray[np.uint8], outcome: Outcome) -> NDArray[np.uint8]:
    """Frame a picture in the outcome's colour, if it has one."""
    if outcome not in ENDS:
        return pixels
    width = max(2, round(pixels.shape[1] * _FRAME_SHARE))
    framed = np.full_like(pixels, ENDS[outcome])
    framed[width:-width, width:-width] = pixels[width:-width, width:-width]
    return framed
