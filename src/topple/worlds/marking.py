"""Let every world mark answers to questions about its tasks, beside playing actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from topple.tasks.attempt import Action, Played
from topple.tasks.outcome import Outcome
from topple.tasks.question import Question
from topple.tasks.task import Task

Play = Callable[..., list[Played]]
Refusal = Callable[..., str]


def marking_play(play: Play) -> Play:
    """Wrap `World.play`: questions are marked, all other tasks are played together."""

    @wraps(play)
    def play_or_mark(
        world: Any, tasks: Sequence[Task], actions: Sequence[Any], threads: int | None = None
    ) -> list[Played]:
        pairs = list(zip(tasks, actions, strict=True))
        found = {
            number: task.mark(action or ())
            for number, (task, action) in enumerate(pairs)
            if isinstance(task, Question)
        }
        if not found:
            return play(world, tasks, actions, threads)
        others = [number for number in range(len(pairs)) if number not in found]
        if others:
            rest = [pairs[number] for number in others]
            played = play(world, [task for task, _ in rest], [act for _, act in rest], threads)
            found |= dict(zip(others, played, strict=True))
        return [found[number] for number in range(len(pairs))]

    return play_or_mark


def marking_refusal(refusal: Refusal) -> Refusal:
    """Wrap `World.refusal`: an answer that is no option is refused by its question."""

    @wraps(refusal)
    def refuse(world: Any, task: Task, action: Action) -> str:
        if not isinstance(task, Question):
            return refusal(world, task, action)
        played = task.mark(action)
        return played.note or str(played.outcome) if played.outcome is Outcome.INVALID else ""

    return refuse
