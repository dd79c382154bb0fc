"""Get the small ball off its shelf and into the jar, onto the ball inside."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00022",
    tier="ball",
    grid={
        "side_angle": lin(45, 60, 5),
        "ball_shift": lin(5, 15, 2),
        "jar_x": lin(0.4, 0.6, 10),
        "jar_size": lin(0.2, 0.3, 4),
        "shelf_angle": lin(-10, 10, 3),
        "size": lin(5, 12, 5),
        "shelf_x": lin(0.4, 0.6, 3),
        "shift": lin(0, 0.1, 2),
    },
    shipped=(
        "4,52,54,77,118-119,123,147,167,176,208,222,258,260,268,318,320,322,324,356,389,403,406,"
        "410,414,421,430,436-437,439,447,484,492,507,510,518,528,537,549,559,578,588,604,620,628,"
        "638-639,649,659-660,663,669-670,672,674,678,684,687,691,695-696,698,710,715,723,730,741,"
        "746,751,755,763,780,783,792,796,807,809,823-824,842,849-850,871,875,882,892,895,897,903,"
        "910-911,915,920,929,935,958,976,978,988,997"
    ),
)
def off_the_shelf_into_the_jar(
    stage: Stage,
    side_angle: float,
    ball_shift: float,
    jar_x: float,
    jar_size: float,
    shelf_angle: float,
    size: float,
    shelf_x: float,
    shift: float,
) -> Goal:
    stage.fixed_bar(0.5).turn(-side_angle).put(right=0.2 * W, bottom=0)
    stage.fixed_bar(0.5).turn(side_angle).put(left=0.8 * W, bottom=0)
    jar = stage.jar(jar_size).put(bottom=0, center_x=(jar_x + shift) * W)
    shelf = stage.fixed_bar(90 / W).turn(shelf_angle)
    shelf.put(bottom=max(0.3 * H, jar.top + size * 4), center_x=(shelf_x + shift) * W)
    stage.skip_if(jar.right > shelf.right + 10)
    inner = stage.ball(0.05 + jar_size / 5).put(bottom=10, center_x=jar.center_x)
    ball = stage.ball(size / W * 2).put(left=shelf.left + ball_shift, bottom=shelf.top + size)
    return stage.touching(ball, inner)
