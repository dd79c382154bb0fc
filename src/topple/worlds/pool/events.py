"""Names of what the simulator numbers: kinds of events, and the parts of the table."""

from __future__ import annotations

from topple._native import pool as core

KINDS = (
    "stick",
    "slide_roll",
    "roll_spin",
    "roll_stop",
    "spin_stop",
    "pocket",
    "ball",
    "jaw",
    "rail",
)
STICK, POCKET, BALL, JAW, RAIL = (
    KINDS.index(kind) for kind in ("stick", "pocket", "ball", "jaw", "rail")
)
POCKETED = 4  # the state of a ball that is not on the table

RAILS = tuple(str(number) for number, *_ in core.rails())
JAWS = tuple(name for name, *_ in core.jaws())
POCKETS = tuple(name for name, *_ in core.pockets())

# In words, seen from the head of the table, where the cue ball starts.
POCKET_WORDS = {
    "lb": "bottom left",
    "lc": "left side",
    "lt": "top left",
    "rb": "bottom right",
    "rc": "right side",
    "rt": "top right",
}
RAIL_WORDS = {
    "3": "left",
    "6": "left",
    "15": "right",
    "12": "right",
    "18": "head",
    "9": "foot",
}
FOOT_RAIL = RAILS.index("9")
