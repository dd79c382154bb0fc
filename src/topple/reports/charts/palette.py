"""The colours of charts: one per run, a ramp for shares, and keys to both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.draw import svg
from topple.draw.svg import Svg

_COLOURS = 7  # style.css defines --c0 to --c6, which readers with colour blindness can tell apart
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
# Cividis: the same order of lightness for every kind of colour vision (Nunez et al. 2018).
_RAMP = ((0, 32, 77), (65, 77, 107), (124, 123, 120), (188, 175, 111), (255, 234, 70))
_DARKEST_UNDER_BLACK = 0.18  # relative luminance above which black reads better than white


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a legend: a small picture and what it stands for."""

    swatch: Svg
    label: str


def series(index: int) -> str:
    """Return the colour of the run with this number."""
    return f"var(--c{index % _COLOURS})"


def line_style(index: int) -> str:
    """Return the colour and dashes of the curve with this number."""
    dash = _DASHES[index % len(_DASHES)]
    return f"stroke:{series(index)}" + (f";stroke-dasharray:{dash}" if dash else "")


def line_keys(labels: Sequence[str]) -> list[Key]:
    """Return the legend of curves."""
    return [
        Key(svg.swatch(svg.path("M1 5H29", "line", line_style(i))), label)
        for i, label in enumerate(labels)
    ]


def box_key(colour: str, label: str) -> Key:
    """Return the legend entry of what is filled with a colour."""
    return Key(svg.swatch(svg.rect(1, 1, 28, 8, style=f"fill:{colour}")), label)


def cell_style(share: float) -> str:
    """Return the background of a cell for a share, and the colour of text on it.

    A cell of 0 is only outlined: many templates are never solved, and must not drown the others.
    """
    if share == 0:
        return "box-shadow:inset 0 0 0 1px var(--line)"
    return f"background:{shade(share)};color:{ink(share)}"


def shade(share: float) -> str:
    """Return the colour of the ramp for a share from 0 to 1."""
    return "rgb({},{},{})".format(*ramp(share))


def ink(share: float) -> str:
    """Return black or white, whichever reads better on the colour for a share."""
    return "#000" if luminance(*ramp(share)) > _DARKEST_UNDER_BLACK else "#fff"


def ramp(share: float) -> tuple[int, int, int]:
    """Return red, green and blue for a share from 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(_RAMP) - 1)
    low = min(int(place), len(_RAMP) - 2)
    part = place - low
    red, green, blue = (
        round(a + part * (b - a)) for a, b in zip(_RAMP[low], _RAMP[low + 1], strict=True)
    )
    return red, green, blue


def luminance(*rgb: int) -> float:
    """Return relative luminance as WCAG 2 defines it."""
    parts = [v / 255 for v in rgb]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
