"""DeepPHY's slingshot game on birds: one game a task, one decision a bird, asked of models.

DeepPHY plays levels of a commercial game by hand. Here every template of Phy-Q gives its first task
that agents do not train on.
"""

from __future__ import annotations

from topple.protocols._phyq import TRAIN, names, originals
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split


def _split(fold: int) -> Split:
    train = tuple(name for each in originals() for name in names(each, slice(None, TRAIN)))
    test = tuple(name for each in originals() for name in names(each, slice(TRAIN, TRAIN + 1)))
    return Split(train, (), test)


PROTOCOL = Protocol(
    "deepphy-birds",
    "DeepPHY's slingshot game on birds: a task of every template, one game each.",
    "birds",
    (0,),
    _split,
    version=2,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    about="A model is asked for an angle and a power, bird after bird, each time when everything "
    "rests. An answer that is no shot uses up a turn and no bird.",
    for_models=True,
)
