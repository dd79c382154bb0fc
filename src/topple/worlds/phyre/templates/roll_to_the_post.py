"""Roll the ball off its shelf so that it comes to rest against the tall post at the side."""

from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00001",
    tier="ball",
    grid={
        "radius": lin(0.05, 0.12, 5),
        "x": lin(0.1, 0.9, 32),
        "drop": lin(0, 40, 8),
        "post_left": pick(True, False),
    },
    shipped="0-99",
)
def roll_to_the_post(stage: Stage, radius: float, x: float, drop: float, post_left: bool) -> Goal:
    post = stage.fixed_bar(1).turn(90).put(left=0, bottom=0)
    if not post_left:
        post.put(right=W)
    shelf = stage.fixed_bar(0.99 - radius * 2).put(top=20, center_x=W / 2)
    stage.fixed_bar(0.2).turn(65).put(right=shelf.left + 5, top=shelf.top)
    stage.fixed_bar(0.2).turn(-65).put(left=shelf.right - 5, top=shelf.top)
    ball = stage.ball(radius).put(left=x * W, bottom=drop + shelf.top)
    stage.skip_if(ball.center_x <= shelf.left or ball.center_x >= shelf.right)
    stage.skip_if(abs(ball.center_x - post.center_x) > W * 0.7)
    return stage.touching(ball, post)
