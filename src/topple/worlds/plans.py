"""Play actions of many moves: those that agents give, and those that policies make."""

from __future__ import annotations

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

    def simulate(
        self, tasks: Sequence[Task], plans: Sequence[Action], threads: int | None
    ) -> Sequence[Played]:
        """Play a valid action on each task, all together; by default, move by move in games."""
        games = self.start_games(tasks, threads)
        policies = [_repeat(plan, game.width) for game, plan in zip(games, plans, strict=True)]
        failed = ask(self, games, policies, threads)
        return [failed.get(number) or game.result() for number, game in enumerate(games)]

    def results(self, games: Sequence[Game], threads: int | None) -> Sequence[Played]:
        """Return how games end in which policies make no more moves.

        By default their moves are played again as whole actions, so that both give the same record.
        """
        plans = [tuple(game.moves) for game in games]
        played = self.simulate([game.task for game in games], plans, threads)
        return [each.with_action(plan) for each, plan in zip(played, plans, strict=True)]

    def play_tasks(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        """Play an action on each task; before each move a policy gets what `Game.see` returns."""
        policies = {i: action for i, action in enumerate(actions) if callable(action)}
        games = self.start_games([tasks[i] for i in policies], threads)
        failed = ask(self, games, list(policies.values()), threads)
        found = {i: failed[n] for n, i in enumerate(policies) if n in failed}
        ended = {i: games[n] for n, i in enumerate(policies) if n not in failed}
        found |= dict(zip(ended, self.results(list(ended.values()), threads), strict=True))
        plans = {}
        for i, action in enumerate(actions):
            if not callable(action):
                plans[i] = tuple(action or ())
                if action is not None and (why := self.refuse(tasks[i], plans[i])):
                    found[i] = Played(Outcome.INVALID, note=why)
        valid = [i for i in range(len(tasks)) if i not in found]
        played = self.simulate([tasks[i] for i in valid], [plans[i] for i in valid], threads)
        for i, each in zip(valid, played, strict=True):
            found[i] = each.with_action(plans[i])
        return [found[i] for i in range(len(tasks))]


def _repeat(plan: Action, width: int) -> Policy:
    """Return a policy that makes the moves of an action."""
    moves = iter([plan[i : i + width] for i in range(0, len(plan), width)])
    return lambda seen: next(moves, None)


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
