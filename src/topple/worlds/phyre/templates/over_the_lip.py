"""Bring the ball on the lipped ledge and the ball left of it together."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, mul, template


@template(
    phyre="00114",
    tier="two_balls",
    grid={
        "x1": lin(0.15, 0.9, 8),
        "x2": lin(0.15, 0.9, 8),
        "y": mul(0.1, 3, 6),
        "step": lin(0.1, 0.4, 6),
    },
    shipped=(
        "4,7,11,13,21,26,29,36,41,49,52,69,82,88,92,106,114,117-118,126,128,134,136,138,144-145,"
        "148,155-159,164,167,170,174-176,178-181,185,188-189,195,200,204-206,214,216-217,222,"
        "227-230,234,237-238,243-244,252,255-256,260,263,270-274,278,281,283-285,288-289,291,293,"
        "296,298,300-303,305-306,308-309,315,319-321,323,326,329-330"
    ),
)
def over_the_lip(stage: Stage, x1: float, x2: float, y: float, step: float) -> Goal:
    stage.skip_if(x2 <= x1)
    left = stage.ball(0.1).put(center_x=x1 * W, bottom=0.9 * H)
    right = stage.ball(0.1).put(center_x=x2 * W, bottom=0.9 * H)
    stage.skip_if(right.left - left.right < 0.1 * W)
    width = 1 - right.left / W
    upper = stage.fixed_bar(width).put(bottom=y * H, right=W)
    lower = stage.fixed_bar(width + step).put(bottom=(y - 0.4 * step) * H, right=W)
    lip = stage.fixed_bar((upper.top - lower.top) / H + 0.04).turn(90)
    lip.put(left=upper.left, bottom=lower.top)
    stage.fixed_bar(1).turn(90).put(top=lip.top - 0.05 * H, left=lower.left)
    stage.fixed_bar(1).turn(90).put(left=right.right + 0.02 * W, bottom=upper.top)
    stage.skip_if(left.left + left.width / 2 >= lower.left)
    slope = lower.left / (1.9 * W)
    stage.fixed_bar(slope).turn(-10).put(left=0, bottom=0)
    stage.fixed_bar(slope).turn(10).put(right=lower.left, bottom=0)
    return stage.touching(left, right)
