"""Players to compare models with: they answer in text, as models do.

Floors ignore the pictures, ceilings know the truth, and one player sees pixels only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topple.errors import UnknownName
from topple.worlds.phyre.physiq.items import Item, Kind
from topple.worlds.phyre.physiq.players.answers import (
    always,
    best_constant,
    carried_over,
    largest,
    mock,
    oracle,
    pixels,
    random_valid,
)
from topple.worlds.phyre.physiq.players.placements import Answer
from topple.worlds.phyre.physiq.players.shallow import shallow_answers

_ALL = frozenset(Kind)
_STATEMENTS = frozenset({Kind.SANITY, Kind.YESNO, Kind.CONFIDENCE})


@dataclass(frozen=True, slots=True)
class QuestionPlayer:
    """One way to answer the items of some kinds."""

    caption: str
    kinds: frozenset[Kind]
    maker: Callable[[Sequence[Item], int], Answer]

    def make(self, items: Sequence[Item], seed: int = 0) -> Answer:
        """Make the player for a set; some players choose what is best on the whole set."""
        return self.maker(items, seed)


PLAYERS = {
    "mock": QuestionPlayer("uniform answers, one in ten is nonsense", _ALL, mock),
    "random-valid": QuestionPlayer("uniform answers that can be scored", _ALL, random_valid),
    "always-yes": QuestionPlayer("yes, or 100 %, to everything", _STATEMENTS, always(True)),
    "always-no": QuestionPlayer("no, or 0 %, to everything", _STATEMENTS, always(False)),
    "best-constant": QuestionPlayer("the best single answer in hindsight", _ALL, best_constant),
    "carried-over": QuestionPlayer(
        "winners of the most similar tasks of the template",
        frozenset({Kind.INSERTION}),
        carried_over,
    ),
    "largest": QuestionPlayer(
        "the larger the red balls, the likelier they win",
        frozenset({Kind.YESNO, Kind.CONFIDENCE, Kind.RANKING}),
        largest,
    ),
    "shallow": QuestionPlayer(
        "what sizes, places and coarse colours tell, learnt from other templates",
        _ALL - {Kind.INSERTION},
        shallow_answers,
    ),
    "pixels": QuestionPlayer(
        "yes if pixels of the two colours are close", frozenset({Kind.SANITY}), pixels
    ),
    "oracle": QuestionPlayer("the truth", _ALL, oracle),
}


def player(name: str) -> QuestionPlayer:
    """Find a player by its name."""
    if name not in PLAYERS:
        raise UnknownName("player", name, PLAYERS)
    return PLAYERS[name]
