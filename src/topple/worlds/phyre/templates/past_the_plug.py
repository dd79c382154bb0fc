"""Get the middle ball past the plug, through the hole and down to the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00024",
    tier="ball",
    grid={
        "drop": lin(0.1, 0.3, 4),
        "y": lin(0.15, 0.6, 10),
        "plug_left": pick(True, False),
        "hole": lin(0.2, 0.8, 12),
    },
    shipped=(
        "6,10,24,36,40,48,50,62,78-79,95,97-98,113,116,118,132,139,145-146,172,184,190,199,205,"
        "221-222,224,246,251,285,296,302,306,309,315-316,321,342,345,347,350,360,362,376,381,384,"
        "395,409-410,415,417,421,432,435,440,455-456,471,481-482,494,499,503,508,518,524,536-537,"
        "542-543,552-553,559,562,569,576-577,583,585,587,602,618-619,628,636-637,640,642-643,653,"
        "664,666,671-672,674,682,685,687,693"
    ),
)
def past_the_plug(stage: Stage, drop: float, y: float, plug_left: bool, hole: float) -> Goal:
    hole_end = hole + 0.1
    stage.skip_if(hole_end >= 1.0)
    ball = stage.ball(0.1).put(center_x=0.5 * W, bottom=0.8 * H)
    plug = stage.ball(0.1 + 0.01).put(bottom=(y + drop) * H)
    if plug_left:
        plug.put(left=(hole + 0.025) * W)
    else:
        plug.put(right=(hole_end - 0.025) * W)
    left_bar = stage.fixed_bar(hole).put(left=0, bottom=y * H)
    right_bar = stage.fixed_bar(1.0 - hole_end).put(right=W, bottom=y * H)
    stage.skip_if(ball.left >= left_bar.right and ball.right <= right_bar.left)
    stage.skip_if(plug.top >= ball.bottom)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)
