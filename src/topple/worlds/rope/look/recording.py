"""Recordings of attempts for pictures, and pictures of single moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from topple.draw.film import paint_border
from topple.draw.look import Bodies, Recording
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import TICKS, Timed, plan_of, refusal
from topple.worlds.rope.level import Level
from topple.worlds.rope.look import colours, notes
from topple.worlds.rope.look.drawn import Drawn
from topple.worlds.rope.look.furniture import WINDOW
from topple.worlds.rope.look.scene import Moment, scene
from topple.worlds.rope.simulate import Ending, Play, outcome_of, simulate
from topple.worlds.rope.story import HINTS, REASONS, story
from topple.worlds.rope.task import RopeTask

PICTURE = 600  # pixels
_COLOURS = 120


def record(task: RopeTask, action: Sequence[float] | None, stride: int) -> Recording:
    """Play a plan, or wait, and record every `stride`-th tick of 1/60 s."""
    level = task.level
    reason = refusal(action or (), level)
    play = _play(level, [] if reason else plan_of(action or ()), stride)
    drawn = scene(level)
    frames = _frames(play)[: 1 if reason else None]
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=Outcome.INVALID if reason else outcome_of(play.ending),
        words=f"invalid: {REASONS[reason]}" if reason else story(play),
        reason=REASONS[reason] if reason else "",
        hint=HINTS[reason] if reason else "",
        steps=0 if reason else round(play.seconds * TICKS),
        steps_per_second=TICKS,
        stride=stride,
        figures=drawn.figures,
        window=WINDOW,
        background=colours.PAPER,
        border=colours.FRAME,
        fixed=drawn.fixed(),
        frames=frames,
        seconds=np.array([frame.seconds for frame in play.frames[: len(frames)]]),
        notes=drawn.spots(notes.everything(level, play.frames[0])),
        width=PICTURE,
        colours=_COLOURS,
    )


def picture(
    level: Level, moment: Moment, further: Iterable[Drawn] = (), size: int = PICTURE
) -> NDArray[np.uint8]:
    """Draw one moment, with further drawings over it."""
    drawn = scene(level)
    spots = np.concatenate([drawn.fixed(), drawn.bodies(moment)[:, 1:], drawn.spots(further)])
    empty = np.full((*WINDOW.shape(size), 3), colours.PAPER, np.uint8)
    pixels = drawn.sprites.draw(empty, spots, WINDOW.camera(size))
    paint_border(pixels, colours.FRAME)
    return pixels


def _play(level: Level, plan: Sequence[Timed], stride: int) -> Play:
    (play,) = simulate(level, [plan], stride=stride * (level.rate // TICKS), threads=1)
    return play


def _frames(play: Play) -> list[Bodies]:
    """Return what every frame shows; the last one also how the game ended."""
    drawn, last = scene(play.level), len(play.frames) - 1
    endings = [play.ending if i == last else Ending.none for i in range(last + 1)]
    return [
        drawn.bodies(Moment(frame, play.events, ending))
        for frame, ending in zip(play.frames, endings, strict=True)
    ]
