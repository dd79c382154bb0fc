"""Phy-Q as people played it: up to five attempts per task, until it is solved."""

from topple.tasks.protocol import Protocol, Split
from topple.worlds.birds.protocols._phyq import ATTEMPTS, TRAIN, by_scenario, names
from topple.worlds.birds.world import template

# The study's templates, scenario by scenario. One of its 32 tasks belongs to none of the 75
# templates and is left out.
_STUDIED = (
    *((4, 2), (4, 1), (5, 3), (4,), (3, 2), (2, 3), (1, 4), (4, 2), (1, 4), (3, 4), (1, 3), (4, 3)),
    *((4, 5), (1, 2), (1, 6, 4, 3)),
)


def _split(fold: int) -> Split:
    studied = [
        template(f"{scenario}.{number}")
        for scenario, numbers in enumerate(_STUDIED, 1)
        for number in numbers
    ]
    first = slice(TRAIN, TRAIN + 1)
    return Split((), (), tuple(name for each in studied for name in names(each, first)))


PROTOCOL = Protocol(
    "phyq-people",
    __doc__,
    "birds",
    (0,),
    _split,
    attempts=ATTEMPTS,
    metric="phyq-people",
    about="One task of each template of Phy-Q's study, for people and agents alike.",
    stratum=by_scenario,
)
