"""I-PHYRE: remove blocks at well-chosen moments until every ball has fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.iphyre.action_space import refusal
from topple.worlds.iphyre.game import IPhyreGame
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import GameTemplate
from topple.worlds.own import own
from topple.worlds.plans import PlanWorld


class IPhyre(PlanWorld):
    """Remove blocks at well-chosen moments until every ball has fallen."""

    name = "iphyre"
    version = 1
    caption = "Remove blocks at well-chosen moments until every ball has fallen."
    action = "block and seconds of each removal; a negative time means never"
    legend = (
        "Red: balls that must fall. Grey: blocks that can be removed, with their numbers. Blue "
        "moves, black stays. Purple: rods and springs."
    )
    # `tolerance`: by how many seconds all times of the solution may be off. `share`: the share of
    # random plans that solve the task. `at_once`: whether removing everything at once does.
    columns = {"tolerance": float, "share": float, "at_once": bool}
    listed = ("tolerance", "share")
    originals = {"iphyre": "I-PHYRE"}
    example = "iphyre/hole:0"

    def templates(self) -> Mapping[str, GameTemplate]:
        return all_templates()

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> list[Played]:
        own = [own_task(task) for task in tasks]
        removals = [task.removals(plan) for task, plan in zip(own, plans, strict=True)]
        plays = simulate([task.level for task in own], removals, threads=threads)
        return [Played(outcome_of(each), each.steps, f"{each.digest:016x}") for each in plays]

    def refuse(self, task: Task, action: Action) -> str:
        return refusal(action, len(own_task(task).level.eliminable))

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[IPhyreGame]:
        return [IPhyreGame(own_task(task)) for task in tasks]


WORLD = IPhyre()


@cache
def all_templates() -> Mapping[str, GameTemplate]:
    """Return the template of every game by name, in the original's order."""
    return {game.name: GameTemplate(game) for game in all_games().values()}


def own_task(task: Task) -> IPhyreTask:
    """Return the task as an I-PHYRE task; raise `BadInput` if it is not one."""
    return own(task, IPhyreTask, "an I-PHYRE task")


def outcome_of(play: Play) -> Outcome:
    """Return the outcome of a game that is over."""
    return Outcome.SOLVED if play.solved else Outcome.MISSED
