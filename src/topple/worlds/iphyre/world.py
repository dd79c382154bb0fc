"""I-PHYRE: remove blocks at well-chosen moments until every ball has fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from topple.errors import AgentFault
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.tasks.template import Template
from topple.worlds.iphyre.action_space import action_of, refusal
from topple.worlds.iphyre.game import Game
from topple.worlds.iphyre.games import all_games
from topple.worlds.iphyre.level import SECONDS
from topple.worlds.iphyre.observation import Observation
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.template import GameTemplate
from topple.worlds.iphyre.timing import DECISIONS, Timed
from topple.worlds.own import own
from topple.worlds.plans import play_plans
from topple.worlds.world import World


class IPhyre(World):
    """Remove blocks at well-chosen moments until every ball has fallen."""

    name = "iphyre"
    version = 1
    caption = "Remove blocks at well-chosen moments until every ball has fallen."
    action = "block and seconds of each removal; a negative time means never"
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
        """Play a plan on each task; a policy gets an `Observation` every tenth of a second.

        The removals of a policy are then played again as one plan, so that both give the same
        record.
        """
        return play_plans(
            [own_task(task) for task in tasks],
            actions,
            moves=_moves,
            refusal=lambda task, plan: refusal(plan, len(task.level.eliminable)),
            simulate=partial(_simulated, threads=threads),
        )


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


def _moves(task: IPhyreTask, policy: Policy) -> Action | AgentFault:
    """Ask the policy for a block every tenth of a second, until it stops or the game is over."""
    game = Game(task.level)
    moves: list[Timed] = []
    for tick in range(SECONDS * DECISIONS):
        if game.over or not game.left:
            break
        try:
            move = policy(Observation(game))
        except AgentFault as fault:
            return fault
        if move is None:
            break
        if move:
            if len(move) != 2 or move[0] not in game.left or move[1] != game.seconds:
                return AgentFault(
                    f"a policy removes one of the blocks {game.left} now, by `remove` of its "
                    f"observation, not {tuple(move)}"
                )
            moves.append((int(move[0]), tick / DECISIONS))
            game.remove(int(move[0]))
        game.wait()
    return action_of(moves)


def _simulated(
    tasks: Sequence[IPhyreTask], plans: Sequence[Action], threads: int | None
) -> list[Played]:
    removals = [task.removals(plan) for task, plan in zip(tasks, plans, strict=True)]
    plays = simulate([task.level for task in tasks], removals, threads=threads)
    return [Played(outcome_of(each), each.steps, f"{each.digest:016x}") for each in plays]
