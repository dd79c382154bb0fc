"""Lead the ball down the cascade of trays to the floor plate."""

from collections import deque

import numpy as np

from topple.tasks.draw import Gauss
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import seeds, template
from topple.worlds.phyre.templates._ledges import drop_ball, floor_plate, rim_left, rim_right


@template(
    phyre="00120",
    tier="two_balls",
    grid={"seed": seeds(1000)},
    shipped=(
        "2-4,8-10,14-15,18-20,41-42,46,48,51-52,61-66,68-70,72-74,81,87,89,92,96,99-100,102,115,"
        "117-118,127-129,137,142,145-146,149,151,161,164,168-169,172,174-176,179-181,184-186,"
        "192-193,196,200,203-205,208-209,212,214-215,220,225,227,230-231,233,240-245,248,250,254,"
        "257,259-260,262-263,265-266,271,274-275"
    ),
)
def cascade_of_trays(stage: Stage, seed: int) -> Goal:
    random = np.random.RandomState(seed)
    gauss = Gauss(random)
    ball, ball_x, highest = drop_ball(stage, random)
    levels = np.linspace(0.15, highest, random.randint(6, 9)).tolist()
    ends: deque[float] = deque()
    for level in reversed(levels):
        if random.uniform() < 0.2:
            continue
        width = random.uniform(0.15, 0.35)
        x = ends.popleft() if ends else ball_x
        random.uniform()  # the original draws a number here and drops it
        y = (level + gauss() * 0.02) * H
        random.uniform()  # and another one
        tray = stage.fixed_bar(width).put(center_x=x, center_y=y)
        left_first = random.uniform() < 0.5
        ends.extend((tray.left, tray.right) if left_first else (tray.right, tray.left))
        rim_right(stage, tray)
        rim_left(stage, tray)
    return stage.touching(ball, floor_plate(stage))
