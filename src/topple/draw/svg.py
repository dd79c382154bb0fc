"""SVG for charts: elements that escape their text, and a frame with axes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

Ticks = Sequence[tuple[float, str]]
PERCENT: Ticks = tuple((k / 5, f"{20 * k} %") for k in range(6))


class Svg(str):
    """SVG whose text is already escaped, so that a page may hold it as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the SVG; Jinja calls this and then does not escape it again."""
        return self


def element(name: str, attributes: Mapping[str, str | float], *inside: str) -> Svg:
    """Return an element. Attributes and plain text are escaped, empty attributes are left out."""
    given = "".join(
        f' {key}="{escape(_write(value))}"' for key, value in attributes.items() if value != ""
    )
    body = "".join(part if isinstance(part, Svg) else escape(part) for part in inside)
    return Svg(f"<{name}{given}>{body}</{name}>" if body else f"<{name}{given}/>")


def join(parts: Iterable[Svg]) -> Svg:
    """Return several elements as one piece."""
    return Svg("".join(parts))


def picture(width: float, height: float, label: str, *parts: Svg, kind: str = "") -> Svg:
    """Return a whole picture; `label` describes it to those who cannot see it."""
    box = f"0 0 {_write(width)} {_write(height)}"
    return element(
        "svg", {"class": kind, "viewBox": box, "role": "img", "aria-label": label}, *parts
    )


def swatch(inside: Svg) -> Svg:
    """Return the small picture of a legend, 30 wide and 10 high."""
    return element("svg", {"viewBox": "0 0 30 10", "aria-hidden": "true"}, inside)


def text(x: float, y: float, words: str, kind: str = "", style: str = "") -> Svg:
    """Return text; the classes `num` and `mid` align it to its right end and its middle."""
    return element("text", {"class": kind, "style": style, "x": x, "y": y}, words)


def path(d: str, kind: str, style: str = "", tip: str = "") -> Svg:
    """Return a path; `tip` appears under the pointer."""
    return element("path", {"class": kind, "style": style, "d": d}, _tip(tip))


def circle(
    x: float, y: float, radius: float, kind: str = "", style: str = "", tip: str = ""
) -> Svg:
    """Return a disc; `tip` appears under the pointer."""
    place: dict[str, str | float] = {"class": kind, "style": style, "r": radius, "cx": x, "cy": y}
    return element("circle", place, _tip(tip))


def rect(
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    kind: str = "",
    style: str = "",
    tip: str = "",
) -> Svg:
    """Return a rectangle; `tip` appears under the pointer."""
    place = {"x": left, "y": top, "width": width, "height": height}
    return element("rect", {"class": kind, "style": style, **place}, _tip(tip))


def polyline(points: Iterable[tuple[float, float]]) -> str:
    """Return the path data of straight lines from point to point."""
    return "M" + "L".join(f"{_write(x)} {_write(y)}" for x, y in points)


@dataclass(frozen=True, slots=True)
class Frame:
    """The plot area of a chart inside its margins; places in it are shares from 0 to 1."""

    width: float
    height: float
    left: float = 58
    right: float = 14
    top: float = 12
    bottom: float = 44

    def x(self, share: float) -> float:
        """Return the place from the left in pixels."""
        return round(self.left + share * (self.width - self.left - self.right), 1)

    def y(self, share: float) -> float:
        """Return the place from the top in pixels; a share of 0 is at the bottom."""
        return round(self.top + (1 - share) * (self.height - self.top - self.bottom), 1)

    def rows(self, ticks: Ticks) -> Svg:
        """Draw horizontal grid lines with labels on the left."""
        left, right = _write(self.left), _write(self.width - self.right)
        lines = (path(f"M{left} {self.y(place)}H{right}", "grid") for place, _ in ticks)
        words = (text(self.left - 7, self.y(place) + 4, label, "num") for place, label in ticks)
        return join([*lines, *words])

    def columns(self, ticks: Ticks, strong: Sequence[float] = ()) -> Svg:
        """Draw vertical grid lines with labels below, some of them strong."""
        down = f"{_write(self.top)}V{self.y(0)}"
        lines = (
            path(f"M{self.x(place)} {down}", "end" if place in strong else "grid")
            for place, _ in ticks
        )
        return join([*lines, self._labels(ticks)])

    def marks(self, ticks: Ticks) -> Svg:
        """Draw short marks below the plot area, with labels."""
        lines = (path(f"M{self.x(place)} {self.y(0)}v4", "grid") for place, _ in ticks)
        return join([*lines, self._labels(ticks)])

    def _labels(self, ticks: Ticks) -> Svg:
        return join(text(self.x(place), self.y(0) + 17, label, "mid") for place, label in ticks)

    def caption(self, words: str) -> Svg:
        """Write the title of the horizontal axis."""
        return text(self.x(0.5), self.height - 6, words, "mid")

    def svg(self, label: str, *parts: Svg) -> Svg:
        """Return the chart as a whole picture."""
        return picture(self.width, self.height, label, *parts)


def _tip(words: str) -> Svg:
    return element("title", {}, words) if words else Svg()


def _write(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):g}"
