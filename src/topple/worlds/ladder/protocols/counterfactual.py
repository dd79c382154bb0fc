"""Would it work without this thing? One protocol per world: `counterfactual-phyre` and so on."""

from __future__ import annotations

from topple.worlds.ladder.protocols._questions import Asked, protocols
from topple.worlds.ladder.rows import PROBE

_COUNTERFACTUAL = Asked(
    "counterfactual",
    PROBE,
    "Questions about {}: would the solution work without this thing?",
    "An action that solves a task is given, and one thing is marked: would the action still "
    "work without it? Right answers are those of the simulator. Every task is asked about "
    "twice, in the same words: about a thing that is needed, and about one that is not.",
)

globals().update(protocols(_COUNTERFACTUAL))
