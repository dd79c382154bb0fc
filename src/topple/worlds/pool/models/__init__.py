"""Pool as vision-language models play it: one shot per turn; predictions are questions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from topple.errors import BadInput, UnknownName
from topple.prompting.description import Description
from topple.prompting.predictions import Checked
from topple.prompting.question import Part
from topple.prompting.setup import Setup
from topple.prompting.voice import Voice
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.models.description import describe, describe_with_places
from topple.worlds.pool.models.forms import AngleForm, DeepphyForm, form
from topple.worlds.pool.models.letters import LetterForm
from topple.worlds.pool.models.predictions import check
from topple.worlds.pool.models.shallow import shallow_answer
from topple.worlds.pool.models.symbols import rebuilt, state, symbols
from topple.worlds.pool.models.views import picture, places
from topple.worlds.pool.question import LETTERS
from topple.worlds.pool.reels import Reel, recorded
from topple.worlds.pool.words import asked, story
from topple.worlds.pool.world import WORLD, own_task
from topple.worlds.whole import WholeGame

_LATER = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next shot. `topple show TASK --action` plays the shots of `told.attempt.action` again."""


def _describe(task: Task, setup: Setup | None) -> Description:
    plainly = setup is None or setup.classic
    return describe(own_task(task)) if plainly else describe_with_places(own_task(task))


def _show(game: PoolGame, setup: Setup) -> list[Part]:
    parts: list[Part] = ["Now:", picture(game.task, game.table)]
    return parts if setup.classic else [*parts, places(game.table)]


class _Before:
    """The table before a shot, and the shot with all its motion once it is made.

    It is played again for that, and most are not shown.
    """

    def __init__(self, game: PoolGame) -> None:
        self._table = game.table
        self._reel: Reel | None = None

    def reel(self, game: PoolGame) -> Reel | None:
        """Return the shot that was made; None if it was refused."""
        turn, number = game.turns[-1], len(game.turns)
        if self._reel is None and not turn.refused:
            self._reel = recorded(game.task, self._table, number, game.shots[-1], turn)
        return self._reel


def _check(text: str, before: _Before, game: PoolGame) -> list[Checked | None]:
    reel = before.reel(game)
    return [] if reel is None else check(text, reel, game.won)


def _remark(before: _Before, game: PoolGame) -> str:
    reel = before.reel(game)
    return game.turns[-1].refused if reel is None else story(reel, parts=False)


def _show_question(game: WholeGame, setup: Setup) -> list[Part]:
    task = own_task(game.task)
    assert task.question is not None, "only questions are answered"
    return [picture(task, task.table), places(task.table), asked(task.question)]


def _truth(task: Task) -> str:
    question = own_task(task).question
    return _letters(LetterForm.name).words((question.answer,)) if question else ""


def _letters(name: str) -> LetterForm:
    if name != LetterForm.name:
        raise UnknownName("action form", name, known=[LetterForm.name])
    return LetterForm(len(LETTERS))


def _of(protocol: Protocol) -> Voice:
    if protocol.metric == "accuracy":
        return replace(_QUESTIONS, more_baselines={"shallow": partial(shallow_answer, protocol)})
    return _CLASSIC if protocol.classic_of else VOICE


def _refuse(setup: Setup) -> None:
    if setup.classic and setup.form != DeepphyForm.name:
        raise BadInput(
            f"the classic protocol takes the form `{DeepphyForm.name}`", "leave out --form"
        )


VOICE = Voice(
    world=WORLD,
    form=form,
    usual_form=AngleForm.name,
    describe=_describe,
    show=_show,
    options=dict.fromkeys(
        ("format", "history", "parameters", "pictures", "shows", "tools", "reply"), ""
    ),
    later=_LATER,
    symbols=lambda task: symbols(own_task(task)),
    rebuilt=lambda task, data: rebuilt(own_task(task), data),
    state=lambda game: state(game.table),
    begin=lambda task, setup: form(setup.form).begin(own_task(task)),
    remember=_Before,
    check=_check,
    remark=_remark,
    refuse=_refuse,
    by_protocol=_of,
    constant_tasks=20,
)
# The original shows the present table only.
_CLASSIC = replace(
    VOICE,
    usual_form=DeepphyForm.name,
    usual={"form": DeepphyForm.name, "history": "none", "classic": True},
)
_QUESTIONS = Voice(
    world=WORLD,
    form=_letters,
    usual_form=LetterForm.name,
    describe=_describe,
    show=_show_question,
    options={"parameters": "", "shows": ""},
    later=_LATER,
    symbols=VOICE.symbols,
    rebuilt=VOICE.rebuilt,
    tries="You answer once. An answer that cannot be read is wrong.",
    request="Give your answer.",
    truth=_truth,
    usual={"form": LetterForm.name, "history": "none", "classic": False},
)
