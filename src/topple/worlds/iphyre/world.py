"""I-PHYRE: remove blocks at well-chosen moments until every ball has fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.iphyre.action_space import refusal
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.moves import IPhyreGame
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import GameTemplate
from topple.worlds.own import own
from topple.worlds.plans import play_plans
from topple.worlds.world import World


class IPhyre(World):
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

    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play a plan on each task; a policy gets an `Observation` every tenth of a second."""
        return play_plans(
            self,
            [own_task(task) for task in tasks],
            actions,
            threads,
            simulate=partial(_simulated, threads=threads),
        )

    def refusal(self, task: Task, action: Action) -> str:
        return refusal(action, len(own_task(task).level.eliminable))

    def begin(self, tasks: Sequence[Task], threads: int | None = None) -> list[IPhyreGame]:
        return [IPhyreGame(own_task(task)) for task in tasks]


WORLD = IPhyre()


@cache
def all_templates() -> Mapping[str, GameTemplate]:
    """Return the template of every game by name, in the original's order."""
    return {game.name: GameTemplate(game) for game in all_games().values()}


def own_task(task: Task) -> IPhyreTask:
    """Return the task as an I-PHYRE task; raise `BadInput` if it is not one."""
    return own(task, IPhyreTask, "an I-PHYRE task")


def own_template(template: Template) -> GameTemplate:
    """Return the template as a game of I-PHYRE; raise `BadInput` if it is not one."""
    return own(template, GameTemplate, "a game of I-PHYRE")


def outcome_of(play: Play) -> Outcome:
    """Return the outcome of a game that is over."""
    return Outcome.SOLVED if play.solved else Outcome.MISSED


def _simulated(
    tasks: Sequence[IPhyreTask], plans: Sequence[Action], threads: int | None
) -> list[Played]:
    removals = [task.removals(plan) for task, plan in zip(tasks, plans, strict=True)]
    plays = simulate([task.level for task in tasks], removals, threads=threads)
    return [Played(outcome_of(each), each.steps, f"{each.digest:016x}") for each in plays]
