"""Predict into which pocket the ball falls."""

from topple.tasks.draw import Draw
from topple.worlds.pool.events import POCKET_WORDS, POCKETS
from topple.worlds.pool.foresee import draw_shot, require, right_option
from topple.worlds.pool.question import Question
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import direction
from topple.worlds.pool.template import prediction


@prediction()
def which_pocket(stage: Stage, draw: Draw) -> Question:
    ball = stage.ball(1, draw("ball x", 0.1, 0.9), draw("ball y", 0.1, 1.88))
    cue = stage.cue(draw("x", 0.1, 0.9), draw("y", 0.1, 1.88))
    shot = draw_shot(draw, direction(cue, ball) + draw("aside", -6, 6))
    answer = right_option(draw, len(POCKETS))
    require(stage, shot, lambda facts: facts.pocket[:, 1] == answer)
    options = tuple(f"{POCKET_WORDS[name]} pocket" for name in POCKETS)
    return Question("Into which pocket does ball 1 fall?", shot, options, answer)
