"""The tests that a level must pass before its task is certified; each failure has a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from topple.sim import maths
from topple.worlds.rope.calls import Timed, Verb
from topple.worlds.rope.level import Level
from topple.worlds.rope.order import place
from topple.worlds.rope.search import Plan, holds, stars_of, steps_of
from topple.worlds.rope.task import RopeTask

MOST_STEPS = 9  # steps of a solution, waits included
MOST_SHARE = 0.4  # largest share of random plans that work
LEAST_WINDOW, EASY_WINDOW, EASY = 0.1, 0.2, 3  # seconds; the second up to this difficulty
APART = 6.0  # units between the centres of labelled items
COPY = 1.0  # units: a level whose items are all this close to another's is a copy

_LABELLED = ("pins", "active_pins", "pulleys", "cushions")


def layout_fault(level: Level, others: Sequence[Level]) -> str:
    """Return what is wrong with the places of the items; "" if nothing is."""
    for kinds in (_LABELLED, ("bubbles",), ("stars",)):
        spots = [place(item) for kind in kinds for item in getattr(level, kind)]
        for number, (x, y) in enumerate(spots):
            if any(maths.hypot(x - a, y - b) < APART for a, b in spots[:number]):
                return "items are too close to each other"
    return "a copy of another level" if any(_copies(level, each) for each in others) else ""


def easy_fault(task: RopeTask, *, introduction: bool, threads: int | None) -> str:
    """Return whether waiting, or one call at once, is enough; an introduction may be that easy."""
    if stars_of(task.level, [()], threads)[0] >= 0:
        return "solves itself"
    at_once = [(Timed(0.0, call),) for call in task.actions.calls() if call.verb != Verb.sleep]
    if not introduction and at_once and max(stars_of(task.level, at_once, threads)) >= 0:
        return "one call at the start is enough"
    return ""


def solution_fault(
    level: Level, plan: Plan, facts: dict[str, Any], *, introduction: bool, threads: int | None
) -> str:
    """Return why a solution is not good enough; "" if it is."""
    if steps_of(plan) > MOST_STEPS:
        return "the solution takes too many steps"
    if not introduction and facts["share"] > MOST_SHARE:
        return "random plans work too often"
    wanted = EASY_WINDOW if facts["difficulty"] <= EASY else LEAST_WINDOW
    if facts["window"] < wanted:
        return "the solution needs exact timing"
    if not holds(level, plan, threads):
        return "the solution depends on the step size"
    return ""


def _copies(level: Level, other: Level) -> bool:
    """Return whether all items of two levels are at nearly the same places."""
    one, two = _places(level), _places(other)
    return len(one) == len(two) and all(
        maths.dist(a, b) <= COPY for a, b in zip(one, two, strict=True)
    )


def _places(level: Level) -> list[tuple[float, float]]:
    kinds = ("candies", *_LABELLED, "bubbles", "stars", "hats")
    items = [item for kind in kinds for item in getattr(level, kind)]
    return [(level.mouth.x, level.mouth.y), *map(place, items)]
