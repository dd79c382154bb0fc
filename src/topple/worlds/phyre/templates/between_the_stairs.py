"""Steer the ball down between the stairs and into the jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import ints, lin, pick, template


@template(
    phyre="00008",
    tier="ball",
    grid={
        "align_right": pick(False, True),
        "radius": lin(0.05, 0.1, 1),
        "x": lin(0.1, 0.9, 10),
        "jar_size": lin(0.3, 0.4, 2),
        "stair": ints(1, 4),
        "spread": lin(0.4, 0.6, 10),
    },
    shipped=(
        "29,59,62,70,73,75,82,97,118,120,132,144,169,177,197,200,203,206,208,213,218,222,256-258,"
        "263,270-271,273,276-278,288,293,313,318,326,329,335,342-343,355,388-389,398-399,408,411,"
        "413,415,432,439,442,445,457,460,462,466,472,475,482-483,485,487-488,492,494,497,499,503,"
        "510-511,519,522,525,527,532-533,537,540,553,559,563,566,570-571,575,577,586,588-589,601,"
        "603-604,607,610-611,618-619,627"
    ),
)
def between_the_stairs(
    stage: Stage,
    align_right: bool,
    radius: float,
    x: float,
    jar_size: float,
    stair: int,
    spread: float,
) -> Goal:
    stairs = [
        stage.fixed_bar(0.7 / 5).put(top=0.8 * H - i / 5 * spread * H, left=i / 5 * W).turn(-5.0)
        for i in range(5)
    ]
    jar = stage.fixed_jar(jar_size).put(bottom=0)
    stage.skip_if(jar.top > stairs[4].bottom)
    if align_right:
        jar.put(right=stairs[stair].right)
    else:
        jar.put(left=stairs[stair].left)
    stage.fixed_bar(jar_size).turn(90.0).put(right=jar.left, bottom=0)
    right_guard = stage.fixed_bar(jar_size).turn(90.0).put(left=jar.right, bottom=0)
    stage.skip_if(right_guard.right > W)
    ball = stage.ball(radius).put(top=H, center_x=x * W)
    stage.skip_if(ball.left > jar.right)
    return stage.touching(ball, jar)
