"""What items are called, by the list of a level that holds them."""

from __future__ import annotations

NAMES = {
    "candies": "candy",
    "pins": "pin",
    "active_pins": "active pin",
    "pulleys": "pulley",
    "bubbles": "bubble",
    "cushions": "cushion",
    "stars": "star",
    "spikes": "row of spikes",
    "gates": "spark gate",
    "hats": "hat",
    "pads": "bounce pad",
}
