"""PhysIQ as vision-language models answer it: once, or in up to five placements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, cast

from topple.prompting.conversation import Conversation
from topple.prompting.description import Description
from topple.prompting.question import Part, Picture, Question, Said
from topple.prompting.setup import Asking, Setup
from topple.prompting.voice import Voice
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.phyre.models.description import describe
from topple.worlds.phyre.physiq.answers import AnswerForm
from topple.worlds.phyre.physiq.find import answering
from topple.worlds.phyre.physiq.forms import WrittenAnswer
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import FORMS, Item, Kind, Message
from topple.worlds.phyre.physiq.moments import LAST
from topple.worlds.phyre.physiq.pictures import VERSION, ScenePicture
from topple.worlds.phyre.physiq.protocols import protocol_of
from topple.worlds.phyre.physiq.settings import QuestionSettings
from topple.worlds.phyre.world import WORLD

_ALL = {"mode": "", "parameters": ""}
_OPTIONS: Mapping[Kind, Mapping[str, str]] = {
    Kind.SANITY: {"mode": ""},
    Kind.CONFIDENCE: _ALL,
    Kind.YESNO: {**_ALL, "shots": "0, 2, 4", "frames": ""},
    Kind.RANKING: {**_ALL, "shots": "0, 1, 2"},
    Kind.INSERTION: _ALL,
}
_ANSWERS = {  # tokens, without lengthy reasoning
    Kind.SANITY: 5,
    Kind.CONFIDENCE: 5,
    Kind.YESNO: 5,
    Kind.RANKING: 15,
    Kind.INSERTION: 30,
}
_LATER = (
    "An insertion is a conversation: `game.question()` then returns the next question, with "
    "feedback on this\nplacement, until `game.over` is true."
)


def voice_of(kind: Kind) -> Voice:
    """Return what asks the questions of a set."""
    return Voice(
        world=WORLD,
        form=lambda name: WrittenAnswer(AnswerForm(name)),
        usual_form=str(FORMS[kind]),
        describe=_describe,
        show=lambda game, setup: [],
        options=_OPTIONS[kind],
        later=_LATER,
        ask=_ask,
        setup=QuestionSettings.from_data,
        usual=asdict(QuestionSettings()),
        asked=lambda protocol, setup: _asked(kind, setup),
        tokens=(_ANSWERS[kind], _ANSWERS[kind]),
        baselines=answering(kind),
        judged=kind is not Kind.INSERTION,
        exported=_exported,
        truth=_truth,
    )


def _item(task: Task) -> Item:
    return own(task, Item, "a question")


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(_item(task).scene(None)[0])


def _asked(kind: Kind, setup: Asking) -> Protocol:
    """Return the protocol over the items of a setup, whose ids name it."""
    return protocol_of(kind, QuestionSettings.from_data(setup.data()))


def _exported(task: Task) -> dict[str, Any]:
    """Return all of an item; `content_hash` also covers the truth."""
    item = _item(task)
    return {
        "id": str(item),
        "content_hash": item.content_hash(),
        "kind": str(item.kind),
        "mode": str(item.mode),
        "task": item.task,
        "balls": item.balls,
        "answer_form": str(item.form),
        "truth": _truth(item),
        "winner": [{"x": x, "y": y, "radius": radius} for x, y, radius in item.winner],
        "grades": [str(grade) for grade in item.grades],
        "gap": item.gap,
    }


def _truth(task: Task) -> str:
    """Return the right answer, empty where there are many."""
    item = _item(task)
    if item.truth is None:
        return ""
    if isinstance(item.truth, bool):
        return "yes" if item.truth else "no"
    return WrittenAnswer(item.form).words(item.solution)


def _ask(game: Conversation) -> Question:
    """Return the question of an item, or of an insertion the next one after the answers so far."""
    item = _item(game.task)
    done = [(each, game.answers.get(each.number, "")) for each in game.attempts]
    talk = Talk.after(item, done) if item.kind is Kind.INSERTION else Talk.of(item)
    system, *before, asked = talk.messages
    return Question(
        QuestionSettings().prompt,
        system.text,
        _show(asked),
        tuple(Said(cast(Any, said.role), _show(said)) for said in before),
    )


def _show(message: Message) -> tuple[Part, ...]:
    return tuple(_picture(p) if isinstance(p, ScenePicture) else p for p in message.parts)


# A conversation repeats its pictures at every turn, and items share pictures.
@lru_cache(maxsize=4096)
def _picture(drawn: ScenePicture) -> Picture:
    names = {0: "start" if drawn.balls else "scene", LAST: "end"}
    name = names.get(drawn.moment, f"moment{drawn.moment}")
    return Picture(f"{name}@{VERSION}", drawn.png(), drawn.pixel_hash())
