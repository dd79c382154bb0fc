"""Variations of a level: mirrored, and with every object shifted by a few pixels."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from topple.tasks.draw import Draw
from topple.worlds.iphyre.gaps import overlaps
from topple.worlds.iphyre.level import SIZE, Ball, Block, Level

SHIFT = 5  # pixels, in x and in y
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
    for number, allowed in enumerate(_overlaps(level)):
        for trial in range(_MOST_TRIALS):
            moved = _shift(level, number, Draw(template, index, trial))
            depths = overlaps(moved, number)
            if all(depth <= most for depth, most in zip(depths, allowed, strict=True)):
                level = moved
                break
    mirror = Draw(template, index).pick("mirrored", (False, True))
    return mirrored(level) if mirror else level


@lru_cache(maxsize=256)
def _overlaps(level: Level) -> tuple[list[float], ...]:
    """Return the overlaps of every object of an original; all its variations need them."""
    return tuple(list(overlaps(level, n)) for n in range(len(level.blocks) + len(level.balls)))


def _shift(level: Level, number: int, draw: Draw) -> Level:
    """Return the level with one object shifted."""
    whole = range(-SHIFT, SHIFT + 1)
    x, y = draw.pick(f"x_{number}", whole), draw.pick(f"y_{number}", whole)
    if number < len(level.blocks):
        b = level.blocks[number]
        block = Block(b.x1 + x, b.y1 + y, b.x2 + x, b.y2 + y, b.kind)
        blocks = (*level.blocks[:number], block, *level.blocks[number + 1 :])
        return replace(level, blocks=blocks)
    number -= len(level.blocks)
    ball = level.balls[number]
    shifted = Ball(ball.x + x, ball.y + y, ball.radius)
    return replace(level, balls=(*level.balls[:number], shifted, *level.balls[number + 1 :]))
