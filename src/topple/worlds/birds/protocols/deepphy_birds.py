"""DeepPHY's slingshot game on birds, for models: one game per task, one decision per bird.

DeepPHY plays levels of a commercial game by hand. Here the tasks are the first test task of every
Phy-Q template.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.birds.protocols._phyq import TRAIN, by_scenario, names, originals


def _split(fold: int) -> Split:
    train = tuple(name for each in originals() for name in names(each, slice(None, TRAIN)))
    test = tuple(name for each in originals() for name in names(each, slice(TRAIN, TRAIN + 1)))
    return Split(train, (), test)


PROTOCOL = Protocol(
    "deepphy-birds",
    "DeepPHY's slingshot game on birds: one task per template, one game per task.",
    "birds",
    (0,),
    _split,
    version=2,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    about="For each bird, a model is asked for an angle and a power once everything is at rest. "
    "An answer that is not a valid shot uses up a turn, but not a bird.",
    for_models=True,
    stratum=by_scenario,
)
