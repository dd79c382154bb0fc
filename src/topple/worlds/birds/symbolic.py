"""The symbolic state: visible things as outlines and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from topple.draw.look import Camera
from topple.worlds.birds.level import Level
from topple.worlds.birds.look import fixtures as drawn_others
from topple.worlds.birds.look.colours import shares
from topple.worlds.birds.look.screenshot import HEIGHT, WIDTH, camera, spots, table
from topple.worlds.birds.things import names
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.things.outlines import Outline
from topple.worlds.birds.visible import View, VisibleThing, view

if TYPE_CHECKING:
    from topple.worlds.birds.game import BirdsGame

NOISE_RADIUS = 2.0  # pixels
_GROUND_ID = 0
_UNMOVED = "bird_"  # kinds without noise


class Colour(TypedDict):
    """A colour, RRRGGGBB, and its share of a thing's pixels."""

    color: int
    percent: float


class Geometry(TypedDict, total=False):
    """An outline and its holes in whole pixels from the top left corner; flat ground has none."""

    type: Literal["Polygon"]
    coordinates: list[list[list[int]]]


class Properties(TypedDict):
    """What the state contains about a thing besides its outline."""

    id: int
    label: str
    colormap: list[Colour]
    yindex: NotRequired[int]  # row of the flat ground
    currentLife: NotRequired[float]  # hit points, shown to developers only


class Feature(TypedDict):
    type: Literal["Feature"]
    geometry: Geometry
    properties: Properties


class FeatureCollection(TypedDict):
    type: Literal["FeatureCollection"]
    features: list[Feature]


def symbolic(
    of: Level | BirdsGame | View,
    *,
    noise: np.random.Generator | None = None,
    developer: bool = False,
) -> list[FeatureCollection]:
    """Return visible things as data for JSON, without mass, speed and damage.

    With `noise`, everything except ground, sling and birds is moved by up to two pixels.
    `developer` adds names, whose last digit is the damage look, and the HP of things that have any.
    """
    seen = view(of)
    things = visible(seen)
    rows = spots(things)
    place = camera(shown=seen.camera)
    if noise is not None:
        _shift(rows, things, noise, place)
    outlines = table()[1].outlines(rows, place)
    features = [_ground(place), _sling(seen)]
    for thing, outline in zip(things, outlines, strict=True):
        features.append(_feature(thing, outline, developer))
    features += [_hill(hill, place) for hill in seen.hills]
    return [{"type": "FeatureCollection", "features": features}]


def visible(seen: View) -> list[VisibleThing]:
    """Return the things that are at least partly in the picture and above the ground."""
    place = camera(shown=seen.camera)
    left, top, right, bottom = table()[1].bounds(spots(seen.things), place).T
    shown = (right > 0) & (left < WIDTH) & (bottom > 0) & (top < min(HEIGHT, _ground_y(place)))
    return [thing for thing, there in zip(seen.things, shown.tolist(), strict=True) if there]


def sling_box(seen: View) -> tuple[int, int, int, int]:
    """Return the sling's left, top, right and bottom in pixels."""
    scale, x, y = camera(shown=seen.camera)
    left = x + (seen.pivot[0] + drawn_others.SLING_LEFT) * scale
    top = y - (seen.pivot[1] + drawn_others.SLING_TOP) * scale
    right = left + drawn_others.SLING_WIDTH * scale
    bottom = top + drawn_others.SLING_HEIGHT * scale
    return round(left), round(top), round(right), round(bottom)


def _ground_y(place: Camera) -> float:
    scale, _, y = place
    return y - GROUND_TOP * scale


def _hill(hill: Outline, place: Camera) -> Feature:
    """Return a hill as a part of the ground that has an outline."""
    scale, x, y = place
    ring = [[round(x + u * scale), round(y - v * scale)] for u, v in hill]
    about: Properties = {"id": _GROUND_ID, "label": "Ground", "colormap": []}
    geometry: Geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "geometry": geometry, "properties": about}


def _ground(place: Camera) -> Feature:
    about: Properties = {
        "id": _GROUND_ID,
        "label": "Ground",
        "yindex": round(_ground_y(place)),
        "colormap": [],
    }
    return {"type": "Feature", "geometry": {}, "properties": about}


def _sling(seen: View) -> Feature:
    left, top, right, bottom = sling_box(seen)
    ring = [[left, top], [right, top], [right, bottom], [left, bottom]]
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": [ring]},
        "properties": {"id": seen.sling_id, "label": "Slingshot", "colormap": []},
    }


def _feature(thing: VisibleThing, outline: list[list[list[int]]], developer: bool) -> Feature:
    colormap: list[Colour] = [
        {"color": colour, "percent": share} for colour, share in shares(thing.kind, thing.look)
    ]
    about: Properties = {"id": thing.id, "label": "Object", "colormap": colormap}
    if developer:
        about["label"] = names.label(thing.kind, thing.look)
        if thing.life is not None:
            about["currentLife"] = thing.life
    return {
        "type": "Feature",
        "geometry": {"type": "Polygon", "coordinates": outline},
        "properties": about,
    }


def _shift(
    rows: NDArray[np.float64],
    things: list[VisibleThing],
    noise: np.random.Generator,
    place: Camera,
) -> None:
    """Move every thing except birds by a vector drawn uniformly from a disc."""
    moved = [i for i, thing in enumerate(things) if not thing.kind.startswith(_UNMOVED)]
    radius, turn = noise.random((2, len(moved)))
    length = NOISE_RADIUS * np.sqrt(radius) / place[0]
    rows[moved, 1] += length * np.cos(2 * np.pi * turn)
    rows[moved, 2] += length * np.sin(2 * np.pi * turn)
