"""Turn the falling ball through the slot in the wall and onto the floor beyond."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import ints, lin, template


@template(
    phyre="00020",
    tier="ball",
    grid={
        "angle": lin(10, 45, 5),
        "bar": ints(0, 9),
        "gap": lin(0.01, 0.05, 2),
        "wall_x": lin(0.5, 0.6, 4),
    },
    shipped="0-99",
)
def through_the_slot(stage: Stage, angle: float, bar: int, gap: float, wall_x: float) -> Goal:
    x = wall_x * W
    ball = stage.ball(0.08).put(right=x - 1, bottom=0.9 * H)
    edge = ball.left - 2 - gap * H
    bars = [
        stage.fixed_bar(0.3).turn(-angle).put(right=edge, bottom=(i * 0.15) * H) for i in range(10)
    ]
    bars = [piece for piece in bars if piece.bottom > 0]
    ball.put(left=bars[0].right + 1)
    stage.skip_if(bar >= len(bars))
    slot_top = bars[bar].bottom / H - gap
    stage.skip_if(not 0.2 < slot_top < 0.9)
    slot = ball.width / W * 2
    stage.fixed_bar(1.0 - slot_top).turn(90).put(left=x, top=H)
    stage.fixed_bar(slot_top - slot).turn(90).put(left=x, bottom=0)
    stage.ball(0.1).put(left=x + 8, bottom=(0.9 if slot_top < 0.7 else 0.3) * H)
    floor = stage.fixed_bar(1).put(left=x + 4, bottom=0)
    return stage.touching(ball, floor)
