"""DeepPHY on I-PHYRE, for models: one plan per attempt, ten attempts.

`deepphy-iphyre` plays the published games at 60 steps per second. `deepphy-iphyre-classic` plays
all forty as DeepPHY did, at 10: three of them have no solution that we know of, and two solve
themselves.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.folds import variations
from topple.worlds.iphyre.protocols._iphyre import games, ids
from topple.worlds.iphyre.template import FAITHFUL, PUBLISHED
from topple.worlds.iphyre.world import WORLD

_ATTEMPTS = 10
# Invalid and unreadable answers count as attempts, as published; faults of a provider do not.
_UNCOUNTED = frozenset({Outcome.FAILED})


def _train() -> tuple[str, ...]:
    return tuple(variations(WORLD, games()))


def _strict(fold: int) -> Split:
    return Split(_train(), (), tuple(ids(games(), PUBLISHED)))


def _classic(fold: int) -> Split:
    return Split(_train(), (), tuple(ids(games(), FAITHFUL, certified=False)))


_ABOUT = (
    "A model sees a game of I-PHYRE, lists which blocks to remove and when, and is told how that "
    "ended. Unreadable and invalid answers count as attempts; faults of a provider do not. "
)

STRICT = Protocol(
    "deepphy-iphyre",
    "DeepPHY on I-PHYRE: every published game once, 10 attempts.",
    "iphyre",
    (0,),
    _strict,
    version=2,
    attempts=_ATTEMPTS,
    most_tries=10 * _ATTEMPTS,
    uncounted=_UNCOUNTED,
    about=f"{_ABOUT}`spring_flick` solves itself and is left out.",
    for_models=True,
)
CLASSIC = Protocol(
    "deepphy-iphyre-classic",
    "DeepPHY on I-PHYRE as published: all 40 games at 10 steps per second.",
    "iphyre",
    (0,),
    _classic,
    version=2,
    attempts=_ATTEMPTS,
    most_tries=10 * _ATTEMPTS,
    uncounted=_UNCOUNTED,
    about=f"{_ABOUT}The reading of answers, the timing of removals and the pictures of earlier "
    "attempts follow the published code where it affects the numbers.",
    for_models=True,
    classic_of=STRICT.name,
)
