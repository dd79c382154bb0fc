"""Shared code of PHYRE's four setups."""

from __future__ import annotations

from functools import cache

from topple.tasks.protocol import Protocol, Split
from topple.tasks.task import TaskId
from topple.worlds.phyre import folds, template

_ABOUT = (
    "One of PHYRE's four setups, with the original's ten folds of train, dev and test tasks. "
    "Invalid actions do not count as attempts."
)


def setup(name: str, caption: str, original: str) -> Protocol:
    """Return the protocol of one of PHYRE's setups: ten folds, 100 attempts."""

    @cache
    def split(seed: int) -> Split:
        fold = folds.fold(original, seed)
        parts = (fold.train, fold.dev, fold.test)
        return Split(*(tuple(map(_own_id, part)) for part in parts))

    return Protocol(
        name,
        caption,
        "phyre",
        tuple(folds.SEEDS),
        split,
        about=_ABOUT,
        # The listed actions are those of the published random agent; the published best is that of
        # the same list.
        floor="random listed=true",
        ceiling="oracle",
    )


def _own_id(phyre_id: str) -> str:
    number, _, index = phyre_id.partition(":")
    found = template(number)
    return str(TaskId("phyre", found.name, found.version, int(index)))
