"""Predict where the cue ball stops."""

import numpy as np

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.pool.foresee import Bools, draw_shot, require, right_option
from topple.worlds.pool.question import LETTERS, Question
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import Facts
from topple.worlds.pool.stage import Redraw, Stage
from topple.worlds.pool.table import CUE, RADIUS, Point, apart, direction
from topple.worlds.pool.template import prediction

_SPOTS = 4
_TRIES = 40  # shots per spot
_APART = 0.2  # metres between two spots
_SPREAD = 0.06  # metres within which the cue ball must stop if the shot is a little off


@prediction()
def where_it_stops(stage: Stage, draw: Draw) -> Question:
    """Ask about one of four shots; the others make the wrong spots, so that no spot stands out."""
    ball = stage.ball(1, draw("ball x", 0.1, 0.9), draw("ball y", 0.1, 1.88))
    cue = stage.cue(draw("x", 0.1, 0.9), draw("y", 0.1, 1.88))
    found: list[tuple[Shot, Point]] = []
    for number in range(_SPOTS):
        found.append(_shot_to_a_spot(stage, draw, number, [ball, cue], [spot for _, spot in found]))
    answer = right_option(draw, _SPOTS)
    options = tuple(f"spot {letter}" for letter in LETTERS[:_SPOTS])
    text = "At which of the marked spots does the cue ball stop?"
    return Question(text, found[answer][0], options, answer, tuple(spot for _, spot in found))


def _shot_to_a_spot(
    stage: Stage, draw: Draw, number: int, balls: list[Point], spots: list[Point]
) -> tuple[Shot, Point]:
    """Draw shots until one stops clear of the balls and of the spots so far."""
    towards = direction(stage.balls[CUE], stage.balls[1])
    for trial in range(_TRIES):
        name = f"shot {number} {trial}"
        shot = draw_shot(draw, towards + draw(f"{name} aside", -12, 12), name)
        try:
            facts = require(stage, shot, _stops_in_one_place)
        except Redraw:
            continue
        spot = float(facts.x[0, CUE]), float(facts.y[0, CUE])
        clear = all(apart(spot, place) > 3 * RADIUS for place in balls)
        if clear and all(apart(spot, other) > _APART for other in spots):
            return shot, spot
    raise Redraw


def _stops_in_one_place(facts: Facts) -> Bools:
    off = maths.lengths(facts.x[:, CUE] - facts.x[0, CUE], facts.y[:, CUE] - facts.y[0, CUE])
    return np.asarray((facts.pocket[:, CUE] < 0) & (off < _SPREAD))
