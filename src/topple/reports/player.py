"""A film as one self-contained web page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import Film
from topple.errors import BadInput
from topple.reports.pages.render import render
from topple.sim.scene import Body, Circle, Shape
from topple.worlds.phyre.drawing import colour_of
from topple.worlds.phyre.film import PhyreFilm

# Poses are stored as integers in these units: hundredths of a pixel, thousandths of a radian.
_UNITS = (100, 100, 1000)


def page(film: Film) -> str:
    """Return the self-contained page."""
    if not isinstance(film, PhyreFilm):
        raise BadInput(
            f"`{film.task.id.world}` has no page with a player", "make a .png, .gif, .webp or .mp4"
        )
    return render("reports/player.html", {"title": str(film.task), "film": _data(film)})


def save(film: Film, path: Path) -> None:
    """Write the page to a file."""
    path.write_text(page(film), encoding="utf-8")


def _data(film: PhyreFilm) -> dict[str, Any]:
    bodies: list[dict[str, Any]] = []
    tracks: list[list[list[int]]] = []
    for i, body in enumerate(film.bodies):
        if body.kind == "wall":
            continue
        moves = body.dynamic and not film.reason
        bodies.append(_body(body, i in (film.task.goal.first, film.task.goal.second)))
        bodies[-1]["track"] = len(tracks) if moves else -1
        if moves:
            tracks.append(_track(film.frames[:, i]))
    origin = f" · PHYRE {film.task.phyre_id}" if film.task.phyre_id else ""
    action = "" if film.action is None else f" · action {' '.join(map(str, film.action))}"
    return {
        "caption": film.task.caption,
        "facts": f"{film.task}{origin}{action}",
        "words": film.words,
        "outcome": film.outcome,
        "acted": film.action is not None,
        "width": film.task.scene.width,
        "steps_per_second": film.steps_per_second,
        "stride": film.stride,
        "steps": film.steps,
        "frames": len(film.frames),
        "units": _UNITS,
        "bodies": bodies,
        "tracks": tracks,
        "refused": film.balls if film.reason else [],
    }


def _body(body: Body, in_goal: bool) -> dict[str, Any]:
    return {
        "rgb": colour_of(body),
        "goal": in_goal,
        "mark": body.kind == "ball" and body.dynamic,
        "shapes": [_shape(shape) for shape in body.shapes],
        "pose": [body.x, body.y, body.angle],
    }


def _shape(shape: Shape) -> float | list[list[float]]:
    if isinstance(shape, Circle):
        return shape.radius
    return [[round(x, 3), round(y, 3)] for x, y in shape.vertices]


def _track(poses: NDArray[np.float64]) -> list[list[int]]:
    """Return x, y and angle over time as integers, each the difference to the one before."""
    whole = np.rint(poses * np.array(_UNITS)).astype(np.int64)
    return [list(map(int, column)) for column in np.diff(whole, axis=0, prepend=0).T]
