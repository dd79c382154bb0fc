"""Certify tasks: store a solution of each, how tight its timing is, and how hard the task is.

A task is refused for a reason of `acceptance`, or if no solution is found.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from topple.tasks.certificates import Certificate
from topple.worlds.certifier import NO_SOLUTION, Certifier
from topple.worlds.rope.acceptance import easy_fault, layout_fault, solution_fault
from topple.worlds.rope.calls import action_of, plan_of
from topple.worlds.rope.search import (
    WIDTH,
    difficulty,
    holds,
    most_robust,
    random_share,
    solutions,
    stars_of,
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
        return math.ceil(PACK / len(own))

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
