"""Bring the ball on top of the pole down to the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00017",
    tier="ball",
    grid={
        "radius": lin(0.05, 0.25, 5),
        "length": lin(0.2, 0.5, 5),
        "x": lin(0.2, 0.8, 5),
        "ramps": lin(0.05, 0.2, 5),
    },
    shipped=(
        "2,5,7,13,19-21,26-27,29-31,38,43-44,46-47,53,55,58,60-61,64-65,68-70,72-74,76-77,81,85,"
        "87-88,94,96,98-103,105-106,110,116,121,123-125,128-129,137-142,145-147,149-155,157,159,"
        "161-169,172-179,182-183,186,190-194,197-199"
    ),
)
def off_the_pole(stage: Stage, radius: float, length: float, x: float, ramps: float) -> Goal:
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    pole = stage.bar(length).turn(90).put(bottom=floor.top, center_x=x * W)
    ball = stage.ball(radius).put(bottom=pole.top, center_x=pole.center_x)
    stage.fixed_bar(1).put(left=0, bottom=ball.top + 0.01 * H)
    stage.fixed_bar(ramps).turn(315).put(left=0, bottom=floor.top)
    stage.fixed_bar(ramps).turn(45).put(right=W, bottom=floor.top)
    return stage.touching(ball, floor)
