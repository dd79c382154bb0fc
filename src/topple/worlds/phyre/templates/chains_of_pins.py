"""Bring the ball down past the curling chains of pins to the floor."""

import math

import numpy as np

from topple.sim import maths
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import seeds, template


@template(
    phyre="00013",
    tier="ball",
    grid={
        "seed": seeds(300),
    },
    shipped=(
        "11,15,19-21,25,27,36,45,49-52,59,64-65,67,70,74-75,78,81-84,90-91,95-97,101,104-108,112,"
        "116,118,121-122,125,127-128,139,141-142,144,146,149,152,159,162,164-165,169,172,177-179,"
        "181-184,193-194,197,206-208,210-212,215,218,220-222,226,231,234-235,240,243-244,247,249,"
        "252,259,263,270-272,281,283,285-286,291,294,299"
    ),
)
def chains_of_pins(stage: Stage, seed: int) -> Goal:
    random = np.random.RandomState(seed)
    ball = stage.ball(0.1).put(center_x=random.uniform(0.4, 0.6) * W, center_y=0.9 * H)
    top = (ball.bottom - 2 * ball.height) / H
    for start in ((0.7, 0.5), (0.2, 0.5)):
        for x, y in _chain(random, start, top):
            if 0 <= x <= 1 and 0 <= y <= 1:
                stage.fixed_ball(0.05).put(center_x=W * x, center_y=H * y)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)


def _chain(
    random: np.random.RandomState, start: tuple[float, float], top: float
) -> list[tuple[float, float]]:
    angle, curl = _heading(random)
    points = [start]
    run, inside, wanted = 1, 0, random.randint(15, 30)
    while inside < wanted:
        if run >= 3 and random.uniform() < 0.2:
            x, y = points[random.choice(len(points))]
            run = 1
            angle, curl = _heading(random)
        else:
            run += 1
            step = random.uniform(0.05, 0.2)
            angle += curl
            x = points[-1][0] + step * maths.cos(angle)
            y = points[-1][1] + step * maths.sin(angle)
        if y < top:
            points.append((x, y))
            inside += 0 < x < 1 and 0 < y < 1
    return points


def _heading(random: np.random.RandomState) -> tuple[float, float]:
    return random.uniform() * 2 * math.pi, random.uniform() * 2 * math.pi / 10
