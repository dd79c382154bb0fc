"""Cut outlines into convex pieces that the engine can simulate."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple.errors import BadScene
from topple.sim import maths
from topple.sim.scene import Body, Polygon, Scene

# In metres. The engine lets bodies overlap by five times as much.
_SLIVER = 1e-3
# Relative to a length: a point this close to a line counts as on it.
_ROUNDING = 1e-12
# Relative difference below which two ears are equally stout.
_TIE = 1e-9
# In units. No scene reaches this far, and squares are still finite.
_FARTHEST = 1e12

Points = NDArray[np.float64]
Piece = list[int]


def convex_pieces(
    outline: Sequence[tuple[float, float]], *, scale: float = 1.0
) -> tuple[Polygon, ...]:
    """Cut a simple outline, concave or not, into convex pieces in a fixed order.

    `scale` is that of the scene, in units per metre. The outline may be clockwise or not and may
    repeat its first corner at the end. Leftovers thinner than a millimetre are dropped.
    """
    if not 0 < scale < math.inf:
        raise BadScene(f"a scale of {scale}: give the units to the metre")
    points = _corners(outline)
    blur = _ROUNDING * float(np.ptp(points, axis=0).max()) * float(np.abs(points).max())
    _refuse_crossings(points, blur)
    triangles, cuts = _triangles(points, blur)
    pieces = []
    for piece in _merge(triangles, cuts, points, blur, scale):
        polygon = _polygon(points, piece)
        fault = _fault(polygon, scale)
        if not fault:
            pieces.append(polygon)
        elif _width(points[piece]) / scale >= _SLIVER:
            raise BadScene(
                f"the outline leaves a piece the engine cannot hold: {fault}",
                "move apart corners that nearly meet",
            )
    if not pieces:
        raise BadScene("the outline is thinner than a millimetre")
    return tuple(pieces)


def _corners(outline: Sequence[tuple[float, float]]) -> Points:
    """Return every corner once, counter-clockwise."""
    try:
        points = np.array(outline, np.float64)
    except (TypeError, ValueError) as error:
        raise BadScene(f"an outline is made of pairs of numbers: {error}") from error
    if points.ndim != 2 or points.shape[1] != 2:
        raise BadScene(f"an outline is made of pairs of numbers, not of shape {points.shape}")
    if not (np.abs(points) <= _FARTHEST).all():
        raise BadScene("a corner of the outline is not a finite place near the body")
    if len(points) > 1 and (points[0] == points[-1]).all():
        points = points[:-1]
    if len(points) < 3:
        raise BadScene(f"an outline has at least 3 corners, not {len(points)}")
    if (points == np.roll(points, 1, axis=0)).all(axis=1).any():
        raise BadScene("two corners of the outline coincide")
    return points if _area(points) > 0 else points[::-1].copy()


def _refuse_crossings(points: Points, blur: float) -> None:
    """Raise `BadScene` unless the edges meet at corners only."""
    a, b = points, np.roll(points, -1, axis=0)
    low, high = np.minimum(a, b), np.maximum(a, b)
    count = len(points)
    for i in range(count):
        before = points[i - 1]
        if abs(_cross(before, a[i], b[i])) <= blur and maths.dots(before - a[i], b[i] - a[i]) > 0:
            raise BadScene(f"the outline folds back on itself at {tuple(a[i].tolist())}")
        far = np.arange(i + 2, count if i else count - 1)
        sides = [
            _sign(_cross(a[i], b[i], a[far]), blur) * _sign(_cross(a[i], b[i], b[far]), blur),
            _sign(_cross(a[far], b[far], a[i]), blur) * _sign(_cross(a[far], b[far], b[i]), blur),
        ]
        near = ((low[far] <= high[i]) & (low[i] <= high[far])).all(axis=1)
        if (near & (sides[0] <= 0) & (sides[1] <= 0)).any():
            raise BadScene("the outline crosses or touches itself")
    if _area(points) <= blur:
        raise BadScene("the outline has no area")


def _triangles(points: Points, blur: float) -> tuple[list[Piece], list[tuple[int, int]]]:
    """Clip ears, the stoutest first; return the triangles and the cuts.

    Of ears that are equal but for rounding, as in symmetric outlines, the first is clipped.
    """
    ring = list(range(len(points)))
    stoutness = [_stoutness(points, ring, at, blur) for at in range(len(ring))]
    triangles, cuts = [], []
    while len(ring) > 3:
        enough = max(stoutness) * (1 - _TIE)
        at = next(i for i, each in enumerate(stoutness) if each >= enough)
        if stoutness[at] <= 0:
            raise BadScene("the outline cannot be cut: corners lie too close together")
        before, after = ring[at - 1], ring[(at + 1) % len(ring)]
        triangles.append([before, ring[at], after])
        cuts.append((before, after))
        del ring[at], stoutness[at]
        for neighbour in (at - 1, at % len(ring)):
            stoutness[neighbour] = _stoutness(points, ring, neighbour, blur)
    return [*triangles, ring], cuts


def _stoutness(points: Points, ring: Piece, at: int, blur: float) -> float:
    """Return the least height of an ear, or the clearance of its cut if less; 0 if it is no ear."""
    trio = [ring[at - 1], ring[at], ring[(at + 1) % len(ring)]]
    a, b, c = points[trio]
    if _cross(a, b, c) <= blur:
        return 0.0
    width = _width(points[trio])
    others = points[[i for i in ring if i not in trio]]
    if not len(others):
        return width
    inside = [_cross(p, q, others) >= -blur for p, q in ((a, b), (b, c), (c, a))]
    if np.logical_and.reduce(inside).any():
        return 0.0
    along = np.clip(maths.dots(others - a, c - a) / maths.dots(c - a, c - a), 0, 1)
    clearance = maths.lengths(*(others - a - along[:, None] * (c - a)).T).min()
    return min(width, float(clearance))


def _merge(
    triangles: list[Piece], cuts: list[tuple[int, int]], points: Points, blur: float, scale: float
) -> Iterator[Piece]:
    """Undo cuts in order where the engine can simulate the two pieces as one."""
    pieces = dict(enumerate(triangles))
    owner = {edge: number for number, piece in pieces.items() for edge in _edges(piece)}
    for start, end in cuts:
        one, other = owner.get((end, start)), owner.get((start, end))
        if one is None or other is None:
            continue  # An end of the cut was flat in a piece made meanwhile, and dropped.
        joined = _from(pieces[one], start) + _from(pieces[other], end)[1:-1]
        joined = _without_flat(joined, (start, end), points, blur)
        if not _fault(_polygon(points, joined), scale):
            number, gone = min(one, other), max(one, other)
            for edge in _edges(pieces[number]) + _edges(pieces.pop(gone)):
                del owner[edge]
            pieces[number] = joined
            owner.update(dict.fromkeys(_edges(joined), number))
    yield from (piece for _, piece in sorted(pieces.items()))


def _without_flat(piece: Piece, corners: tuple[int, int], points: Points, blur: float) -> Piece:
    for corner in corners:
        at = piece.index(corner)
        before, after = piece[at - 1], piece[(at + 1) % len(piece)]
        if abs(_cross(points[before], points[corner], points[after])) <= blur:
            piece = piece[:at] + piece[at + 1 :]
    return piece


def _fault(polygon: Polygon, scale: float) -> str:
    """Return why the engine cannot simulate a polygon, or an empty text if it can."""
    body = Body("piece", 0.0, 0.0, 0.0, (polygon,), dynamic=False, colour=0)
    try:
        _native.Scene.read(Scene((body,), scale, scale, scale))
    except _native.SceneError as error:
        return str(error).removeprefix("body 0: ")
    return ""


def _polygon(points: Points, piece: Piece) -> Polygon:
    return Polygon(tuple((float(x), float(y)) for x, y in points[piece]))


def _from(piece: Piece, start: int) -> Piece:
    at = piece.index(start)
    return piece[at:] + piece[:at]


def _edges(piece: Piece) -> list[tuple[int, int]]:
    return list(itertools.pairwise([*piece, piece[0]]))


def _width(corners: Points) -> float:
    """Return the least height of a triangle, or approximately that of a thin polygon."""
    edges = corners - np.roll(corners, 1, axis=0)
    return 2 * _area(corners) / float(maths.lengths(*edges.T).max())


def _area(points: Points) -> float:
    x, y = (points - points[0]).T
    return maths.total((x * np.roll(y, -1) - y * np.roll(x, -1)).tolist()) / 2


def _cross(a: Points, b: Points, c: Points) -> Points:
    """Return twice the area of the triangles abc; positive where c lies left of ab."""
    u, v = b - a, c - a
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def _sign(values: Points, blur: float) -> Points:
    return np.where(np.abs(values) <= blur, 0.0, np.sign(values))


def grow(vertices: Sequence[tuple[float, float]], by: float) -> list[tuple[float, float]]:
    """Move every edge of a convex outline outwards, or inwards by a negative length."""
    count = len(vertices)
    moved: list[tuple[float, float]] = []
    for i, (x, y) in enumerate(vertices):
        before, after = vertices[i - 1], vertices[(i + 1) % count]
        ax, ay = _unit(x - before[0], y - before[1])
        bx, by_ = _unit(after[0] - x, after[1] - y)
        # The sum of the outward normals of both edges, scaled to reach the new corner.
        nx, ny = ay + by_, -ax - bx
        stretch = by / max(1.0 + ax * bx + ay * by_, 0.25)
        moved.append((x + nx * stretch, y + ny * stretch))
    return moved


def _unit(x: float, y: float) -> tuple[float, float]:
    length = maths.hypot(x, y) or 1.0
    return x / length, y / length
