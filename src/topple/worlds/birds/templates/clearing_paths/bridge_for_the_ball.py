"""First make the bar fall as a bridge, then push the ball over it."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="13.5", original="3_7_5")
def bridge_for_the_ball(stage: Stage) -> None:
    stage.birds("red", "red")
    # The pig stands 5 mm inside the edge of its post, so both need four decimals.
    stage.pig("small", 3.1301, -2.1061, -6.11)
    bar = stage.block("RectMedium", "stone", -2.69, 1.93, 54.89)
    ball = stage.block("Circle", "stone", -3.06, 4.45, 46.53)
    stage.block("RectSmall", "ice", -2.04, 2.6, 258.87)
    stage.platform(-1.73, 3.4, 0.3, 1.22, 51.54)
    stage.platform(-1.02, 4.47, 0.24, 2.46, 56.23)
    stage.platform(-0.11, 3.18, 0.32, 1.38)
    stage.platform(-0.5, 1.96, 0.26, 1.52, 324.37)
    stage.platform(-1.57, 2.82, 0.94, 0.27, 55.13)
    stage.platform(-2.77, 3.87, 1.33, 0.3, 351.32)
    stage.platform(-3.54, 0.3, 1.92, 0.24, 52.93)
    stage.platform(-3.19, 1.13, 0.69, 0.27, 137.82)
    stage.platform(-2.97, 0.97, 0.48, 0.17, 52.93)
    stage.platform(-1.6, 0.27, 0.24, 0.22, 140.96)
    stage.platform(-2.12, -0.14, 1.53, 0.23, 51.72)
    stage.platform(-3.54, 0.3, 1.92, 0.24, 52.93)
    stage.platform(-2.87, 5.28, 1.86, 0.25, 349.73)
    stage.platform(-1.03, -0.18, 0.24, 0.22, 140.96)
    stage.platform(-0.54, -0.55, 0.24, 0.22, 140.96)
    stage.platform(0.03, -0.96, 0.24, 0.22, 146.66)
    stage.platform(0.64, -1.27, 0.24, 0.22, 156.05)
    stage.platform(1.27, -1.5, 0.24, 0.22, 156.56)
    stage.platform(1.9, -1.73, 0.24, 0.22, 157.43)
    stage.platform(2.42, -1.96, 0.24, 0.22, 154.24)
    stage.platform(3.0701, -2.4487, 0.0859, 0.2224, 172.93)
    stage.platform(-0.31, 1.04, 1.66, 0.23, 328.06)
    stage.platform(1.52, 0.09, 2.64, 0.22, 334.9)
    stage.platform(3.19, -0.59, 1.19, 0.24, 347.9)
    stage.platform(2.55, -2.85, 0.2, 1.3)
    stage.move(ball, WithinReach(x=(-7.83, 4.4), y=(4.0, 4)))
    stage.plan(aim(bar, up=1), aim(ball), spare=True)
