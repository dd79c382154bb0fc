"""Colour shares by which the classifier of AIBIRDS clients knows every class of things.

Clients outside developer mode read the class of a thing from its colours, with a linear model of 11
classes that is shipped with them. It was fitted to the original's pictures and takes most of ours
for TNT, so a thing has the few colours here that speak most clearly for its class.
"""

from __future__ import annotations

from collections.abc import Mapping

# Colours, RRRGGGBB, and their shares.
SHARES: Mapping[str, Mapping[int, float]] = {
    "TNT": {205: 0.6, 209: 0.4},
    "bird_black": {73: 1.0},
    "bird_blue": {119: 1.0},
    "bird_red": {250: 0.6, 0: 0.4},
    "bird_white": {21: 0.5, 255: 0.5},
    "bird_yellow": {248: 1.0},
    "ice": {19: 0.4, 123: 0.3, 87: 0.3},
    "pig": {125: 0.8, 84: 0.2},
    "Platform": {36: 0.7, 68: 0.3},
    "stone": {182: 0.5, 146: 0.5},
    "wood": {136: 0.6, 240: 0.4},
}


def class_of(kind: str) -> str:
    """Return the class of a kind of things."""
    return next(name for name in SHARES if kind.startswith(name))
