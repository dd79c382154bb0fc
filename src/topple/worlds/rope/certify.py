"""Certify tasks: store a solution of each, how tight its timing is, and how hard the task is.

A task is refused for a reason of `acceptance`, or if no solution is found. `topple certify` keeps
finished layouts, so that a search that was stopped continues with the next.
"""

from __future__ import annotations

import math
from typing import Any

from topple.tasks.certificates import Certificate, Certificates, Checked, tried
from topple.tasks.template import Template
from topple.worlds.parts import Report
from topple.worlds.rope.acceptance import easy_fault, layout_fault, solution_fault
from topple.worlds.rope.calls import action_of, plan_of
from topple.worlds.rope.level import Level
from topple.worlds.rope.search import (
    WIDTH,
    Plan,
    difficulty,
    holds,
    most_robust,
    random_share,
    solutions,
    stars_of,
    window,
)
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import DESIGNED, FIRST_VARIATION, MIRRORED, LayoutTemplate
from topple.worlds.rope.world import WORLD, all_templates, own_template

PACK = 110  # certified variations per pack, shared evenly by its layouts
_HARDER = 4  # how much wider the second search is for a layout as designed
_FIXED = (DESIGNED, MIRRORED)


def certify(
    template: Template, *, actions: int, threads: int | None, report: Report
) -> Certificates:
    """Certify the layout as designed, mirrored, and variations."""
    own = own_template(template)
    found: dict[int, Certificate] = {}
    refused: dict[int, str] = {}
    levels: list[Level] = []
    wanted = math.ceil(PACK / sum(each.group == own.group for each in all_templates().values()))
    for index in tried(found, _FIXED, FIRST_VARIATION, wanted):
        task = own.task(index)
        made = _certified(own, task, levels, actions, threads)
        if isinstance(made, str):
            refused[index] = made
            continue
        found[index] = made
        levels.append(task.level)
        report(len(found), wanted + len(_FIXED), "")
    return Certificates(own.name, own.version, found, refused, WORLD.columns)


def _certified(
    template: LayoutTemplate,
    task: RopeTask,
    others: list[Level],
    actions: int,
    threads: int | None,
) -> Certificate | str:
    """Return the certificate of a task, or why it has none."""
    introduction = len(template.layout.solution) == 1
    fault = layout_fault(task.level, others) or easy_fault(
        task, introduction=introduction, threads=threads
    )
    if fault:
        return fault
    plans = solutions(task.level, threads=threads)
    if not plans and task.id.index in _FIXED:
        plans = solutions(task.level, _HARDER * WIDTH, threads)
    if not plans:
        return "no solution found"
    best = most_robust(task, plans, threads)
    facts = _facts(task, best, actions, threads)
    # More of what every random plan solves would measure nothing.
    as_easy = introduction and task.id.index in _FIXED
    fault = solution_fault(task.level, best, facts, introduction=as_easy, threads=threads)
    return fault or Certificate(task.id.index, action_of(best), facts)


def _facts(task: RopeTask, plan: Plan, actions: int, threads: int | None) -> dict[str, Any]:
    tightest = window(task.level, plan, threads)
    share = random_share(task, actions, threads)
    return {
        "stars": stars_of(task.level, [plan], threads)[0],
        "window": tightest,
        "share": share,
        "difficulty": difficulty(len(plan), tightest, share),
    }


def check(template: Template, *, most: int | None, deep: bool, threads: int | None) -> Checked:
    """Play every stored solution again, and wait; with `deep`, measure windows again."""
    own = own_template(template)
    stored = WORLD.certificates(own)
    wrong: dict[str, str] = {}
    if stored.version != own.version:
        wrong[own.name] = f"certificates are for version {stored.version}"
    if not stored.tasks and not stored.refused:
        wrong[own.name] = "no certificates"
    kept = list(stored.tasks.values())[:most]
    for one in kept:
        task = own.task(one.index)
        plan = tuple(plan_of(one.solution))
        stars, waits = stars_of(task.level, [plan, ()], threads)
        if stars < 0:
            wrong[str(task)] = "the solution does not solve it"
        elif stars != one.facts["stars"]:
            wrong[str(task)] = f"the solution collects {stars} stars"
        elif waits >= 0:
            wrong[str(task)] = "it solves itself"
        elif not holds(task.level, plan, threads):
            wrong[str(task)] = "the solution depends on the step size"
        elif deep and window(task.level, plan, threads) != one.facts["window"]:
            wrong[str(task)] = "the window has changed"
    return Checked(len(kept), wrong, {"with_every_star": sum(c.facts["stars"] == 3 for c in kept)})
