"""Small tasks of birds with known shots."""

from __future__ import annotations

from topple.tasks.task import TaskId
from topple.worlds.birds import Level, Placed, Rules
from topple.worlds.birds.task import BirdsTask

NEAR, FAR = (-6.0, -3.27), (2.0, -3.27)


def made(index: int, birds: tuple[str, ...], *pigs: tuple[float, float]) -> BirdsTask:
    """Put small pigs onto the ground; task ids count from `index`."""
    things = tuple(Placed("pig", "BasicSmall", x, y) for x, y in pigs)
    name = TaskId("birds", "small", 1, index)
    return BirdsTask(name, "Clear the ground.", Level(birds, things), (), Rules())


ONE = made(1, ("BirdRed",), NEAR)
TWO = made(2, ("BirdRed", "BirdBlue"), NEAR, FAR)
THREE = made(3, ("BirdRed", "BirdYellow", "BirdRed"), NEAR, FAR)
ALL = [ONE, TWO, THREE]
OUTRIGHT = made(4, ("BirdRed", "BirdRed"), NEAR)

# Three of 180 angles: along the ground into the near pig, over it into the far one, down.
FLAT, HIGH, MISS = 82, 104, 0
