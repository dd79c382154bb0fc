"""Send the small ball from the rolling lever to the ball in the jar across the pit."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00023",
    tier="ball",
    grid={
        "step_angle": lin(-10, 10, 13),
        "jar_x": lin(0.9, 0.98, 3),
        "jar_size": lin(0.15, 0.3, 3),
        "step_x": lin(0.05, 0.2, 5),
        "base": lin(0.01, 0.1, 2),
        "rise": lin(-0.3, 0.3, 10),
    },
    shipped=(
        "8,17,31,64,111-112,134,153,202,223,233,240-241,245,261,269,310,316,320,377,385,402,428,"
        "438,441,470-471,490,493,506-507,513,522-523,534-535,538,543,566,584,614,625,636,644,655,"
        "666,680,689,704,728,736,740,745,751,754,757,767,771,778,797,800-801,812,817-821,829,839,"
        "848,850,857,859,873,875,878-879,883-884,898-899,901,913,918,925-926,930,936,946,948,950,"
        "952,957,959-960,963,972,974,990"
    ),
)
def rolling_lever(
    stage: Stage,
    step_angle: float,
    jar_x: float,
    jar_size: float,
    step_x: float,
    base: float,
    rise: float,
) -> Goal:
    left_y = base if rise > 0 else base - rise
    right_y = base + rise if rise > 0 else base
    stage.skip_if(jar_size < 0.19 and abs(rise) > 0.19)
    stage.skip_if(jar_size > 0.26 and (abs(rise) < 0.19 or rise < -0.19))
    left_step = stage.fixed_bar(0.3).put(left=step_x * W, bottom=left_y * H)
    roller = stage.ball(0.15).put(left=left_step.left, bottom=left_step.top)
    lever = stage.bar(0.4).put(left=5, bottom=roller.top)
    ball = stage.ball(0.05).put(left=0.02 * W, bottom=lever.top)
    stage.fixed_ball(0.1).put(top=H, center_x=roller.center_x)
    right_step = stage.fixed_bar(0.3).turn(step_angle).put(right=W, bottom=right_y * H)
    jar = stage.jar(jar_size).put(right=W * jar_x, bottom=right_step.top)
    inner = stage.ball(0.05 + jar_size / 8).put(bottom=jar.bottom + 10, center_x=jar.center_x)
    return stage.touching(ball, inner)
