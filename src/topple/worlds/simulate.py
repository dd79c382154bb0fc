"""Play actions in any world by one function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from numbers import Real

import numpy as np

from topple.errors import BadAction, BadInput
from topple.tasks.attempt import Action, Played, Policy
from topple.tasks.task import Task
from topple.worlds import find_task, world
from topple.worlds.batch import Batch

Many = Sequence[Task | str]


def simulate(task: Task | str | Many, actions: object, *, threads: int | None = None) -> Batch:
    """Play actions on a task, or one action on each of several tasks, in any world.

    Args:
        task: A task or its id, or a list of them with one action for each.
        actions: A list of actions, or a single one. An action is a row of numbers, as
            `topple list` explains them for each world; None waits without acting; where the world
            has many moves, it may be a function from what is observed to the next move.
        threads: Threads to play on; all cores by default. The results do not depend on it.

    Returns:
        A batch: `batch[0].outcome`, `batch.solved`, `batch.steps`, `batch.film(0)`.
    """
    single = isinstance(task, Task | str)
    rows = _make_list(actions)
    given: Many = [task] * len(rows) if isinstance(task, Task | str) else task
    tasks = [find_task(each) if isinstance(each, str) else each for each in given]
    if not single and len(tasks) != len(rows):
        raise BadAction(
            f"{len(tasks)} tasks, but {len(rows)} actions", "give one task, or one per action"
        )
    names = {each.id.world for each in tasks}
    if len(names) > 1:
        raise BadInput(f"the tasks are of {len(names)} worlds", "simulate each world separately")
    if not tasks:
        return Batch((), ())
    chosen = [_read(each, row) for each, row in zip(tasks, rows, strict=True)]
    played = world(names.pop()).play(tasks, chosen, threads)
    return Batch(tasks, [_complete(*each) for each in zip(played, chosen, strict=True)])


def _make_list(actions: object) -> list[object]:
    """Return actions as a list; a single one becomes a list of one."""
    if actions is None or callable(actions):
        return [actions]
    try:
        rows = list(actions)  # type: ignore[call-overload]
    except TypeError as error:
        raise BadAction(f"not a list of actions: {actions!r:.40}") from error
    return [rows] if rows and isinstance(rows[0], Real | np.number) else rows


def _read(task: Task, action: object) -> Action | Policy | None:
    if action is None:
        return None
    if not callable(action):
        return task.actions.one(action)
    if not task.actions.policies:
        raise BadAction(f"`{task}` takes no policy", "give numbers")
    return action


def _complete(played: Played, action: Action | Policy | None) -> Played:
    """Add the action to the result of a world that returns only the moves of policies."""
    if played.action is not None or action is None or callable(action):
        return played
    return replace(played, action=action)
