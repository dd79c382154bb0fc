"""Get the ball through the gap in the shelf and keep it touching the jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, pick, template


@template(
    phyre="00100",
    tier="two_balls",
    grid={
        "radius": pick(0.075, 0.1, 0.125),
        "y": mul(0.1, 4, 5),
        "jar_height": pick(0.2, 0.25),
        "gap_left": mul(0.1, 3, 6),
        "gap": pick(0.15, 0.2, 0.25),
        "over_left_edge": pick(True, False),
    },
    shipped=(
        "0,4,7,9,11-12,14-19,21-24,31-33,40,43-44,47,53,57-58,60-61,68,70-74,78-79,82,85-86,89-90,"
        "92,100,103,105,107,109-111,113,117,120,122-123,129-132,137-139,141,144-148,150-154,156,"
        "158-159,161-164,166-167,170-173,176,178-179,183,185-187,191-193,195-197,199,201"
    ),
)
def through_hole_into_jar(
    stage: Stage,
    radius: float,
    y: float,
    jar_height: float,
    gap_left: float,
    gap: float,
    over_left_edge: bool,
) -> Goal:
    gap_right = gap_left + gap
    stage.skip_if(gap_right >= 1)
    x = (gap_left if over_left_edge else gap_right) * W
    ball = stage.ball(radius).put(center_x=x, bottom=0.6 * H)
    stage.fixed_bar(gap_left).put(left=0, bottom=y * H)
    stage.fixed_bar(1 - gap_right).put(right=W, bottom=y * H)
    jar = stage.jar(jar_height).put(center_x=x, bottom=0)
    return stage.touching(ball, jar)
