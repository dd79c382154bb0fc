"""Pool for people: aim by dragging back from the cue ball; press the answer to a question."""

from __future__ import annotations

from collections.abc import Sequence

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Aim, Done, Number, Pick, Player, Turn
from topple.worlds.pool.look.recording import PAUSE
from topple.worlds.pool.question import LETTERS, Question
from topple.worlds.pool.reels import attempt
from topple.worlds.pool.shot import FARTHEST, FASTEST, NUMBERS, SLOWEST
from topple.worlds.pool.table import CUE, RADIUS, Point
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import own_task

_SHOOT = "shoot"
_REACH = 0.5  # metres of the longest drag
_OPTION = 0.06  # metres around a lettered spot that answer


class PoolPlayer(Player):
    """Time stands still between the shots of a game."""

    def how(self, task: Task) -> str:
        if own_task(task).question:
            return "Press the answer."
        return "Drag back from the white ball, set where the stick hits it, and press Shoot."

    def turn(self, task: Task, plan: Action) -> Turn:
        own = own_task(task)
        if own.question:
            return Turn(() if plan else _options(own.question), start=0.0, stop=0.0)
        if not plan:
            return Turn((_aim(own.place(CUE), 0.0),), start=0.0, stop=0.0)
        return _between(own, plan)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        if own_task(task).question:
            return (float(LETTERS.index(done.name)),)
        return (*plan, *done.numbers)

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        own = own_task(task)
        if own.question:
            return [Done(LETTERS[int(action[0])])]
        shots = [action[i : i + NUMBERS] for i in range(0, len(action), NUMBERS)]
        starts = _starts(own, action)
        return [Done(_SHOOT, shot, start) for shot, start in zip(shots, starts, strict=False)]


def _between(task: PoolTask, plan: Action) -> Turn:
    """Return the turn after some shots: the next one follows when all balls are at rest."""
    starts, game = _starts(task, plan), attempt(task, plan).game
    if game is None or game.over:
        return Turn(start=starts[-2])
    cue: Point = (float(game.table[CUE, 0]), float(game.table[CUE, 1]))
    return Turn((_aim(cue, starts[-1]),), start=starts[-2], stop=starts[-1])


def _starts(task: PoolTask, plan: Action) -> list[float]:
    """Return when each shot of the film begins, and when the one after the last would."""
    starts = [0.0]
    for reel in attempt(task, plan).reels:
        starts.append(starts[-1] + reel.seconds + PAUSE)
    return starts


def _aim(cue: Point, since: float) -> Aim:
    return Aim(
        name=_SHOOT,
        label="Shoot",
        numbers=(
            Number("angle", 0.0, 360.0, start=90.0),
            Number("speed", SLOWEST, FASTEST, start=2.0),
            Number("side", -FARTHEST, FARTHEST, start=0.0),
            Number("height", -FARTHEST, FARTHEST, start=0.0),
        ),
        x=cue[0],
        y=cue[1],
        radius=RADIUS,
        reach=_REACH,
        since=since,
    )


def _options(question: Question) -> tuple[Pick, ...]:
    """Return one gesture per answer, on its spot where it is a place."""
    spots = [(x, y, _OPTION) for x, y in question.spots]
    return tuple(
        Pick(name=LETTERS[i], label=f"{LETTERS[i]}: {text}", disc=spots[i] if spots else None)
        for i, text in enumerate(question.options)
    )


PLAYER = PoolPlayer()
