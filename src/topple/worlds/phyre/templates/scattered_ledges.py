"""Lead the ball past the scattered ledges down to the floor plate."""

import numpy as np

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import seeds, template
from topple.worlds.phyre.templates._ledges import drop_ball, floor_plate, rim_left, rim_right


@template(
    phyre="00108",
    tier="two_balls",
    grid={"seed": seeds(1000)},
    shipped=(
        "2,4-5,7,14,21,38,41-42,47,51,53-54,56-57,60,63,65-67,70,73,78-79,81-83,91,95-97,100,102,"
        "105-109,111-116,126-129,131,133,137-138,146-147,151,154,161,169,173,175,177,181,185-189,"
        "201,204,208,210-211,220,222,225,229-231,234,242-243,246,252,261,264,266,271,278,284,"
        "287-289,291,294,296,301,305-306,308,313"
    ),
)
def scattered_ledges(stage: Stage, seed: int) -> Goal:
    random = np.random.RandomState(seed)
    ball, ball_x, highest = drop_ball(stage, random)
    for number in range(random.randint(6, 9)):
        x = random.uniform(0.1, 0.9) * W if number else ball_x
        width = random.uniform(0.15, 0.35)
        y = random.uniform(0.05, highest) * H
        random.uniform(size=2)  # the original draws two numbers here and drops them
        ledge = stage.fixed_bar(width).put(center_x=x, center_y=y)
        if random.uniform() < 0.8:
            rim_right(stage, ledge)
        if random.uniform() < 0.8:
            rim_left(stage, ledge)
    return stage.touching(ball, floor_plate(stage))
