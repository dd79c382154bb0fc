"""DeepPHY on PHYRE, for models: one ball, ten attempts, pictures and text.

The tasks are the test tasks of PHYRE's two one-ball setups, fold 0. `deepphy-phyre` has each of
them once. `deepphy-phyre-classic` has them as published: 100 tasks are in both setups and count
twice, once in each of its two folds, within and cross.
"""

from __future__ import annotations

from functools import cache

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.phyre.protocols.phyre_b_cross import PROTOCOL as CROSS
from topple.worlds.phyre.protocols.phyre_b_within import PROTOCOL as WITHIN

ATTEMPTS = 10
_SETUPS = (WITHIN, CROSS)
_FOLD = 0
# As published, invalid and unreadable answers count as attempts; faults of a provider do not.
_UNCOUNTED = frozenset({Outcome.FAILED})
_MOST_TRIES = 10 * ATTEMPTS


@cache
def _once(fold: int) -> Split:
    splits = [setup.split(_FOLD) for setup in _SETUPS]
    test = {name for split in splits for name in split.test}
    every = {name for split in splits for name in (*split.train, *split.dev, *split.test)}
    return Split(tuple(sorted(every - test)), (), tuple(sorted(test)))


def _as_published(fold: int) -> Split:
    return _SETUPS[fold].split(_FOLD)


_ABOUT = (
    "A model sees a scene of PHYRE, is asked where to put a ball, and sees the result. Unreadable "
    "and invalid answers count as attempts; faults of a provider do not. "
)

STRICT = Protocol(
    "deepphy-phyre",
    "DeepPHY on PHYRE: every test task of fold 0 once, 10 attempts.",
    "phyre",
    (0,),
    _once,
    attempts=ATTEMPTS,
    most_tries=_MOST_TRIES,
    uncounted=_UNCOUNTED,
    about=f"{_ABOUT}The tasks are the test tasks of PHYRE's two one-ball setups.",
    for_models=True,
)
CLASSIC = Protocol(
    "deepphy-phyre-classic",
    "DeepPHY on PHYRE as published: folds 0 (within) and 1 (cross) share 100 tasks.",
    "phyre",
    (0, 1),
    _as_published,
    attempts=ATTEMPTS,
    most_tries=_MOST_TRIES,
    uncounted=_UNCOUNTED,
    about=f"{_ABOUT}Text, pictures and the reading of answers follow the published code where it "
    "affects the numbers.",
    for_models=True,
    classic_of=STRICT.name,
)
