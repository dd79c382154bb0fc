"""Count what every world plays: see `topple.sim.counting`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.sim.counting import count, counted, hold
from topple.tasks.attempt import Played, Policy
from topple.tasks.courses import holding, play_together, wrap_own
from topple.tasks.game import Game, GamePolicy
from topple.tasks.moves import Move
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

Method = Callable[..., Any]


def count_plays(cls: type) -> None:
    """Wrap the methods of a class of worlds in which time may pass."""
    wrappers: dict[str, Callable[[Method], Method]] = {
        **{"play": counting_play, "outcomes": counting_outcomes, "advance": counting_advance},
        **dict.fromkeys(("begin", "refusal"), holding),
    }
    wrap_own(cls, wrappers)


def counting_play(play: Method) -> Method:
    """Wrap `World.play`: every attempt is a simulation, unless the world refused its action."""

    @wraps(play)
    def count_attempts(
        world: Any, tasks: Sequence[Task], actions: Sequence[Any], threads: int | None = None
    ) -> list[Played]:
        before = hold(True)
        try:
            if any(map(callable, actions)):
                actions = [_release(each, before) if callable(each) else each for each in actions]
            played: list[Played] = play(world, tasks, actions, threads)
        finally:
            hold(before)
        count(len(played) - [each.outcome for each in played].count(Outcome.INVALID))
        return played

    return count_attempts


def counting_outcomes(outcomes: Method) -> Method:
    """Wrap `World.outcomes` in the same way."""

    @wraps(outcomes)
    def count_actions(
        world: Any,
        tasks: Sequence[Task],
        actions: NDArray[np.float64],
        threads: int | None = None,
    ) -> NDArray[np.int8]:
        before = hold(True)
        try:
            found: NDArray[np.int8] = outcomes(world, tasks, actions, threads)
        finally:
            hold(before)
        count(int(np.count_nonzero(found)))
        return found

    return count_actions


def counting_advance(advance: Method) -> Method:
    """Wrap `World.advance`: every game counts once, with its first move."""

    @wraps(advance)
    def count_games(
        world: Any, games: Sequence[Game], moves: Sequence[Move], threads: int | None = None
    ) -> None:
        play_together(games, lambda: advance(world, games, moves, threads))

    return count_games


def _release(policy: Policy, held: bool) -> Policy:
    """Return a policy that counts what it simulates itself as its caller does."""

    def ask(seen: Any) -> Any:
        with counted(held):
            return policy(seen)

    return GamePolicy(ask) if isinstance(policy, GamePolicy) else ask
