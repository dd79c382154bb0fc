"""Rope: cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial

from topple.errors import AgentFault
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.own import own
from topple.worlds.plans import play_plans
from topple.worlds.rope.calls import Call, action_of, plan_of, refusal
from topple.worlds.rope.game import Game
from topple.worlds.rope.layout import PACKS, all_layouts
from topple.worlds.rope.observation import Observation
from topple.worlds.rope.simulate import Ending, simulate
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.template import LayoutTemplate
from topple.worlds.world import World


class Rope(World):
    """Cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

    name = "rope"
    version = 1
    caption = "Cut ropes, pop bubbles and puff air at the right moments to feed a creature."
    action = "seconds, verb, id and value of each call"
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
        """Play a plan on each task; a policy gets an `Observation` and makes call after call.

        The calls of a policy are then played again as one plan, so that both give the same record.
        """
        return play_plans(
            [own_task(task) for task in tasks],
            actions,
            moves=_moves,
            refusal=lambda task, plan: refusal(plan, task.level),
            simulate=partial(_simulated, threads=threads),
        )


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


def outcome_of(ending: Ending) -> Outcome:
    """Return the outcome of a game by its ending."""
    if ending is Ending.eaten:
        return Outcome.SOLVED
    return Outcome.UNSETTLED if ending is Ending.timeout else Outcome.MISSED


def _moves(task: RopeTask, policy: Policy) -> Action | AgentFault:
    """Ask the policy for one call after another, until it stops or the game is over."""
    game = Game(task.level)
    while not game.over and game.left:
        try:
            move = policy(Observation(game))
        except AgentFault as fault:
            return fault
        if move is None:
            break
        call = _call(move, game.seconds)
        if call is None:
            return AgentFault(
                f"a policy makes one call now, by `move` of its observation, not "
                f"{tuple(move)!s:.80}"
            )
        game.call(call)
    return action_of(game.calls)


def _call(move: Sequence[float], seconds: float) -> Call | None:
    """Return a move as a call; None if it is not one, or not at the present time."""
    try:
        ((time, call),) = plan_of(move)
    except (ValueError, OverflowError):
        return None
    return call if time == seconds and math.isfinite(call.value) else None


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
