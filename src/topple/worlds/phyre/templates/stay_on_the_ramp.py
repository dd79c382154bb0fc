"""Keep the ball on the right ramp, out of the gap between the two."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00011",
    tier="ball",
    grid={
        "right_angle": lin(15, 30, 5),
        "left_angle": lin(15, 30, 5),
        "x": lin(0.2, 0.8, 10),
        "y": lin(0.1, 0.5, 10),
        "gap": lin(0.2, 0.8, 4),
    },
    shipped=(
        "4,20,49,72,91,93,95,108,111,126,132,136,145,178,216,226-227,258,262,274,282,301,304,336,"
        "341-342,347,350,352,370,376,391,399,404,410,448,451,457,461,491,520,528,537-538,586,599,"
        "626,632-633,645,661,667,669-670,678,683,688,704-706,712,740-741,752,776,784-785,791,"
        "801-802,816,822,828,840-841,854,861,872,875,881,898,908,916,918,922-923,931,937-938,944,"
        "950,953,957,964,966-967,969,977,991,993"
    ),
)
def stay_on_the_ramp(
    stage: Stage, right_angle: float, left_angle: float, x: float, y: float, gap: float
) -> Goal:
    right_ramp = stage.fixed_bar(1 - gap).turn(right_angle).put(bottom=y * H, right=1.01 * W)
    left_ramp = stage.fixed_bar(gap).turn(-left_angle).put(bottom=(y + 0.2) * H, left=-0.01 * W)
    ball = stage.ball(0.1).put(center_x=x * W, bottom=0.9 * H)
    stage.skip_if(ball.left < left_ramp.right and left_ramp.top > H * 0.9)
    return stage.touching(ball, right_ramp)
