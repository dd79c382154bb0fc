"""Play actions of many moves: those that agents give, and those that policies make."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from topple.errors import AgentFault
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.game import Game, GamePolicy
from topple.tasks.moves import Move
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.world import World


class PlanWorld(World):
    """A world whose action is a row of moves, given whole or made one by one by a policy."""

    @abstractmethod
    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> Sequence[Played]:
        """Play a valid action on each task, all together."""

    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play an action on each task; before each move a policy gets what `Game.see` returns.

        Its moves are then played again as one action, so that both give the same record.
        """
        policies = {i: action for i, action in enumerate(actions) if callable(action)}
        games = self.begin([tasks[i] for i in policies], threads)
        failed = ask(self, games, list(policies.values()), threads)
        found = {i: failed[n] for n, i in enumerate(policies) if n in failed}
        plans = {i: tuple(game.moves) for i, game in zip(policies, games, strict=True)}
        for i, action in enumerate(actions):
            if not callable(action):
                plans[i] = tuple(action or ())
                if action is not None and (why := self.refusal(tasks[i], plans[i])):
                    found[i] = Played(Outcome.INVALID, note=why)
        valid = [i for i in range(len(tasks)) if i not in found]
        played = self.simulate([tasks[i] for i in valid], [plans[i] for i in valid], threads)
        for i, each in zip(valid, played, strict=True):
            found[i] = each.with_action(plans[i])
        return [found[i] for i in range(len(tasks))]


def ask(
    world: World, games: Sequence[Game], policies: Sequence[Policy], threads: int | None
) -> dict[int, Played]:
    """Ask every policy for one move after another, until it stops or nothing can be done.

    The moves of all games are played together. Return how attempts failed, by their number.
    """
    failed: dict[int, Played] = {}
    going = [number for number, game in enumerate(games) if game.legal()]
    while going:
        due: dict[int, Move] = {}
        for number in going:
            move = _move(games[number], policies[number])
            if isinstance(move, Played):
                failed[number] = move
            elif move is not None:
                due[number] = move
        world.advance([games[number] for number in due], list(due.values()), threads)
        going = [number for number in due if games[number].legal()]
    return failed


def _move(game: Game, policy: Policy) -> Move | Played | None:
    """Return the next move of a policy, None if it stops, or how its attempt failed."""
    try:
        move = policy(game if isinstance(policy, GamePolicy) else game.see())
    except AgentFault as fault:
        return Played(Outcome.FAILED, note=str(fault))
    if move is None or game.over:
        return None
    if why := game.fault(move):
        return Played(Outcome.FAILED, note=why)
    if not game.refusals_cost and (why := game.refusal(move)):
        return Played(Outcome.INVALID, note=why)
    return move
