"""How answers to questions are written and read: one action form per form of answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from topple.prompting.form import Form
from topple.prompting.percent import read_percent
from topple.prompting.reader import Reading, Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.own import own
from topple.worlds.phyre.physiq.answers import (
    AnswerForm,
    AnswerReading,
    AnswerSpace,
    from_numbers,
    to_numbers,
    to_placement,
)
from topple.worlds.phyre.physiq.examples import write_answer
from topple.worlds.phyre.physiq.items import Item, Kind, QuestionMode
from topple.worlds.phyre.physiq.placing import to_whole_units
from topple.worlds.phyre.physiq.players.placements import write_placement
from topple.worlds.phyre.physiq.readers.classic import read_classic
from topple.worlds.phyre.physiq.readers.placement import read_placement
from topple.worlds.phyre.physiq.readers.ranking import read_ranking
from topple.worlds.phyre.physiq.readers.yes_no import read_yes_no

UNREADABLE = "no answer could be read"

_PATTERNS = {
    AnswerForm.YES_NO: "Yes or No",
    AnswerForm.PERCENT: "one percentage, 0% to 100%",
    AnswerForm.RANKING: "the numbers of the four proposals, best first: [a, b, c, d]",
    AnswerForm.PLACEMENT: 'JSON, {"x": X, "y": Y, "radius": R}, a list of two where two are placed',
}
_EXAMPLES = {
    AnswerForm.YES_NO: (1.0,),
    AnswerForm.PERCENT: (0.7,),
    AnswerForm.RANKING: (2.0, 1.0, 4.0, 3.0),
    AnswerForm.PLACEMENT: (128.0, 200.0, 12.0),
}


def read(item: Item, answer: str) -> AnswerReading | None:
    """Read an answer to an item; return None if it cannot be scored."""
    return from_numbers(item.form, read_numbers(item, answer).values)


def read_numbers(item: Item, answer: str) -> Reading:
    """Read an answer to an item as numbers, or say why it cannot be scored."""
    if item.mode is QuestionMode.CLASSIC and item.kind is not Kind.INSERTION:
        found = to_numbers(read_classic(item.kind, answer))
        return Reading(found, "" if found else UNREADABLE)
    match item.form:
        case AnswerForm.YES_NO:
            return read_yes_no(answer)
        case AnswerForm.PERCENT:
            return read_percent(answer)
        case AnswerForm.RANKING:
            return read_ranking(answer)
        case AnswerForm.PLACEMENT:
            return read_placement(answer, item.balls)


class WrittenAnswer(Form):
    """An answer to a question; `item` is the one that is asked, if it is known."""

    slots = ()

    def __init__(self, form: AnswerForm, item: Item | None = None) -> None:
        self._form, self._item = form, item

    @property
    def name(self) -> str:
        return str(self._form)

    @property
    def pattern(self) -> str:
        return _PATTERNS[self._form]

    @property
    def example(self) -> Values:
        return _EXAMPLES[self._form] * (self._item.actions.count if self._item else 1)

    def explained(self) -> tuple[str, ...]:
        return (f"{self.pattern}.",)

    def fit(self, task: Task) -> Form:
        item = own(task, Item, "a question")
        return WrittenAnswer(item.form, item)

    def read(self, answer: str) -> Reading:
        assert self._item is not None, "a form is fitted to an item before it reads"
        return read_numbers(self._item, answer)

    def refusal(self, values: Sequence[float]) -> str:
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return tuple(map(float, values))

    def words(self, values: Sequence[float]) -> str:
        if self._form is AnswerForm.PLACEMENT:
            return write_placement(to_whole_units(to_placement(values)))
        found = from_numbers(self._form, values)
        if self._form is AnswerForm.PERCENT:
            return f"{100 * cast(float, found):g}%"
        return write_answer(cast(bool | Sequence[int], found))

    def sample(self, rng: np.random.Generator) -> Values:
        return AnswerSpace(self._form, self._item.balls if self._item else 1).sample(rng)

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]
