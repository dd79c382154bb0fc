"""What the shallow player sees of a prediction, and how it answers.

It sees where balls and marked spots are, and the numbers of the shot; nothing of how balls roll. It
learns from the training questions of the template.
"""

from __future__ import annotations

import re
from functools import cache

from topple.prompting.hint import Hint
from topple.tasks.protocol import Protocol
from topple.tasks.task import TaskId
from topple.worlds.pool.models.letters import LetterForm
from topple.worlds.pool.table import CUE, Point
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, own_task
from topple.worlds.shallow import features
from topple.worlds.shallow.learner import Case, Features, Learnt, learn

_BALL = re.compile(r"ball (\d)")


def shallow_answer(used: Protocol, hint: Hint, seed: int) -> str:
    """Answer a prediction by what shallow features of training questions tell."""
    task = own_task(WORLD.task(hint.task))
    chosen = learnt_of(used.split(0).train, task.id.template).choose(options(task))
    return LetterForm(task.actions.count).words((chosen,))


@cache
def learnt_of(training: tuple[str, ...], template: str) -> Learnt:
    """Learn from the training questions of a template."""
    names = [name for name in training if TaskId.parse(name).template == template]
    return learn([_case(own_task(WORLD.task(name))) for name in names])


def _case(task: PoolTask) -> Case:
    assert task.question is not None, "predictions ask something"
    return Case(options(task), task.question.answer, str(task))


def options(task: PoolTask) -> list[Features]:
    """Return the features of every option: of the place that it names, and of the whole table."""
    assert task.question is not None, "predictions ask something"
    asked, whole = task.question, _whole(task)
    places = asked.spots or [_named(task, words) for words in asked.options]
    found = features.compared([_place(task, place) for place in places])
    if asked.spots:  # their letters mean nothing
        return found
    return [
        {**own, **features.about(words, whole)}
        for words, own in zip(asked.options, found, strict=True)
    ]


def _whole(task: PoolTask) -> Features:
    """Return where all balls are, and the shot."""
    assert task.question is not None, "predictions ask something"
    shot = task.question.shot
    found = {"angle": features.whole(shot.angle), "speed": features.whole(shot.speed)}
    for number, x, y in task.balls:
        found |= {f"x of ball {number}": features.whole(x)}
        found |= {f"y of ball {number}": features.whole(y)}
    return found


def _named(task: PoolTask, words: str) -> Point | None:
    """Return the place of the ball that an option names, if it names one."""
    named = _BALL.fullmatch(words)
    return task.place(int(named[1])) if named else None


def _place(task: PoolTask, place: Point | None) -> Features:
    if place is None:
        return {}
    (x, y), (cue_x, cue_y) = place, task.place(CUE)
    across, up = features.whole(x - cue_x), features.whole(y - cue_y)
    return {
        "x": features.whole(x),
        "y": features.whole(y),
        "way across": across,
        "way up": up,
        "way to the side": abs(across),
        "way up or down": abs(up),
    }
