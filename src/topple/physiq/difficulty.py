"""How hard the templates are: how many random valid placements it takes to win."""

from __future__ import annotations

from functools import cache
from statistics import mean

from topple.physiq.proposals import by_template
from topple.physiq.search import TRIES

THIRDS = ("easy", "medium", "hard")


@cache
def mean_tries() -> dict[str, float]:
    """Give the mean number of tries a template, the easiest first; none in all counts as all."""
    found = {
        name: mean(proposals.tries or TRIES for _, proposals in tasks)
        for name, tasks in by_template().items()
        if tasks
    }
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


@cache
def thirds() -> dict[str, str]:
    """Put each template into the easy, medium or hard third."""
    names = list(mean_tries())
    size = -(-len(names) // len(THIRDS))
    return {name: THIRDS[i // size] for i, name in enumerate(names)}
