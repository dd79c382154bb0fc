"""Kinetix for people: hold keys that drive motors and thrusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Hold, Player, Turn
from topple.worlds.kinetix.actions import MOST_STEPS, Drives, channel_name
from topple.worlds.kinetix.level import MOTORS
from topple.worlds.kinetix.simulate import STEPS_PER_SECOND
from topple.worlds.kinetix.world import own_task


class KinetixPlayer(Player):
    """The keys are 1, 2, 3 and so on: two per motor, one per thruster."""

    def how(self, task: Task) -> str:
        return "Press Start, and hold the keys 1, 2, 3 and so on, or the buttons below the picture."

    def rules(self, task: Task) -> Sequence[str]:
        seconds = MOST_STEPS / STEPS_PER_SECOND
        return (
            f"The game ends after {seconds:.1f} s, or as soon as green touches blue (won) or "
            "red (lost).",
        )

    def turn(self, task: Task, plan: Action) -> Turn:
        space, gestures, used = own_task(task).actions, list[Hold](), 0
        for channel in space.channels:
            name = channel_name(channel)
            values = (-1.0, 1.0) if channel < MOTORS else (1.0,)
            keys = tuple((str(used + i), value) for i, value in enumerate(values, 1))
            used += len(keys)
            kind = "Motor" if channel < MOTORS else "Thruster"
            gestures.append(Hold(name=name, label=f"{kind} {name}", keys=keys))
        return Turn(tuple(gestures), labelled=True)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        space = own_task(task).actions
        drives = _drives(space, plan)
        column = [channel_name(channel) for channel in space.channels].index(done.name)
        drives[round(done.at * STEPS_PER_SECOND) :, column] = done.numbers[0]
        return _plan(drives)

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        space = own_task(task).actions
        drives = _drives(space, action)
        before = np.vstack([np.zeros_like(drives[:1]), drives[:-1]])
        return [
            Done(
                channel_name(space.channels[column]),
                (float(drives[step, column]),),
                step / STEPS_PER_SECOND,
            )
            for step, column in np.argwhere(drives != before).tolist()
        ]


def _drives(space: Drives, plan: Action) -> NDArray[np.float64]:
    """Return what is driven in every step; nothing after the last row."""
    rows = np.array(plan, np.float64).reshape(-1, space.width)
    held = np.repeat(rows[:, :-1], rows[:, -1].astype(int), axis=0)
    return np.vstack([held, np.zeros((MOST_STEPS - len(held), space.width - 1))])


def _plan(drives: NDArray[np.float64]) -> Action:
    """Return rows, each held for as long as it does not change."""
    changes = 1 + np.flatnonzero((drives[1:] != drives[:-1]).any(axis=1))
    starts = np.concatenate([[0], changes])
    held = np.diff([*starts, len(drives)])
    return tuple(np.column_stack([drives[starts], held]).ravel().tolist())


PLAYER = KinetixPlayer()
