"""The published program of Datalab in both games: pass rates in per cent, by scenario."""

from __future__ import annotations

from tools.docs.tables import table

_HEAD = (
    "scenario",
    "published",
    "our tasks",
    "original tasks",
    "two events per hit",
    "small pig of 0.151 kg",
    "without noise",
)
VERSION = 1  # of the world in which they were measured
# Measured with the compiled agent over the network, one attempt at each of 20 tasks per template.
_RATES = (
    ("1 single force", 89, 93, 95, 93, 90, 95),
    ("2 multiple forces", 95, 98, 98, 98, 98, 95),
    ("3 rolling", 37.0, 58.3, 33.3, 38.3, 38.3, 35.0),
    ("4 falling", 0, 0, 0, 0, 0, 0),
    ("5 sliding", 7.0, 17.5, 22.5, 2.5, 15.0, 25.0),
    ("6 bouncing", 0, 0, 0, 0, 0, 0),
    ("7 relative weight", 2.5, 5.0, 0, 0, 0, 0),
    ("8 relative height", 12.0, 20.0, 12.5, 15.0, 0, 7.5),
    ("9 relative width", 0.5, 0, 2.5, 2.5, 2.5, 2.5),
    ("10 shape difference", 0, 0, 0, 0, 0, 0),
    ("11 non greedy", 7.0, 15.0, 10.0, 30.0, 5.0, 7.5),
    ("12 structural analysis", 22.0, 30.0, 28.3, 20.0, 28.3, 33.3),
    ("13 clearing paths", 10.0, 0, 10.0, 12.5, 5.0, 10.0),
    ("14 adequate timing", 0, 0, 0, 0, 0, 0),
    ("15 manoeuvring", 0, 28.7, 25.0, 23.8, 25.0, 23.8),
    ("**Phy-Q**", 6.7, 13.7, 11.6, 9.4, 10.2, 12.9),
    ("without 15", 6.7, 11.3, 9.5, 7.4, 8.0, None),
    ("without 15 and 13.5", None, None, 9.0, 6.6, 7.9, None),
)


def rates() -> str:
    """Return the table."""
    rows = [(name, *("" if x is None else f"{x:.1f}" for x in row)) for name, *row in _RATES]
    return table(_HEAD, rows)
