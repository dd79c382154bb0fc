"""Get the ball out of the sliding jar and onto the right slope."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00010",
    tier="ball",
    grid={
        "opening": lin(75, 105, 5),
        "x": lin(0.2, 0.6, 6),
        "drop": lin(15, 35, 3),
        "angle": lin(10, 50, 6),
    },
    shipped=(
        "25,48,51,59,71,87,102,108,113,119,147,155,175,178,188,190-191,219,230,237,253,259,261,"
        "263,272-273,276,278,285-286,292,298,301,303,308,320,325-330,332,360,364,366-367,370,379,"
        "381,386-387,395,397,403,405,408,411,421-422,427-428,431,438-441,443,448,454-455,459,"
        "464-465,469-470,472-474,476,478,482,484,487-488,490,493,495,497,501-502,504-505,508-509,"
        "517,519,521,527,534"
    ),
)
def leave_the_sliding_jar(
    stage: Stage, opening: float, x: float, drop: float, angle: float
) -> Goal:
    tilt = angle - opening
    right_slope = stage.fixed_bar(1).turn(angle).put(left=W * x, bottom=-2)
    left_slope = stage.fixed_bar(1).turn(tilt).put(right=right_slope.left, bottom=-2)
    shift = 0.0
    if right_slope.right < W:
        shift = W - right_slope.right
    elif left_slope.left > 0:
        shift = -left_slope.left
    right_slope.put(left=right_slope.left + shift)
    left_slope.put(left=left_slope.left + shift)
    jar = stage.jar(0.2).turn(tilt).put(left=5, top=H - drop)
    over = abs(tilt) > 90
    foot = jar.top if over else jar.bottom
    covered = (foot - left_slope.bottom) / (left_slope.top - left_slope.bottom)
    rest = stage.fixed_bar(covered).turn(tilt).put(right=left_slope.right, bottom=left_slope.bottom)
    edge = rest.right if over else rest.left
    jar.put(left=max(jar.left, edge + 5))
    ball = stage.ball(0.08).put(right=0.8 * W, bottom=0.9 * H)
    ball.put(center_x=jar.center_x, center_y=jar.center_y)
    return stage.touching(ball, right_slope)
