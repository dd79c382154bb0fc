"""Forms of moves: an attempt is a game, and every answer a move in it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from topple.prompting.form import Form
from topple.prompting.reader import Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task

G = TypeVar("G")


class TurnForm(Form, Generic[G]):
    """A way to write one move of a game."""

    in_turns = True

    @abstractmethod
    def begin(self, task: Task) -> Any:
        """Begin an attempt."""

    @abstractmethod
    def play(self, game: Any, values: Values) -> None:
        """Make the move that the values mean in a game as it stands."""

    def attempt(self, task: Task, moves: Sequence[Values]) -> Action:
        game = self.begin(task)
        for values in moves[: self.turns(task)]:
            if game.over:
                break
            self.play(game, values)
        return tuple(game.moves)

    def repeated(self, task: Task, values: Values) -> Action:
        return self.attempt(task, [values] * self.turns(task))
