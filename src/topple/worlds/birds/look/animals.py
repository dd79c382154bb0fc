"""How birds and pigs look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topple.draw.figures import BLACK, WHITE, Figure, Point, Rgb, Ring, fill, oval
from topple.sim.shapes import grow
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.outlines import hull
from topple.worlds.birds.things.pigs import PIGS

_RIM = 0.04
_BEAK = 0.2  # share of the width
_BEAK_DOWN = 0.08  # below the middle, share of the height


# Returns the outline of a body, given the x of its middle, its width and its height.
Form = Callable[[float, float, float], Sequence[Point]]


@dataclass(frozen=True, slots=True)
class _Plumage:
    """The inks of a bird, and the form of its body."""

    rim: Rgb
    body: Rgb
    belly: Rgb
    beak: Rgb
    form: Form


def _round(x: float, width: float, height: float) -> Sequence[Point]:
    return oval(x, 0.0, width, height, 18)


def _form(*corners: Point) -> Form:
    """Return a form from its corners, as shares of width and height."""
    return lambda x, width, height: [(x + width * u, height * v) for u, v in corners]


_KITE = _form((-0.5, 0.0), (-0.05, 0.5), (0.25, 0.38), (0.25, -0.38), (-0.05, -0.5))
_HEXAGON = _form((-0.5, 0.0), (-0.25, 0.5), (0.3, 0.5), (0.5, 0.0), (0.3, -0.5), (-0.25, -0.5))
_BARREL = _form(
    *(
        (side * u, v)
        for side in (-1, 1)
        for u, v in ((0.3, 0.5), (0.5, 0.3), (0.5, -0.3), (0.3, -0.5))
    )
)


_ORANGE: Rgb = (255, 150, 30)
_PLUMAGES = {
    "BirdRed": _Plumage((112, 16, 22), (238, 46, 40), (252, 206, 178), _ORANGE, _round),
    "BirdYellow": _Plumage((146, 98, 0), (255, 210, 32), (255, 240, 150), (226, 88, 24), _KITE),
    "BirdBlue": _Plumage((14, 38, 112), (48, 108, 232), (160, 196, 255), _ORANGE, _HEXAGON),
    "BirdBlack": _Plumage(BLACK, (50, 48, 56), (144, 140, 152), _ORANGE, _BARREL),
    "BirdWhite": _Plumage((96, 98, 110), (255, 255, 255), (222, 224, 232), _ORANGE, _round),
}


def bird(name: str) -> Figure:
    """Draw a bird around the point where it is held; it looks to the right."""
    inks = _PLUMAGES[name]
    width, height = BIRDS[name].drawn
    long = width * (1 - _BEAK)
    x = (long - width) / 2
    tip = (width / 2, -height * _BEAK_DOWN)
    outline = hull([*inks.form(x, long, height), tip])
    beak = _beak(grow(outline, -_RIM / 2), width)
    eye_x, eye_y, eye = x + long * 0.2, height * 0.14, 0.32 * min(width, height)
    return (
        fill(inks.rim, outline),
        fill(inks.body, grow(outline, -_RIM)),
        fill(inks.belly, oval(x, -height * 0.2, long * 0.5, height * 0.34)),
        fill(inks.beak, beak),
        fill(inks.rim, oval(eye_x, eye_y, eye * 1.25, eye * 1.25)),
        fill(WHITE, oval(eye_x, eye_y, eye, eye)),
        fill(BLACK, oval(eye_x + eye * 0.18, eye_y, eye * 0.5, eye * 0.5)),
    )


def _beak(outline: Sequence[Point], width: float) -> Ring:
    """Return the tip of an outline."""
    least = width / 2 - 1.25 * _BEAK * width
    kept = []
    for i, (x, y) in enumerate(outline):
        before_x, before_y = outline[i - 1]
        if (before_x < least) != (x < least):
            share = (least - before_x) / (x - before_x)
            kept.append((least, before_y + share * (y - before_y)))
        if x >= least:
            kept.append((x, y))
    return kept


_PIG_RIM: Rgb = (30, 92, 34)
_PIG: Rgb = (112, 206, 80)
_SNOUT: Rgb = (186, 236, 132)
_BRUISE: Rgb = (124, 88, 132)
_BRUISES = ((0.06, 0.68), (0.5, -0.42), (-0.5, -0.4))
_PIG_RIM_SHARE = 0.1  # share of half the width; ears are thin
_HEAD = 0.7  # height of the head without ears, as a share of the depth of the feet


def pig(size: str, look: int) -> Figure:
    """Draw a pig around its centre; every damage look adds a bruise."""
    outline = PIGS[size].outline
    w, low = max(x for x, _ in outline), -min(y for _, y in outline)
    middle, h = (_HEAD - 1) / 2 * low, (_HEAD + 1) / 2 * low

    def spot(x: float, y: float, width: float, height: float) -> Ring:
        return oval(x * w, middle + y * h, width * w, height * h)

    eyes = [(side * 0.44, 0.3) for side in (-1, 1)]
    return (
        fill(_PIG_RIM, outline),
        fill(_PIG, grow(outline, -_PIG_RIM_SHARE * w)),
        *(fill(_BRUISE, spot(x, y, 0.42, 0.36)) for x, y in _BRUISES[: look - 1]),
        fill(_PIG_RIM, spot(0.0, -0.22, 0.9, 0.66)),
        fill(_SNOUT, spot(0.0, -0.22, 0.76, 0.52)),
        *(fill(_PIG_RIM, spot(side * 0.17, -0.22, 0.16, 0.28)) for side in (-1, 1)),
        *(fill(WHITE, spot(x, y, 0.56, 0.56)) for x, y in eyes),
        *(fill(BLACK, spot(x * 0.85, y, 0.3, 0.3)) for x, y in eyes),
    )
