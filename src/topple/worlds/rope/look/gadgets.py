"""What acts on the candy: bubbles, cushions and their puffs, hats, crawlers, and cuts."""

from __future__ import annotations

import math

from topple.draw.figures import Figure, Ring, fill, line, oval
from topple.sim import maths
from topple.worlds.rope.look import colours
from topple.worlds.rope.look.shapes import FINE, arc, capsule, disc, hoop, ribbon

REACH, HALF_WIDTH = 45.0, 8.0  # length and half width of a jet of air
_BUBBLE = 5.5  # radius
_HAT = 5.0  # half the width of a mouth


def bubble() -> Figure:
    """Draw a bubble."""
    shine = ribbon(arc(4.2, 120, 165), 0.85)
    return (
        fill(colours.BUBBLE, disc(_BUBBLE), opacity=0.28),
        fill(colours.BUBBLE_EDGE, *hoop(_BUBBLE, 0.45), opacity=0.9),
        *(fill(colours.SHINE, ring, opacity=0.9) for ring in shine),
        fill(colours.SHINE, disc(0.5, 2.6, -2.9), opacity=0.8),
    )


def drops() -> Figure:
    """Draw what is left of a bubble that was just popped."""
    turns = (math.radians(20 + 45 * i) for i in range(8))
    places = [(maths.cos(t), maths.sin(t)) for t in turns]
    return tuple(
        fill(colours.BUBBLE_EDGE, capsule((5.0 * x, 5.0 * y), (6.8 * x, 6.8 * y), 0.35))
        for x, y in places
    )


def cushion() -> Figure:
    """Draw an air cushion that blows to the right; its nozzle ends at the origin."""
    seams = [line((x, -h), (x, h), 0.35) for x, h in ((-4.9, 2.8), (-2.7, 2.9))]
    return (
        fill(colours.CUSHION_EDGE, [(-1.6, -1.4), (0.6, -2.2), (0.6, 2.2), (-1.6, 1.4)]),
        fill(colours.PIN_LIGHT, [(-0.7, -1.1), (0.1, -1.4), (0.1, 1.4), (-0.7, 1.1)]),
        fill(colours.CUSHION_EDGE, oval(-3.8, 0, 6.8, 8.0, FINE)),
        fill(colours.CUSHION, oval(-3.8, 0, 5.9, 7.1, FINE)),
        *(fill(colours.CUSHION_EDGE, seam, opacity=0.6) for seam in seams),
        fill(colours.CREAM, oval(-4.6, 2.1, 1.6, 1.0, FINE), opacity=0.8),
    )


def puff() -> Figure:
    """Draw the air of a tap, to the right of the origin."""
    lines = []
    for y, first, last in ((-5.0, 7.0, 24.0), (0.0, 3.0, 34.0), (5.0, 7.0, 24.0)):
        lines.append(capsule((first, 0.5 * y), (last, y), 0.5))
    curls = [disc(1.6 - 0.2 * i, 9.0 + 8.0 * i, (-1) ** i * (1.5 + i)) for i in range(4)]
    return (
        *(fill(colours.AIR, ring, opacity=0.55) for ring in lines),
        *(fill(colours.AIR, ring, opacity=0.3) for ring in curls),
    )


def hat(pair: int) -> Figure:
    """Draw a top hat whose opening faces up, its middle at the origin."""
    ink = colours.HATS[(pair - 1) % len(colours.HATS)]
    dark = colours.mixed(ink, colours.INK, 0.6)
    tube = [(-4.2, 0.0), (-4.7, -7.4), (4.7, -7.4), (4.2, 0.0)]
    stripes = [_stripe(-1.7 - 1.4 * i) for i in range(min(pair, len(colours.HATS)))]
    return (
        fill(dark, [(-4.7, 0.3), (-5.2, -7.9), (5.2, -7.9), (4.7, 0.3)]),
        fill(ink, tube),
        *(fill(colours.CREAM, stripe) for stripe in stripes),
        fill(dark, oval(0, 0, 2 * _HAT + 3.0, 3.4, FINE)),
        fill(ink, oval(0, 0.1, 2 * _HAT + 2.0, 2.5, FINE)),
        fill(colours.INK, oval(0, 0.2, 2 * _HAT - 1.6, 1.5, FINE)),
    )


def crawler() -> Figure:
    """Draw a beetle that runs along a rope."""
    legs = [
        capsule((x, 0.0), (x + lean, side * 3.1), 0.26)
        for x, lean in ((-1.2, -0.8), (0.0, 0.0), (1.2, 0.8))
        for side in (-1, 1)
    ]
    feelers = [capsule((2.2, 0.4 * side), (3.9, 1.4 * side), 0.2) for side in (-1, 1)]
    return (
        *(fill(colours.CRAWLER, ring) for ring in (*legs, *feelers)),
        fill(colours.CRAWLER, disc(1.15, 2.2, 0)),
        fill(colours.CRAWLER, oval(-0.2, 0, 4.8, 4.0, FINE)),
        fill(colours.CRAWLER_SPOT, line((-2.4, 0), (1.6, 0), 0.26)),
        *(
            fill(colours.CRAWLER_SPOT, disc(0.5, x, side * 0.95))
            for x in (-1.1, 0.5)
            for side in (-1, 1)
        ),
    )


def snip() -> Figure:
    """Draw the flash of a cut."""
    rays = [_ray(45 + 90 * i) for i in range(4)] + [_ray(90 * i, 4.2) for i in range(4)]
    return tuple(fill(colours.INK, ray, opacity=0.85) for ray in rays)


def _ray(degrees: float, far: float = 5.4) -> Ring:
    turn = math.radians(degrees)
    x, y = maths.cos(turn), maths.sin(turn)
    return capsule((2.9 * x, 2.9 * y), (far * x, far * y), 0.26)


def _stripe(y: float) -> Ring:
    """Return a band around a hat, below its brim."""
    wide = 4.2 - 0.5 * y / 7.4
    return [(-wide, y), (wide, y), (wide, y - 0.75), (-wide, y - 0.75)]
