"""Free the ball under the upturned jar and bring it to the ball in the lower jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00018",
    tier="ball",
    grid={
        "overlap": lin(0.1, 0.2, 3),
        "y": lin(0.4, 0.65, 10),
        "jar_size": lin(0.15, 0.2, 3),
        "x": lin(0.25, 0.5, 5),
        "angle": lin(30, 70, 3),
    },
    shipped=(
        "7,9,13,15,23,28,33,35-36,38-40,44,46,49,52-53,55-57,61,63,66-67,69-70,72,77,79,82,85,89,"
        "91,93,95,98-99,101,105,107-108,110-111,114-116,118-120,122,125-131,134-137,139,144-147,"
        "150,152,154-162,164-167,171-174,178-180,183-185,187-189,192-193,195-198"
    ),
)
def free_the_covered_ball(
    stage: Stage, overlap: float, y: float, jar_size: float, x: float, angle: float
) -> Goal:
    stage.skip_if(y >= 0.6 and x > 0.4)
    jar = stage.jar(jar_size).put(bottom=0.0, center_x=W * x)
    inner = stage.ball(0.05 + jar_size / 8).put(bottom=10, center_x=jar.center_x)
    deck = stage.fixed_bar(1).put(left=jar.left + overlap * W, bottom=H * y)
    cover = stage.jar(0.12).turn(180.0).put(left=deck.left, bottom=deck.top)
    ball = stage.ball(0.05).put(bottom=deck.top, center_x=cover.left + cover.width * 0.5)
    stage.skip_if(deck.left < 3 * ball.width)
    stage.fixed_bar(1).turn(angle).put(left=max(0.7 * W, cover.right + 10), bottom=deck.bottom)
    return stage.touching(ball, inner)
