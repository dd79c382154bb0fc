"""Pool in words."""

from __future__ import annotations

from dataclasses import replace

from topple.prompting.description import Description
from topple.worlds.pool.events import POCKET_WORDS
from topple.worlds.pool.look.table import AIM_LENGTH
from topple.worlds.pool.models.predictions import FACTS
from topple.worlds.pool.table import (
    LENGTH,
    POCKET_RADII,
    POCKETS,
    RADIUS,
    SIDE_POCKETS,
    WIDTH,
)
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.words import goal_of

_RULES = (
    "The cue ball must touch the lowest ball on the table first.",
    "After that a ball must fall, or some ball must touch a rail; the cue ball must not fall. "
    "Otherwise the shot is a foul.",
    "Balls that fall stay down. The 9 returns to the table if it falls by a foul or by the first "
    "shot. A fallen cue ball returns to the lower spot.",
)
_FREE = (
    "Balls that fall stay down. A fallen cue ball returns to the lower spot; try to avoid that.",
)
_PARAMETERS = (
    f"The table is {1000 * WIDTH:.1f} mm wide and {1000 * LENGTH:.1f} mm long from nose to "
    f"nose of the cushions; a ball has a radius of {1000 * RADIUS:.3f} mm.",
    "Sliding friction 0.2, rolling friction 0.01; restitution 0.95 between balls and 0.85 "
    "at cushions. A stick at V m/s hits the centre of the ball: it leaves with 1.54 V.",
)
_MILLIMETRES = (
    "Coordinates are (x, y) in millimetres, x to the right and y up. (0, 0) is the lower left "
    "corner of the area between the noses of the cushions, in which balls roll; "
    f"({1000 * WIDTH:.1f}, {1000 * LENGTH:.1f}) is its upper right corner. A ball has a radius of "
    f"{1000 * RADIUS:.1f}.",
    "Centres of the pockets: {pockets}. Their radius is {corner:g}, at the sides {side:g}.".format(
        pockets=", ".join(
            f"{POCKET_WORDS[name]} ({1000 * x:.1f}, {1000 * y:.1f})"
            for name, (x, y) in POCKETS.items()
        ),
        corner=1000 * POCKET_RADII["lb"],
        side=1000 * POCKET_RADII[SIDE_POCKETS[0]],
    ),
)
_PREDICTION = Description(
    setting="The picture shows a pool table from above, with six pockets, before a shot.",
    goal="Answer the question about what the shot will do.",
    act="You choose one of the options.",
    legend=(
        "White ball without a number: the cue ball.",
        "Coloured balls: their numbers are on them.",
        "Yellow line: the direction in which the cue ball is struck, at its centre; the line is "
        f"{100 * AIM_LENGTH:.0f} cm long for each m/s of the stick.",
        "Yellow discs with letters, if there are any: the spots that the options name.",
    ),
    rules=("Nothing but the shot moves the balls; the run ends when all balls are at rest.",),
    parameters=_PARAMETERS,
    facts=(),
)


def describe_with_places(task: PoolTask) -> Description:
    """Put a task into words for questions that give the places of balls."""
    told = describe(task)
    return replace(told, legend=(*told.legend, *_MILLIMETRES))


def describe(task: PoolTask) -> Description:
    """Put a task into words."""
    rules: tuple[str, ...] = ("All balls come to rest before the next shot.",)
    if task.rules:
        rules = (*(_RULES if task.rules.fouls else _FREE), *rules)
    if task.rules and task.rules.shaky:
        rules = (*rules, "The hand shakes: angle and speed of each shot change a little.")
    if task.question:
        return _PREDICTION
    return Description(
        setting="The picture shows a pool table from above, with six pockets.",
        goal=f"{goal_of(task).removeprefix('Goal: ')}",
        act="Each turn you strike the white cue ball once.",
        legend=(
            "White ball without a number: the cue ball.",
            "Coloured balls: their numbers are on them; the 9 has a stripe.",
            _marks(task),
        ),
        rules=rules,
        parameters=_PARAMETERS,
        facts=FACTS,
        prediction="The cue ball sends the 1 into the left side pocket and comes back off a rail.",
    )


def _marks(task: PoolTask) -> str:
    if task.rules:
        return "Yellow ring: the lowest ball, which must be hit first."
    return "Yellow marks: a pocket, a disc or an area that the goal names."
