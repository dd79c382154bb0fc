"""Recordings of attempts for pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.draw.figures import Figure
from topple.draw.look import BORDER_SHARE, NO_SPOTS, Bodies, Recording, Spots, Window
from topple.tasks.outcome import Outcome
from topple.worlds.iphyre.action_space import refusal
from topple.worlds.iphyre.level import SIZE, Level
from topple.worlds.iphyre.look import figures as drawn
from topple.worlds.iphyre.look.bodies import OBJECTS, bodies
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.task import IPhyreTask
from topple.worlds.iphyre.words import HINTS, REASONS, ending
from topple.worlds.iphyre.world import outcome_of

# The border lies outside the scene and hides nothing.
_MARGIN = SIZE * BORDER_SHARE / (1 - 2 * BORDER_SHARE)
_WINDOW = Window(-_MARGIN, -_MARGIN, SIZE + 2 * _MARGIN, SIZE + 2 * _MARGIN)


def record(task: IPhyreTask, action: Sequence[float] | None, stride: int) -> Recording:
    """Play a plan, or wait, and record every `stride`-th step."""
    level = task.level
    reason = refusal(action or (), len(level.eliminable))
    plan = [] if reason else task.removals(action or ())
    (play,) = simulate(level, [plan], stride=stride, threads=1)
    steps = play.frame_steps()[: 1 if reason else None]
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=Outcome.INVALID if reason else outcome_of(play),
        words=f"invalid: {REASONS[reason]}" if reason else ending(task, play),
        reason=REASONS[reason] if reason else "",
        hint=HINTS[reason] if reason else "",
        steps=0 if reason else play.steps,
        steps_per_second=level.rate,
        stride=stride,
        figures=_figures(level),
        window=_WINDOW,
        background=drawn.BACKGROUND,
        border=drawn.BORDER,
        fixed=_list_fixed(level),
        frames=_frames(level, play)[: len(steps)],
        seconds=steps / level.rate,
    )


def _figures(level: Level) -> list[Figure]:
    return [
        drawn.dot(),
        drawn.link(),
        drawn.spring(),
        *(drawn.block(block) for block in level.blocks),
        *(drawn.ball(ball.radius) for ball in level.balls),
        *(drawn.badge(number) for number in range(len(level.eliminable))),
    ]


def _list_fixed(level: Level) -> Spots:
    rows = [
        (OBJECTS + i, level.centres[i][0], SIZE - level.centres[i][1], 0.0, 1.0, 1.0)
        for i, block in enumerate(level.blocks)
        if block.kind == "fixed"
    ]
    return np.array(rows) if rows else NO_SPOTS


def _frames(level: Level, play: Play) -> list[Bodies]:
    removed = {block: step for step, block in play.removed()}
    return [
        bodies(level, poses.tolist(), {block for block, at in removed.items() if at < step})
        for step, poses in zip(play.frame_steps().tolist(), play.frames(), strict=True)
    ]
