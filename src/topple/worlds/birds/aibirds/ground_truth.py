"""Ground truth: the symbolic state as AIBIRDS clients read it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from topple.draw.look import Camera
from topple.worlds.birds.aibirds.colours import SHARES, class_of
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.look.screenshot import HEIGHT, WIDTH, camera, spots, table
from topple.worlds.birds.symbolic import NOISE_RADIUS, symbolic, visible
from topple.worlds.birds.things.names import EGG
from topple.worlds.birds.visible import View, VisibleThing, view

Point = tuple[float, float]
Rings = list[list[list[int]]]

# Clients are told this while no level is loaded; they read it as they read any other.
NOTHING = json.dumps([{"type": "FeatureCollection", "features": []}])
_UNBREAKABLE = 3.402823e38
_IDS_PER_LOAD = 10_000
_UNMOVED = "bird_"


def ground_truth(
    game: BirdsGame,
    *,
    load: int,
    noise: np.random.Generator,
    noisy: bool,
    developer: bool,
    dots: Sequence[Point] = (),
) -> str:
    """Write the visible things of a game as JSON.

    Numbers of things differ after every `load` of a level. With `noisy`, every ring of everything
    except ground, sling and birds is moved by up to two pixels. `developer` adds names and life.
    `dots` are places along the last flight; they are always noisy.
    """
    seen = _without_eggs(view(game))
    things = visible(seen)
    ground, sling, *others = symbolic(seen, developer=developer)[0]["features"]
    features, hills = others[: len(things)], others[len(things) :]
    outlines: Sequence[Rings] = [feature["geometry"]["coordinates"] for feature in features]
    place = camera(shown=seen.camera)
    if noisy:
        outlines = _move(things, noise, place)
    written: list[Any] = [ground, _with_life(sling, None) if developer else sling]
    if dots:
        written.append(_trajectory(dots, noise, place))
    for feature, thing, rings in zip(features, things, outlines, strict=True):
        about = feature["properties"]
        about["colormap"] = [
            {"color": colour, "percent": share}
            for colour, share in SHARES[class_of(thing.kind)].items()
        ]
        about["label"] = about["label"].replace("triangle", "triang")
        feature["geometry"]["coordinates"] = rings
        written.append(_with_life(feature, thing.life) if developer else feature)
    written += hills
    for feature in written:
        number = feature["properties"]["id"]
        feature["properties"]["id"] = str(-load * _IDS_PER_LOAD - number)
    return json.dumps([{"type": "FeatureCollection", "features": written}])


def _without_eggs(seen: View) -> View:
    """Leave out eggs: the original does not report them, and clients have no class for them."""
    things = tuple(thing for thing in seen.things if thing.kind != EGG)
    return replace(seen, things=things)


def _with_life(feature: Any, life: float | None) -> Any:
    feature["properties"]["currentLife"] = _UNBREAKABLE if life is None else life
    return feature


def _move(things: Sequence[VisibleThing], noise: np.random.Generator, place: Camera) -> list[Rings]:
    """Return outlines of which every ring is moved by its own vector, also holes."""
    outer, holes = (
        _outlines_at(things, _shifts(things, noise) / place[0], place) for _ in range(2)
    )
    return [[first[0], *second[1:]] for first, second in zip(outer, holes, strict=True)]


def _shifts(things: Sequence[VisibleThing], noise: np.random.Generator) -> np.ndarray[Any, Any]:
    """Draw a vector per thing, in pixels; none for birds."""
    shifts = _disc(len(things), noise)
    shifts[[thing.kind.startswith(_UNMOVED) for thing in things]] = 0.0
    return shifts


def _outlines_at(
    things: Sequence[VisibleThing], shifts: np.ndarray[Any, Any], place: Camera
) -> list[Rings]:
    rows = spots(things)
    rows[:, 1:3] += shifts
    return table()[1].outlines(rows, place)


def _disc(count: int, noise: np.random.Generator) -> np.ndarray[Any, Any]:
    """Draw vectors uniformly from the disc of the noise, in pixels."""
    radius, turn = noise.random((2, count))
    length = NOISE_RADIUS * np.sqrt(radius)
    return np.stack([length * np.cos(2 * np.pi * turn), length * np.sin(2 * np.pi * turn)], axis=1)


def _trajectory(dots: Sequence[Point], noise: np.random.Generator, place: Camera) -> dict[str, Any]:
    scale, x, y = place
    places = np.array(dots) * (scale, -scale) + (x, y) + _disc(1, noise)
    found = np.round(places).astype(int)
    hidden = (found < 0).any(axis=1) | (found >= (WIDTH, HEIGHT)).any(axis=1)
    found[hidden] = 0  # the original writes 0 for dots out of sight
    return {
        "type": "Feature",
        "geometry": {"type": "MultiPoint", "coordinates": found.tolist()},
        "properties": {"id": _IDS_PER_LOAD - 1, "label": "Trajectory", "colormap": []},
    }
