"""I-PHYRE as vision-language models play it: one plan per attempt, always from the same start."""

from __future__ import annotations

from topple.prompting.description import Description
from topple.prompting.history import History, Moments
from topple.prompting.predictions import Checked, check_goal, said_of
from topple.prompting.question import Part
from topple.prompting.setup import Setup
from topple.prompting.voice import Voice
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.iphyre.models import views
from topple.worlds.iphyre.models.description import describe
from topple.worlds.iphyre.models.forms import form
from topple.worlds.iphyre.models.symbols import rebuilt, symbols
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.world import WORLD, own_task
from topple.worlds.whole import WholeGame


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(own_task(task), plain=setup is None or not setup.classic)


def _show(game: WholeGame, setup: Setup) -> list[Part]:
    return ["The scene:", views.scene(own_task(game.task), open_edges=not setup.classic)]


def _moments(task: Task, action: Action, setup: Setup) -> Moments:
    own, count = own_task(task), History.parse(setup.history).moments
    if setup.classic:
        return Moments(views.classic_moments(own, action, count))
    return views.moments_of(own, action, count)


def _check(text: str, before: None, game: WholeGame) -> list[Checked | None]:
    said = said_of("balls? fallen", text)
    number = said.split()[0].rstrip(".,") if said else None
    fallen = Checked.same("fallen", number, str(_fallen(_play(game))))
    return [*check_goal(text, before, game), fallen]


def _note(game: WholeGame, setup: Setup) -> str:
    if game.outcome is not Outcome.MISSED or setup.classic:
        return ""
    play = _play(game)
    return f"{_fallen(play)} of {len(play.fallen)} balls fell, {play.reward:.1f} points"


def _play(game: WholeGame) -> Play:
    own = own_task(game.task)
    (play,) = simulate(own.level, [own.removals(tuple(game.moves))], threads=1)
    return play


def _fallen(play: Play) -> int:
    return sum(step >= 0 for step in play.fallen)


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form="plan",
    describe=_describe,
    show=_show,
    options=dict.fromkeys(
        ("format", "history", "parameters", "pictures", "shows", "tools", "reply"), ""
    ),
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    moments=_moments,
    check=_check,
    note=_note,
)
