"""PHYRE as vision-language models play it: one ball per attempt, placed in the untouched scene."""

from __future__ import annotations

from topple.prompting.description import Description
from topple.prompting.history import History, Moments
from topple.prompting.predictions import Checked, check_goal
from topple.prompting.question import Part
from topple.prompting.reader import Reading
from topple.prompting.setup import APART, LABELLED, PLAIN, Setup
from topple.prompting.voice import LATER, Voice
from topple.tasks.attempt import Action
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.phyre.models.description import describe, numbered
from topple.worlds.phyre.models.forms import Grid, Place, form, read_classically
from topple.worlds.phyre.models.predictions import check_touch
from topple.worlds.phyre.models.symbols import rebuilt, symbols
from topple.worlds.phyre.models.views import PhyreViews
from topple.worlds.phyre.physiq.find import SETS
from topple.worlds.phyre.physiq.voice import voice_of
from topple.worlds.phyre.world import WORLD, own_task
from topple.worlds.whole import WholeGame

_REASONS = {
    "out_of_range": "a number was out of range",
    "out_of_scene": "the ball did not lie inside the picture",
    "occluded": "the ball overlapped an object",
}
_OPTIONS = {
    "form": "5x5x5, 8x8x8, any other grid, or free",
    "format": "",
    "history": "",
    "moments": "",
    "view": "usual (a grid or a scale), plain (nothing), labelled (also numbers on things)",
    "parameters": "",
    "pictures": "",
    "shows": "",
    "tools": "",
    "reply": "",
}
_LATER = """ Without Python, an action is x, y and size of the ball,
all from 0 to 1, and its outcome is what `topple simulate` says:

    echo '{{"task": "{task}", "action": {action}}}' | topple simulate"""


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(own_task(task), classic=setup is not None and setup.classic)


def _show(game: WholeGame, setup: Setup) -> list[Part]:
    task, views, written = own_task(game.task), PhyreViews(setup.classic), form(setup.form)
    parts: list[Part] = ["The scene:", views.scene(task)]
    if setup.view != PLAIN:
        over = "its numbered grid" if isinstance(written, Grid) else "a scale"
        parts += [f"The scene with {over}:", views.marked(task, written)]
    if setup.view == LABELLED:
        picture, bodies = views.labelled(task)
        parts += [f"The scene with numbers on its objects ({numbered(bodies)}):", picture]
    return parts


def _moments(task: Task, action: Action, setup: Setup) -> Moments:
    views, count = PhyreViews(setup.classic), History.parse(setup.history).moments
    show = views.moments if setup.moments == APART else views.strip
    own = own_task(task)
    return Moments(show(own, action, count), views.times(own, action, count))


def _read(written: Grid | Place, setup: Setup, text: str) -> Reading:
    if setup.classic and isinstance(written, Grid):
        return read_classically(text, after_label=setup.format == "wm")
    return setup.wording.read(written, text)


def _check(text: str, before: None, game: WholeGame) -> list[Checked | None]:
    touched = check_touch(text, own_task(game.task), tuple(game.moves))
    return [*check_goal(text, before, game), touched]


def _of(protocol: Protocol) -> Voice:
    return voice_of(SETS[protocol.name]) if protocol.name in SETS else VOICE


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form="5x5x5",
    describe=_describe,
    show=_show,
    options=_OPTIONS,
    later=LATER + _LATER,
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    moments=_moments,
    read=_read,
    check=_check,
    reasons=_REASONS,
    by_protocol=_of,
)
