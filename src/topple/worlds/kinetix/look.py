"""Recordings of attempts for pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.draw.look import Recording
from topple.errors import BadAction
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.kinetix.actions import Rows
from topple.worlds.kinetix.drawing.scene import PAPER, WINDOW, scene
from topple.worlds.kinetix.simulate import STEPS_PER_SECOND, Play, simulate
from topple.worlds.kinetix.world import own_task

_BORDER = (90, 90, 98)
_NOTHING = np.zeros((0, 7), np.float32)


def record(task: Task, action: Sequence[float] | None, stride: int) -> Recording:
    """Play decisions, or wait, and record every `stride`-th step."""
    own = own_task(task)
    reason = hint = ""
    rows = _NOTHING
    try:
        rows = rows if action is None else own.actions.full(own.actions.one(list(action)))
    except BadAction as error:
        reason, hint = str(error), error.hint or ""
    (play,) = simulate(own.level, [rows], stride=stride, threads=1)
    steps = [*range(0, play.steps, stride), play.steps]
    drawn = scene(own.level)
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=Outcome.INVALID if reason else play.outcome,
        words=_words(play),
        reason=reason,
        hint=hint,
        steps=play.steps,
        steps_per_second=STEPS_PER_SECOND,
        stride=stride,
        figures=drawn.figures,
        window=WINDOW,
        background=PAPER,
        border=_BORDER,
        fixed=np.array([(0, 0, 0, 0, 1, 1)], float),
        frames=[
            drawn.spots(motions, _drive(rows, step))
            for step, motions in zip(steps, play.frames, strict=True)
        ],
        seconds=np.array(steps) / STEPS_PER_SECOND,
        notes=drawn.labels(play.frames[0]),
    )


def _drive(rows: Rows, step: int) -> list[float] | None:
    """Return what is driven in the step that ended in a frame; the first frame shows the next."""
    ends = np.cumsum(rows[:, -1])
    (later,) = np.nonzero(ends >= max(step, 1))
    return [float(drive) for drive in rows[later[0], :-1]] if len(later) else None


def _words(play: Play) -> str:
    seconds = play.steps / STEPS_PER_SECOND
    why = f": {play.note}" if play.note else ""
    return f"{play.outcome} after {play.steps} steps ({seconds:.1f} s){why}"
