"""Pool puzzles: new tasks of the same templates, or of templates never seen in training."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import ids, puzzles, shuffled

FOLDS = 5
ATTEMPTS = 10
_TRAIN, _DEV = 0.6, 0.2

_ABOUT = (
    "An agent gets a table at rest and chooses one shot; if that misses, it may try again from the "
    "same table. Impossible shots do not count as attempts. "
)


def _parts(names: list[str]) -> tuple[list[str], list[str], list[str]]:
    first, second = round(_TRAIN * len(names)), round((_TRAIN + _DEV) * len(names))
    return names[:first], names[first:second], names[second:]


@cache
def _within(fold: int) -> Split:
    parts = [_parts(shuffled(ids(template), fold)) for template in puzzles()]
    train, dev, test = (tuple(name for each in parts for name in each[i]) for i in range(3))
    return Split(train, dev, test)


@cache
def _cross(fold: int) -> Split:
    order = shuffled([template.name for template in puzzles()], fold)
    by_name = {template.name: template for template in puzzles()}
    parts = [
        tuple(name for each in group for name in ids(by_name[each])) for group in _parts(order)
    ]
    return Split(*parts)


WITHIN = Protocol(
    "pool-puzzles",
    "Pool puzzles: new tasks of templates seen in training, 10 attempts.",
    "pool",
    tuple(range(FOLDS)),
    _within,
    attempts=ATTEMPTS,
    about=f"{_ABOUT}Tasks of every template are split 60, 20 and 20.",
)
CROSS = Protocol(
    "pool-puzzles-cross",
    "Pool puzzles: templates never seen in training, 10 attempts.",
    "pool",
    tuple(range(FOLDS)),
    _cross,
    attempts=ATTEMPTS,
    about=f"{_ABOUT}Whole templates are for training or for testing.",
)
