"""What policies observe: the level, the present moment, and the calls that can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topple.tasks.attempt import Action
from topple.worlds.rope.calls import Call, Timed, Verb, action_of
from topple.worlds.rope.frame import Frame
from topple.worlds.rope.level import Level

if TYPE_CHECKING:
    from topple.worlds.rope.game import RopeGame


class Observation:
    """The public view of a game. A policy returns a move: one call at the present time."""

    def __init__(self, game: RopeGame) -> None:
        self._game = game
        self.level: Level = game.level
        self.seconds = game.seconds
        self.left = game.left  # calls that are left, not counting sleeps

    @property
    def frame(self) -> Frame:
        """The present moment."""
        return self._game.frame()

    @property
    def past(self) -> tuple[Call, ...]:
        """The calls so far."""
        return tuple(entry.call for entry in self._game.calls)

    def move(self, call: Call) -> Action:
        """Return the move that makes a call now."""
        return action_of([Timed(self.seconds, call)])

    def wait(self, seconds: float) -> Action:
        """Return the move that lets time pass."""
        return self.move(Call(Verb.sleep, 0, seconds))
