"""The difficulty of templates: the number of random valid placements until one wins."""

from __future__ import annotations

from functools import cache
from statistics import mean

from topple.worlds.phyre.physiq.proposal import by_template
from topple.worlds.phyre.physiq.search import TRIES

THIRDS = ("easy", "medium", "hard")


@cache
def mean_tries() -> dict[str, float]:
    """Return the mean tries per template, easiest first; a task without a win counts as `TRIES`."""
    found = {
        name: mean(proposals.tries or TRIES for _, proposals in tasks)
        for name, tasks in by_template().items()
        if tasks
    }
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


@cache
def thirds() -> dict[str, str]:
    """Return the third that each template belongs to: easy, medium or hard."""
    names = list(mean_tries())
    size = -(-len(names) // len(THIRDS))
    return {name: THIRDS[i // size] for i, name in enumerate(names)}
