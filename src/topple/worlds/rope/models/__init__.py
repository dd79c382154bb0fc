"""Rope as vision-language models play it: one call per turn, and the world stands still between.

Three pictures are shown: the start, the start with labels, and the game as it stands.
"""

from __future__ import annotations

from dataclasses import replace

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.predictions import Checked, said_goal, said_of
from topple.prompting.question import Part
from topple.prompting.setup import TEXT, USUAL, Setup
from topple.prompting.voice import WORDS_ONLY, Voice
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.rope.calls import DEEPPHY
from topple.worlds.rope.game import RopeGame, checked_latency
from topple.worlds.rope.models import state, views
from topple.worlds.rope.models.description import describe, without_pictures
from topple.worlds.rope.models.forms import NAME, form
from topple.worlds.rope.models.symbols import rebuilt, symbols
from topple.worlds.rope.models.symbols import state as symbols_now
from topple.worlds.rope.simulate import Ending
from topple.worlds.rope.story import words_of
from topple.worlds.rope.world import WORLD, own_task

_OPTIONS = {
    "format": "",
    "history": WORDS_ONLY,
    "view": "usual (three pictures), text (the same in words and numbers)",
    "parameters": "",
    "latency": "",
    "shows": "",
    "tools": "",
    "reply": "",
}
_LATER = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next turn. `topple show TASK --action` plays the calls of `told.attempt.action` again."""


def _describe(task: Task, setup: Setup | None) -> Description:
    level = own_task(task).level
    found = describe(level, setup.latency if setup else 0.0)
    if setup is None or setup.view != TEXT:
        return found
    setting = found.setting.replace("The pictures show", "The lists below describe")
    legend = tuple(map(without_pictures, found.legend))
    return replace(found, setting=f"{setting} {state.UNITS}", legend=legend)


def _show(game: RopeGame, setup: Setup) -> list[Part]:
    level = game.task.level
    if setup.view != TEXT:
        start, labelled = views.starts(level)
        now = views.now(game)
        return ["The start:", start, "The start with labels:", labelled, "Now:", now]
    told = state.start(level)
    if len(level.candies) > 1:
        told = told.replace("to candy ", "to half ")
    return [f"The start:\n{told}", f"Now:\n{state.moment(level, game.frame())}"]


def _check(text: str, told: int, game: RopeGame) -> list[Checked | None]:
    said = said_of("stars", text)
    number = said.split()[0].rstrip(".,") if said else None
    return [
        Checked.same("goal", said_goal(text), game.ending is Ending.eaten),
        Checked.same("stars", number, str(game.stars)),
    ]


def _remark(told: int, game: RopeGame) -> str:
    """Return what happened since the call, apart from the call itself."""
    return "; ".join(map(words_of, game.events[told + 1 :]))


def _note(game: RopeGame, setup: Setup) -> str:
    return f"claimed {game.claim.name}" if game.claim is not None else ""


def _refuse(setup: Setup) -> None:
    if setup.view not in (USUAL, TEXT):
        raise BadInput(f"`rope` has no {setup.view} view", f"leave out --view, or give {TEXT}")
    checked_latency(setup.latency)


def _of(protocol: Protocol) -> Voice:
    """Return a voice whose form keeps the rule of DeepPHY's program; all others refuse."""
    if protocol.name != DEEPPHY:
        return VOICE
    return replace(VOICE, form=lambda name: replace(form(name), bends=True))


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form=NAME,
    describe=_describe,
    show=_show,
    options=_OPTIONS,
    later=_LATER,
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    state=symbols_now,
    begin=lambda task, setup: RopeGame(own_task(task), setup.latency),
    remember=lambda game: len(game.events),
    check=_check,
    remark=_remark,
    note=_note,
    refuse=_refuse,
    by_protocol=_of,
    constant_tasks=2,
)
