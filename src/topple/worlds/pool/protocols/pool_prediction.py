"""Predictions in pool, for models: what a shot that is shown will do."""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import ids
from topple.worlds.pool.template import Prediction
from topple.worlds.pool.world import all_templates

_TEST = 72  # questions per template: a multiple of all numbers of options
_UNCOUNTED = frozenset({Outcome.FAILED})


def _split(fold: int) -> Split:
    templates = [each for each in all_templates().values() if isinstance(each, Prediction)]
    names = [ids(template) for template in templates]
    return Split(
        tuple(name for each in names for name in each[_TEST:]),
        (),
        tuple(name for each in names for name in each[:_TEST]),
    )


PREDICTION = Protocol(
    "pool-prediction",
    "Predict what a shot does: which ball falls where, how many rails, where the cue ball stops.",
    "pool",
    (0,),
    _split,
    version=3,
    attempts=1,
    most_tries=10,
    uncounted=_UNCOUNTED,
    metric="accuracy",
    about="A model sees the table and the shot before it is played, and chooses an option. The "
    "right one follows from the events of the shot, and stays the same if the shot is off by 0.1 "
    "degrees and 1 %. Every option is right equally often, so chance and constant answers are at "
    "25 %, and at 16.7 % where six pockets are the options: 22.9 % in all.",
    for_models=True,
)
