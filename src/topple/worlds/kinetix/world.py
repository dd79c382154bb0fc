"""Kinetix: drive motors and thrusters until the green body touches the blue one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topple.errors import AgentFault, BadAction
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.kinetix.actions import MOST_STEPS
from topple.worlds.kinetix.game import Game
from topple.worlds.kinetix.observation import Observation
from topple.worlds.kinetix.simulate import Play, simulate
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.template import KinetixTemplate, all_templates
from topple.worlds.own import own
from topple.worlds.world import World


class Kinetix(World):
    """Drive motors and thrusters until the green body touches the blue one."""

    name = "kinetix"
    version = 1
    caption = "Drive motors and thrusters until the green body touches the blue one."
    action = "rows of a number per live channel and for how many steps to hold them"
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
        """Play decisions on each task; a policy gets an `Observation` before every decision.

        The decisions of a policy are then played again as one action, so that both give the same
        record.
        """
        own = [own_task(task) for task in tasks]
        chosen = [_chosen(task, action) for task, action in zip(own, actions, strict=True)]
        whole = [
            (task, each) for task, each in zip(own, chosen, strict=True) if isinstance(each, tuple)
        ]
        plays = iter(
            simulate(
                [task.level for task, _ in whole],
                [task.actions.full(action) for task, action in whole],
                threads=threads,
            )
        )
        return [_played(next(plays), each) if isinstance(each, tuple) else each for each in chosen]


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


def _chosen(task: KinetixTask, action: Action | Policy | None) -> Action | Played:
    """Return a valid action, or how the attempt ended before it began."""
    try:
        if callable(action):
            return _moves(task, action)
        return () if action is None else task.actions.one(action)
    except AgentFault as fault:
        return Played(Outcome.FAILED, note=str(fault))
    except BadAction as error:
        return Played(Outcome.INVALID, note=str(error))


def _moves(task: KinetixTask, policy: Policy) -> Action:
    """Ask the policy for one decision after another, until it stops or the game is over."""
    game, space = Game(task.level), task.actions
    moves: list[float] = []
    while not game.over:
        move = policy(Observation(game))
        if move is None:
            break
        row = space.one(list(move))
        if len(row) != space.width:
            raise AgentFault(f"a policy gives one row of {space.width} numbers, not {len(row)}")
        moves += (*row[:-1], min(row[-1], MOST_STEPS - game.steps))
        game.drive(space.full(row))
    return tuple(moves)


def _played(play: Play, action: Action) -> Played:
    return Played(play.outcome, play.steps, play.digest, play.note, action)
