"""Let the ball miss the jar below it and land on the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00005",
    tier="ball",
    grid={
        "ball_y": mul(0.1, 7, 9),
        "size": mul(0.05, 3, 8),
        "jar_x": mul(0.1, 2, 7),
        "jar_y": mul(0.1, 0, 2),
    },
    shipped=(
        "6,14,18,20-22,24-26,29-30,34-39,43,54,58-61,63,66,68,71-74,76-78,80-82,86,89-92,94-97,"
        "100,102,104,108-109,111-112,114-116,121,123,128,130-131,133,135-136,138,141-142,144-145,"
        "149-151,153-154,156,160,162,164-169,171,173-178,180-181,183-184,186-187,191-192,196-197,"
        "199"
    ),
)
def miss_the_jar(stage: Stage, ball_y: float, size: float, jar_x: float, jar_y: float) -> Goal:
    floor = stage.fixed_bar(1).put(bottom=0.0, left=0.0)
    jar = stage.jar(size).put(left=jar_x * W, bottom=floor.top + jar_y * H)
    stage.skip_if(jar.left < 0.0 or jar.right > W)
    ball = stage.ball(0.1).put(bottom=ball_y * H, center_x=jar.left + jar.width / 2.0)
    return stage.touching(ball, floor)
