"""Make the big ball leap off the ramp and come to rest in the slot on the floor."""

import math

from topple.sim import maths
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00016",
    tier="ball",
    grid={
        "angle": lin(30, 50, 6),
        "start": lin(0, 0.1, 3),
        "size": lin(5, 12, 5),
        "slot": lin(0.35, 0.65, 10),
    },
    shipped=(
        "10,16,54-55,89,100,111,116-117,126,146,184,191,194,197,200-201,215,225-226,233,253,268,"
        "271,311,327-328,353,357,377,380,383-384,392,399,436,452,494,500,517,538,540,545,549,553,"
        "563,569,571,579-581,583,594,609-610,635-636,646,648,651,664,675,680-681,692,695,701,722,"
        "724,743,746,750-751,758,765,774,778,783,796,801,809,816,823,825,830-831,834,844,851,859,"
        "862,870,873,879,885,888,890-891,895,898"
    ),
)
def ski_jump(stage: Stage, angle: float, start: float, size: float, slot: float) -> Goal:
    left_floor = stage.fixed_bar(slot).put(left=0.0, bottom=0)
    plate = stage.fixed_bar(0.1).put(left=left_floor.right, bottom=0)
    plank = stage.fixed_bar(1 - 0.1 - slot).put(left=plate.right, bottom=0)
    post = stage.fixed_bar(0.1).turn(90).put(right=plate.left, bottom=0)
    for _ in range(5):
        plank = stage.fixed_bar(0.1).put(left=plank.left, bottom=plank.top)
    foot = post.left - 0.1 * W
    ramp = stage.fixed_bar(0.5).turn(-angle).put(right=foot, bottom=0.3 * H)
    kicker = stage.fixed_bar(0.1).turn(10).put(left=ramp.right - 0.02 * W, bottom=ramp.bottom)
    shield = stage.fixed_bar(0.5).turn(-angle).put(right=foot, bottom=0.3 * H + size * 6)
    stage.fixed_bar(0.5).turn(-angle).put(right=foot, bottom=0.3 * H + size * 10)
    stage.fixed_bar(0.1).turn(90.0).put(left=plank.left, bottom=plank.top)
    stage.fixed_bar(0.5).turn(-30.0).put(left=kicker.right, top=shield.bottom + 0.1 * H)

    slope = maths.tan(angle / 360.0 * 2.0 * math.pi)
    x = max(0.05 * W, ramp.left + 0.01 * W) + start * W
    y = ramp.bottom + (ramp.right - x) * slope
    ball = stage.ball(size / W * 2).put(center_x=x + size, center_y=y + size * 1.7)
    x = ball.center_x + 4 * size
    y = ramp.bottom + (ramp.right - x) * slope
    small = stage.ball(size / W).put(center_x=x, center_y=y + size * 2.6)
    if small.right >= kicker.left:
        small.put(bottom=max(kicker.top, small.bottom))
    stage.skip_if(ball.right - ball.left >= plate.right - plate.left)
    return stage.touching(ball, plate)
