"""Items of a ladder as models are asked them: by a letter, a percentage or a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from topple.errors import BadInput
from topple.prompting.conversation import Conversation
from topple.prompting.description import Description
from topple.prompting.prompt import ENDING
from topple.prompting.question import Part, Picture, Question
from topple.prompting.setup import TEXT, USUAL, Setup
from topple.prompting.symbols import PICTURE, SYMBOLS, Symbols, in_symbols, unseen, with_symbols
from topple.prompting.voice import Voice
from topple.tasks.task import Task
from topple.worlds import parts
from topple.worlds.ladder import players
from topple.worlds.ladder.forms import NAME, AnswerForm, Letter, form_of
from topple.worlds.ladder.items import Item, ladder_of, start
from topple.worlds.ladder.pictures import marks, picture
from topple.worlds.ladder.places import place_in_units
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.wording import VERSION, describe, question, system
from topple.worlds.own import own
from topple.worlds.registry import world

_ANSWER_TOKENS = 12  # without lengthy reasoning
_OPTIONS = {"view": "usual, text (no picture)", "shows": ""}


@dataclass(frozen=True, slots=True)
class LadderSetup(Setup):
    """How items are asked: with a picture, with symbols, or by words alone."""

    @property
    def variant(self) -> str:
        return "questions" if self.view == USUAL else "questions without a picture"

    @property
    def newest(self) -> int:
        return ENDING

    @property
    def prompt(self) -> str:
        return f"ladder@{VERSION}"


def voice_of(base: Voice) -> Voice:
    """Return what asks about the scenes of a world."""
    return Voice(
        world=base.world,
        form=lambda name: Letter(),
        usual_form=NAME,
        describe=_describe,
        show=lambda game, setup: [],
        options=_OPTIONS,
        later="Every item is one question.",
        symbols=lambda task: _symbols(base, task),
        ask=_ask,
        setup=lambda data: LadderSetup(**data),
        usual={"form": NAME, "history": "none"},
        refuse=_refuse,
        tokens=(_ANSWER_TOKENS, _ANSWER_TOKENS),
        baselines=players.BASELINES,
        judged=True,
        exported=_exported,
        truth=_truth,
    )


def _item(task: Task) -> Item:
    return own(task, Item, "an item of a ladder")


def _describe(task: Task, setup: Setup | None) -> Description:
    return describe(_item(task))


def _symbols(base: Voice, task: Task) -> Symbols:
    return base.scene(_item(task).scene(None)[0])


def _exported(task: Task) -> dict[str, Any]:
    """Return the kind and the rung of an item, and what it is about."""
    item = _item(task)
    return {"kind": str(item.kind), "rung": item.rung, "about": item.row.task}


def _truth(task: Task) -> str:
    item = _item(task)
    return form_of(item.kind).words(item.solution)


def _refuse(setup: Setup) -> None:
    if setup.view not in (USUAL, TEXT):
        raise BadInput("items of a ladder have one picture", f"leave out --view, or give {TEXT}")


def _ask(game: Conversation) -> Question:
    """Return the one question of an item."""
    setup, item, form = game.setup, _item(game.task), game.form
    assert isinstance(form, AnswerForm), "items are answered in forms of their own"
    told, reads = describe(item), setup.shows == SYMBOLS
    if reads:
        told = replace(told, setting=in_symbols(told.setting))
    words = system(item, told, form)
    parts: list[Part] = [*_shown(game), question(item, start(item))]
    if scene := game.symbols:
        words = f"{words}\n\n{scene.explained(setup.shows)}"
        marked = place_in_units(item) if reads else _marked(item)
        parts = with_symbols([marked, *parts], scene, None, setup.shows)
    words = unseen(words) if reads else words
    return Question(f"ladder@{VERSION}", words, tuple(part for part in parts if part))


def _shown(game: Conversation) -> list[Part]:
    """Return the pictures: with letters, or those of the world's own question for a plan."""
    item = _item(game.task)
    if game.setup.view == TEXT:
        return []
    if item.kind is Kind.PLAN:
        return list(_captioned(_own_question(game).parts))
    if not (item.row.done and ladder_of(item.id.world).labelled):
        return [picture(item)]
    shown = _own_question(game).pictures
    labelled = next(each for each in shown if each.name.startswith("labelled"))
    return [picture(item), "The same scene with the numbers of actions:", labelled]


def _own_question(game: Conversation) -> Question:
    """Return the world's own first question about the task of a plan."""
    item = _item(game.task)
    task, _ = item.scene(None)
    voice = parts.voice(world(item.id.world))
    form = ladder_of(item.id.world).form or voice.usual_form
    setup = replace(game.setup, form=form, shows=PICTURE)
    return Conversation(task, voice, setup, game.protocol).question()


def _captioned(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield every picture once, after the words that stand before it."""
    seen = set()
    for before, part in pairwise(("", *parts)):
        if isinstance(part, Picture) and part.digest not in seen:
            seen.add(part.digest)
            if isinstance(before, str):
                yield before
            yield part


def _marked(item: Item) -> str:
    """Return where the letters stand, for scenes that are given as symbols."""
    return "\n".join(
        f"The letter {letter} stands at {x:g} % of the picture's width from the left and {y:g} % "
        "of its height from below."
        for letter, (x, y) in marks(item).items()
    )
