"""Predict which ball falls."""

import math

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.pool.foresee import draw_shot, require, right_option
from topple.worlds.pool.question import Question
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import LENGTH, POCKETS, WIDTH, direction
from topple.worlds.pool.template import prediction

_BALLS = (1, 2, 3, 4)


@prediction()
def which_ball(stage: Stage, draw: Draw) -> Question:
    for number in _BALLS:
        _near_a_pocket(stage, draw, number)
    cue = stage.cue(draw("x", 0.1, 0.9), draw("y", 0.1, 1.88))
    aim = stage.balls[draw.pick("aim", _BALLS)]
    shot = draw_shot(draw, direction(cue, aim) + draw("aside", -8, 8))
    answer = right_option(draw, len(_BALLS))
    falls = _BALLS[answer]
    # In every other round of the options, it is not the ball that the cue ball meets first.
    direct = draw.index // len(_BALLS) % 2 == 0
    require(
        stage,
        shot,
        lambda facts: (
            (facts.pocket[:, falls] >= 0)
            & ((facts.pocket >= 0).sum(axis=1) == 1)
            & ((facts.hit[:, 0] == falls) == direct)
        ),
    )
    options = tuple(f"ball {number}" for number in _BALLS)
    return Question("Exactly one ball falls. Which one?", shot, options, answer)


def _near_a_pocket(stage: Stage, draw: Draw, number: int) -> None:
    x, y = draw.pick(f"pocket {number}", tuple(POCKETS.values()))
    inwards = direction((x, y), (WIDTH / 2, LENGTH / 2)) + draw(f"turn {number}", -30, 30)
    turn, far = math.radians(inwards), draw(f"far {number}", 0.1, 0.4)
    stage.ball(number, x + far * maths.cos(turn), y + far * maths.sin(turn))
