"""Send the ball off its shelf and into the jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    tier="ball",
    grid={
        "gap": lin(-0.08, 0.08, 9),
        "shelf_width": lin(0.2, 0.6, 9),
        "shelf_y": lin(0.4, 0.7, 7),
    },
)
def shelf_to_jar(stage: Stage, gap: float, shelf_width: float, shelf_y: float) -> Goal:
    shelf = stage.fixed_bar(shelf_width).put(left=0, bottom=shelf_y * H)
    ball = stage.ball(0.08).put(right=shelf.right, bottom=shelf.top)
    jar = stage.fixed_jar(0.3).put(left=shelf.right + gap * W, bottom=0)
    stage.skip_if(jar.right > W)
    return stage.touching(ball, jar)
