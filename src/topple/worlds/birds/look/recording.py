"""Recordings of attempts for pictures: the visible things at every moment, and birds' paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

import numpy as np

from topple.draw.look import Recording, Window
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.look import paths as drawn_paths
from topple.worlds.birds.look.paths import Path, aims, flight_paths
from topple.worlds.birds.look.screenshot import (
    SKIES,
    WIDTH,
    bodies,
    figures,
    fixed,
)
from topple.worlds.birds.look.window import around, pigs
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.simulate import Play, simulate
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.visible import View, view, views
from topple.worlds.birds.world import all_templates

STEPS_PER_SECOND = round(1 / TIME_STEP)

_AFTER = 50  # steps shown after the outcome is known, so that the last pig is seen to vanish
_COLOURS = 200  # birds are small, and their red is rare


def record(task: BirdsTask, action: Sequence[float] | None, stride: int) -> Recording:
    """Play shots, or wait, until the outcome is known, and record every `stride`-th step."""
    shots = [] if not action else shots_of(task.actions.one(list(action)))
    play = partial(simulate, task.level, [shots], rules=task.rules, threads=1)
    (judged,), (whole,) = play(outcome_only=True), play(stride=1)
    moments = list(_moments(task, whole, judged.steps, stride))
    start = moments[0][1]
    # Without a shot, show the paths that lead to the nearest pig.
    shot = action is not None and not whole.error
    paths = flight_paths(task.level, whole, judged.steps) if shot else aims(task)
    return Recording(
        task=task,
        action=None if action is None else tuple(action),
        outcome=judged.outcome,
        words=_words(task, judged),
        steps=judged.steps,
        steps_per_second=STEPS_PER_SECOND,
        stride=stride,
        figures=(*figures(task.level.hills, task.level.light), *drawn_paths.figures()),
        window=_window(task, moments, judged.steps, paths),
        background=SKIES[task.level.light],
        fixed=fixed(start.pivot),
        frames=[bodies(seen) for _, seen in moments],
        seconds=np.array([step for step, _ in moments]) / STEPS_PER_SECOND,
        notes=drawn_paths.notes(paths, pigs(start), first=len(figures())),
        width=WIDTH,
        colours=_COLOURS,
    )


def _moments(task: BirdsTask, play: Play, steps: int, stride: int) -> Iterator[tuple[int, View]]:
    """Yield step and view: the start, every `stride`-th step, the end."""
    yield 0, view(task.level)
    if play.error:
        return
    last = min(steps + _AFTER, play.steps)
    for step, seen in islice(views(task.level, play), last):
        if step % stride == 0 or step == last:
            yield step, seen


def _words(task: BirdsTask, play: Play) -> str:
    if play.error:
        return f"{play.outcome}: {play.error}"
    seconds = play.steps / STEPS_PER_SECOND
    birds = f"{play.shots} of {len(task.level.birds)} birds shot"
    left = f"{play.pigs_left or 'no'} {'pigs' if play.pigs_left > 1 else 'pig'} left"
    return f"{play.outcome} after {play.steps} steps ({seconds:.1f} s): {birds}, {left}"


def _window(
    task: BirdsTask, moments: Sequence[tuple[int, View]], steps: int, paths: Sequence[Path]
) -> Window:
    """Choose the part of the level where something happens."""
    # Bodies are numbered from 1; distractors come last, and may lie outside the window.
    template = all_templates().get(task.id.template)
    count = len(task.level.things)
    needed = len(template.layout.things) if template else count
    distractors = range(needed + 1, count + 1)
    visited = [
        (thing.x, thing.y)
        for step, seen in moments
        if step <= steps
        for thing in seen.things
        if thing.kind.startswith("pig")
    ]
    return around(moments[0][1], [*paths, Path(0, np.array(visited))], distractors)
