"""Rope: cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from topple.tasks.attempt import Action, Played
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.own import own
from topple.worlds.plans import PlanWorld
from topple.worlds.rope.calls import plan_of, refusal
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.layout import PACKS, all_layouts
from topple.worlds.rope.simulate import outcome_of, simulate
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import LayoutTemplate


class Rope(PlanWorld):
    """Cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

    name = "rope"
    version = 1
    caption = "Cut ropes, pop bubbles and puff air at the right moments to feed a creature."
    action = "seconds, verb, id and value of each call"
    legend = (
        "The pink creature must get the candy; stars are extra. Grey discs hold ropes, blue ones "
        "in a dashed circle catch candy, bubbles lift it, cushions blow, spikes destroy."
    )
    grouped_by = "pack"
    # `stars`: how many the solution collects. `window`: the width in seconds of the tightest gap
    # between its calls. `share`: the share of random plans that feed the creature. `difficulty`:
    # 1 to 5, from these and the number of calls.
    columns = {"stars": int, "window": float, "share": float, "difficulty": int}
    listed = ("stars", "window", "share", "difficulty")
    example = "rope/past_the_low_point:0"

    def templates(self) -> Mapping[str, LayoutTemplate]:
        return all_templates()

    def groups(self) -> Mapping[str, Mapping[str, str]]:
        """Return the packs in order."""
        present = {template.group for template in all_templates().values()}
        return {pack: {} for pack in PACKS if pack in present}

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> list[Played]:
        levels = [own_task(task).level for task in tasks]
        plays = simulate(levels, list(map(plan_of, plans)), threads=threads)
        return [
            Played(
                outcome_of(each.ending),
                each.steps,
                each.digest,
                points=float(each.stars if each.eaten else 0),
            )
            for each in plays
        ]

    def refuse(self, task: Task, action: Action) -> str:
        return refusal(action, own_task(task).level)

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[RopeGame]:
        return [RopeGame(own_task(task)) for task in tasks]


WORLD = Rope()


@cache
def all_templates() -> Mapping[str, LayoutTemplate]:
    """Return the template of every layout by name, pack by pack."""
    return {layout.name: LayoutTemplate(layout) for layout in all_layouts().values()}


def own_task(task: Task) -> RopeTask:
    """Return the task as a rope task; raise `BadInput` if it is not one."""
    return own(task, RopeTask, "a rope task")


def own_template(template: Template) -> LayoutTemplate:
    """Return the template as a layout of rope; raise `BadInput` if it is not one."""
    return own(template, LayoutTemplate, "a layout of rope")
