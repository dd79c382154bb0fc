"""How every world plays: answers are marked, simulations counted, and the world's own rules asked.

The verbs are the same for all worlds; what a world defines is what they call.

| verb | calls | says |
| --- | --- | --- |
| `play` | `play_tasks` | how whole actions end |
| `outcomes` | `play_all` | only the outcome, of every action on every task |
| `refusal` | `refuse` | why an action is invalid |
| `begin` | `start_games` | games at the start, to be played move by move |
| `advance` | `advance_games` | a move in each of many games |
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast, final

import numpy as np
from numpy.typing import NDArray

from topple.sim.counting import count, counted, hold, uncounted
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.courses import keep_verbs, play_together
from topple.tasks.game import Game, GamePolicy
from topple.tasks.moves import Move
from topple.tasks.outcome import Outcome
from topple.tasks.question import Question
from topple.tasks.task import Task
from topple.worlds.whole import WholeGame

if TYPE_CHECKING:
    from topple.worlds.world import World

_OWN = {
    "play": "play_tasks",
    "outcomes": "play_all",
    "refusal": "refuse",
    "begin": "start_games",
    "advance": "advance_games",
}
_CODES = {Outcome.SOLVED: 1, Outcome.MISSED: -1, Outcome.UNSETTLED: -1}
_BATCH = 20_000  # actions simulated at a time


class Plays(ABC):
    """The verbs of a world, and what a world defines for them."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse worlds that would not be counted."""
        super().__init_subclass__(**options)
        keep_verbs(cls, _OWN)

    @final
    def play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None = None,
    ) -> list[Played]:
        """Play one action on each task; the outcome depends on nothing else.

        None means to wait without acting. A policy is asked for one move after another where the
        task's actions allow it; an `AgentFault` that it raises is a failed attempt. The action on a
        question is its answer. All attempts are simulations but those of invalid actions.
        """
        before = hold(True)
        try:
            if any(map(callable, actions)):
                actions = [_release(each, before) if callable(each) else each for each in actions]
            played = self._mark_or_play(tasks, actions, threads)
        finally:
            hold(before)
        count(len(played) - [each.outcome for each in played].count(Outcome.INVALID))
        return played

    @final
    def outcomes(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None = None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        with uncounted():
            found = self.play_all(tasks, actions, threads)
        count(int(np.count_nonzero(found)))
        return found

    @final
    def refusal(self, task: Task, action: Action) -> str:
        """Return why a whole action is invalid; "" if it is not."""
        if isinstance(task, Question):
            return _reason(task.mark(action))
        with uncounted():
            return self.refuse(task, action)

    @final
    def begin(self, tasks: Sequence[Task], threads: int | None = None) -> Sequence[Game]:
        """Start a game at each task; the only move at a question is its answer."""
        with uncounted():
            others = [task for task in tasks if not isinstance(task, Question)]
            started = iter(self.start_games(others, threads))
            return [
                self.whole(task) if isinstance(task, Question) else next(started) for task in tasks
            ]

    @final
    def advance(
        self, games: Sequence[Any], moves: Sequence[Move], threads: int | None = None
    ) -> None:
        """Play a move in each game, all together. A game is a simulation, from its first move."""
        play_together(games, lambda: self._advance(games, moves, threads))

    @abstractmethod
    def play_tasks(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        """Play one action, a policy or nothing on each task."""

    def play_all(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None
    ) -> NDArray[np.int8]:
        """Play every action on every task, as `outcomes` returns it."""
        found = np.empty((len(tasks), len(actions)), np.int8)
        for row, task in zip(found, tasks, strict=True):
            for start in range(0, len(actions), _BATCH):
                some = [tuple(action) for action in actions[start : start + _BATCH].tolist()]
                played = self.play([task] * len(some), some, threads)
                row[start : start + _BATCH] = [_CODES.get(each.outcome, 0) for each in played]
        return found

    def refuse(self, task: Task, action: Action) -> str:
        """Return why a whole action is invalid; "" if it is not. By default it is played."""
        (played,) = self.play_tasks([task], [action], 1)
        return _reason(played)

    def start_games(self, tasks: Sequence[Task], threads: int | None) -> Sequence[Game]:
        """Start a game at each task. By default its only move is the whole action."""
        return [self.whole(task) for task in tasks]

    def whole(self, task: Task) -> WholeGame:
        """Start a task as a game of one move, the whole action."""
        return WholeGame(self._world, task)

    def advance_games(
        self, games: Sequence[Any], moves: Sequence[Move], threads: int | None
    ) -> None:
        """Make a move in each game that `start_games` has started; by default one by one."""
        for game, move in zip(games, moves, strict=True):
            game.play(move)

    @property
    def _world(self) -> World:
        return cast("World", self)

    def _mark_or_play(
        self,
        tasks: Sequence[Task],
        actions: Sequence[Action | Policy | None],
        threads: int | None,
    ) -> list[Played]:
        pairs = enumerate(zip(tasks, actions, strict=True))
        found: dict[int, Played] = {}
        for number, (task, action) in pairs:
            if isinstance(task, Question):
                found[number] = task.mark(() if action is None or callable(action) else action)
        if not found:
            return self.play_tasks(tasks, actions, threads)
        others = [number for number in range(len(tasks)) if number not in found]
        rest = [tasks[i] for i in others], [actions[i] for i in others]
        played = self.play_tasks(*rest, threads) if others else []
        found |= dict(zip(others, played, strict=True))
        return [found[number] for number in range(len(tasks))]

    def _advance(self, games: Sequence[Any], moves: Sequence[Move], threads: int | None) -> None:
        pairs = list(zip(games, moves, strict=True))
        whole = [(game, move) for game, move in pairs if isinstance(game, WholeGame)]
        others = [pair for pair in pairs if not isinstance(pair[0], WholeGame)] if whole else pairs
        if others:
            self.advance_games([game for game, _ in others], [move for _, move in others], threads)
        if whole:
            actions = [tuple(float(number) for number in move) for _, move in whole]
            played = self.play([game.task for game, _ in whole], actions, threads)
            for (game, move), each in zip(whole, played, strict=True):
                game.take(move, each)


def _reason(played: Played) -> str:
    """Return why an action was invalid; "" if it was not."""
    return played.note or str(played.outcome) if played.outcome is Outcome.INVALID else ""


def _release(policy: Policy, held: bool) -> Policy:
    """Return a policy that counts what it simulates itself as its caller does."""

    def ask(seen: Any) -> Any:
        with counted(held):
            return policy(seen)

    return GamePolicy(ask) if isinstance(policy, GamePolicy) else ask
