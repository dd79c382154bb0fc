"""Bring the ball down through the rising rows of pins to the floor."""

import math
from collections.abc import Iterator

import numpy as np

from topple.sim import maths
from topple.tasks.draw import Gauss
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import seeds, template


@template(
    phyre="00012",
    tier="ball",
    grid={
        "seed": seeds(1000),
    },
    shipped=(
        "2,4,8-9,12,18,23,27-28,30,32,34,37,41,44,50-52,54,59,61,63,66-67,71,74,76-77,79-80,85,"
        "90-92,97,99,101-102,105-109,111-112,114,116,118-120,122,124-126,131-132,138,140,142,"
        "144-152,157-158,161,164-165,172-173,175-176,179,181-182,187-192,195,197-198,201-202,208,"
        "210-211,218,220-222,225,228"
    ),
)
def rows_of_pins(stage: Stage, seed: int) -> Goal:
    random = np.random.RandomState(seed)
    gauss = Gauss(random)
    ball = stage.ball(0.1).put(center_x=random.uniform(0.2, 0.5) * W, center_y=0.9 * H)
    top = (ball.bottom - 2 * ball.height) / H
    heights = np.linspace(0.1, top, 4).tolist()
    for row, height in enumerate(reversed(heights)):
        for x, y in _row(random, gauss, height):
            across = 1 - x if row % 2 else x
            if 0 <= across <= 1 and 0 <= y <= 1:
                stage.fixed_ball(0.04).put(center_x=W * across, center_y=H * y)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)


def _row(random: np.random.RandomState, gauss: Gauss, y: float) -> Iterator[tuple[float, float]]:
    count = random.randint(3, 8)
    x = 0.0
    yield x, y
    for _ in range(count):
        step = random.uniform(0.05, 0.17)
        angle = 5 / 180 * math.pi + gauss() * 2 * math.pi / 40
        x += step * maths.cos(angle)
        y += step * maths.sin(angle)
        yield x, y
