"""The part of a level where something happens."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np

from topple.draw.look import Window
from topple.worlds.birds.look.paths import Path, Target
from topple.worlds.birds.look.screenshot import spots, table, whole_window
from topple.worlds.birds.symbolic import visible
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.visible import View

_SHAPE = 0.6  # ratio of height to width
_NARROWEST = 0.36  # least share of the level's width: a narrower window would not show where it is
_ROOM = 0.012  # margin around all that is shown, as a share of the level's width
_SOIL = 0.6  # units of ground below its top
_UNITS = (1.0, 0.0, 0.0)  # a camera that measures in units, y down


def around(seen: View, paths: Sequence[Path], unneeded: Container[int] = ()) -> Window:
    """Choose the smallest window that holds the paths and all visible things that are needed."""
    needed = [thing for thing in visible(seen) if thing.id not in unneeded]
    boxes = table()[1].bounds(spots(needed), _UNITS) * (1, -1, 1, -1)
    ways = [path.points for path in paths]
    points = np.concatenate([boxes[:, :2], boxes[:, 2:], [seen.pivot], *ways])
    picture = whole_window(seen.camera)
    room, narrowest = _ROOM * picture.width, _NARROWEST * picture.width
    farthest = picture.left + picture.width, picture.bottom + picture.height
    points = np.clip(points, (picture.left, picture.bottom), farthest)
    left, right = points[:, 0].min() - room, points[:, 0].max() + room
    top, ground = points[:, 1].max() + room, GROUND_TOP - _SOIL
    width = min(max(right - left, (top - ground) / _SHAPE, narrowest), picture.width)
    height = width * _SHAPE
    left = min(max(picture.left, (left + right - width) / 2), farthest[0] - width)
    bottom = min(ground, farthest[1] - height)
    return Window(float(left), float(bottom), float(width), float(height))


def pigs(seen: View) -> list[Target]:
    """Return the position and width of every pig."""
    found = [thing for thing in seen.things if thing.kind.startswith("pig")]
    boxes = table()[1].bounds(spots(found), _UNITS)
    widths = (boxes[:, 2] - boxes[:, 0]).tolist()
    return [(pig.x, pig.y, width) for pig, width in zip(found, widths, strict=True)]
