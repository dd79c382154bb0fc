"""How answers are written and read: a letter, a percentage or a place."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from topple.prompting.form import Form
from topple.prompting.letters import read_letter
from topple.prompting.percent import read_percent
from topple.prompting.reader import Reader, Reading, Slot, Statement, Statements, Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.ladder.facts import OPTIONS
from topple.worlds.ladder.items import LETTERS, Answers, Item
from topple.worlds.ladder.rows import YES_OR_NO, Kind
from topple.worlds.own import own

NAME = "answer"
_OF_PICTURE = {"%": 1.0, "percent": 1.0}


class AnswerForm(Form):
    """The answers to one kind of question."""

    name = NAME
    slots: tuple[Slot, ...] = ()
    kind: Kind

    @abstractmethod
    def _write(self, values: Sequence[float]) -> str:
        """Write an answer without its label."""

    def words(self, values: Sequence[float]) -> str:
        return f"Answer: {self._write(values)}"

    def explained(self) -> tuple[str, ...]:
        return ()

    def fit(self, task: Task) -> Form:
        return form_of(own(task, Item, "an item of a ladder").kind)

    def refusal(self, values: Sequence[float]) -> str:
        numbers = Answers(self.kind).numbers()
        fits = all(n.allows(v) for n, v in zip(numbers, values, strict=True))
        return "" if fits else f"there is no such answer: {self.pattern}"

    def action(self, values: Sequence[float]) -> Action:
        return tuple(map(float, values))

    def sample(self, rng: np.random.Generator) -> Values:
        return Answers(self.kind).sample(rng)

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]


class Letter(AnswerForm):
    """One of four options."""

    kind = Kind.NAME
    pattern = "Answer: L"
    example = (1.0,)

    def explained(self) -> tuple[str, ...]:
        return (f"L is the letter of an option, {LETTERS[0]} to {LETTERS[-1]}.",)

    def read(self, answer: str) -> Reading:
        return read_letter(answer)

    def _write(self, values: Sequence[float]) -> str:
        return chr(ord("A") + int(values[0]))

    def everything(self) -> Sequence[Values]:
        return [(float(option),) for option in range(OPTIONS)]


class Percent(AnswerForm):
    """A probability."""

    kind = Kind.TOUCH
    pattern = "Answer: P%"
    example = (0.35,)

    def explained(self) -> tuple[str, ...]:
        return ("P is how likely it is, from 0 (impossible) to 100 (certain).",)

    def read(self, answer: str) -> Reading:
        return read_percent(answer)

    def _write(self, values: Sequence[float]) -> str:
        return f"{100 * values[0]:g}%"


class Place(AnswerForm):
    """A place in the picture, in percent of its width and height."""

    kind = Kind.POINT
    slots = (Slot("x", "x", _OF_PICTURE), Slot("y", "y", _OF_PICTURE))
    pattern = "Answer: x=X, y=Y"
    example = (3.0, 97.0)

    def explained(self) -> tuple[str, ...]:
        return (
            "X is how far to the right it is, from 0 (left edge of the picture) to 100 (right "
            "edge).",
            "Y is how far up it is, from 0 (lower edge) to 100 (upper edge).",
        )

    def read(self, answer: str) -> Reading:
        return _PLACES.read(answer)

    def _write(self, values: Sequence[float]) -> str:
        return f"x={values[0]:.3g}, y={values[1]:.3g}"


_PLACED = Statements(Place.slots, "answer")


def _places(text: str) -> list[Statement]:
    return [replace(each, describes=True) for each in _PLACED(text)]


_PLACES = Reader(_places)


_FORMS: Mapping[Kind, Callable[[], AnswerForm]] = {
    Kind.POINT: Place,
    **dict.fromkeys(YES_OR_NO, Percent),
}


def form_of(kind: Kind) -> AnswerForm:
    """Return the form of the answers to a kind of question."""
    return _FORMS.get(kind, Letter)()
