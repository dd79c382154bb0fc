"""How balls look: a colour and a number each; the 9 is striped. Numbers tell them apart in grey."""

from __future__ import annotations

from topple.draw import lettering
from topple.draw.figures import Figure, Rgb, Ring, Stroke, fill, line, oval, shade
from topple.worlds.pool.look import colours
from topple.worlds.pool.table import BALLS, CUE, NINE, RADIUS

_FINE = 32
_PLATE = 0.62  # radius of the white plate under a number, in ball radii
_DIGIT = 0.78  # height of a number, in ball radii
_PEN = 0.15
_STRIPE = 0.62


def ball(number: int) -> Figure:
    """Draw a ball around the origin."""
    colour, size = colours.BALLS[number], 2 * RADIUS
    body = colours.IVORY if number == NINE else colour
    plain = [
        fill(shade(body, 0.45), oval(0, 0, size, size, _FINE)),
        fill(body, oval(0, 0, 0.9 * size, 0.9 * size, _FINE)),
    ]
    if number == CUE:
        return (*plain, *_shine())
    stripe = [fill(colour, _band())] if number == NINE else []
    plate = oval(0, 0, _PLATE * size, _PLATE * size, _FINE)
    return (*plain, *stripe, fill(colours.IVORY, plate), *_digit(number), *_shine())


def shadow() -> Figure:
    """Draw the shadow of a ball."""
    size = 2.1 * RADIUS
    return (
        fill(colours.SHADOW, oval(0.2 * RADIUS, -0.24 * RADIUS, size, size, _FINE), opacity=0.45),
    )


def trail(number: int) -> Figure:
    """Draw one metre of a ball's path, to be stretched: a dark line with a bright core."""
    ink: Rgb = colours.BALLS[number]
    return (
        fill(colours.INK, _bar(0.2 * RADIUS), opacity=0.35),
        fill(ink, _bar(0.13 * RADIUS), opacity=0.9),
    )


def burst() -> Figure:
    """Draw the mark of an impact."""
    size = 1.2 * RADIUS
    return (fill(colours.MARK, oval(0, 0, size, size, 20), oval(0, 0, 0.6 * size, 0.6 * size, 20)),)


def _bar(half: float) -> Ring:
    return [(0.0, -half), (1.0, -half), (1.0, half), (0.0, half)]


def _band() -> Ring:
    """Return the stripe of the 9, across the ball."""
    rim = oval(0, 0, 1.8 * RADIUS, 1.8 * RADIUS, 64)
    # Points of a circle are in the order of their angle, also without the upper and lower ones.
    return [(x, y) for x, y in rim if abs(y) <= _STRIPE * RADIUS]


def _digit(number: int) -> list[Stroke]:
    unit = _DIGIT * RADIUS / 6
    strokes: list[Stroke] = []
    for start, end in lettering.strokes(str(number)):
        a, b = (((x - 2) * unit, (y - 3) * unit) for x, y in (start, end))
        rings = [line(a, b, _PEN * RADIUS)] if a != b else []
        rings += [oval(*place, _PEN * RADIUS, _PEN * RADIUS, 8) for place in (a, b)]
        strokes += [fill(colours.INK, ring) for ring in rings]
    return strokes


def _shine() -> list[Stroke]:
    place, size = 0.36 * RADIUS, 0.36 * RADIUS
    return [fill((255, 255, 255), oval(-place, place, size, 0.8 * size, 14), opacity=0.75)]


def figures() -> list[Figure]:
    """Return the figures of all balls, by number."""
    return [ball(number) for number in range(BALLS)]
