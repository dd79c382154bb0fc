"""Kinetix as vision-language models play it: one decision per turn, each held for 16 steps."""

from __future__ import annotations

from dataclasses import replace

from topple.draw import png
from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.question import Part, Picture
from topple.prompting.setup import LABELLED, PLAIN, Setup
from topple.prompting.voice import Voice
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.kinetix.drawing.scene import scene
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.models.description import describe
from topple.worlds.kinetix.models.forms import CHANNEL_FORM, VECTOR_FORM, form
from topple.worlds.kinetix.models.symbols import rebuilt, state, symbols
from topple.worlds.kinetix.world import WORLD, own_task

_WIDTH = 768  # pixels
_OPTIONS = {
    "format": "",
    "history": "",
    "view": "usual (with a labelled copy of the picture), plain (without it)",
    "parameters": "",
    "pictures": "",
    "shows": "",
    "tools": "",
    "reply": "",
}
_LATER = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next decision."""


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(own_task(task), setup is not None and setup.classic)


def _show(game: KinetixGame, setup: Setup) -> list[Part]:
    parts: list[Part] = ["Now:", _picture(game, "level@1", labelled=False)]
    if setup.view == PLAIN:
        return parts
    if setup.classic:
        # The published pictures number joints; these need not be the numbers of channels.
        said = "The same with a label at every motor and thruster:"
        return [*parts, said, _picture(game, "labelled_joints@1", labelled=True, by_joint=True)]
    said = "The same with a label at everything that a channel drives:"
    return [*parts, said, _picture(game, "labelled_level@2", labelled=True)]


def _picture(game: KinetixGame, name: str, *, labelled: bool, by_joint: bool = False) -> Picture:
    drawn = scene(game.task.level)
    pixels = drawn.picture(game.motions(), _WIDTH, labelled=labelled, by_joint=by_joint)
    return Picture(name, png.encode(pixels, quick=True), png.pixel_hash(pixels))


def _refuse(setup: Setup) -> None:
    if setup.view == LABELLED:
        raise BadInput("the usual view of `kinetix` has labels", "leave out --view")


def _of(protocol: Protocol) -> Voice:
    return replace(VOICE, usual_form=VECTOR_FORM) if protocol.classic_of else VOICE


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form=CHANNEL_FORM,
    describe=_describe,
    show=_show,
    options=_OPTIONS,
    later=_LATER,
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    state=state,
    remark=lambda before, game: f"green and blue are {game.distance:.2f} m apart",
    refuse=_refuse,
    by_protocol=_of,
    constant_tasks=4,
)
