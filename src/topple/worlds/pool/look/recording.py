"""Recordings of attempts for pictures: balls at every moment, their trails, marks of impacts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from topple.draw.look import Bodies, Recording, Spots
from topple.sim import maths
from topple.tasks.task import Task
from topple.worlds.pool.look import furniture
from topple.worlds.pool.look.table import FIRST_TRAIL, bodies_of, figures, list_fixed, ringed_ball
from topple.worlds.pool.reels import Attempted, Reel, attempt
from topple.worlds.pool.table import on_table
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.words import ending
from topple.worlds.pool.world import own_task

STEPS_PER_SECOND = 50
PICTURE = 480  # pixels
_COLOURS = 120
PAUSE = 0.5  # seconds between the shots of a game
_BURST = 0.16  # seconds for which an impact is marked
_CURVE = 0.04  # seconds between the corners of a trail


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play shots, or wait, and record every `stride`-th step."""
    own = own_task(task)
    played = attempt(own, action)
    frames, seconds = _frames(own, played, stride / STEPS_PER_SECOND)
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=played.outcome,
        words=ending(played),
        reason=played.reason,
        hint="give an angle, a speed from 0.5 to 8 and a spot within half a radius"
        if played.reason
        else "",
        steps=round(seconds[-1] * STEPS_PER_SECOND),
        steps_per_second=STEPS_PER_SECOND,
        stride=stride,
        figures=figures(),
        window=furniture.WINDOW,
        background=furniture.BACKGROUND,
        fixed=list_fixed(own),
        frames=frames,
        seconds=np.array(seconds),
        notes=_notes(played),
        width=PICTURE,
        colours=_COLOURS,
    )


def _frames(task: PoolTask, played: Attempted, step: float) -> tuple[list[Bodies], list[float]]:
    """Return a frame per step and the time of each."""
    if not played.reels:
        return [bodies_of(task.table, ringed_ball(task, task.table), [], [])], [0.0]
    frames: list[Bodies] = []
    seconds: list[float] = []
    start = 0.0
    for reel in played.reels:
        times = [*np.arange(0.0, reel.seconds, step).tolist(), reel.seconds]
        trails, bursts = _trails(reel), reel.contacts()
        ringed = ringed_ball(task, reel.table)
        for time, places in zip(times, reel.places_at(times), strict=True):
            run = [row for at, row in trails if at <= time]
            marks = [(x, y) for at, x, y in bursts if 0 <= time - at < _BURST]
            frames.append(bodies_of(places, ringed, run, marks))
        seconds += [start + time for time in times]
        start = seconds[-1] + PAUSE
    if played.game:  # balls that return to the table after the last shot
        table = played.game.table
        frames.append(bodies_of(table, ringed_ball(task, table), [], []))
        seconds.append(start)
    return frames, seconds


def _trails(reel: Reel) -> list[tuple[float, tuple[float, ...]]]:
    """Return the pieces of all paths, each with the time from which on it is drawn."""
    pieces = []
    for ball in on_table(reel.table):
        turns = reel.path(ball)
        if len(turns) < 2:
            continue
        fine = [
            np.linspace(a, b, max(2, math.ceil((b - a) / _CURVE)))[:-1] for a, b in pairwise(turns)
        ]
        times = np.unique(np.concatenate([*fine, turns[-1:]]))
        places = reel.facts.batch.places_at(0, times.tolist())[:, ball, :2]
        pieces += _pieces(ball, times, places)
    return sorted(pieces)


def _pieces(
    ball: int, times: NDArray[np.float64], places: NDArray[np.float64]
) -> list[tuple[float, tuple[float, ...]]]:
    """Join places to straight pieces; a new one begins where the path bends."""
    pieces: list[tuple[float, tuple[float, ...]]] = []
    first = 0
    for last in range(1, len(places)):
        bends = last + 1 == len(places) or _bends(*places[[first, last, last + 1]])
        length = maths.dist(places[first], places[last])
        if bends and length > 1e-4:
            dx, dy = (places[last] - places[first]).tolist()
            x, y = places[first].tolist()
            row = (FIRST_TRAIL + ball, x, y, maths.atan2(dy, dx), length, 1.0)
            pieces.append((float(times[last]), row))
        if bends:
            first = last
    return pieces


def _bends(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> bool:
    """Return whether the way from a to c by b is not straight to half a millimetre."""
    (ux, uy), (vx, vy) = b - a, c - a
    return bool(abs(ux * vy - uy * vx) > 5e-4 * max(maths.hypot(vx, vy), 1e-9))


def _notes(played: Attempted) -> Spots:
    """Return the paths of the first shot, to be drawn over the first picture."""
    if not played.reels:
        return np.empty((0, 6))
    return np.array([row for _, row in _trails(played.reels[0])], np.float64).reshape(-1, 6)
