"""Make the ball on the step touch the ground."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(tier="ball", grid={"width": lin(0.2, 0.5, 9), "step_y": lin(0.2, 0.6, 9)})
def drop_on_the_step(stage: Stage, width: float, step_y: float) -> Goal:
    step = stage.fixed_bar(width).put(left=0.2 * W, bottom=step_y * H)
    ball = stage.ball(0.08).put(right=step.right, bottom=step.top)
    ground = stage.fixed_bar(1.0).put(left=0, bottom=0)
    return stage.touching(ball, ground)
