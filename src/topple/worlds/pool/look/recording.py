"""Recordings of attempts for pictures: balls at every moment, their trails, marks of impacts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure
from topple.draw.look import Bodies, Recording, Spots
from topple.sim import maths
from topple.tasks.task import Task
from topple.worlds.pool.goals import Lags, Pots, Stops
from topple.worlds.pool.look import balls, furniture
from topple.worlds.pool.question import LETTERS, Question
from topple.worlds.pool.reels import Attempted, Reel, attempt, on_table
from topple.worlds.pool.rules import lowest
from topple.worlds.pool.table import BALLS, CUE, POCKET_RADII, POCKETS, RADIUS, WIDTH, Point
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.words import ending
from topple.worlds.pool.world import own_task

STEPS_PER_SECOND = 50
PICTURE = 480  # pixels
AIM_LENGTH = 0.1  # metres of the line that shows the stick, per m/s
_COLOURS = 120
PAUSE = 0.5  # seconds between the shots of a game
_BURST = 0.16  # seconds for which an impact is marked
_CURVE = 0.04  # seconds between the corners of a trail
# The numbers of the figures.
_TABLE, _DISC, _RING, _ZONE, _SHADOW, _MARK, _AIM, _HEAD_ZONE = range(8)
_FIRST_BALL = 8
_FIRST_TRAIL = _FIRST_BALL + BALLS
_FIRST_LETTER = _FIRST_TRAIL + BALLS
# Bodies with negative numbers decorate: rings, shadows, trails and marks, each with room to count.
_NO_BALL = -1
_RING_BODY, _SHADOWS, _TRAILS, _MARKS = -1, -100, -1_000, -1_000_000

Rows = list[tuple[float, ...]]


@cache
def figures() -> tuple[Figure, ...]:
    """Return all figures: furniture, balls, trails."""
    return (
        furniture.table(),
        furniture.disc(),
        furniture.ring(),
        furniture.zone(),
        balls.shadow(),
        balls.burst(),
        furniture.aim(),
        furniture.head_zone(),
        *balls.figures(),
        *(balls.trail(number) for number in range(BALLS)),
        *(furniture.letter(letter) for letter in LETTERS),
    )


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
        fixed=_list_fixed(own),
        frames=frames,
        seconds=np.array(seconds),
        notes=_notes(played),
        width=PICTURE,
        colours=_COLOURS,
    )


def still_of(table: NDArray[np.float64], task: PoolTask) -> tuple[Spots, Bodies]:
    """Return the spots of a table at rest: what is fixed, and the balls."""
    return _list_fixed(task), _bodies(table, _find_ringed(task, table), [], [])


def _frames(task: PoolTask, played: Attempted, step: float) -> tuple[list[Bodies], list[float]]:
    """Return a frame per step and the time of each."""
    if not played.reels:
        return [_bodies(task.table, _find_ringed(task, task.table), [], [])], [0.0]
    frames: list[Bodies] = []
    seconds: list[float] = []
    start = 0.0
    for reel in played.reels:
        times = [*np.arange(0.0, reel.seconds, step).tolist(), reel.seconds]
        trails, bursts = _trails(reel), reel.contacts()
        ringed = _find_ringed(task, reel.table)
        for time, places in zip(times, reel.places_at(times), strict=True):
            run = [row for at, row in trails if at <= time]
            marks = [(x, y) for at, x, y in bursts if 0 <= time - at < _BURST]
            frames.append(_bodies(places, ringed, run, marks))
        seconds += [start + time for time in times]
        start = seconds[-1] + PAUSE
    if played.game:  # balls that return to the table after the last shot
        table = played.game.table
        frames.append(_bodies(table, _find_ringed(task, table), [], []))
        seconds.append(start)
    return frames, seconds


def _find_ringed(task: PoolTask, table: NDArray[np.float64]) -> int:
    """Return the ball with a ring: in games, the one to be hit first."""
    return lowest(table) if task.rules else _NO_BALL


def _bodies(
    places: NDArray[np.float64],
    ringed: int,
    trails: Sequence[tuple[float, ...]],
    marks: Sequence[tuple[float, float]],
) -> Bodies:
    rows: Rows = [(_TRAILS - i, *row) for i, row in enumerate(trails)]
    present = on_table(places)
    spots = {ball: places[ball].tolist() for ball in present}
    rows += [(_SHADOWS - ball, _SHADOW, *spots[ball], 0, 1, 1) for ball in present]
    if ringed in spots:
        rows.append((_RING_BODY, _RING, *spots[ringed], 0, 1.45 * RADIUS, 1.45 * RADIUS))
    rows += [(ball, _FIRST_BALL + ball, *spots[ball], 0, 1, 1) for ball in present]
    rows += [(_MARKS - i, _MARK, x, y, 0, 1, 1) for i, (x, y) in enumerate(marks)]
    return np.array(rows, np.float64).reshape(-1, 7)


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
            row = (_FIRST_TRAIL + ball, x, y, maths.atan2(dy, dx), length, 1.0)
            pieces.append((float(times[last]), row))
        if bends:
            first = last
    return pieces


def _bends(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> bool:
    """Return whether the way from a to c by b is not straight to half a millimetre."""
    (ux, uy), (vx, vy) = b - a, c - a
    return bool(abs(ux * vy - uy * vx) > 5e-4 * max(maths.hypot(vx, vy), 1e-9))


def _list_fixed(task: PoolTask) -> Spots:
    rows: Rows = [(_TABLE, 0, 0, 0, 1, 1)]
    for condition in task.goal:
        match condition:
            case Stops(x=x, y=y, radius=radius):
                rows.append((_DISC, x, y, 0, radius, radius))
            case Pots(pocket=pocket) if pocket:
                size = POCKET_RADII[pocket] + 0.012
                rows.append((_RING, *POCKETS[pocket], 0, size, size))
            case Lags(within=within):
                top, low = RADIUS + within, furniture.CORNER
                rows.append((_HEAD_ZONE, 0, 0, 0, 1, 1))
                rows.append((_ZONE, 0, low, 0, WIDTH, top - low))
                rows.append((_AIM, 0, top, 0, WIDTH, 0.5))
    if task.question:
        rows += _marks_of(task.question, task.place(CUE))
    return np.array(rows, np.float64)


def _marks_of(question: Question, cue: Point) -> Rows:
    """Return the line of the stick, which is longer for faster shots, and the lettered spots."""
    shot = question.shot
    rows: Rows = [(_AIM, *cue, math.radians(shot.angle), AIM_LENGTH * shot.speed, 1)]
    return rows + [
        (_FIRST_LETTER + number, x, y, 0, 1, 1) for number, (x, y) in enumerate(question.spots)
    ]


def _notes(played: Attempted) -> Spots:
    """Return the paths of the first shot, to be drawn over the first picture."""
    if not played.reels:
        return np.empty((0, 6))
    return np.array([row for _, row in _trails(played.reels[0])], np.float64).reshape(-1, 6)
