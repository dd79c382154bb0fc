"""One moment of a game, for pictures, words and players: what moves, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from topple._native import rope as core
from topple.worlds.rope.level import Level

HERE, IN_HAT, GONE = 0, 1, 2  # a half that merged into the other is gone
_HEAD, _CANDY, _ROPE = 4, 6, 3  # numbers in a row of the engine


class CandyState(NamedTuple):
    """A candy; `bubble` is the id of the bubble that carries it, or 0."""

    x: float
    y: float
    vx: float
    vy: float
    bubble: int
    presence: int


class RopeState(NamedTuple):
    """An attached rope: its pin's place, the id of its candy, and how far a crawler has come.

    `kind` is "pin", "active_pin" or "pulley" and `id` the id of that item. `crawled` is -1 without
    a crawler. `stiffness` is 0 for a cord.
    """

    kind: str
    id: int
    x: float
    y: float
    candy: int
    length: float
    stiffness: float
    crawled: float


@dataclass(frozen=True)
class Frame:
    """A moment of a game. `bubbles`, `stars` and `armed` are ids of what is still there."""

    seconds: float
    candies: tuple[CandyState, ...]
    ropes: tuple[RopeState, ...]
    pulleys: tuple[tuple[float, float], ...]  # where the pulleys are
    bubbles: tuple[int, ...]  # free ones
    stars: tuple[int, ...]  # neither collected nor expired
    armed: tuple[int, ...]  # active pins that have not fired


def first_frame(level: Level) -> Frame:
    """Return the moment before anything was done."""
    return frame_of(level, core.Game(level.native).row().tolist())


def frame_of(level: Level, row: Sequence[float]) -> Frame:
    """Return a row of numbers from the engine as a frame."""
    seconds = row[0] / level.rate
    free, taken, armed = (int(bits) for bits in row[1:_HEAD])
    ropes_at = _HEAD + 2 * _CANDY
    made = _holders(level)
    pulleys_at = ropes_at + _ROPE * len(made)
    places = [
        (p.x1 + share * (p.x2 - p.x1), p.y1 + share * (p.y2 - p.y1))
        for p, share in zip(level.pulleys, row[pulleys_at:], strict=True)
    ]
    return Frame(
        seconds,
        tuple(_candy(row[_HEAD + i * _CANDY :]) for i in range(len(level.candies))),
        tuple(
            _rope(level, holder, row[ropes_at + i * _ROPE :], places)
            for i, holder in enumerate(made)
            if row[ropes_at + i * _ROPE] >= 0
        ),
        tuple(places),
        _ids(free, len(level.bubbles)),
        tuple(
            i
            for i, star in enumerate(level.stars, 1)
            if not taken >> i - 1 & 1 and not (star.expires and seconds >= star.expires)
        ),
        _ids(armed, len(level.active_pins)),
    )


def _holders(level: Level) -> list[tuple[str, int, float]]:
    """Return kind, id and stiffness of every rope, in the engine's order."""
    tied = [
        (kind, id, rope.stiffness)
        for kind, holders in zip(("pin", "pulley"), level.holders, strict=True)
        for id, holder in enumerate(holders, 1)
        for rope in holder.ropes
    ]
    return [*tied, *(("active_pin", id, 0.0) for id in range(1, len(level.active_pins) + 1))]


def _candy(numbers: Sequence[float]) -> CandyState:
    x, y, vx, vy, bubble, presence = numbers[:_CANDY]
    return CandyState(float(x), float(y), float(vx), float(vy), int(bubble) + 1, int(presence))


def _rope(
    level: Level,
    holder: tuple[str, int, float],
    numbers: Sequence[float],
    places: Sequence[tuple[float, float]],
) -> RopeState:
    kind, id, stiffness = holder
    if kind == "pulley":
        x, y = places[id - 1]
    else:
        pin = (level.pins if kind == "pin" else level.active_pins)[id - 1]
        x, y = pin.x, pin.y
    candy, length, crawled = numbers[:_ROPE]
    return RopeState(kind, id, x, y, int(candy) + 1, float(length), stiffness, float(crawled))


def _ids(bits: int, count: int) -> tuple[int, ...]:
    return tuple(i + 1 for i in range(count) if bits >> i & 1)
