"""Keep the falling ball on the beam that rests on the pivot."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00004",
    tier="ball",
    grid={
        "x": lin(0.2, 0.8, 14),
        "pivot_x": lin(0.25, 0.65, 5),
        "length": lin(0.3, 0.45, 8),
        "y": lin(0.1, 0.6, 12),
    },
    shipped=(
        "63,71,92,94-95,110,137,139,147,186,189,200,219,232,243,268,271,286,292,305,313,316,326,"
        "331,336,358,393,398,415,433,436,438,445,471,478,483,487,490,505-506,523,537,548,560,567,"
        "593,603,606,611-612,619,627,642,645,654,660,662,670,680,690,695,730-731,744,759,764,"
        "766-767,774-775,777-778,785,792,795,800,805,818,823,839-840,846,848,858,860,862,864-865,"
        "868,883,889,904,931,938,947,958,960,967,978,985"
    ),
)
def stay_on_the_beam(stage: Stage, x: float, pivot_x: float, length: float, y: float) -> Goal:
    base = stage.fixed_bar(1).put(bottom=y * H, left=0)
    pivot = stage.fixed_ball(0.1).put(bottom=base.top, center_x=pivot_x * W)
    beam = stage.bar(length).put(center_x=pivot_x * W, bottom=pivot.top)
    ball = stage.ball(0.1).put(center_x=x * W, bottom=0.9 * H)
    guards_top = ball.bottom - 0.15 * H
    left_guard = stage.fixed_bar(0.2).turn(90).put(left=beam.left - 0.15 * W, top=guards_top)
    right_guard = stage.fixed_bar(0.2).turn(90).put(right=beam.right + 0.15 * W, top=guards_top)
    stage.skip_if(ball.bottom < base.top)
    stage.skip_if(ball.right < beam.left or ball.left > beam.right)
    if left_guard.bottom < base.top:
        left_guard.put(bottom=base.top)
        right_guard.put(bottom=base.top)
    return stage.touching(ball, beam)
