"""Forms of moves: an attempt is a game, and every answer a move in it."""

from __future__ import annotations

import typing
from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from topple.prompting.form import Form
from topple.prompting.reader import Values
from topple.tasks.attempt import Action
from topple.tasks.task import Task


class Playing(typing.Protocol):
    """An attempt in play: a `Game`, or what keeps the same record."""

    @property
    def moves(self) -> list[float]:
        """The world's action so far."""

    @property
    def over(self) -> bool:
        """Whether no more moves are possible."""


G = TypeVar("G", bound=Playing)


class TurnForm(Form, Generic[G]):
    """A way to write one move of a game."""

    in_turns = True

    @abstractmethod
    def begin(self, task: Task) -> G:
        """Begin an attempt."""

    @abstractmethod
    def play(self, game: G, values: Values) -> None:
        """Make the move that the values mean in a game as it stands."""

    def choices(self, game: G) -> Sequence[Values]:
        """Return the values that are left for a random player; nothing if that never changes."""
        return ()

    def attempt(self, task: Task, moves: Sequence[Values]) -> Action:
        game = self.begin(task)
        for values in moves[: self.turns(task)]:
            if game.over:
                break
            self.play(game, values)
        return tuple(game.moves)

    def repeated(self, task: Task, values: Values) -> Action:
        return self.attempt(task, [values] * self.turns(task))
