"""A recording as small plain data, which canvas.js unpacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.draw.figures import Figure, Ring
from topple.draw.look import BORDER_SHARE, ENDS, Bodies, Recording, Spots

# Numbers are stored as whole numbers of these parts: of the window's width, of a radian and of 1.
_PARTS = 1 << 16
_THOUSANDTHS = 1000
_MOST_MOVES = 8  # moves that are told in words

# Figure, first frame, number of frames, and x, y, angle, scale_x, scale_y along them. Each value is
# the difference to the one before; differences of 0 at the end are left out.
Track = list[Any]


def pack(found: Recording) -> dict[str, Any]:
    """Return the facts, figures and tracks of a recording."""
    unit = found.window.width / _PARTS
    used = _find_used(found)
    numbers = {figure: number for number, figure in enumerate(used)}
    pieces = _pieces(found.frames)
    ended = None if found.action is None else ENDS.get(found.outcome)

    def alone(spots: Spots) -> list[Track]:
        return [_track(0, row[None], unit, numbers) for row in spots]

    return {
        "caption": found.task.caption,
        "facts": str(found.task),
        "moves": _moves(found),
        "legend": found.legend,
        "words": found.words,
        "outcome": found.outcome,
        "window": found.window,
        "background": found.background,
        "border": found.border,
        "ended": ended or found.border,
        "border_share": BORDER_SHARE,
        "unit": unit,
        "per": _THOUSANDTHS,
        "times_ms": _differences(found.seconds * 1000),
        "figures": [_figure(found.figures[number], unit) for number in used],
        "fixed": alone(found.fixed),
        "tracks": [_track(start, rows, unit, numbers) for _, start, rows in pieces],
        "bodies": [body for body, _, _ in pieces],
        "notes": alone(found.notes),
    }


def _moves(found: Recording) -> list[str]:
    """Describe what was done, in words where the world has them."""
    if found.action is None:
        return []
    moves = found.moves or (f"action {' '.join(f'{number:.6g}' for number in found.action)}",)
    more = [f"and {len(moves) - _MOST_MOVES} more"] if len(moves) > _MOST_MOVES else []
    return [*moves[:_MOST_MOVES], *more]


def _find_used(found: Recording) -> list[int]:
    """Return the numbers of all figures that are shown."""
    columns = [found.fixed[:, 0], found.notes[:, 0], *(frame[:, 1] for frame in found.frames)]
    return [int(number) for number in np.unique(np.concatenate(columns))]


def _pieces(frames: Sequence[Bodies]) -> list[tuple[int, int, Spots]]:
    """Cut frames into pieces in which one body keeps its figure, from back to front.

    A piece is its body, its first frame, and one row per frame.
    """
    found: dict[int, list[tuple[int, list[list[float]]]]] = {}
    order: list[int] = []
    for number, frame in enumerate(frames):
        before: int | None = None
        for body, *row in frame.tolist():
            if body not in found:
                found[body] = []
                order.insert(0 if before is None else order.index(before) + 1, body)
            before = body
            start, rows = found[body][-1] if found[body] else (0, [])
            if not rows or start + len(rows) != number or rows[-1][0] != row[0]:
                found[body].append((number, [row]))
            else:
                rows.append(row)
    return [(int(body), start, np.array(rows)) for body in order for start, rows in found[body]]


def _track(start: int, rows: Spots, unit: float, numbers: dict[int, int]) -> Track:
    parts = (unit, unit, *3 * [1 / _THOUSANDTHS])
    columns = [_differences(column) for column in (rows[:, 1:] / parts).T]
    return [numbers[int(rows[0, 0])], start, len(rows), *columns]


def _differences(values: NDArray[np.float64]) -> list[int]:
    """Round values, and return the first and the differences up to the last change."""
    steps = np.diff(np.rint(values).astype(np.int64), prepend=0)
    changes = np.flatnonzero(steps)
    return [int(step) for step in steps[: changes[-1] + 1 if len(changes) else 1]]


def _figure(figure: Figure, unit: float) -> list[tuple[str, str, float]]:
    """Return each stroke as an SVG path, its colour and its opacity."""
    return [
        ("".join(_path(ring, unit) for ring in rings), "#{:02x}{:02x}{:02x}".format(*ink), opacity)
        for rings, ink, opacity in figure
    ]


def _path(ring: Ring, unit: float) -> str:
    corners = np.rint(np.array(ring) / unit).astype(np.int64)
    moves = " ".join(f"{x} {y}" for x, y in np.diff(corners, axis=0))
    return f"M{corners[0, 0]} {corners[0, 1]}l{moves}z"
