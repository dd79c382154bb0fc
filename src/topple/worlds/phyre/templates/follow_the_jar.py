"""Send the ball through the gap after the falling jar so that the two meet."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00006",
    tier="ball",
    grid={
        "ball_x": lin(0.2, 0.8, 20),
        "y": lin(0.3, 0.6, 16),
        "gap": lin(0.2, 0.8, 20),
    },
    shipped=(
        "3-4,7,10,16,26,28,33,38,43-47,52,55-56,60,62,64-66,71,87-88,90,92,94,96,98,101,103,106,"
        "108,113,115,117-121,123-127,131-133,136-147,149,151-155,157,160,162-164,166-170,172-175,"
        "179-184,186-192,194-199"
    ),
)
def follow_the_jar(stage: Stage, ball_x: float, y: float, gap: float) -> Goal:
    jar = stage.jar(0.15).put(center_x=0.5 * W, top=0.95 * H).turn(180)
    left_bar = stage.fixed_bar(gap).put(left=0, bottom=y * H)
    gap_end = gap + 0.2
    stage.skip_if(gap_end >= 1)
    right_bar = stage.fixed_bar(1.0 - gap_end).put(right=W, bottom=y * H)
    ball = stage.ball(0.1).put(bottom=right_bar.top, left=ball_x * W)
    stage.skip_if(jar.left < left_bar.right or jar.right > right_bar.left)
    middle = ball.left + (ball.right - ball.left) / 2.0
    stage.skip_if(left_bar.right < middle < right_bar.left)
    stage.fixed_bar(2).turn(10).put(left=0, bottom=-2)
    return stage.touching(ball, jar)
