"""Certify tasks: store a solution of each, how tight its timing is, and how hard the task is.

Its level must pass some tests, each of which has a reason; without a solution it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from topple.sim import maths
from topple.tasks.certificates import Certificate
from topple.worlds.certifier import NO_SOLUTION, Certifier
from topple.worlds.rope.calls import Timed, Verb, action_of, plan_of
from topple.worlds.rope.level import Level
from topple.worlds.rope.order import place
from topple.worlds.rope.search import (
    WIDTH,
    Plan,
    difficulty,
    holds,
    most_robust,
    random_share,
    solutions,
    stars_of,
    steps_of,
    window,
)
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import DESIGNED, FIRST_VARIATION, MIRRORED
from topple.worlds.rope.world import WORLD, all_templates

PACK = 110  # certified variations per pack, shared evenly by its layouts
_HARDER = 4  # factor by which the second search is wider for a layout as designed


class RopeCertifier(Certifier[RopeTask]):
    """Certifies the layout as designed, mirrored, and variations."""

    world = WORLD
    fixed = (DESIGNED, MIRRORED)
    first = FIRST_VARIATION

    @property
    def wanted(self) -> int:
        own = [each for each in all_templates().values() if each.group == self.template.group]
        return math.ceil(PACK / max(1, len(own)))  # a template from outside has no pack

    @property
    def introduces(self) -> bool:
        """Whether the layout has a solution of one call, to introduce what it shows."""
        return bool(len(self.template.layout.solution) == 1)

    def unfit(self, task: RopeTask) -> str:
        others = [self.template.task(index).level for index in self.found]
        return layout_fault(task.level, others) or easy_fault(
            task, introduction=self.introduces, threads=self.threads
        )

    def certificate(self, task: RopeTask) -> Certificate | str:
        plans = solutions(task.level, threads=self.threads)
        if not plans and task.id.index in self.fixed:
            plans = solutions(task.level, _HARDER * WIDTH, self.threads)
        if not plans:
            return NO_SOLUTION
        best = most_robust(task, plans, self.threads)
        one = Certificate(task.id.index, action_of(best))
        facts = {**self.facts(task, one, deep=True), **self.sample(task)}
        facts["difficulty"] = difficulty(len(best), facts["window"], facts["share"])
        # More of what every random plan solves would measure nothing.
        as_easy = self.introduces and task.id.index in self.fixed
        fault = solution_fault(task.level, best, facts, introduction=as_easy, threads=self.threads)
        return fault or Certificate(task.id.index, action_of(best), facts)

    def facts(self, task: RopeTask, one: Certificate, *, deep: bool) -> dict[str, Any]:
        plan = tuple(plan_of(one.solution))
        slow = {"window": window(task.level, plan, self.threads)} if deep else {}
        return {"stars": stars_of(task.level, [plan], self.threads)[0], **slow}

    def sample(self, task: RopeTask) -> dict[str, Any]:
        return {"share": random_share(task, self.actions, self.threads)}

    def flaw(self, task: RopeTask, one: Certificate, *, deep: bool) -> str:
        steady = holds(task.level, tuple(plan_of(one.solution)), self.threads)
        return "" if steady else "the solution depends on the step size"

    def counts(self, kept: Sequence[Certificate]) -> Mapping[str, int]:
        return {"with_every_star": sum(one.facts["stars"] == 3 for one in kept)}


certify, check = RopeCertifier.certify, RopeCertifier.check


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
