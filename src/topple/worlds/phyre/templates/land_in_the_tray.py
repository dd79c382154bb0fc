"""Make the upper ball end up in the tray on the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00019",
    tier="ball",
    grid={
        "x": lin(0, 1, 128),
        "lower_y": pick(0.7, 0.5),
        "tray_size": lin(0.1, 0.2, 2),
        "tray_x": lin(0, 1, 128),
    },
    shipped=(
        "13,38,64,68,103,143,146,184,215,219,244,249,252,261,273,287,296,311,316,321,332,337,339,"
        "348,351,364,369,372,388,410,415,434,439,460,479,484,502,518,543,562-563,584,593,597-598,"
        "606,608,611-612,620,633,646,660-661,679,681,684,690,694-695,705,709,726,728,745,757,762,"
        "769-770,791,805,811-812,835,852-853,865,867,871,877,879,884-885,896,909,918,923,928,935,"
        "938,944,955,960,967,970,974,987,991,994,998"
    ),
)
def land_in_the_tray(
    stage: Stage, x: float, lower_y: float, tray_size: float, tray_x: float
) -> Goal:
    ball = stage.ball(0.1).put(bottom=0.9 * H, center_x=x * W)
    stage.ball(0.1).put(bottom=lower_y * H, center_x=x * W)
    stage.skip_if(ball.left >= W - 3)
    floor = stage.fixed_bar(1).turn(0.0).put(left=0.0, bottom=0.0)
    tray = stage.fixed_bar(tray_size).put(bottom=floor.top, center_x=tray_x * W)
    stage.fixed_bar(0.02).turn(90.0).put(right=tray.left, bottom=tray.top)
    stage.fixed_bar(0.02).turn(90.0).put(left=tray.right, bottom=tray.top)
    # The original doubles the post on the far side; the copy is part of the scene.
    if tray.left < ball.left:
        stage.fixed_bar(0.02).turn(90.0).put(right=tray.left, bottom=tray.top)
    else:
        stage.fixed_bar(0.02).turn(90.0).put(left=tray.right, bottom=tray.top)
    return stage.touching(ball, tray)
