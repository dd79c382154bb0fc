"""Predict how many rails the cue ball touches."""

from topple.tasks.draw import Draw
from topple.worlds.pool.foresee import clear_of_jaws, draw_shot, require, right_option
from topple.worlds.pool.question import Question
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import CUE, direction
from topple.worlds.pool.template import prediction

_COUNTS = (0, 1, 2, 3)


@prediction()
def how_many_rails(stage: Stage, draw: Draw) -> Question:
    ball = stage.ball(1, draw("ball x", 0.1, 0.9), draw("ball y", 0.1, 1.88))
    cue = stage.cue(draw("x", 0.1, 0.9), draw("y", 0.1, 1.88))
    answer = right_option(draw, len(_COUNTS))
    shot = draw_shot(draw, direction(cue, ball) + draw("aside", -12, 12))
    require(
        stage,
        shot,
        lambda facts: (
            (facts.rails[:, CUE] == _COUNTS[answer])
            & (facts.pocket[:, CUE] < 0)
            & clear_of_jaws(facts, CUE)
        ),
    )
    return Question(
        "How often does the cue ball touch a rail before it stops? Every touch counts.",
        shot,
        tuple(str(count) for count in _COUNTS),
        answer,
    )
