"""The creature: an axolotl whose mouth opens as the candy comes near."""

from __future__ import annotations

from topple.draw.figures import BLACK, Figure, Ring, Stroke, fill, oval
from topple.worlds.rope.look import colours
from topple.worlds.rope.look.shapes import FINE, arc, capsule, disc, ribbon

# Distances of the candy at which the mouth opens one step wider, in units.
NEAR = (34.0, 24.0, 15.0)
OPENINGS = len(NEAR) + 1
_MOUTHS = ((4.4, 0.9), (4.2, 2.4), (5.2, 4.4), (6.4, 6.4))  # width and height of each opening
_EYE_X, _EYE_Y = 4.3, 3.6
_PEN = 0.35


def face(opening: int) -> Figure:
    """Draw the creature around the middle of its mouth; an opening of 0 is closed."""
    return (*_head(), *_eyes(), *(_smile() if opening == 0 else _mouth(opening)))


def happy() -> Figure:
    """Draw the creature after it has eaten."""
    eyes = [arc(1.1, 160, 20, side * _EYE_X, _EYE_Y - 0.4) for side in (-1, 1)]
    lines = [fill(BLACK, ring) for eye in eyes for ring in ribbon(eye, 2 * _PEN)]
    return (*_head(wide=0.7), *lines, *_smile())


def sad() -> Figure:
    """Draw the creature after the candy is gone."""
    frown = ribbon(arc(2.2, 150, 30, 0, -2.0), 2 * _PEN)
    return (*_head(), *_eyes(), *(fill(colours.MOUTH, ring) for ring in frown))


def nearest_opening(distance: float) -> int:
    """Return how far the mouth is open for a candy at a distance."""
    return sum(distance < near for near in NEAR)


def _head(wide: float = 0.0) -> list[Stroke]:
    gills = [ring for side in (-1, 1) for ring in _gills(side)]
    cheeks = [oval(side * (5.4 + wide / 2), 0.7, 2.0 + wide, 1.4 + wide, FINE) for side in (-1, 1)]
    return [
        *(fill(colours.GILL, ring) for ring in gills),
        fill(colours.SKIN_EDGE, oval(0, 0.6, 16.6 + wide, 12.6, FINE)),
        fill(colours.SKIN, oval(0, 0.6, 15.6 + wide, 11.6, FINE)),
        fill(colours.BELLY, oval(0, -1.4, 10.4 + wide, 6.8, FINE)),
        *(fill(colours.CHEEK, ring, opacity=0.8) for ring in cheeks),
    ]


def _gills(side: int) -> list[Ring]:
    """Return three feathers on one side of the head."""
    tips = ((7.4, 8.2), (9.7, 5.0), (10.4, 1.2))
    roots = ((4.8, 4.6), (6.4, 3.2), (7.0, 1.0))
    return [
        capsule((side * a, b), (side * x, y), 0.95)
        for (a, b), (x, y) in zip(roots, tips, strict=True)
    ]


def _eyes() -> list[Stroke]:
    found = []
    for side in (-1, 1):
        x = side * _EYE_X
        found.append(fill(BLACK, disc(1.15, x, _EYE_Y)))
        found.append(fill(colours.SHINE, disc(0.42, x - 0.35, _EYE_Y + 0.42)))
    return found


def _smile() -> list[Stroke]:
    return [fill(colours.MOUTH, ring) for ring in ribbon(arc(2.6, 205, 335, 0, 1.3), 2 * _PEN)]


def _mouth(opening: int) -> list[Stroke]:
    width, height = _MOUTHS[opening]
    return [
        fill(colours.SKIN_EDGE, oval(0, -0.2, width + 0.9, height + 0.9, FINE)),
        fill(colours.MOUTH, oval(0, -0.2, width, height, FINE)),
        fill(colours.TONGUE, oval(0, -0.2 - 0.26 * height, 0.62 * width, 0.42 * height, FINE)),
    ]
