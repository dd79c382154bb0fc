"""Rope: cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.own import own
from topple.worlds.plans import play_plans
from topple.worlds.rope.calls import plan_of, refusal
from topple.worlds.rope.layout import PACKS, all_layouts
from topple.worlds.rope.moves import RopeGame
from topple.worlds.rope.simulate import outcome_of, simulate
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import LayoutTemplate
from topple.worlds.world import World


class Rope(World):
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

    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play a plan on each task; a policy gets an `Observation` and makes call after call."""
        return play_plans(
            self,
            [own_task(task) for task in tasks],
            actions,
            threads,
            simulate=partial(_simulated, threads=threads),
        )

    def refusal(self, task: Task, action: Action) -> str:
        return refusal(action, own_task(task).level)

    def begin(self, tasks: Sequence[Task], threads: int | None = None) -> list[RopeGame]:
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


def _simulated(
    tasks: Sequence[RopeTask], plans: Sequence[Action], threads: int | None
) -> list[Played]:
    plays = simulate([task.level for task in tasks], list(map(plan_of, plans)), threads=threads)
    return [
        Played(
            outcome_of(each.ending),
            each.steps,
            each.digest,
            points=float(each.stars if each.eaten else 0),
        )
        for each in plays
    ]
