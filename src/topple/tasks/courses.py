"""Count every game once as a simulation: see `topple.sim.counting`.

A game remembers by its identity that it was counted, so that a copy of any kind counts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from topple.sim.counting import count, hold, run_by_thread

if TYPE_CHECKING:
    from topple.tasks.game import Game

T = TypeVar("T")
G = TypeVar("G", bound="Game")


def play_together(games: Sequence[Game], play: Callable[[], T]) -> T:
    """Call a function that makes moves in games; count those that it changes for the first time."""
    before = hold(True)
    try:
        fresh = [game for game in games if game._counted != id(game)]
        states = list(map(_state, fresh))
        found = play()
        if not fresh:
            return found
        changed = [game for game, was in zip(fresh, states, strict=True) if _state(game) != was]
    finally:
        hold(before)
    if before:
        count(len(changed))  # held, but `restore_counted` takes notice
    else:
        for game in changed:
            _count(game)
    return found


def restore_counted(restore: Callable[[], G]) -> G:
    """Return a restored game; it counts if its moves were played again, for that tells anew."""
    before, ran = hold(True), run_by_thread()
    try:
        twin = restore()
    finally:
        hold(before)
    if not before and run_by_thread() > ran:
        _count(twin)
    return twin


def keep_verbs(cls: type, own: Mapping[str, str]) -> None:
    """Raise `TypeError` if a class defines a verb that counts, rather than what the verb calls."""
    for verb, instead in own.items():
        if verb in vars(cls):
            raise TypeError(f"{cls.__name__}.{verb} would count nothing: define `{instead}`")


def _count(game: Game) -> None:
    game._counted = id(game)
    count(1)


def _state(game: Game) -> object:
    """Return what a move changes."""
    return game.over, game.seconds, len(game.moves)
