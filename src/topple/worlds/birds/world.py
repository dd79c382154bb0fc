"""Birds as runs and agents see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.errors import AgentFault, BadInput
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.action_space import NUMBERS, shots_of
from topple.worlds.birds.game import Game
from topple.worlds.birds.observation import Seen
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.task import task as find_task

_STATUS = {Outcome.SOLVED: 1, Outcome.MISSED: -1, Outcome.UNSETTLED: -1}


class Birds:
    """Shoot birds with a slingshot until no pig is left."""

    name = "birds"
    version = 1

    def task(self, text: str) -> BirdsTask:
        """Find a task by its id."""
        return find_task(text)

    def play(
        self, tasks: Sequence[Task], actions: Sequence[Action | Policy], threads: int | None = None
    ) -> list[Played]:
        """Play shots on each task, up to where its outcome is known; a policy sees a `Seen`.

        What a policy comes to is played like shots known from the start, so that its record is the
        same as theirs.
        """
        own = [_own(task) for task in tasks]
        chosen: list[Action | AgentFault] = [
            _moves(task, action) if callable(action) else action
            for task, action in zip(own, actions, strict=True)
        ]
        whole = [
            (task, each) for task, each in zip(own, chosen, strict=True) if type(each) is tuple
        ]
        plays = iter(
            simulate(
                [task.level for task, _ in whole],
                [shots_of(action) for _, action in whole],
                rules=own[0].rules if own else None,
                outcome_only=True,
                threads=threads,
            )
        )
        return [
            Played(Outcome.FAILED, note=str(each))
            if isinstance(each, AgentFault)
            else _played(next(plays), each)
            for each in chosen
        ]

    def outcomes(
        self, tasks: Sequence[Task], actions: NDArray[np.float64], threads: int | None = None
    ) -> NDArray[np.int8]:
        """Play every action on every task: 1 solved, -1 missed, 0 invalid; tasks x actions."""
        found = np.empty((len(tasks), len(actions)), np.int8)
        for row, task in zip(found, tasks, strict=True):
            played = self.play([task] * len(actions), [tuple(a) for a in actions], threads)
            row[:] = [_STATUS.get(each.outcome, 0) for each in played]
        return found


WORLD = Birds()


def _moves(task: BirdsTask, policy: Policy) -> Action | AgentFault:
    """Ask for a shot whenever a bird is ready, until there is none or the game is over."""
    game = Game(task.level, task.rules)
    moves: list[float] = []
    while True:
        game.wait()
        if game.over:
            return tuple(moves)
        seen = Seen(game)
        try:
            move = policy(seen)
        except AgentFault as fault:
            return fault
        if move is None or game.over:
            return tuple(moves)
        if len(move) != NUMBERS:
            return AgentFault(f"a policy gives one shot of {NUMBERS} numbers, not {len(move)}")
        moves += (*move[:3], move[3] + seen.waited)
        if len(moves) == NUMBERS * len(task.level.birds):
            return tuple(moves)
        game.shoot(shots_of(move)[0])


def _played(play: Play, action: Action) -> Played:
    note = play.error and f"engine: {play.error}"
    return Played(play.outcome, play.steps, play.digest, note, action)


def _own(task: Task) -> BirdsTask:
    if not isinstance(task, BirdsTask):
        raise BadInput(f"`{task}` is no task of birds")
    return task
