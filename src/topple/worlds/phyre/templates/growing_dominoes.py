"""Get the ball above the shelf down to the floor where the dominoes stand."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import ints, lin, pick, template


@template(
    phyre="00112",
    tier="two_balls",
    grid={
        "x": lin(0.1, 0.4, 10),
        "y": lin(0.4, 0.8, 10),
        "from_left": pick(True, False),
        "dominoes": ints(5, 8),
    },
    shipped="0-17,19-55,57-76,79-103",
)
def growing_dominoes(stage: Stage, x: float, y: float, from_left: bool, dominoes: int) -> Goal:
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    first, step = (0.2, 0.1) if from_left else (1 - 0.2, -0.1)
    for number in range(dominoes):
        tallest = stage.bar(0.15 + 0.05 * number).turn(90)
        tallest.put(left=(first + step * number) * W, bottom=floor.top)
    shelf = stage.fixed_bar(0.7).put(bottom=y * H)
    ball = stage.ball(0.1).put(center_x=(1 - x if from_left else x) * W, bottom=0.9 * H)
    pusher = stage.ball(0.1).put(center_y=tallest.top + (shelf.bottom - tallest.top) / 2)
    if from_left:
        shelf.put(right=W)
        pusher.put(left=tallest.left)
    else:
        shelf.put(left=0)
        pusher.put(right=tallest.right)
    stage.skip_if(pusher.bottom <= tallest.top or pusher.top >= shelf.bottom)
    return stage.touching(ball, floor)
