"""The answer form of predictions: the letter of an option."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.prompting.form import Form
from topple.prompting.letters import read_letter
from topple.prompting.reader import Reading, Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.pool.question import LETTERS
from topple.worlds.pool.world import own_task


class LetterForm(Form):
    """One of a few options, by its letter."""

    name = "letter"
    slots = ()
    pattern = "Answer: X"
    example = (1,)

    def __init__(self, options: int) -> None:
        self._options = options

    def explained(self) -> tuple[str, ...]:
        return ("X is the letter of an option.",)

    def fit(self, task: Task) -> Form:
        return LetterForm(own_task(task).actions.count)

    def read(self, answer: str) -> Reading:
        """Read a letter; one without an option is then refused."""
        return read_letter(answer)

    def refusal(self, values: Sequence[float]) -> str:
        if values[0] < self._options:
            return ""
        return f"there is no such option: give A to {LETTERS[self._options - 1]}"

    def action(self, values: Sequence[float]) -> Action:
        return (float(values[0]),)

    def words(self, values: Sequence[float]) -> str:
        return f"Answer: {chr(ord('A') + int(values[0]))}"

    def sample(self, rng: np.random.Generator) -> Values:
        return (int(rng.integers(self._options)),)

    def mock(self, rng: np.random.Generator) -> str:
        return self.words(self.sample(rng))

    def everything(self) -> Sequence[Values]:
        return [(option,) for option in range(self._options)]

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [(int(action[0]),)]
