"""What a policy observes before each decision."""

from __future__ import annotations

from topple.worlds.kinetix.game import Game


class Observation:
    """The public views of a game, made on request."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.steps = game.steps  # made so far, of 256
