"""PHYRE: place one ball, or two, so that two bodies end up touching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.discover import modules
from topple.tasks.question import add_finder
from topple.tasks.task import Task
from topple.tasks.template import Template as AnyTemplate
from topple.worlds.own import own
from topple.worlds.phyre.actions import TIERS, Reason
from topple.worlds.phyre.simulate import simulate, validate, wait
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION, Template
from topple.worlds.world import World

_BATCH = 20_000  # actions simulated at a time


class Phyre(World):
    """Place one ball, or two, so that two bodies end up touching."""

    name = "phyre"
    version = 1
    caption = "Place one ball or two so that two bodies end up touching."
    action = "x, y and radius of each ball, all from 0 to 1"
    legend = (
        "Red: the balls that are placed. Green: the body of the goal. Blue (moves) or purple "
        "(fixed): its target. Grey moves, black is fixed."
    )
    grouped_by = "tier"
    # `stable`: still solves half a pixel off. `margin`: how many pixels it may be off in every
    # direction. `solved` of `valid` random valid actions solve the task.
    columns = {"stable": bool, "margin": int, "solved": int, "valid": int}
    originals = {"phyre": "PHYRE"}
    numbered = r"\d{5}"
    example = "phyre/growing_dominoes:0"

    def templates(self) -> Mapping[str, Template]:
        return all_templates()

    def groups(self) -> Mapping[str, Mapping[str, Any]]:
        return {t.name: {"balls": t.balls, "action": t.dimensions} for t in TIERS.values()}

    def served(self, template: AnyTemplate) -> Sequence[int]:
        """Return PHYRE's own tasks of a template; for other templates, the certified ones."""
        return own_template(template).shipped or super().served(template)

    def play_tasks(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        """Play one action on each task until its outcome is known."""
        own = [own_task(task) for task in tasks]
        waiting = [i for i, action in enumerate(actions) if action is None]
        acting = [i for i, action in enumerate(actions) if action is not None]
        found: dict[int, Played] = {}
        if waiting:
            batch = wait([own[i] for i in waiting], digest=True, threads=threads)
            found |= dict(zip(waiting, batch, strict=True))
        if acting:
            chosen = [actions[i] for i in acting]
            batch = simulate(
                [own[i] for i in acting], chosen, outcome_only=True, digest=True, threads=threads
            )
            found |= dict(zip(acting, batch, strict=True))
        return [found[i] for i in range(len(own))]

    def refuse(self, task: Task, action: Action) -> str:
        reason = Reason(int(validate(own_task(task), [list(action)])[0]))
        return str(reason) if reason else ""

    def play_all(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None
    ) -> NDArray[np.int8]:
        """Play every action on every task without a Python object for each."""
        found = np.empty((len(tasks), len(actions)), np.int8)
        for row, task in zip(found, tasks, strict=True):
            for start in range(0, len(actions), _BATCH):
                part = slice(start, start + _BATCH)
                batch = simulate(own_task(task), actions[part], outcome_only=True, threads=threads)
                row[part] = batch.status
        return found


add_finder("physiq-", "topple.worlds.phyre.physiq.find")
WORLD = Phyre()


@cache
def all_templates() -> Mapping[str, Template]:
    """Return every template by name: PHYRE's in the order of their ids, then our own."""
    found = [
        getattr(module, module.__name__.rsplit(".", 1)[1])
        for module in modules("topple.worlds.phyre.templates")
    ]
    found.sort(key=lambda t: (not t.phyre_id, t.phyre_id, t.name))
    return {t.name: t for t in found}


def shipped_templates(tier: str | None = None) -> list[Template]:
    """Return PHYRE's templates, in the order of their ids."""
    return [t for t in all_templates().values() if t.shipped and tier in (None, t.tier)]


def shipped(tier: str | None = None) -> list[PhyreTask]:
    """Return PHYRE's own tasks, 100 of each template, in the order of their ids."""
    return [t.task(index) for t in shipped_templates(tier) for index in t.shipped]


def variations(tier: str | None = None) -> list[PhyreTask]:
    """Return the certified variations beyond PHYRE's own tasks, 100 of each template."""
    return [
        template.task(index)
        for template in all_templates().values()
        if tier in (None, template.tier)
        for index in WORLD.served(template)
        if index >= FIRST_VARIATION
    ]


def template(name: str) -> Template:
    """Find a template by its name or by PHYRE's number."""
    return own_template(WORLD.template(name))


def task(text: str) -> PhyreTask:
    """Find a task by its id: `phyre/off_the_ledge:042`, or `00002:042` as PHYRE writes it."""
    return own_task(WORLD.task(text))


def own_task(task: Task) -> PhyreTask:
    """Return the task as a PHYRE task; raise `BadInput` if it is not one."""
    return own(task, PhyreTask, "a PHYRE task")


def own_template(template: AnyTemplate) -> Template:
    """Return the template as a PHYRE template; raise `BadInput` if it is not one."""
    return own(template, Template, "a PHYRE template")
