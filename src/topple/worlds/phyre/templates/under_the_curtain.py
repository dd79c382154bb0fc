"""Carry the ball over the post and under the curtain to the other half of the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00014",
    tier="ball",
    grid={
        "radius": lin(0.05, 0.15, 5),
        "y": lin(0.3, 0.7, 8),
        "inset": lin(0.1, 0.3, 8),
        "start_left": pick(True, False),
    },
    shipped=(
        "6,9,11,26,50,75,94,96,123,148,154,165,183,191,194,206,214,241,251,256,267,273,275,282,"
        "288,301,315-316,318,334,346,352,357-358,376,381,394,402,404,407-408,411,418,421,424,435,"
        "448,452,454,456,466,470-471,478-479,488-489,493,496,498,501,514-516,518-519,523,525,528,"
        "531,534,543,551,555,562,564,568-569,576-577,583,585-586,595-596,603,605-607,613-617,625,"
        "629,631,633-634,636"
    ),
)
def under_the_curtain(
    stage: Stage, radius: float, y: float, inset: float, start_left: bool
) -> Goal:
    x = inset if start_left else 1 - inset
    ball = stage.ball(radius).put(bottom=y * H, center_x=x * W)
    post_x = ball.right if start_left else ball.left
    stage.fixed_bar(0.75 * inset).turn(90).put(bottom=0, center_x=post_x)
    stage.fixed_bar(0.7).turn(90).put(left=W / 2, top=H)
    left_floor = stage.fixed_bar(0.5).put(left=0, bottom=0)
    right_floor = stage.fixed_bar(0.5).put(left=left_floor.right, bottom=0)
    return stage.touching(ball, right_floor if start_left else left_floor)
