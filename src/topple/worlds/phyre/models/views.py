"""Views of PHYRE for models: the scene, plain or with grid, scale or numbers, and moments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Scene
from topple._native import phyre as core
from topple.draw import overlays
from topple.draw.png import encode_numbered, pixel_hash
from topple.prompting.form import Form
from topple.prompting.question import Picture
from topple.sim.scene import Body
from topple.tasks.attempt import Action
from topple.worlds.phyre.bodies import WIDTH, Colour
from topple.worlds.phyre.models.forms import Grid
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.view import PALETTE, bodies_with_balls, poses

STEPS_PER_SECOND = 60
_VERSIONS = {"scale": 4, "grid": 3}  # of views; all others have version 2
_STRIDE = 10  # steps between the moments one can choose from
_LINES = len(PALETTE)  # the colour of grids and scales, which no body has
_PALETTE = np.vstack([PALETTE, [(214, 0, 190)]]).astype(np.uint8)
# Moments are spaced by time and by motion; this is the share of time.
_TIME_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class PhyreViews:
    """How scenes are shown.

    `classic` is as in DeepPHY's release: 256 pixels, grid and numbers in the red of the ball, drawn
    over the bodies, and the first moments of an attempt, a second apart. Otherwise scenes are
    `enlarged` times as large, numbers stand at the centres of cells on a halo, and moments cover
    the whole motion. Moments stay small: there are many of them, and nothing is written on them.
    """

    classic: bool = False
    enlarged: int = 2

    def scene(self, task: PhyreTask) -> Picture:
        """Draw the scene before any action."""
        return _scene(self, task)

    def marked(self, task: PhyreTask, form: Form) -> Picture:
        """Draw the scene with a numbered grid or a scale, as the form needs to name places."""
        return _mark(self, task, form)

    def labelled(self, task: PhyreTask) -> tuple[Picture, tuple[Body, ...]]:
        """Draw the scene with a number on every visible body; return these bodies in order too."""
        return _label(self, task)

    def moments(self, task: PhyreTask, action: Action, count: int) -> tuple[Picture, ...]:
        """Draw moments of an attempt; none of an invalid one."""
        return tuple(_picture("moment", canvas) for canvas in self._moments(task, action, count))

    def times(self, task: PhyreTask, action: Action, count: int) -> list[float]:
        """Return the times of these moments in seconds; none of an invalid attempt."""
        batch = simulate(task, [action], stride=self._stride, threads=1)
        chosen = self._choose(batch.frames(0), count)
        last = int(batch.steps[0])
        return [min(i * self._stride, last) / STEPS_PER_SECOND for i in chosen]

    def strip(self, task: PhyreTask, action: Action, count: int) -> tuple[Picture, ...]:
        """Draw moments of an attempt side by side in one picture; none of an invalid one."""
        canvases = self._moments(task, action, count)
        return (_picture("strip", overlays.strip(canvases, _LINES)),) if canvases else ()

    def _moments(self, task: PhyreTask, action: Action, count: int) -> list[overlays.Canvas]:
        batch = simulate(task, [action], stride=self._stride, threads=1)
        frames = batch.frames(0)
        if not len(frames):
            return []
        chosen = frames[self._choose(frames, count)]
        bodies = bodies_with_balls(task.scene, batch.balls[0])
        scene = Scene.read(replace(task.scene, bodies=tuple(bodies)))
        return [core.image(scene, np.ascontiguousarray(frame))[::-1] for frame in chosen]

    @property
    def _stride(self) -> int:
        return STEPS_PER_SECOND if self.classic else _STRIDE

    def _choose(self, frames: NDArray[np.float64], count: int) -> list[int]:
        return list(range(len(frames)))[:count] if self.classic else _spread(frames, count)

    @property
    def _times(self) -> int:
        return 1 if self.classic else self.enlarged

    def _canvas(self, image: NDArray[np.uint8]) -> overlays.Canvas:
        return overlays.enlarge(image[::-1], self._times)


def in_sight(task: PhyreTask) -> list[tuple[Body, NDArray[np.bool_]]]:
    """Return the visible bodies of a scene except walls, each with its pixels.

    Some bodies lie outside the picture or are hidden by others.
    """
    found: list[tuple[Body, NDArray[np.bool_]]] = []
    free = np.ones((WIDTH, WIDTH), bool)
    for body in reversed(task.scene.bodies):
        alone = replace(task.scene, bodies=(body,))
        mask = core.image(Scene.read(alone), poses(alone))[::-1] != Colour.WHITE
        seen, free = mask & free, free & ~mask
        if body.kind != "wall" and seen.any():
            found.append((body, seen))
    return found[::-1]


# A model sees the same scene at every attempt.
@lru_cache(maxsize=2048)
def _scene(views: PhyreViews, task: PhyreTask) -> Picture:
    return _picture("scene", views._canvas(task.image()))


@lru_cache(maxsize=2048)
def _mark(views: PhyreViews, task: PhyreTask, form: Form) -> Picture:
    canvas = views._canvas(task.image())
    if not isinstance(form, Grid):
        overlays.scale(canvas, _LINES, halo=None if views.classic else Colour.WHITE)
        return _picture("scale", canvas)
    if views.classic:
        overlays.grid(canvas, form.columns, form.rows, Colour.RED)
        return _picture("classic_grid", canvas)
    overlays.grid(canvas, form.columns, form.rows, _LINES, halo=Colour.WHITE)
    return _picture("grid", canvas)


@lru_cache(maxsize=2048)
def _label(views: PhyreViews, task: PhyreTask) -> tuple[Picture, tuple[Body, ...]]:
    canvas = views._canvas(task.image())
    bodies, masks = zip(*in_sight(task), strict=True)
    large = [overlays.enlarge(mask, views._times) for mask in masks]
    overlays.tags(canvas, large, _LINES, Colour.WHITE)
    return _picture("labelled", canvas), bodies


def _spread(frames: NDArray[np.float64], count: int) -> list[int]:
    """Choose moments evenly by time and motion, with first and last; a single one is the last."""
    if len(frames) <= count:
        return list(range(len(frames)))
    if count == 1:
        return [len(frames) - 1]
    moves = np.diff(frames[..., :2], axis=0)
    moved = np.hypot(moves[..., 0], moves[..., 1]).sum(axis=1)
    share = moved / max(float(moved.sum()), 1e-9) * (1 - _TIME_SHARE) + _TIME_SHARE / len(moved)
    way = np.concatenate([[0.0], np.cumsum(share)])
    found = np.searchsorted(way, np.linspace(0.0, way[-1], count)[1:-1])
    return sorted({0, *(int(i) for i in found), len(frames) - 1})


def _picture(name: str, canvas: overlays.Canvas) -> Picture:
    data, digest = encode_numbered(canvas, _PALETTE), pixel_hash(canvas, _PALETTE)
    return Picture(f"{name}@{_VERSIONS.get(name, 2)}", data, digest)
