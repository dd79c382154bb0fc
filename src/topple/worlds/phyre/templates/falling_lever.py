"""Bring the small ball on the falling lever into contact with the ball in the jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00119",
    tier="two_balls",
    grid={
        "jar_tilt": lin(-10, 10, 13),
        "jar_right": lin(0.9, 0.98, 3),
        "jar_height": lin(0.15, 0.3, 3),
        "lower_y": lin(0.01, 0.1, 2),
        "rise": lin(-0.3, 0.3, 10),
    },
    shipped=(
        "2,10,13,15,17,19,26-28,31-33,36,45-46,48,52,60-62,64-65,68,70,72-73,76,80,85-88,90,92,96,"
        "100-102,105-110,112,114,117-118,120,122-123,125-126,128-130,132,135-139,141-146,150,"
        "152-155,158-159,163-164,166-167,169,171-172,176-178,180-184,186-190,193,195,197-199"
    ),
)
def falling_lever(
    stage: Stage,
    jar_tilt: float,
    jar_right: float,
    jar_height: float,
    lower_y: float,
    rise: float,
) -> Goal:
    left_y = lower_y if rise > 0 else lower_y - rise
    right_y = lower_y + rise if rise > 0 else lower_y
    stage.skip_if(jar_height < 0.19 and abs(rise) > 0.19)
    stage.skip_if(jar_height > 0.26 and (abs(rise) < 0.19 or rise < -0.19))
    left_step = stage.fixed_bar(0.3).put(left=0.1 * W, bottom=left_y * H)
    lever = stage.bar(0.4).put(left=5, bottom=left_step.top + 50)
    ball = stage.ball(0.05).put(left=0.02 * W, bottom=lever.top)
    right_step = stage.fixed_bar(0.3).turn(jar_tilt).put(right=W, bottom=right_y * H)
    jar = stage.jar(jar_height).put(right=W * jar_right, bottom=right_step.top)
    inner = stage.ball(0.05 + jar_height / 8)
    inner.put(bottom=jar.bottom + 10, center_x=jar.center_x)
    return stage.touching(ball, inner)
