"""A shot as numbers: what is asked for, and how the rough paths of balls pass it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.worlds.pool import goals
from topple.worlds.pool.agents.pool_ranker.sketch import Floats, Paths, Sketch, passing, sketch
from topple.worlds.pool.encoding import KINDS
from topple.worlds.pool.table import BALLS, CUE, LENGTH, MOUTHS, RADIUS, SIDE_POCKETS, WIDTH
from topple.worlds.pool.task import PoolTask

_SCALES = (0.02, 0.15)  # metres: near misses in detail, and others
_KEPT = 0.6  # share of its range that a ball keeps at a rail
_BEYOND = 0.15  # metres behind the end of a line at which a pocket may still be met
_FAR = 3.0  # metres: what is farther counts as so far
_MOUTHS = np.array(list(MOUTHS.values()))
_HALF = 0.5**0.5
# Into which direction a ball falls best; the opposite is the same.
_AXES = np.array(
    [
        (1.0, 0.0) if name in SIDE_POCKETS else (_HALF, _HALF if (x > 0) == (y > 0) else -_HALF)
        for name, (x, y) in MOUTHS.items()
    ]
)

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a goal asks for."""

    first: Bools  # balls that may be met first
    pots: Bools  # balls that are to fall
    pockets: Bools  # where
    disc: tuple[int, float, float, float]  # ball, place and radius; ball -1 if there is none
    numbers: tuple[float, ...]  # kinds of conditions, rails, distance

    @classmethod
    def of(cls, goal: goals.Goal, table: Floats) -> Wanted:
        """Read the goal of a puzzle."""
        first, pots = np.zeros(BALLS, np.bool_), np.zeros(BALLS, np.bool_)
        pockets = np.ones(len(MOUTHS), np.bool_)
        disc, most, far = (-1, WIDTH / 2, LENGTH / 2, 0.1), 0, 0.0
        for condition in goal:
            match condition:
                case goals.Pots(ball=ball, pocket=pocket):
                    pots[ball] = True
                    pockets = np.array([pocket in ("", name) for name in MOUTHS])
                case goals.HitsFirst(ball=ball, rails=rails):
                    first[ball], most = True, rails
                case goals.HitsBoth(rails=rails):
                    most = rails
                case goals.Stops(ball=ball, x=x, y=y, radius=radius):
                    disc = ball, x, y, radius
                case goals.ComesBack(distance=distance):
                    far = distance
        there = ~np.isnan(table[:, 0]) & (np.arange(BALLS) != CUE)
        pots = pots if pots.any() else there
        kinds = [float(any(isinstance(each, kind) for each in goal)) for kind in KINDS]
        return cls(first if first.any() else pots, pots, pockets, disc, (*kinds, most / 3, far))


class _Columns:
    """Collects numbers; those of a side change their sign where left and right are exchanged."""

    def __init__(self) -> None:
        self.values: list[Floats] = []
        self.signs: list[float] = []

    def add(self, *values: Floats | Bools, side: bool = False) -> None:
        for each in values:
            flat = each.reshape(len(each), -1)
            self.values.append(flat.astype(float))
            self.signs += [-1.0 if side else 1.0] * flat.shape[1]

    def add_offsets(self, values: Floats, near: Bools) -> None:
        """Add signed distances in two scales, and how close to 0 they are; 0 where not near."""
        for scale in _SCALES:
            share = near * scale / (np.abs(values) + scale)
            self.add(share)
            self.add(values / scale * share, side=True)


def features(task: PoolTask, shots: Sequence[Sequence[float]] | Floats) -> NDArray[np.float32]:
    """Return the numbers of every shot: shots x numbers."""
    found = _columns(task.table, Wanted.of(task.goal, task.table), np.asarray(shots, float))
    return np.concatenate(found.values, 1).astype(np.float32)


def _columns(table: Floats, wanted: Wanted, shots: Floats) -> _Columns:
    found, seen = _Columns(), sketch(table, shots)
    found.add(np.tile(wanted.numbers, (len(shots), 1)))
    found.add(shots[:, 1] / 8, 2 * shots[:, 3])
    found.add(2 * shots[:, 2], side=True)
    _add_motion(found, seen)
    for path, balls in (
        (seen.cue, wanted.first),
        (seen.ball, wanted.pots),
        (seen.back, wanted.pots),
    ):
        _add_balls(found, path, table, balls)
        found.add(path.met < 0, *(_is_one_of(path, each) for each in (wanted.first, wanted.pots)))
        found.add(path.lengths)
    every = np.ones_like(wanted.pockets)
    for path in (seen.ball, seen.other, seen.last):
        _add_pockets(found, path, wanted.pockets)
    for path in (seen.cue, seen.back):
        _add_pockets(found, path, every)
    number, *disc = wanted.disc
    _add_stop(found, seen.cue, seen.far_cue, disc, number == CUE)
    _add_stop(found, seen.ball, seen.far_ball, disc, number > CUE)
    _add_stop(found, seen.back, seen.far_back, disc, number == CUE)
    return found


