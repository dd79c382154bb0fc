"""Count every game once as a simulation: see `topple.sim.counting`.

A game remembers by its identity that it was counted, so that a copy of any kind counts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from topple.sim.counting import count, hold, run_by_thread

if TYPE_CHECKING:
    from topple.tasks.game import Game

Method = Callable[..., Any]
M = TypeVar("M", bound=Method)


def count_courses(cls: type) -> None:
    """Wrap the methods of a class of games in which time may pass."""
    wrappers: dict[str, Callable[[Method], Method]] = {
        **dict.fromkeys(("play", "wait", "stop"), counting_move),
        **{"restore": counting_restore, "branch": holding},
    }
    wrap_own(cls, wrappers)


def wrap_own(cls: type, wrappers: Mapping[str, Callable[[Method], Method]]) -> None:
    """Wrap methods that a class defines itself; those that it inherits are wrapped already."""
    for name, wrap in wrappers.items():
        if name in vars(cls):
            setattr(cls, name, wrap(vars(cls)[name]))


def counting_move(move: Method) -> Method:
    """Wrap a method that makes a move: the first that changes the game counts it."""

    @wraps(move)
    def moved(game: Game, *args: Any) -> Any:
        if game._counted != id(game):
            return play_together([game], lambda: move(game, *args))
        before = hold(True)
        try:
            return move(game, *args)
        finally:
            hold(before)

    return moved


def play_together(games: Sequence[Game], play: Callable[[], Any]) -> Any:
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
        count(len(changed))  # held, but `counting_restore` takes notice
    else:
        for game in changed:
            _count(game)
    return found


def counting_restore(restore: Method) -> Method:
    """Wrap `Game.restore`: a world that plays the moves again simulates what the bytes say."""

    @wraps(restore)
    def restored(game: Game, snapshot: bytes) -> Game:
        before, ran = hold(True), run_by_thread()
        try:
            twin: Game = restore(game, snapshot)
        finally:
            hold(before)
        if not before and run_by_thread() > ran:
            _count(twin)
        return twin

    return restored


def holding(method: M) -> M:
    """Wrap a method that tells nothing new, such as `Game.branch`: what it simulates is held."""

    @wraps(method)
    def held(*args: Any, **options: Any) -> Any:
        before = hold(True)
        try:
            return method(*args, **options)
        finally:
            hold(before)

    return cast(M, held)


def _count(game: Game) -> None:
    game._counted = id(game)
    count(1)


def _state(game: Game) -> object:
    """Return what a move changes."""
    return game.over, game.seconds, len(game.moves)
