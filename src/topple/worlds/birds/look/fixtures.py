"""How the ground, TNT, platforms, eggs, the sling and its bands look."""

from __future__ import annotations

from collections.abc import Sequence

from topple.draw.figures import Figure, Point, Rgb, Ring, fill, line, oval
from topple.sim.shapes import grow
from topple.worlds.birds.level import DAY, DUSK
from topple.worlds.birds.things import fixtures
from topple.worlds.birds.things.outlines import Outline, box

_TNT_SIDE = 0.66  # side of a TNT box as it is drawn
_LETTER, _TALL, _PEN = 0.16, 0.24, 0.055

# Agents of the original aim from a point 0.45 widths right of and 0.35 widths below the upper left
# corner of the sling, and assume that width + height is 2.7 units. This box, which stands on the
# ground, puts that point on the pivot.
SLING_WIDTH = 2 / 3
SLING_LEFT = -0.45 * SLING_WIDTH  # distance from the pivot
SLING_TOP = 0.35 * SLING_WIDTH
SLING_HEIGHT = 2.7 - SLING_WIDTH

PRONGS: tuple[Point, Point] = ((-0.2, 0.16), (0.27, 0.16))
_FORK = (0.035, -0.72)
_TIMBER = 0.17

# Turf and soil by light.
_EARTH: dict[str, tuple[Rgb, Rgb]] = {
    DAY: ((120, 92, 60), (166, 136, 96)),
    DUSK: ((64, 70, 92), (92, 98, 120)),
}
_TURF_DEPTH = 0.16
_FAR = 500.0  # units, beyond every picture


def ground(hills: Sequence[Outline] = (), light: str = DAY) -> Figure:
    """Draw turf on soil where they lie, around the origin of the world."""
    top = fixtures.GROUND_TOP
    turf, soil = _EARTH[light]
    plain: Outline = ((-_FAR, top), (_FAR, top), (_FAR, -_FAR), (-_FAR, -_FAR))
    return tuple(
        fill(ink, [(x, y - depth) for x, y in outline])
        for ink, depth in ((turf, 0.0), (soil, _TURF_DEPTH))
        for outline in (plain, *hills)
    )


def tnt() -> Figure:
    """Draw a red box with its name on it."""
    side = _TNT_SIDE
    letters = [*_letter_t(-0.205), *_letter_n(0.0), *_letter_t(0.205)]
    return (
        fill((110, 14, 10), box(side, side)),
        fill((240, 50, 32), box(side - 0.09, side - 0.09)),
        fill((255, 244, 214), box(side, 0.36)),
        *(fill((60, 10, 10), letter) for letter in letters),
    )


def _letter_t(x: float) -> list[Ring]:
    half, top = _LETTER / 2, (_TALL - _PEN) / 2
    return [
        line((x - half, top), (x + half, top), _PEN),
        line((x, top), (x, -_TALL / 2), _PEN),
    ]


def _letter_n(x: float) -> list[Ring]:
    left, right, half = x - (_LETTER - _PEN) / 2, x + (_LETTER - _PEN) / 2, _TALL / 2
    return [
        line((left, -half), (left, half), _PEN),
        line((right, -half), (right, half), _PEN),
        line((left, half), (right, -half), _PEN),
    ]


def platform() -> Figure:
    """Draw a platform of scale 1; it is plain because it will be stretched."""
    return (fill((52, 46, 56), box(fixtures.PLATFORM_SIDE, fixtures.PLATFORM_SIDE)),)


def egg() -> Figure:
    """Draw an egg with three speckles."""
    outline = fixtures.EGG_OUTLINE
    speckle: Rgb = (204, 160, 110)
    return (
        fill((132, 96, 56), outline),
        fill((255, 240, 210), grow(outline, -0.04)),
        *(fill(speckle, oval(x, y, 0.09, 0.09, 8)) for x, y in ((-0.06, 0.1), (0.08, 0.0))),
        fill(speckle, oval(-0.05, -0.12, 0.09, 0.09, 8)),
    )


def sling() -> Figure:
    """Draw the sling around its pivot, within its box."""
    dark: Rgb = (84, 48, 22)
    light: Rgb = (150, 94, 48)
    foot = (_FORK[0], SLING_TOP - SLING_HEIGHT)
    timbers = [
        (foot, (_FORK[0], _FORK[1] + 0.1)),
        *((_FORK, (x, SLING_TOP - 0.02)) for x, _ in PRONGS),
    ]
    return (
        *(fill(dark, line(start, end, _TIMBER)) for start, end in timbers),
        *(fill(light, line(start, end, _TIMBER - 0.09)) for start, end in timbers),
    )


def band() -> Figure:
    """Draw a band from the origin one unit to the right, to be stretched."""
    return (fill((58, 30, 20), [(0.0, -0.035), (1.0, -0.035), (1.0, 0.035), (0.0, 0.035)]),)
