"""Birds as vision-language models play it: one shot per turn until no bird or no pig is left."""

from __future__ import annotations

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.predictions import Checked
from topple.prompting.question import Part
from topple.prompting.setup import LABELLED, PLAIN, Setup
from topple.prompting.voice import Voice
from topple.tasks.task import Task
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models.close_up import close_up
from topple.worlds.birds.models.description import bird_name, describe
from topple.worlds.birds.models.forms import form
from topple.worlds.birds.models.predictions import Happened, Moment, check
from topple.worlds.birds.models.symbols import rebuilt, state, symbols
from topple.worlds.birds.models.views import now
from topple.worlds.birds.world import WORLD, own_task

_OPTIONS = {
    "format": "",
    "history": "",
    "view": "usual (numbers over pigs only with wm), labelled (always)",
    "parameters": "",
    "pictures": "",
    "shows": "",
    "tools": "",
    "reply": "",
}
_LATER = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next bird. `topple show TASK --action` plays the shots of `told.attempt.action` again."""


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(own_task(task))


def _show(game: BirdsGame, setup: Setup) -> list[Part]:
    # Predictions name pigs by their numbers.
    numbered = setup.format == "wm" or setup.view == LABELLED
    picture, times = close_up(game, numbered=numbered)
    with_numbers = ", with a number over every pig" if numbered else ""
    first, *others = game.birds
    waiting = f"{len(others)} more to come" if others else "the last one"
    return [
        "Now:",
        now(game),
        f"The part around the pigs, {times:.2g} times as large{with_numbers}:",
        picture,
        f"On the sling: the {bird_name(first)} bird, {waiting}.",
    ]


def _check(text: str, before: Moment, game: BirdsGame) -> list[Checked | None]:
    return check(text, Happened.between(before, game))


def _refuse(setup: Setup) -> None:
    if setup.view == PLAIN:
        raise BadInput(
            "the usual view of birds is plain already", f"leave out --view, or give {LABELLED}"
        )
    if setup.view == LABELLED and setup.format == "wm":
        raise BadInput("with format wm, pigs always have numbers", "leave out --view")


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form="angle-power",
    describe=_describe,
    show=_show,
    options=_OPTIONS,
    later=_LATER,
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    state=state,
    begin=lambda task, setup: form(setup.form).begin(own_task(task)),
    remember=lambda game: Moment.of(game),
    check=_check,
    remark=lambda before, game: f"pigs left: {game.native.pigs_left}",
    unchanged="the bird stays on the sling",
    refuse=_refuse,
    constant_tasks=1,  # a game takes long, and there are many templates
)