def _add_motion(found: _Columns, seen: Sketch) -> None:
    """Add how fast the cue ball comes, how it meets a ball, and how it leaves."""
    coming, leaving = seen.cue.headings[:, -1], seen.back.headings[:, 0]
    found.add(seen.speed / 8, seen.spin, seen.cut, seen.pace / 8)
    found.add(*(np.sqrt(each) / 4 for each in (seen.far_cue, seen.far_ball, seen.far_back)))
    found.add((coming * leaving).sum(1))
    found.add(_cross(coming, seen.ball.headings[:, 0]), _cross(coming, leaving), side=True)


def _add_balls(found: _Columns, path: Paths, table: Floats, balls: Bools) -> None:
    """Add how each line passes the nearest of some balls."""
    along, beside = passing(path, np.nan_to_num(table, nan=_FAR))
    near, along, beside = _nearest((along > 0) & balls, along, beside)
    found.add_offsets(beside, near)
    found.add(near * np.clip(along - path.lengths, -_FAR, _FAR))


def _add_pockets(found: _Columns, path: Paths, pockets: Bools) -> None:
    """Add how each line passes the nearest of some pockets."""
    along, beside = passing(path, _MOUTHS)
    lengths = path.lengths[..., None]
    meant = (along > 0) & (along < lengths + _BEYOND) & (lengths > 0) & pockets
    cosines = np.abs(path.headings @ _AXES.T)
    near, along, beside, cosines = _nearest(meant, along, beside, cosines)
    found.add_offsets(beside, near)
    found.add(np.where(near, along + path.before, _FAR), near * cosines)


def _nearest(meant: Bools, along: Floats, beside: Floats, *more: Floats) -> list[NDArray[Any]]:
    """Choose for each line the target that it passes closest; say first whether one is meant."""
    away = np.where(meant, np.abs(beside), np.inf)
    best = away.argmin(2)[..., None]
    chosen = [np.take_along_axis(each, best, 2)[..., 0] for each in (along, beside, *more)]
    return [np.isfinite(away.min(2)), *chosen]


def _add_stop(found: _Columns, path: Paths, far: Floats, disc: Sequence[float], mine: bool) -> None:
    """Add where the ball of a path would stop, and how its way passes its disc."""
    place, left = path.starts[:, 0], far
    for line in range(path.lengths.shape[1]):
        length = np.minimum(path.lengths[:, line], left)
        moved = (length > 0)[:, None]
        stop = path.starts[:, line] + length[:, None] * path.headings[:, line]
        place = np.where(moved, stop, place)
        left = _KEPT * (left - length)
    found.add(place[:, 1] / LENGTH, np.minimum(left, _FAR))
    x, y, radius = disc
    between, heading = np.array([x, y]) - place, path.headings[:, -1]
    off = np.sqrt((between**2).sum(1))
    found.add(mine * (between * heading).sum(1), mine * off, mine * np.minimum(off / radius, 5) / 5)
    found.add(mine * _cross(heading, between), side=True)
    along, beside = (each[..., 0] for each in passing(path, np.array([[x, y]])))
    found.add_offsets(beside, np.full_like(beside, mine, np.bool_))
    found.add(mine * np.clip(along + path.before - far[:, None], -_FAR, _FAR))
    found.add(mine * np.clip(along - path.lengths, -_FAR, _FAR))


def _is_one_of(path: Paths, balls: Bools) -> Bools:
    """Return whether each path ends at one of some balls."""
    return np.asarray(balls[path.met] & (path.met >= 0))


def _cross(first: Floats, second: Floats) -> Floats:
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0])


def _signs() -> NDArray[np.float32]:
    """Return -1 for numbers that change their sign in a mirror, 1 for the others."""
    table = np.full((BALLS, 2), np.nan)
    table[CUE] = RADIUS, RADIUS
    found = _columns(table, Wanted.of((), table), np.array([[90.0, 1.0, 0.0, 0.0]]))
    return np.array(found.signs, np.float32)


SIGNS = _signs()
