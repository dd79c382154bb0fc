"""Nine-ball by the rules: 100 racks, up to 15 shots each; also with a shaky hand."""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import racks

SEEDS = 8  # seeds of the noise per rack
_UNCOUNTED = frozenset({Outcome.FAILED})
_ABOUT = (
    "The 9 must fall by a legal shot: the lowest ball is hit first, the cue ball stays up, and a "
    "ball falls or touches a rail. A fallen cue ball returns to the head spot, and the 9 returns "
    "after a foul or the break. An impossible shot uses up a turn. "
)


def _steady(fold: int) -> Split:
    train, test = racks("nine_ball")
    return Split(train, (), test)


def _shaky(fold: int) -> Split:
    train, test = racks("nine_ball_shaky", fold)
    return Split(train, (), test)


STEADY = Protocol(
    "pool-nine-ball",
    "Nine-ball: win each of 100 racks by a legal shot, with few shots.",
    "pool",
    (0,),
    _steady,
    attempts=1,
    most_tries=10,
    uncounted=_UNCOUNTED,
    metric="nine-ball",
    about=f"{_ABOUT}The score is the share of racks won within 5 shots.",
)
SHAKY = Protocol(
    "pool-nine-ball-shaky",
    "Nine-ball with a shaky hand: 0.1 degrees and 1 % of noise on every shot.",
    "pool",
    tuple(range(SEEDS)),
    _shaky,
    attempts=1,
    most_tries=10,
    uncounted=_UNCOUNTED,
    metric="nine-ball",
    about=f"{_ABOUT}Every shot is turned by N(0, 0.1 degrees), and its speed changed by N(0, 1 %). "
    "Each fold is another draw of the noise.",
    ceiling="pool-planner",
)
