"""Kinetix: drive motors and thrusters until the green body touches the blue one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from topple.errors import BadAction
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.moves import Move
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.kinetix.moves import KinetixGame, advance
from topple.worlds.kinetix.simulate import simulate
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import KinetixTemplate, all_templates
from topple.worlds.own import own
from topple.worlds.plans import play_plans
from topple.worlds.world import World


class Kinetix(World):
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

    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play decisions on each task; a policy gets an `Observation` before every decision."""
        return play_plans(
            self,
            [own_task(task) for task in tasks],
            actions,
            threads,
            simulate=partial(_simulated, threads=threads),
        )

    def refusal(self, task: Task, action: Action) -> str:
        try:
            own_task(task).actions.one(action)
        except BadAction as error:
            return str(error)
        return ""

    def begin(self, tasks: Sequence[Task], threads: int | None = None) -> list[KinetixGame]:
        return [KinetixGame(own_task(task)) for task in tasks]

    def advance(
        self, games: Sequence[KinetixGame], moves: Sequence[Move], threads: int | None = None
    ) -> None:
        advance(games, moves, threads)


WORLD = Kinetix()


def task(text: str) -> KinetixTask:
    """Find a task by its id: `kinetix/s_h2_one_wheel_car:0`."""
    return own_task(WORLD.task(text))


def own_task(task: Task) -> KinetixTask:
    """Return the task as a kinetix task; raise `BadInput` if it is not one."""
    return own(task, KinetixTask, "a kinetix task")


def own_template(template: Template) -> KinetixTemplate:
    """Return the template as a kinetix template; raise `BadInput` if it is not one."""
    return own(template, KinetixTemplate, "a kinetix template")  # type: ignore[type-abstract]


def _simulated(
    tasks: Sequence[KinetixTask], actions: Sequence[Action], threads: int | None
) -> list[Played]:
    rows = [task.actions.full(action) for task, action in zip(tasks, actions, strict=True)]
    plays = simulate([task.level for task in tasks], rows, threads=threads)
    return [Played(play.outcome, play.steps, play.digest, play.note) for play in plays]
