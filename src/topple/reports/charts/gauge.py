"""A number and its interval on a short line, with ticks for what it is compared with."""

from __future__ import annotations

import math
from collections.abc import Mapping

from topple.draw import svg
from topple.draw.svg import Svg
from topple.metrics.bootstrap import Estimate


def gauge(found: Estimate, ticks: Mapping[str, float], tip: str, label: str) -> Svg:
    """Draw a share on a line from 0 to 1; `ticks` are other shares under their titles."""
    parts = [svg.path("M2 11H162", "rail")]
    parts += [svg.path(f"M{_along(v)} 3V19", "tick", tip=name) for name, v in ticks.items()]
    if found.interval:
        low, high = map(_along, found.interval)
        parts.append(svg.path(f"M{low} 11H{high}", "reach"))
    parts.append(svg.circle(_along(found.value), 11, 5, "spot", tip=tip))
    return svg.picture(164, 22, label, *parts, kind="gauge")


def _along(share: float) -> float:
    """Return the place on the line; scores below 0 or above 1 are drawn at its ends."""
    return 2.0 if math.isnan(share) else round(2 + 160 * min(max(share, 0.0), 1.0), 1)
