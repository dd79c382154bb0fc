"""Variations of a level: mirrored, and with every object shifted by a few pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from topple.tasks.draw import Draw
from topple.worlds.iphyre.gaps import Capsule, capsules, depth
from topple.worlds.iphyre.level import SIZE, Ball, Block, Level

SHIFT = 5  # pixels, in x and in y
_SHIFTS = range(-SHIFT, SHIFT + 1)
_MOST_TRIALS = 100


def mirrored(level: Level) -> Level:
    """Return the level with left and right exchanged."""
    blocks = tuple(Block(SIZE - b.x1, b.y1, SIZE - b.x2, b.y2, b.kind) for b in level.blocks)
    balls = tuple(Ball(SIZE - ball.x, ball.y, ball.radius) for ball in level.balls)
    return replace(level, blocks=blocks, balls=balls)


def varied(level: Level, template: str, index: int) -> Level:
    """Shift every object by whole pixels, and mirror half of the levels.

    Objects are shifted one after another. A shift is drawn again if the object would overlap
    others more than it does in the original; after many trials it stays where it was.
    """
    placed = capsules(level)
    for number, allowed in enumerate(_allowed(level)):
        for trial in range(_MOST_TRIALS):
            moved = _shift(placed[number], number, Draw(template, index, trial))
            if all(depth(moved, placed[other]) <= most for other, most in allowed):
                placed[number] = moved
                break
    shifted = _with_places(level, placed)
    mirror = Draw(template, index).pick("mirrored", (False, True))
    return mirrored(shifted) if mirror else shifted


@lru_cache(maxsize=256)
def _allowed(level: Level) -> tuple[list[tuple[int, float]], ...]:
    """Return which others each object of an original may overlap, and how deep.

    Two fixed blocks may overlap as they like.
    """
    placed, moving = capsules(level), level.moving
    return tuple(
        [
            (other, depth(own, placed[other]))
            for other in range(len(placed))
            if other != number and (number in moving or other in moving)
        ]
        for number, own in enumerate(placed)
    )


def _shift(own: Capsule, number: int, draw: Draw) -> Capsule:
    """Return an object in another place."""
    x, y = draw.pick(f"x_{number}", _SHIFTS), draw.pick(f"y_{number}", _SHIFTS)
    (x1, y1), (x2, y2), radius = own
    return (x1 + x, y1 + y), (x2 + x, y2 + y), radius


def _with_places(level: Level, placed: Sequence[Capsule]) -> Level:
    """Return the level with its objects in other places."""
    blocks, balls = placed[: len(level.blocks)], placed[len(level.blocks) :]
    return replace(
        level,
        blocks=tuple(
            Block(*first, *second, block.kind)
            for (first, second, _), block in zip(blocks, level.blocks, strict=True)
        ),
        balls=tuple(Ball(*centre, radius) for centre, _, radius in balls),
    )
