"""Kinetix: drive motors and thrusters until the green body touches the blue one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topple.errors import BadAction
from topple.tasks.attempt import Action, Played
from topple.tasks.moves import Move
from topple.tasks.task import Task
from topple.worlds.kinetix.game import KinetixGame, advance
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import KinetixTemplate, all_templates
from topple.worlds.own import own
from topple.worlds.plans import PlanWorld


class Kinetix(PlanWorld):
    """Drive motors and thrusters until the green body touches the blue one."""

    name = "kinetix"
    version = 1
    caption = "Drive motors and thrusters until the green body touches the blue one."
    action = "rows of a number per live channel and for how many steps to hold them"
    legend = (
        "Green with a dot must touch blue with a ring; red with a cross ends the game. Coloured "
        "joints are motors (M), small trapezoids thrusters (T); dark bodies are fixed."
    )
    grouped_by = "size"
    # `held`: the solution has at most 16 decisions, held 16 steps each, as in DeepPHY. `random`:
    # the share of random actions of that kind that solve the task.
    columns = {"held": bool, "random": float, "tried": int}
    listed = ("held", "random")
    example = "kinetix/m_h3_car_thrust:0"

    def templates(self) -> Mapping[str, KinetixTemplate]:
        return all_templates()

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> list[Played]:
        own = [own_task(task) for task in tasks]
        rows = [task.actions.full(plan) for task, plan in zip(own, plans, strict=True)]
        plays = simulate([task.level for task in own], rows, threads=threads)
        return [Played(play.outcome, play.steps, play.digest, play.note) for play in plays]

    def refuse(self, task: Task, action: Action) -> str:
        try:
            own_task(task).actions.one(action)
        except BadAction as error:
            return str(error)
        return ""

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> list[KinetixGame]:
        return [KinetixGame(own_task(task)) for task in tasks]

    def advance_games(
        self, games: Sequence[KinetixGame], moves: Sequence[Move], threads: int | None
    ) -> None:
        advance(games, moves, threads)


WORLD = Kinetix()


def task(text: str) -> KinetixTask:
    """Find a task by its id: `kinetix/s_h2_one_wheel_car:0`."""
    return own_task(WORLD.task(text))


def own_task(task: Task) -> KinetixTask:
    """Return the task as a kinetix task; raise `BadInput` if it is not one."""
    return own(task, KinetixTask, "a kinetix task")
